"""The facts of declarations, each made when it is first needed.

Declarations may use each other in any order (`hands_played: {type: 0..hands}` before `hands` is defined), so there
is no pass over them: `variable(c, "hands_played")` calls `definition(c, "hands")`, and a cycle is reported.

The functions that make facts enter themselves with `works_out`, as the passes over expressions do in `infer.INFER`: so
they may look up other declarations, and every user of a fact depends on this module alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar
from weakref import ref

from rulewright.checked.bindings import Fixed, Read
from rulewright.checked.boards.facts import BoardFacts
from rulewright.checked.context import Context
from rulewright.checked.facts import (
    Attributes,
    DefinitionFacts,
    KindFacts,
    Owners,
    PositionFacts,
    StepFacts,
    TableFacts,
    VariableFacts,
    ZoneFacts,
)
from rulewright.checked.messages import declarations
from rulewright.checked.references import declarations_of
from rulewright.expression import nodes as syntax
from rulewright.language.types import Type, Unknown
from rulewright.rulebook import nodes as rulebook

Declared = TypeVar("Declared", bound=rulebook.Entry)
Facts = TypeVar("Facts")
Work = TypeVar("Work", bound=Callable[..., Any])  # Any: of each declaration something else is known


class Kinds(dict[str, KindFacts]):
    """The facts of kinds, by name. Boards are known while the kind of their pieces is worked out, so that its sides can use their
    directions; to ask for its pieces then is reported as a circle.

    The context that contains them is referred to weakly: it is freed as soon as nobody needs it, however large it is."""

    def __init__(self, c: Context) -> None:
        super().__init__()
        self._context = ref(c)

    def __missing__(self, name: str) -> KindFacts:
        c = self._context()
        if c is None:
            raise KeyError(name)
        declared = c.book.kinds[name]
        if declared.path in c.open:
            declarations.circle(c, declared.path, declared.span)
        nothing = Attributes({})
        return KindFacts(name, True, False, 1, 1, "", nothing, (), 0, None, (), nothing)


_WORK: dict[type[rulebook.Entry], Callable[..., Any]] = {}  # Any: as above
"""By the node of a declaration: the function that makes its facts."""


def works_out(node: type[rulebook.Entry]) -> Callable[[Work], Work]:
    """Enter the function that makes the facts of one sort of declaration."""

    def enter(work: Work) -> Work:
        _WORK[node] = work
        return work

    return enter


def option(c: Context, name: str) -> tuple[Type, Fixed]:
    """An option's type, and its value at this table."""
    declared = c.book.options[name]
    if declared.path in c.open and name in c.options:
        declarations.circle(c, declared.path, declared.span)  # its type is known, but not its value
        return Unknown(), 0
    return _once(c, c.options, declared) or (Unknown(), 0)


def kind(c: Context, name: str) -> KindFacts | None:
    return _once(c, c.kinds, c.book.kinds[name])


def zone(c: Context, name: str) -> ZoneFacts | None:
    return _once(c, c.zones, c.book.zones[name])


def variable(c: Context, name: str) -> VariableFacts | None:
    return _once(c, c.variables, c.book.variables[name])


def table(c: Context, name: str) -> TableFacts | None:
    return _once(c, c.tables, c.book.tables[name])


def definition(c: Context, name: str) -> DefinitionFacts | None:
    return _once(c, c.definitions, c.book.definitions[name])


def position(c: Context, name: str) -> PositionFacts | None:
    return _once(c, c.positions, c.book.positions[name])


def board(c: Context, name: str) -> BoardFacts | None:
    facts = _once(c, c.boards, c.book.boards[name])
    return facts if facts is None or _has_its_kind(c, facts.kind) else None


def _has_its_kind(c: Context, name: str) -> bool:
    """Whether the kind of a board's pieces has no error, or is being checked now."""
    declared = c.book.kinds.get(name)
    if declared is not None and declared.path in c.open:
        c.circular = True
        return True
    return declared is None or kind(c, name) is not None


def is_declared(c: Context, name: str) -> bool:
    return name in declared_names(c.book)


@lru_cache(maxsize=8)
def declared_names(book: rulebook.Rulebook) -> frozenset[str]:
    """All names that are declared."""
    entries = chain.from_iterable(named for _, named in declarations_of(book))
    return frozenset((*entries, *(seat.id for seat in book.seats)))


def is_indexed(c: Context, name: str) -> bool:
    """Whether a name may have indices: a variable, a table or a definition."""
    return name in c.book.variables or name in c.book.tables or name in c.book.definitions


def owned_names(c: Context, player: bool) -> list[str]:
    """The names of zones, variables and definitions whose first index is a player (or a team)."""
    word = "players" if player else "teams"
    names = [z.id for z in c.book.zones.values() if owners_of(z.per) == word]
    names += [b.id for b in c.book.boards.values() if owners_of(b.per) == word]
    for variable_ in c.book.variables.values():
        if variable_.per and owners_of(variable_.per[0]) == word:
            names.append(variable_.id)
    for definition_ in c.book.definitions.values():
        if definition_.parameters and owners_of(definition_.parameters[0].domain) == word:
            names.append(definition_.id)
    return names


def owners_of(node: syntax.Domain | None) -> Owners:
    """The owners that `of` or `per` names: `players` or `teams`; empty for anything else."""
    match node:
        case syntax.Name(text="players"):
            return "players"
        case syntax.Name(text="teams"):
            return "teams"
        case _:
            return ""


def action_reads(c: Context, action: rulebook.Action, asker: syntax.Expression) -> tuple[Read, ...]:
    """The reads of `can(...)`: those of the action's legality. A cycle is reported at the call."""
    if action.path in c.open:
        declarations.circle(c, action.path, asker.span)
        return ()
    found: tuple[Read, ...] = _WORK[rulebook.Action](c, action)
    return found


def step(c: Context, declared: rulebook.Step, asker: syntax.Expression) -> StepFacts:
    """The facts of a step, for an expression that asks what would hold after it."""
    found: StepFacts = _WORK[rulebook.Step](c, declared, asker)
    return found


def _once(c: Context, found: dict[str, Facts], declared: rulebook.Entry) -> Facts | None:
    """The facts of a declaration, made when they are first needed; a cycle is reported. One with a mistake is not worked out again.

    Inside it `only_constants` does not apply: that is checked where the declaration is used.
    """
    if declared.id in found:
        return found[declared.id]
    if declared.path in c.open:
        declarations.circle(c, declared.path, declared.span)
        return None
    if _try(c, declared) in c.problems.met:
        return None
    c.open.append(declared.path)
    frozen, c.frozen = c.frozen, 0
    try:
        facts: Facts | None = _WORK[type(declared)](c, declared)
    finally:
        c.open.pop()
        c.frozen = frozen
    if facts is not None:
        found[declared.id] = facts
    else:
        c.problems.met.add(_try(c, declared))
    return facts


def _try(c: Context, declared: rulebook.Entry) -> tuple[str, frozenset[str], bool]:
    """What decides whether a declaration has facts, and which problems it has: the declarations around it only where there are circles."""
    return declared.path, frozenset(c.open if c.circular else ()), c.unreached > 0
