"""Ranges of domains: the possible elements, and their least and greatest number.

    tray + bank      ->      Elements(any piece there, 0, 10)

Nobody can choose from a domain that never has an element, and no loop over it does anything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import assert_never

from rulewright.ir import nodes as ir
from rulewright.language.choices import how_many_sets
from rulewright.language.ranges import (
    COUNT,
    NONE,
    NOTHING,
    Abstract,
    Sets,
    Values,
    as_set,
    extent,
    inside,
    join,
    listed,
    plain,
    some,
    union,
)
from rulewright.language.types import HIGHEST
from rulewright.proofs.assumptions import Known
from rulewright.proofs.position import Position, place_of
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Elements:
    of: Abstract
    least: int
    most: int


MOST_POOL = 64
"""The most pieces of which sets are counted; of more there are too many in any case."""
EMPTY = Elements(NOTHING, 0, 0)


class Domains(ABC):
    """The part of `Expressions` that computes ranges of domains."""

    position: Position
    program: ir.Program
    players: Values

    @abstractmethod
    def value(self, node: ir.Expression, known: Known) -> Abstract: ...

    @abstractmethod
    def assume(self, node: ir.Expression, holds: bool, known: Known) -> Known | None: ...

    def elements(self, node: ir.Domain, known: Known) -> Elements:
        """The possible elements of a domain, with their least and greatest number."""
        match node:
            case ir.Between():
                return self._between(node, known)
            case ir.Members(values=values):
                if self._is_loose_part(node):
                    return Elements(COUNT, 0, HIGHEST)
                return Elements(listed(values), len(values), len(values))
            case ir.Around(others=others):
                if some(self.value(node.player, known)).empty:
                    return EMPTY
                count = self.program.players - others
                return Elements(self.players if count else NOTHING, count, count)
            case ir.TeamMembers():
                return self._team(node, known)
            case ir.PiecesAt(kind=kind):
                places = some(self.value(node.place, known))
                least, most = self.position.there(kind, places)
                return Elements(self._pieces(kind, places) if most else NOTHING, least, most)
            case ir.PiecesOn(kind=kind):
                self._asked(node.at, known)
                return Elements(self._pieces(kind, None), 0, HIGHEST)
            case ir.GridNeighbours(space=space, side=side):
                if some(self.value(space, known)).empty:
                    return EMPTY
                return Elements(Values(0, side * side - 1), 2, 4)
            case ir.OpenSpaces(side=side):
                return Elements(Values(0, side * side - 1), 0, side * side)
            case ir.Reached(space=space, table=table):
                spaces = len(self.program.tables[table].values)
                if some(self.value(space, known)).empty or not spaces:
                    return EMPTY
                return Elements(Values(0, HIGHEST), 0, HIGHEST)
            case ir.AllPieces(kind=kind):
                if self.position.is_open(kind):
                    return Elements(self._pieces(kind, None), 0, HIGHEST)
                count = self.program.layout.kinds[kind].pieces
                return Elements(self._pieces(kind, None), count, count)
            case ir.Joined(parts=parts):
                return self._joined(parts, known)
            case ir.Elements():
                return self._elements(node, known)
            case ir.Subsets() | ir.Combinations():
                return self._subsets(node, known)
            case ir.Mapped():
                return self._mapped(node, known)
            case ir.Chosen():
                return self._chosen(node, known)
            case ir.Ordered(domain=domain):
                return self.elements(domain, known)
            case ir.Last(domain=domain):
                given, number = self.elements(domain, known), some(self.value(node.number, known))
                least, most = min(given.least, max(number.low, 0)), min(given.most, number.high)
                return EMPTY if number.empty or most < 0 else Elements(given.of, least, most)
            case ir.WithNone():
                given = self.elements(node.domain, known)
                return Elements(join(given.of, NONE), given.least + 1, given.most + 1)
            case _:
                assert_never(node)

    def gathered(self, node: ir.Domain, known: Known) -> Sets:
        """A domain as a set value."""
        elements = self.elements(node, known)
        return Sets(plain(elements.of), elements.least, elements.most)

    def rounds(self, clauses: Sequence[ir.Clause], known: Known) -> tuple[int, int, Known] | None:
        """The least and the greatest number of rounds of clauses, and the assumptions inside; None if there is never a round."""
        least, most, going = 1, 1, known.copy()
        for clause in clauses:
            elements = self.elements(clause.domain, going)
            least, most = least * elements.least, min(most * elements.most, HIGHEST)
            going.bind(clause.slot, elements.of)
            if clause.proceed is not None and most:
                proceed = some(self.value(clause.proceed, going))
                least = 0 if proceed.holds(0) else least
                on = self.assume(clause.proceed, True, going) if proceed.holds(1) else None
                if on is None:
                    return None
                going = on
            if clause.condition is not None and most:
                test = some(self.value(clause.condition, going))
                least = 0 if test.holds(0) else least
                there = self.assume(clause.condition, True, going) if test.holds(1) else None
                if there is None:
                    return None
                going = there
            if not most:
                return None
        return least, most, going

    def _is_loose_part(self, node: ir.Members) -> bool:
        """Whether the spaces or lines are those of a board whose shape depends on options."""
        constants = self.position.unknown.constants
        return bool(constants) and place_of(node.span) in constants

    def _asked(self, node: ir.Expression | None, known: Known) -> None:
        if node is not None:
            self.value(node, known)

    def _between(self, node: ir.Between, known: Known) -> Elements:
        low, high = some(self.value(node.low, known)), some(self.value(node.high, known))
        if low.empty or high.empty:
            return EMPTY
        least, most = extent(low, high)
        of = Values(low.low, high.high) if most else NOTHING
        return Elements(of, least, most)

    def _team(self, node: ir.TeamMembers, known: Known) -> Elements:
        wanted = some(self.value(node.team, known))
        teams = self.program.teams
        counts = [teams.count(team) for team in set(teams) if wanted.holds(team)]
        players = listed(player for player, team in enumerate(teams) if wanted.holds(team))
        return Elements(players, min(counts, default=0), max(counts, default=0))

    def _joined(self, parts: tuple[ir.Domain, ...], known: Known) -> Elements:
        of: Abstract = NOTHING
        least = most = 0
        for part in parts:
            elements = self.elements(part, known)
            of = join(of, elements.of)
            least, most = least + elements.least, min(most + elements.most, HIGHEST)
        return Elements(of, least, most)

    def _elements(self, node: ir.Elements, known: Known) -> Elements:
        value = self.value(node.value, known)
        if node.single:
            return Elements(value if isinstance(value, Sets) else some(value), 1, 1)
        given = as_set(value)
        return Elements(given.of, given.least, given.most)

    def _subsets(self, node: ir.Subsets | ir.Combinations, known: Known) -> Elements:
        pool = self.elements(node.pool, known)
        low = some(self.value(node.low, known))
        high = Values(pool.least, pool.most) if node.high is None else some(self.value(node.high, known))
        if low.empty or high.empty:
            return EMPTY
        least, most = max(low.low, 0), min(high.high, pool.most)
        if least > most:
            return EMPTY
        always = max(low.high, 0) <= min(high.low, pool.least)
        many = how_many_sets([1] * min(pool.most, MOST_POOL), least, most) if most <= MOST_POOL else HIGHEST
        return Elements(Sets(plain(pool.of), least, most), int(always), min(many, HIGHEST))

    def _mapped(self, node: ir.Mapped, known: Known) -> Elements:
        rounds = self.rounds(node.clauses, known)
        if rounds is None:
            return EMPTY
        least, most, going = rounds
        value = self.value(node.element, going)
        if isinstance(value, Sets):
            return Elements(value, least, most)
        return Elements(some(value), 0 if value.none else least, 0 if value.empty else most)

    def _chosen(self, node: ir.Chosen, known: Known) -> Elements:
        test = some(self.value(node.condition, known))
        found: list[Elements] = []
        for holds, domain in ((True, node.value), (False, node.otherwise)):
            going = self.assume(node.condition, holds, known) if test.holds(holds) else None
            if going is not None:
                found.append(self.elements(domain, going))
        if not found:
            return EMPTY
        of: Abstract = NOTHING
        for each in found:
            of = join(of, each.of)
        return Elements(of, min(each.least for each in found), max(each.most for each in found))

    def _on_a_table(
        self, node: ir.PieceAt | ir.PieceTurned | ir.SideOf | ir.GridStep, known: Known
    ) -> Values:
        """The range of an expression about a table without an edge; positions of pieces are unknown, so it may be none."""
        match node:
            case ir.PieceAt(space=space):
                self.value(space, known)
                return union(self._pieces(node.kind, None), NONE)
            case ir.PieceTurned(piece=piece):
                self.value(piece, known)
                return union(Values(0, 3), NONE)
            case ir.SideOf(piece=piece, way=way, turned=turned):
                for asked in (piece, way):
                    self.value(asked, known)
                self._asked(turned, known)
                return union(COUNT, NONE)
            case ir.GridStep(space=space, way=way, side=side):
                for asked in (space, way):
                    self.value(asked, known)
                return union(Values(0, side * side - 1), NONE)

    # ----------------------------------------------------------------------------------------------- pieces

    def _pieces(self, kind: str, places: Values | None) -> Values:
        """The numbers that pieces of a kind can have at some places (None: anywhere)."""
        if self.position.is_open(kind) or kind in self.position.unknown.declarations:
            return Values(0, HIGHEST)
        layout = self.program.layout.kinds[kind]
        if not layout.identical:
            return Values(0, layout.pieces - 1) if layout.pieces else NOTHING
        last = len(layout.places) - 1
        low, high = (0, last) if places is None else (max(places.low, 0), min(places.high, last))
        return Values(low * layout.looks, (high + 1) * layout.looks - 1) if low <= high else NOTHING

    def anywhere(self, kind: str) -> Values:
        """The numbers that pieces of a kind can have."""
        return self._pieces(kind, None)

    def _places(self, kind: str) -> Values:
        """The codes of places where pieces of a kind can lie."""
        places = self.program.layout.kinds[kind].places
        if self.position.is_open(kind):
            return Values(0, max(len(places) - 1, 0))
        return listed(code for code in range(len(places)) if self.position.held[kind, code][1])

    def _surely_in(self, item: Values, domain: ir.Domain, known: Known) -> bool:
        """Whether a domain has a value for certain."""
        if item.none or item.empty:
            return False
        match domain:
            case ir.Between(low=low_node, high=high_node):
                low, high = some(self.value(low_node, known)), some(self.value(high_node, known))
                return low.high <= item.low and item.high <= high.low
            case ir.Members(values=values):
                return not self._is_loose_part(domain) and inside(item, listed(values))
            case ir.PiecesAt(kind=kind, place=place):
                layout = self.program.layout.kinds[kind]
                least, _ = self.position.there(kind, some(self.value(place, known)))
                return not layout.identical and not self.position.is_open(kind) and least >= layout.pieces
            case ir.AllPieces(kind=kind):
                return not self.program.layout.kinds[kind].identical
            case ir.Joined(parts=parts):
                return any(self._surely_in(item, part, known) for part in parts)
            case ir.WithNone(domain=inner):
                return self._surely_in(item, inner, known)
            case _:
                return False


def unless_none(given: Values, result: Callable[[], Values]) -> Values:
    """The range of an operation on a value: its result for a value that is not none, none for none."""
    found = NOTHING if given.empty else result()
    return union(found, NONE) if given.none else found
