"""A program in which options are unknown, so that proofs about it are valid for all their values.

    opened = opened_at(book, players=2, known_at=kept.plain)
    reach(opened.program, opened.unknown)

A rulebook is checked and lowered with known options, and expressions of them are folded away.  Here everything that depends
on an option is opened again before lowering: it is a constant in the program, listed in `unknown` with its range.
Declarations that depend on options (a range `0..max_rolls`, `count: number_of_dice`) are listed too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from rulewright.checked.bindings import (
    OPEN,
    BoardMeaning,
    BoardPartMeaning,
    DefinitionMeaning,
    Fixed,
    FoundMeaning,
    SpaceMeaning,
)
from rulewright.checked.context import Context
from rulewright.checked.from_rulebook import from_rulebook
from rulewright.checked.references import everything, parts
from rulewright.expression import nodes as syntax
from rulewright.expression.children import children
from rulewright.ir import nodes as ir
from rulewright.ir.from_checked import from_checked
from rulewright.language.ranges import ANYTHING, NONE, Values, ordinals, union
from rulewright.language.types import Boolean, Enum, Integer, Optional, Space, Type
from rulewright.problems.problem import Problems
from rulewright.proofs.position import Place, Unknown, place_of
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass, replace

OPERATORS = (
    syntax.IfElse, syntax.And, syntax.Or, syntax.Not, syntax.Compare, syntax.In, syntax.Before, syntax.Otherwise, syntax.Arithmetic,
    syntax.Negative,
)  # fmt: skip
"""Nodes that are lowered again from their parts; the values of all others are unknown."""

ON_BOARDS = (BoardMeaning, BoardPartMeaning, FoundMeaning, SpaceMeaning)
"""Meanings that depend on the number of a board's spaces and lines."""


KnownAt = Callable[[rulebook.Rulebook, int], Context | None]
"""The rules of a book as they were checked for a number of players; None if they were not."""


@dataclass(frozen=True, slots=True)
class Opened:
    checked: Context
    program: ir.Program
    unknown: Unknown


def opened_at(book: rulebook.Rulebook, players: int, known_at: KnownAt) -> Opened | None:
    """The program for a number of players, whatever the options; None if the rulebook has errors there, or if options
    decide who plays in which team."""
    problems = Problems()
    known = known_at(book, players)
    checked = from_rulebook(book, players, {}, problems) if known is None else _copied(known)
    if problems.errors:
        return None
    options = frozenset(book.options)
    if book.team_count is not None and _names(book.team_count) & options:
        return None
    loose = _hanging_on(book, options)
    fixed = _constant_places(book)
    kept: dict[syntax.Node, Fixed] = {}
    constants: dict[Place, Values] = {}
    mentions = _Mentions(loose, checked)
    for node, info in list(checked.infos.items()):
        if isinstance(info.meaning, ON_BOARDS) and info.meaning.board in loose:
            constants[place_of(node.span)] = ANYTHING
        if not info.fixed or node in fixed or not mentions(node):
            continue
        checked.infos[node] = replace(info, value=OPEN)
        if isinstance(node, OPERATORS) or isinstance(info.meaning, DefinitionMeaning):
            continue
        kept[node] = info.known
        name = node.text if isinstance(node, syntax.Name) else ""
        constants[place_of(node.span)] = _range(checked.options[name][0]) if name in options else ANYTHING
    program, _ = from_checked(checked, kept)
    return Opened(checked, program, Unknown(constants, loose - options))


def _copied(checked: Context) -> Context:
    """A context in which expressions can be opened: the one that was checked belongs to others too."""
    tables = {each.name: getattr(checked, each.name) for each in fields(checked)}
    own = {name: dict(table) for name, table in tables.items() if type(table) is dict}
    return replace(checked, problems=Problems(), **own)  # type: ignore[arg-type]  # each a table of its own field


def _range(type_: Type) -> Values:
    """All values of an option: a number, a condition, a member of an enum, or none."""
    if isinstance(type_, Optional):
        return union(_range(type_.of), NONE)
    return (
        Values(*ordinals(type_, lambda kind: 0)) if isinstance(type_, Integer | Boolean | Enum) else ANYTHING
    )


def _hanging_on(book: rulebook.Rulebook, options: frozenset[str]) -> frozenset[str]:
    """Options, and the declarations whose types, sizes, faces, starts or values depend on one of them."""
    groups: tuple[dict[str, Any], ...] = (
        book.enums,
        book.kinds,
        book.boards,
        book.zones,
        book.variables,
        book.tables,
        book.definitions,
    )
    mentioned = {name: _names(entry) for group in groups for name, entry in group.items()}
    for name, variable in book.variables.items():
        if isinstance(variable.type, syntax.Name) and variable.type.text == "number":
            mentioned[name] = _names(
                (variable.per, variable.start, variable.denominations)
            )  # the type is no definition of that name
    loose = set(options)
    while more := {name for name, names in mentioned.items() if name not in loose and names & loose}:
        loose |= more
    return frozenset(loose)


def _names(declared: object) -> set[str]:
    """All names in the expressions of a declaration."""
    found: set[str] = set()
    for node in _expressions(declared):
        if isinstance(node, syntax.Name):
            found.add(node.text)
        elif isinstance(node, syntax.Attribute):
            found.add(node.name)
    return found


def _expressions(declared: object) -> Iterator[Any]:
    """The expression nodes below a part of a rulebook, without those in texts."""
    waiting = [declared]
    while waiting:
        value = waiting.pop()
        if type(value).__module__ == syntax.__name__:
            yield value
        if not isinstance(value, rulebook.Text):
            waiting.extend(parts(value))


def _constant_places(book: rulebook.Rulebook) -> set[Any]:
    """Expressions that have to be constants: declarations, types of parameters, the values of cases of `by`."""
    found: set[Any] = set()
    for group in (book.options, book.enums, book.kinds, book.boards, book.zones, book.variables, book.tables):
        found.update(_expressions(group))
    for definition in book.definitions.values():
        found.update(_expressions(definition.parameters))
    for step in book.steps.values():
        found.update(_expressions(step.parameters))
    for rule in _rules((book.definitions, book.setup, book.turns, book.phases, book.steps)):
        match rule:
            case rulebook.Cases(by=by, cases=cases) if by is not None:
                found.update(each for case in cases for each in _expressions(case.key))
            case rulebook.By(cases=effect_cases):
                found.update(each for case in effect_cases for each in _expressions(case.key))
    return found


def _rules(declared: object) -> Iterator[Any]:
    """The parts of a rulebook's rules."""
    return (each for each in everything(declared) if type(each).__module__ == rulebook.__name__)


class _Mentions:
    """Whether an expression mentions one of these names, anywhere inside; the name of a space mentions its board."""

    def __init__(self, names: frozenset[str], checked: Context) -> None:
        self._names = names
        self._infos = checked.infos
        self._known: dict[Any, bool] = {}

    def __call__(self, node: syntax.Node) -> bool:
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._own(node) or any(self(child) for child in children(node))
        return known

    def _own(self, node: syntax.Node) -> bool:
        match node:
            case syntax.Name(text=text):
                info = self._infos.get(node)
                on_board = (
                    info is not None and isinstance(info.type, Space) and info.type.board in self._names
                )
                return on_board or text in self._names
            case syntax.Attribute(name=name):
                return name in self._names
            case _:
                return False
