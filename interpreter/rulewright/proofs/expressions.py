"""Ranges of expressions on the positions of a game, and the implications of a condition for its parts.

    me.score >= target      ->      {true} if no score can be below the target, {true, false} if it depends

`Expressions.seen` has the range of every node (by identity) wherever it was evaluated; a node that is not
in it cannot be reached.  It follows `evaluate` node by node: a value that a rule failure prevents is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from rulewright.ir import nodes as ir
from rulewright.language.builtins import AGGREGATE
from rulewright.language.ranges import (
    ANYTHING,
    COUNT,
    EITHER,
    FALSE,
    MIRRORED,
    NONE,
    NOTHING,
    NUMBER,
    OPPOSITE,
    Abstract,
    Sets,
    Sign,
    Values,
    arithmetic,
    compared,
    exactly,
    extreme,
    join,
    listed,
    meet,
    negated,
    plain,
    restricted,
    some,
    truth,
    union,
    within,
)
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.proofs.assumptions import Form, Forms, Known
from rulewright.proofs.domains import Domains, unless_none
from rulewright.proofs.position import Position, place_of

MOST_VISITS = 60_000
"""The number of evaluations after which a rulebook is given up."""


class TooMuch(Exception):
    """The rules branch too much to be examined in reasonable time."""


class Expressions(Domains):
    """Computes ranges of expressions on a position; `seen` and `asked` (values by which tables were looked up) are its record."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.program = position.program
        self.unknown = position.unknown
        self.forms = Forms(position.program)
        self.players = Values(0, position.program.players - 1)
        self.seen: dict[int, Abstract] = {}
        self.asked: dict[str, tuple[Values, ...]] = {}
        self.quiet = False
        """Whether nothing is recorded for now."""
        self.afterwards: Callable[[ir.After, Known], Abstract] = lambda *_: ANYTHING
        """The range of what would hold after effects, which `Effects` enters here."""
        self.visits = 0
        self._calls: dict[tuple[object, ...], Abstract] = {}
        self._columns: dict[str, Values] = {}

    def begin(self) -> None:
        """A fresh record."""
        self.seen, self.asked = {}, {}
        self._calls.clear()

    def value(self, node: ir.Expression, known: Known) -> Abstract:
        """The range of an expression."""
        self.visits += 1
        if self.visits > MOST_VISITS:
            raise TooMuch
        result = self._value(node, known)
        if known.facts and isinstance(result, Values):
            fact = known.facts.get(self.forms.form(node))
            if fact is not None:
                result = meet(result, fact[0])
        if not self.quiet:
            before = self.seen.get(id(node))
            self.seen[id(node)] = result if before is None else join(before, result)
        return result

    def plain(self, node: ir.Expression, known: Known) -> Values:
        return plain(self.value(node, known))

    def some(self, node: ir.Expression, known: Known) -> Values:
        """The range of an expression where none is a rule failure."""
        return some(self.value(node, known))

    # --------------------------------------------------------------------------------------------- by node

    def _value(self, node: ir.Expression, known: Known) -> Abstract:
        match node:
            case ir.Constant():
                return self._constant(node)
            case ir.Local(slot=slot):
                return known.name(slot)
            case ir.Me():
                return self.players
            case ir.Flow(what=what):
                if what == "round":
                    return Values(1 if known.began else 0, HIGHEST)
                return EITHER if what == "over" else ANYTHING
            case ir.Won(who=who):
                return NOTHING if self.some(who, known).empty else EITHER
            case ir.Cell():
                return self._cell(node, known)
            case ir.Lookup():
                return self._lookup(node, known)
            case ir.Seat():
                return self._seat(node, known)
            case ir.Arithmetic():
                return arithmetic(node.sign, self.some(node.left, known), self.some(node.right, known))
            case ir.Negate():
                return negated(self.some(node.operand, known))
            case ir.Not():
                denied = self.some(node.operand, known)
                return truth(denied.holds(0), denied.holds(1))
            case ir.And():
                return self._connected(node.items, known, True)
            case ir.Or():
                return self._connected(node.items, known, False)
            case ir.IfElse():
                return self._if_else(node, known)
            case ir.Compare():
                return self._compare(node, known)
            case ir.Otherwise():
                value = self.value(node.value, known)
                if isinstance(value, Sets) or not value.none:
                    return value
                return join(some(value), self.value(node.default, known))
            case ir.Contains():
                return self._contains(node, known)
            case ir.Call():
                return self._call(node, known)
            case ir.Within():
                return self._within(node, known)
            case ir.Cases():
                return self._cases(node, known)
            case ir.SumLines():
                sum_ = FALSE
                for _, _, line in node.lines:
                    sum_ = arithmetic("+", sum_, self.some(line, known))
                return sum_
            case ir.Aggregate():
                return self._aggregate(node, known)
            case ir.Extreme():
                return self._extreme(node, known)
            case ir.Can():
                self.some(node.player, known)
                self.position.add(self.position.asked, node.action)
                return truth(node.action in self.position.legal, True)
            case ir.Times():
                notes = self.program.layout.notes.get(node.position)
                return Values(0, notes.most if notes is not None else 0)
            case ir.After():
                return self.afterwards(node, known)
            case ir.Length():
                elements = self.elements(node.domain, known)
                return Values(elements.least, elements.most)
            case ir.PlaceOf():
                if node.owner is None:
                    return exactly(node.first)
                owner = self.plain(node.owner, known)
                return unless_none(owner, lambda: arithmetic("+", exactly(node.first), some(owner)))
            case ir.PieceFace():
                return unless_none(self.plain(node.piece, known), lambda: self.position.face(node.kind))
            case ir.PieceOwner():
                owners = Values(0, self.program.layout.kinds[node.kind].owners - 1)
                return unless_none(self.plain(node.piece, known), lambda: owners)
            case ir.PiecePlace():
                return unless_none(self.plain(node.piece, known), lambda: self._places(node.kind))
            case ir.PieceCount():
                at = self.plain(node.place, known)
                return unless_none(at, lambda: Values(*self.position.there(node.kind, some(at))))
            case ir.PieceSpace():
                self.plain(node.piece, known)
                return union(COUNT, NONE)
            case ir.PieceAt() | ir.PieceTurned() | ir.SideOf() | ir.GridStep():
                return self._on_a_table(node, known)
            case ir.BoardCount() | ir.BoardFull():
                if node.at is not None:
                    self.some(node.at, known)
                return COUNT if isinstance(node, ir.BoardCount) else EITHER
            case ir.Nth():
                self.value(node.row, known)
                self.some(node.number, known)
                return ANYTHING
            case ir.FromEnd():
                return self._from_end(node, known)
            case ir.Position():
                self.value(node.row, known)
                self.value(node.item, known)
                return union(COUNT, NONE)
            case ir.Top() | ir.Single():
                return self._one_there(node, known)
            case ir.Gathered():
                return self.gathered(node.domain, known)
            case _:
                assert_never(node)

    def _constant(self, node: ir.Constant) -> Abstract:
        if self.unknown.constants:
            open_ = self.unknown.constants.get(place_of(node.span))
            if open_ is not None:
                return open_
        if isinstance(node.value, tuple):
            return Sets(listed(node.value), len(node.value), len(node.value))
        return exactly(node.value)

    def _cell(self, node: ir.Cell, known: Known) -> Values:
        for index in node.indices:
            if self.some(index, known).empty:
                return NOTHING
        return self.position.variables[node.group]

    def _lookup(self, node: ir.Lookup, known: Known) -> Abstract:
        indices = tuple(self.plain(index, known) for index in node.indices)
        none = node.lenient and any(index.none for index in indices)
        if not self.quiet:
            before = self.asked.get(node.table)
            wider = indices if before is None else tuple(map(union, before, indices))
            self.asked[node.table] = wider
        if self._is_loose(node.table):
            return ANYTHING
        if any(index.empty for index in indices):
            return NONE if none else NOTHING
        table = self.program.tables[node.table]
        values: list[object] = []
        if len(indices) == 1:
            low, (index,) = table.lows[0], indices
            if table.ways:
                values = [
                    value for way, value in zip(table.ways[0], table.values, strict=True) if index.holds(way)
                ]
            else:
                first, last = max(index.low - low, 0), min(index.high - low, table.sizes[0] - 1)
                values = [table.values[at] for at in range(first, last + 1) if index.holds(at + low)]
        elif len(table.values) <= 4096:
            rows = [at for at, way in enumerate(table.indices(0)) if indices[0].holds(way)]
            inner_size = len(table.values) // max(table.sizes[0], 1)
            values = [value for at in rows for value in table.values[at * inner_size : (at + 1) * inner_size]]
        else:
            return ANYTHING
        if tuple in {*map(type, values)}:
            return ANYTHING if none else Sets(ANYTHING, 0, HIGHEST)
        different = {*values}
        return listed((value for value in different if isinstance(value, int)), none or None in different)

    def _is_loose(self, table: str) -> bool:
        return any(part in self.unknown.declarations for part in table.split("."))

    def _seat(self, node: ir.Seat, known: Known) -> Values:
        player = self.plain(node.player, known)
        players = self.program.players
        moved = (
            listed((each + node.by) % players for each in player.all())
            if player.size <= players
            else self.players
        )
        return union(moved, NONE) if player.none else moved

    def _connected(self, items: tuple[ir.Expression, ...], known: Known, conjunction: bool) -> Values:
        """`and` (conjunction) and `or`: each part is evaluated only if those before it did not decide."""
        going: Known | None = known
        may_stop = False
        for item in items:
            assert going is not None
            value = self.some(item, going)
            may_stop = may_stop or value.holds(0 if conjunction else 1)
            if not value.holds(1 if conjunction else 0):
                going = None
            else:
                going = self.assume(item, conjunction, going)
            if going is None:
                break
        may_pass = going is not None
        return truth(may_pass, may_stop) if conjunction else truth(may_stop, may_pass)

    def _if_else(self, node: ir.IfElse, known: Known) -> Abstract:
        test = self.some(node.condition, known)
        result: Abstract = NOTHING
        for holds, branch in ((True, node.value), (False, node.otherwise)):
            going = self.assume(node.condition, holds, known) if test.holds(holds) else None
            if going is not None:
                result = join(result, self.value(branch, going))
        return result

    def _compare(self, node: ir.Compare, known: Known) -> Values:
        left, right = self.value(node.left, known), self.value(node.right, known)
        if isinstance(left, Values) and isinstance(right, Values):
            return compared(node.sign, left, right)
        return EITHER

    def _contains(self, node: ir.Contains, known: Known) -> Values:
        item = self.value(node.item, known)
        elements = self.elements(node.domain, known)
        if isinstance(item, Sets) or isinstance(elements.of, Sets):
            return truth(elements.most > 0, True)
        if item.impossible:
            return NOTHING
        common = meet(some(item), some(elements.of))
        return truth(not common.empty and elements.most > 0, not self._surely_in(item, node.domain, known))

    def _call(self, node: ir.Call, known: Known) -> Abstract:
        arguments = tuple(self.value(argument, known) for argument in node.arguments)
        key = (node.definition, arguments, known.began)
        known_already = self._calls.get((*key, False)) or self._calls.get((*key, self.quiet))
        if known_already is not None:
            return known_already
        inside = Known(dict(enumerate(arguments)), {}, known.began)
        result = self.value(self.program.definitions[node.definition].body, inside)
        self._calls[*key, self.quiet] = result
        return result

    def _within(self, node: ir.Within, known: Known) -> Abstract:
        value = self.plain(node.value, known)
        value = value if node.optional else some(value)
        return value if self.unknown.any else within(value, node.low, node.high)

    def _cases(self, node: ir.Cases, known: Known) -> Abstract:
        subject = None if node.subject is None else self.plain(node.subject, known)
        result: Abstract = NOTHING
        going = known
        for case in node.cases:
            test = self.plain(case.test, going)
            if subject is None:
                applies, passes = test.holds(1), test.holds(0)
            else:
                applies = not meet(test, subject).impossible
                passes = compared("==", subject, test).holds(0)
            if applies:
                there = self.assume(case.test, True, going) if subject is None else going
                if there is not None:
                    result = join(result, self.value(case.value, there))
            if not passes:
                return result
            if subject is None:
                rest = self.assume(case.test, False, going)
                if rest is None:
                    return result
                going = rest
            elif test.size + test.none == 1:
                subject = restricted("!=", subject, test)
        if node.otherwise is not None and (subject is None or not subject.impossible):
            result = join(result, self.value(node.otherwise, going))
        return result

    def _extreme(self, node: ir.Extreme, known: Known) -> Values:
        values = [self.some(item, known) for item in node.items]
        if any(value.empty for value in values):
            return NOTHING
        return Values(*extreme(node.name, values))

    def _one_there(self, node: ir.Top | ir.Single, known: Known) -> Values:
        if node.place is None:
            return self._pieces(node.kind, None)
        at = self.plain(node.place, known)
        places = some(at)
        low, high = self.position.there(node.kind, places) if not places.empty else (0, 0)
        pieces = self._pieces(node.kind, places) if high > 0 else NOTHING
        return union(pieces, NONE) if low == 0 or at.none else pieces

    def _from_end(self, node: ir.FromEnd, known: Known) -> Values:
        there, number = self.elements(node.domain, known), self.some(node.number, known)
        if number.empty or number.high < 1:
            return NOTHING
        found = plain(there.of) if there.most >= number.low else NOTHING
        return found if there.least >= number.high else union(found, NONE)

    def _aggregate(self, node: ir.Aggregate, known: Known) -> Abstract:
        what, rounds = AGGREGATE[node.name], self.rounds(node.clauses, known)
        if rounds is None:
            return what.range(NOTHING, 0, 0)
        least, most, going = rounds
        value = NUMBER if what.name == "count" else self.value(node.element, going)
        if isinstance(value, Values):
            return within(what.range(value, least, most), LOWEST, HIGHEST)
        if what.gives == "element":
            return value
        return what.range(NUMBER, least, most) if what.gives == "count" else ANYTHING

    # ---------------------------------------------------------------------------------- what conditions imply

    def assume(self, node: ir.Expression, holds: bool, known: Known) -> Known | None:
        """The assumptions after a condition was found to be true or false; None if it cannot have that value."""
        match node:
            case ir.Not(operand=operand):
                return self.assume(operand, not holds, known)
            case ir.And(items=items) if holds:
                return self._all_told(items, True, known)
            case ir.Or(items=items) if not holds:
                return self._all_told(items, False, known)
            case ir.Compare(left=left, right=right):
                sign = node.sign if holds else OPPOSITE[node.sign]
                going = self._told_compared(left, sign, right, known)
                if going is None or isinstance(left, ir.Constant) or isinstance(right, ir.Constant):
                    return going
                return self._tell(node, exactly(holds), going)
            case ir.Contains(item=item, domain=domain) if holds:
                self.quiet, before = True, self.quiet
                elements = self.elements(domain, known).of
                value = self.value(item, known)
                self.quiet = before
                if isinstance(value, Values) and isinstance(elements, Values):
                    return self._tell(item, meet(some(value), some(elements)), known)
                return known
            case _:
                return self._tell(node, exactly(holds), known)

    def _all_told(self, items: tuple[ir.Expression, ...], holds: bool, known: Known) -> Known | None:
        going: Known | None = known
        for item in items:
            going = self.assume(item, holds, going) if going is not None else None
        return going

    def _told_compared(
        self, left: ir.Expression, sign: Sign, right: ir.Expression, known: Known
    ) -> Known | None:
        self.quiet, before = True, self.quiet
        one, other = self.value(left, known), self.value(right, known)
        self.quiet = before
        if isinstance(one, Sets) or isinstance(other, Sets):
            return known
        going = self._tell(left, restricted(sign, one, other), known)
        return None if going is None else self._tell(right, restricted(MIRRORED[sign], other, one), going)

    def _tell(self, node: ir.Expression, values: Values, known: Known) -> Known | None:
        """Records the range of an expression from here on."""
        if values.impossible:
            return None
        if isinstance(node, ir.Constant | ir.Me | ir.After):  # the last is about another position
            return known
        form: Form = self.forms.form(node)
        if form in known.facts:
            values = meet(known.facts[form][0], values)
            if values.impossible:
                return None
        going = known.copy()
        going.facts[form] = values, self.forms.read(node)
        return going
