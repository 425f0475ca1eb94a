"""What the checker carries while it works on one rulebook at one table: facts about declarations, and what it
found out about every expression (tables beside the tree)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Literal, TypeAlias

from rulewright.checked.bindings import Fixed, Info, Read
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import Type, Value
from rulewright.problems.fix import Fix
from rulewright.problems.problem import Note, Problem, Problems
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.checked.boards.facts import BoardFacts

Owners: TypeAlias = Literal["", "players", "teams"]
"""Whose a zone or the pieces of a kind are: nobody's, each player's or each team's."""


Wanted: TypeAlias = Literal["value", "domain", "variable", "zone", "place", "pieces", "each"]
"""What is wanted where a bare name stands: a place is a zone or a space, a variable one that can be set; `each` begins
what an aggregate is asked of, where a `for` may be missing."""


MUST_FAIL = frozenset({"beyond-the-table", "division-by-zero", "empty-range", "only-with", "outside-range"})
"""Codes of what has no value, or cannot be done, at the table that is checked."""


@dataclass(frozen=True, slots=True)
class Attributes:
    """Declared attributes: name -> (type of the value, value by ordinal)."""

    table: dict[str, tuple[Value, tuple[Fixed, ...]]]


@dataclass(frozen=True, slots=True)
class KindFacts:
    """What is fixed about a kind of pieces. `pieces` counts all owners' together (of an unlimited kind: the most there
    is room for); `lows` is the number of the
    first face, one for all pieces or one each, and None for named faces."""

    name: str
    identical: bool
    unlimited: bool
    """As many as are needed: placed and removed, and nowhere when they are not in play."""
    pieces: int
    owners: int
    owned_by: Owners
    attributes: Attributes
    one_per: tuple[tuple[str, Value, tuple[Fixed, ...]], ...]
    """(name, type, values of the domain) of each coordinate."""
    faces: int
    lows: tuple[int, ...] | None
    face_names: tuple[str, ...]
    face_attributes: Attributes
    sides: Attributes | None = None
    """Attributes of the four sides of each piece, by 4 * piece + the direction's quarter turns from the north."""

    @property
    def leaves_out(self) -> bool:
        """Whether there is no piece for some combinations of `one_per`."""
        return self.pieces // self.owners < prod(len(values) for _, _, values in self.one_per)

    @property
    def single(self) -> bool:
        return self.pieces == 1 and not self.one_per and not self.owned_by and not self.unlimited


@dataclass(frozen=True, slots=True)
class AxisFacts:
    """One axis of a variable, table or definition that is indexed: the type and its fixed values in order."""

    type: Value
    values: tuple[Fixed, ...]


@dataclass(frozen=True, slots=True)
class VariableFacts:
    type: Value
    axes: tuple[AxisFacts, ...]


@dataclass(frozen=True, slots=True)
class ZoneFacts:
    kind: str
    owner: Owners
    size: int


@dataclass(frozen=True, slots=True)
class TableFacts:
    """Values row by row over the axes. `rows` says which row as written stands behind each value of the first axis."""

    type: Value
    axes: tuple[AxisFacts, ...]
    values: tuple[Fixed, ...]
    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DefinitionFacts:
    parameters: tuple[tuple[str, Value], ...]
    info: Info
    reads: tuple[Read, ...]
    names: frozenset[str]
    """Variables and `#pieces` that it depends on, through other definitions too."""
    uses_me: bool


@dataclass(slots=True)
class Context:
    """Filled while checking; read by `ir.from_checked`."""

    book: rulebook.Rulebook
    players: int
    settings: dict[str, Fixed]
    problems: Problems
    teams: tuple[int, ...] = ()
    infos: dict[syntax.Node, Info] = field(default_factory=dict)
    wanted: dict[syntax.Node, Wanted] = field(default_factory=dict)
    """Of bare names that stand where no plain value is wanted: what is."""
    gone_through: set[syntax.Node] = field(default_factory=set)
    """Domains of clauses: where a flood may stand, since only a clause has a `while`."""
    options: dict[str, tuple[Value, Fixed]] = field(default_factory=dict)
    enums: dict[str, Attributes] = field(default_factory=dict)
    combinations: dict[str, tuple[tuple[Fixed, ...], ...]] = field(default_factory=dict)
    """By kind that has `one_per`: the values of each of its pieces."""
    kinds: dict[str, KindFacts] = field(default_factory=dict)
    boards: dict[str, BoardFacts] = field(default_factory=dict)
    zones: dict[str, ZoneFacts] = field(default_factory=dict)
    variables: dict[str, VariableFacts] = field(default_factory=dict)
    denominations: dict[str, tuple[tuple[str, int], ...]] = field(default_factory=dict)
    """By variable that is money: (name, worth) of what its amounts are shown in."""
    tables: dict[str, TableFacts] = field(default_factory=dict)
    looked_up: dict[str, set[tuple[int, Span]]] = field(default_factory=dict)
    """By table: positions of its first axis that are looked up before the game is played (for the sides of each piece,
    the attributes of each space, by an option), and where."""
    definitions: dict[str, DefinitionFacts] = field(default_factory=dict)
    members: dict[str, list[Type]] = field(default_factory=dict)
    """Enum members, faces and option values by id: the types that have one of this name."""
    open: list[str] = field(default_factory=list)
    """Declarations being worked out now, for finding cycles."""
    reads: list[list[Read]] = field(default_factory=list)
    names: list[set[str]] = field(default_factory=list)
    uses_me: list[bool] = field(default_factory=list)
    frozen: int = 0
    """Above 0 inside `only_constants`."""
    unreached: int = 0
    """Above 0 behind a guard that does not hold at this table."""
    can_reads: dict[str, tuple[Read, ...]] = field(default_factory=dict)
    written: dict[str, frozenset[str]] = field(default_factory=dict)
    """What each step writes."""
    lost: dict[str, Span] = field(default_factory=dict)
    """By text of an expression: the effect of the present rule after which it is not known any more to have a value."""
    step_uses_me: dict[str, bool] = field(default_factory=dict)
    step_parameters: dict[str, tuple[tuple[str, Value], ...]] = field(default_factory=dict)
    action_scopes: dict[str, Scope] = field(default_factory=dict)
    """By path of the action: parameters and lets, as its effects and `after:` see them."""
    safe: dict[str, bool] = field(default_factory=dict)
    """By path of the condition: it cannot fail, whatever holds."""
    outcomes: dict[object, tuple[syntax.Expression, bool]] = field(default_factory=dict)
    """For `highest X`: the expression that reads X off the bound name `<each>`, and whether per teams."""
    utility_sum: int | None = None
    """What all players get together in the end, where the rulebook declares it."""

    stored: int = 0
    """Values of the variables and tables so far; see `limits.MOST_STORED`."""

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        label: str = "",
        help: str = "",
        notes: tuple[Note, ...] = (),
        path: str = "",
        warning: bool = False,
        fix: Fix | None = None,
    ) -> None:
        """Add a problem; what would fail where nobody gets at this table is none."""
        if self.unreached and code in MUST_FAIL:
            return
        severity: Literal["error", "warning"] = "warning" if warning else "error"
        self.problems.add(Problem(code, message, span, severity, label, notes, help, path, fix))

    @contextmanager
    def only_constants(self) -> Iterator[None]:
        """What is inferred inside may read nothing that changes in play: sizes, ranges, starts."""
        self.frozen += 1
        try:
            yield
        finally:
            self.frozen -= 1

    @contextmanager
    def behind(self, guard: object) -> Iterator[None]:
        """What is inferred inside is asked only if a guard holds, whose value may be known: `players.count > 2 and ...`."""
        self.unreached += guard is False
        try:
            yield
        finally:
            self.unreached -= guard is False

    def want(self, node: syntax.Node, what: Wanted) -> None:
        """Say what is wanted where an expression stands, before it is inferred."""
        if isinstance(node, syntax.Name):
            self.wanted[node] = what

    def note_me(self) -> None:
        """What is being worked out needs to know who acts."""
        if self.uses_me:
            self.uses_me[-1] = True

    def read(self, what: Read) -> None:
        if self.reads:
            self.reads[-1].append(what)

    def depend(self, name: str) -> None:
        for names in self.names:
            names.add(name)
