"""The state of the checker while it works on one rulebook at one table: facts about declarations, and about every
expression, in tables next to the tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from typing import Literal, TypeAlias

from rulewright.checked.bindings import Fixed, Info, Read
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.facts import (
    Attributes,
    DefinitionFacts,
    KindFacts,
    Owners,
    PositionFacts,
    Promise,
    TableFacts,
    VariableFacts,
    ZoneFacts,
)
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import Player, Team, Type, Value
from rulewright.problems.problem import Problem, Problems
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Wanted: TypeAlias = Literal["value", "domain", "variable", "zone", "place", "pieces", "each", "listed"]
"""What a bare name is expected to be: a `place` is a zone or a space, a `variable` one that can be set; `each` begins
the argument of an aggregate, where a `for` may be missing."""


MUST_FAIL = frozenset({"beyond-the-table", "division-by-zero", "empty-range", "only-with", "outside-range"})
"""Codes of problems about an expression without a value, or an effect that cannot be done, at the table that is checked."""


@dataclass(slots=True, weakref_slot=True)
class Context:
    """Filled while checking; read by `ir.from_checked`."""

    book: rulebook.Rulebook
    players: int
    settings: dict[str, Fixed]
    problems: Problems
    teams: tuple[int, ...] = ()
    infos: dict[syntax.Node, Info] = field(default_factory=dict)
    scopes: dict[syntax.Node, Scope] = field(default_factory=dict)
    """By expression: the names bound where it is written, for editors."""
    wanted: dict[syntax.Node, Wanted] = field(default_factory=dict)
    """What bare names are expected to be, where that is not a plain value."""
    gone_through: set[syntax.Node] = field(default_factory=set)
    """Domains of clauses: only these may be a flood, since only a clause has a `while`."""
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
    positions: dict[str, PositionFacts] = field(default_factory=dict)
    proved: dict[tuple[str, bool | None], Sequence[tuple[syntax.Expression, frozenset[str]]]] = field(
        default_factory=dict
    )
    """By definition, and whether it holds (None: is not none), the expressions that are not none then, with the names that each reads."""
    tested: dict[str, tuple[syntax.Expression, bool]] = field(default_factory=dict)
    """By the key of a fact, a tested condition that is the same in every position, and whether it holds."""
    promises: tuple[dict[str, str], list[Promise]] | None = None
    """What invariants say is never none (`expressions.promised`), read when it is first needed: by text, and of each element of a domain."""
    looked_up: dict[str, set[tuple[int, Span]]] = field(default_factory=dict)
    """By table: positions of its first axis that are looked up before the game is played (for the sides of each piece,
    the attributes of each space, by an option), and where."""
    definitions: dict[str, DefinitionFacts] = field(default_factory=dict)
    members: dict[str, list[Type]] = field(default_factory=dict)
    """Enum members, faces and option values by id: the types that have one of this name."""
    open: list[str] = field(default_factory=list)
    """Declarations being worked out now, for finding cycles."""
    circular: bool = False
    """Whether a declaration was asked for while it was being worked out."""
    reads: list[list[Read]] = field(default_factory=list)
    names: list[set[str]] = field(default_factory=list)
    uses_me: list[bool] = field(default_factory=list)
    frozen: int = 0
    """Above 0 inside `only_constants`."""
    unreached: int = 0
    """Above 0 inside a part whose guard does not hold at this table."""
    can_reads: dict[str, tuple[Read, ...]] = field(default_factory=dict)
    written: dict[str, frozenset[str]] = field(default_factory=dict)
    """By step: the variables, and `#pieces`, that it writes."""
    lost: dict[str, Span] = field(default_factory=dict)
    """By text of an expression: the effect of the rule being checked that ended the knowledge that it is not none."""
    step_uses_me: dict[str, bool] = field(default_factory=dict)
    step_parameters: dict[str, tuple[tuple[str, Value], ...]] = field(default_factory=dict)
    action_scopes: dict[str, Scope] = field(default_factory=dict)
    """By path of the action: parameters and lets, as its effects and `after:` see them."""
    safe: dict[str, bool] = field(default_factory=dict)
    """By path of the condition: it cannot fail, whatever holds."""
    outcomes: dict[object, tuple[syntax.Expression, bool]] = field(default_factory=dict)
    """For `highest X`: the expression that reads X off the bound name `<each>`, and whether per teams."""
    utility_sum: int | None = None
    """The sum of all players' utilities, where the rulebook declares it."""

    stored: dict[str, int] = field(default_factory=dict)
    """By variable and table so far: the number of its values; see `limits.MOST_STORED`."""
    again: frozenset[str] | None = None
    """The paths of the entries that are checked, if the results for all others were taken over from another table."""

    def skips(self, entry: rulebook.Entry) -> bool:
        """Whether the results for an entry were taken over from another table (`dependents`)."""
        return self.again is not None and entry.path not in self.again

    def add(self, problem: Problem) -> None:
        """Add a problem, except one that only play could meet, in a part that play at this table never reaches."""
        if not (self.unreached and problem.code in MUST_FAIL):
            self.problems.add(problem)

    @contextmanager
    def only_constants(self) -> Iterator[None]:
        """A context in which expressions may read nothing that changes in play: sizes, ranges, starts."""
        self.frozen += 1
        try:
            yield
        finally:
            self.frozen -= 1

    @contextmanager
    def behind(self, guard: object) -> Iterator[None]:
        """A context whose expressions are evaluated only if a guard holds, the value of which may be known: `players.count > 2 and ...`."""
        self.unreached += guard is False
        try:
            yield
        finally:
            self.unreached -= guard is False

    def owners(self, word: Owners) -> int:
        """How many players or teams there are; 1 for what belongs to nobody."""
        return {"players": self.players, "teams": max(self.teams, default=0) + 1, "": 1}[word]

    def owner_type(self, word: Owners) -> Player | Team:
        """The type of an owner: a player or a team."""
        return Player(self.players) if word == "players" else Team(self.owners("teams"))

    def want(self, node: syntax.Node, what: Wanted) -> None:
        """Note what an expression is expected to be, before it is inferred."""
        if isinstance(node, syntax.Name):
            self.wanted[node] = what

    def note_me(self) -> None:
        """Note that the definition or step being checked uses `me`."""
        if self.uses_me:
            self.uses_me[-1] = True

    def read(self, what: Read) -> None:
        if self.reads:
            self.reads[-1].append(what)

    def depend(self, name: str) -> None:
        for names in self.names:
            names.add(name)
