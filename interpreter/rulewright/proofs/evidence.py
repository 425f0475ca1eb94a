"""Evidence collected at one table after another, from which conclusions are drawn when all were examined.

    evidence = Evidence(kept.plain)
    evidence.examine(book)          each rulebook (plain, in each variant), at every number of players it needs
    evidence.truth[place]           the values of the condition there: {False} if it never holds

A condition counts as always true or false only if it is so at every table at which it is evaluated, whatever the options.
Most conditions turn out to depend on play at the first table, and then need no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any, get_args

from rulewright.expression.children import walk
from rulewright.ir import nodes as ir
from rulewright.ir.walking import parts
from rulewright.language.ranges import NOTHING, Sets, Values, some, union
from rulewright.language.types import Boolean, Type
from rulewright.proofs.money import Amount, amounts
from rulewright.proofs.position import Place, place_of
from rulewright.proofs.reach import Reached, reach
from rulewright.proofs.sites import Site, effects_of, sites
from rulewright.proofs.table_rows import Row, rows_of
from rulewright.proofs.unknown_options import KnownAt, Opened, opened_at
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

EXPRESSIONS = get_args(ir.Expression)

MOST_WORK = 100_000
"""The number of expressions that are evaluated, all tables together; beyond it nothing is claimed."""


@dataclass(slots=True)
class Leaf:
    """A part of a condition that depends on play: its text, its type, its range, the variable or zone it reads."""

    text: str
    type: Type | None
    values: Values
    name: str
    can: bool
    """Whether it is a `can`, the possibility of an action."""


@dataclass(slots=True)
class Wrote:
    """The writes of a variable: its range at the start, and (place, written range) of the effects that write it."""

    start: Values
    by: dict[Span, Values]


@dataclass(slots=True)
class Evidence:
    """Findings by place or path. `stopped`: the rules branch too much for any conclusion."""

    known_at: KnownAt
    sites: dict[Place, Site] = field(default_factory=dict)
    truth: dict[Place, set[bool]] = field(default_factory=dict)
    together: dict[Place, set[bool]] = field(default_factory=dict)
    """The values of a condition of an action when those above it hold."""
    fixed: set[Place] = field(default_factory=set)
    """Places that declarations and options alone decide, and places that are no conditions."""
    leaves: dict[Place, dict[str, Leaf]] = field(default_factory=dict)
    wrote: dict[str, Wrote] = field(default_factory=dict)
    there: set[str] = field(default_factory=set)
    """Paths of rules that exist at a table (and in a phase that can be entered)."""
    alive: set[str] = field(default_factory=set)
    """Paths of rules that can be carried out at a table."""
    unoffered: dict[str, Span] = field(default_factory=dict)
    """Path of an action -> the choice that never offers anything."""
    endless: dict[str, bool] = field(default_factory=dict)
    """By variant (empty for the plain game): whether no end can come at any table."""
    rows: dict[Place, Row] = field(default_factory=dict)
    amounts: dict[tuple[Place, str], Amount] = field(default_factory=dict)
    """Amounts that effects and starts give to variables that are money, by place and variable."""
    books: list[rulebook.Rulebook] = field(default_factory=list)
    work: int = 0
    stopped: bool = False

    def examine(self, book: rulebook.Rulebook) -> None:
        """Examines a rulebook at its tables, the largest first, while conclusions are still possible."""
        self.books.append(book)
        for site in sites(book):
            self.sites.setdefault(site.place, site)
        for path in _paths(book):
            self.there.add(path)
        variant = book.variant or ""
        self.endless[variant] = True
        for players in reversed(book.players):
            if not self._is_open(book, variant):
                return
            opened = opened_at(book, players, self.known_at)
            reached = None if opened is None else reach(opened.program, opened.unknown)
            if opened is None or reached is None or self.work > MOST_WORK:
                self.stopped = True
                return
            self.work += reached.work
            _Table(self, book, opened, reached).look()

    def _is_open(self, book: rulebook.Rulebook, variant: str) -> bool:
        """Whether another table could still refute a suspicion."""
        if self.endless[variant] or any(path not in self.alive for path in _paths(book)):
            return True
        return (
            any(self.suspect(site.place) for site in sites(book))
            or any(not row.reached for row in self.rows.values())
            or any(amount.unpayable for amount in self.amounts.values())
        )

    def suspect(self, place: Place) -> bool:
        """Whether a condition may still be constant."""
        truth = self.truth.get(place, set())
        if place in self.fixed or (self.sites[place].role == "invariant" and True in truth):
            return False
        return len(truth) < 2 or self.together.get(place, {True}) == {False}


@dataclass(slots=True)
class _Table:
    """The examination of one table."""

    evidence: Evidence
    book: rulebook.Rulebook
    opened: Opened
    reached: Reached

    def look(self) -> None:
        wanted = {site.place: site for site in sites(self.book) if self.evidence.suspect(site.place)}
        nodes = self._outermost(set(wanted))
        for place, site in wanted.items():
            self._condition(place, site, nodes.get(place, []))
        self._rules()
        for amount in amounts(self.book, self.opened, self.reached):
            key = place_of(amount.span), amount.variable.id
            known_amount = self.evidence.amounts.setdefault(key, amount)
            known_amount.join(amount)
        for row in rows_of(self.book, self.opened.checked, self.opened.unknown):
            known = self.evidence.rows.setdefault(row.place, row)
            asked = self.reached.asked.get(f"table.{row.table}")
            known.asked = known.asked if asked is None else union(known.asked, asked[0])

    # ---------------------------------------------------------------------------------------- conditions

    def _outermost(self, wanted: set[Place]) -> dict[Place, list[Any]]:
        """The outermost expressions of the program that were lowered from the texts at these places."""
        program = self.opened.program
        found: dict[Place, list[Any]] = {}
        seen: set[int] = set()
        waiting: list[tuple[Any, Span | None]] = [
            (part, None)
            for part in (
                program.setup, program.turns, *program.definitions.values(), *program.steps.values(),
                *program.actions.values(), *program.phases, *program.ends, *program.invariants,
                *(asked for each in program.strategies.values() for asked in (*each.preferences.values(), *each.weights.values())),
            )
        ]  # fmt: skip
        while waiting:
            node, above = waiting.pop()
            if isinstance(node, ir.Words) or id(node) in seen:
                continue
            seen.add(id(node))
            span = node.span if isinstance(node, EXPRESSIONS) else None
            if span is not None and span != above:
                place = place_of(span)
                if place in wanted:
                    found.setdefault(place, []).append(node)
            waiting.extend((part, span) for part in parts(node))
        return found

    def _condition(self, place: Place, site: Site, nodes: list[Any]) -> None:
        info = self.opened.checked.infos.get(site.node)
        if info is not None and (info.fixed or not isinstance(info.type, Boolean)):
            self.evidence.fixed.add(place)
            return
        if nodes and not any(True for node in nodes for _ in _leaf_nodes(node)):
            self.evidence.fixed.add(place)
            return
        for node in nodes:
            value = self.reached.value(node)
            if value == NOTHING:
                continue
            self.evidence.truth.setdefault(place, set()).update(_truths(value))
            if id(node) in self.reached.together:
                also = _truths(self.reached.together[id(node)])
                self.evidence.together.setdefault(place, set()).update(also)
            self._leaves(place, site, node)

    def _leaves(self, place: Place, site: Site, node: Any) -> None:
        if not self.evidence.suspect(place):
            return
        leaves = self.evidence.leaves.setdefault(place, {})
        for leaf in _leaf_nodes(node):
            text = " ".join(leaf.span.text.split())
            value = self.reached.value(leaf)
            values = value if isinstance(value, Values) else NOTHING
            if isinstance(leaf, ir.Cell):
                self._wrote(leaf.group)
            if text in leaves:
                leaves[text].values = union(leaves[text].values, values)
            else:
                leaves[text] = Leaf(
                    text, self._type_at(site, leaf.span), values, self._named(leaf), isinstance(leaf, ir.Can)
                )

    def _type_at(self, site: Site, span: Span) -> Type | None:
        for node in walk(site.node):
            if node.span == span:
                info = self.opened.checked.infos.get(node)
                return info.type if info is not None else None
        return None

    def _named(self, leaf: Any) -> str:
        """The variable or zone that a leaf reads."""
        match leaf:
            case ir.Cell(group=group):
                return group
            case ir.PieceCount(kind=kind, place=ir.PlaceOf(first=first)):
                return self.opened.program.layout.kinds[kind].places[first].zone
            case ir.Compare(left=left):
                return self._named(left)
            case _:
                return ""

    def _wrote(self, group: str) -> None:
        layout = self.opened.program.layout.groups[group]
        start = (
            NOTHING if layout.start == layout.none and layout.optional else Values(layout.start, layout.start)
        )
        start = Values(start.low, start.high, layout.optional and layout.start == layout.none)
        known = self.evidence.wrote.setdefault(group, Wrote(start, {}))
        known.start = union(known.start, start)
        for span, values in self.reached.position.wrote.get(group, {}).items():
            known.by[span] = union(known.by.get(span, NOTHING), values)

    # --------------------------------------------------------------------------------------------- rules

    def _rules(self) -> None:
        """Records the rules that can be carried out at this table."""
        program, position, alive = self.opened.program, self.reached.position, self.evidence.alive
        if self.reached.ends:
            self.evidence.endless[self.book.variant or ""] = False
        alive.update(self.reached.ends)
        for index, phase in enumerate(program.phases):
            if index not in position.phases:
                alive.update((f"{phase.path} acts", f"{phase.path} left"))
                alive.update(program.actions[name].path for name in phase.actions)
                continue
            alive.add(phase.path)
            legal = [name for name in phase.actions if name in position.legal]
            alive.update(program.actions[name].path for name in legal)
            goes_on = any(trigger.path in self.reached.triggers for trigger in phase.triggers)
            if legal or goes_on or phase.automatic is not None:
                alive.add(f"{phase.path} acts")
            if index in position.leaves or any(
                end.at == "action" and end.path in self.reached.ends for end in program.ends
            ):
                alive.add(f"{phase.path} left")
            for name in phase.actions:
                action = program.actions[name]
                for slot, parameter in enumerate(action.parameters):
                    if (name, slot) in self.reached.choices:
                        self.evidence.unoffered[action.path] = parameter.span
        self._cases()

    def _cases(self) -> None:
        """Records the cases of `by`, in definitions and in effects."""
        alive, seen = self.evidence.alive, self.reached.seen
        switches: dict[Place, list[ir.Switch]] = {}
        cases: dict[str, list[ir.Case]] = {}
        for node in _all_nodes(self.opened.program):
            if isinstance(node, ir.Switch):
                switches.setdefault(place_of(node.span), []).append(node)
            elif isinstance(node, ir.Cases) and id(node) in seen:
                for case in node.cases:
                    cases.setdefault(case.path, []).append(case)
        for definition in self.book.definitions.values():
            if isinstance(definition.body, rulebook.Cases) and definition.body.by is not None:
                for declared in definition.body.cases:
                    found = cases.get(declared.path, [])
                    if not found or any(id(case.value) in seen for case in found):
                        alive.add(declared.path)
        for _, effect in effects_of(self.book):
            if isinstance(effect, rulebook.By):
                here = [s for s in switches.get(place_of(effect.span), []) if id(s.subject) in seen]
                for position, listed_case in enumerate(effect.cases):
                    if not here or any((id(switch), position) in self.reached.ran for switch in here):
                        alive.add(case_path(listed_case.span))


def case_path(span: Span) -> str:
    """A path for an effect's case, which has none of its own."""
    return f"case {span.file}:{span.start}"


def _paths(book: rulebook.Rulebook) -> Iterator[str]:
    """The paths of rules that may turn out to be dead."""
    for phase in book.phases.values():
        yield phase.path
        yield f"{phase.path} acts"
        yield f"{phase.path} left"
        yield from (action.path for action in phase.actions.values())
    yield from (end.path for end in book.ends.values())
    for definition in book.definitions.values():
        if isinstance(definition.body, rulebook.Cases) and definition.body.by is not None:
            yield from (case.path for case in definition.body.cases)
    for _, effect in effects_of(book):
        if isinstance(effect, rulebook.By):
            yield from (case_path(case.span) for case in effect.cases)


def _truths(value: object) -> set[bool]:
    if isinstance(value, Sets) or not isinstance(value, Values):
        return {True, False}
    return {holds for holds in (True, False) if some(value).holds(holds)}


_THROUGH = (
    ir.And, ir.Or, ir.Not, ir.Compare, ir.Arithmetic, ir.Negate, ir.Otherwise, ir.IfElse, ir.Extreme, ir.Contains,
)  # fmt: skip


def _leaf_nodes(node: Any) -> Iterator[Any]:
    """The parts of a condition, as nodes of the rulebook, that are no operators and no constants."""
    written = not any(getattr(part, "span", None) == node.span for part in parts(node))
    if isinstance(node, _THROUGH) and written:
        for part in parts(node):
            yield from _leaf_nodes(part)
    elif isinstance(node, ir.Aggregate) and node.name in ("any", "all"):
        yield from _leaf_nodes(node.element)
        for clause in node.clauses:
            if clause.condition is not None:
                yield from _leaf_nodes(clause.condition)
    elif isinstance(node, ir.Between):
        yield from _leaf_nodes(node.low)
        yield from _leaf_nodes(node.high)
    elif hasattr(node, "span") and not isinstance(node, ir.Constant | ir.Members):
        yield node


def _all_nodes(program: ir.Program) -> Iterator[Any]:
    waiting: list[Any] = [
        program.setup, program.turns, *program.definitions.values(), *program.steps.values(),
        *program.actions.values(), *program.phases,
    ]  # fmt: skip
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ir.Words):
            yield node
            waiting.extend(parts(node))
