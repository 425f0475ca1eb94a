"""One decision of a random player in native code: count the legal choices, pick one, carry it out.

For each action of the phase, the cheapest applicable way counts the choices and finds the k-th:

    Flag        no parameters: one choice or none
    Mask        one parameter whose values are bits (`masks`)
    Paired      two parameters, with a word of bits for each second value (`pairs`)
    Free        any set of different pieces, without conditions: the k-th is in a table
    Listed      everything else: rows in a buffer

Choices are numbered in the order of the legal actions, so that each way leads to the same game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import reduce

from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.native.choices.masks import Bits, bind_lets, bits_of, mask
from rulewright.native.choices.moves import can
from rulewright.native.choices.pairs import Words, apart, mask_of, pair_number, pairs_in, worked_out
from rulewright.native.choices.players import AtRandom
from rulewright.native.choices.subsets import MOST_MASKED, at_most, picked, sets_of, sizes_of
from rulewright.native.driver.choice_rows import ROOM
from rulewright.native.expressions.domains import gathered
from rulewright.native.flow import order
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.bits import bit_number, count_bits
from rulewright.native.llvm.buffers import room_for
from rulewright.native.llvm.emitter import Emitter, as_truth, once
from rulewright.native.llvm.module import Function
from rulewright.native.llvm.values import Emitted, Number, Row, Truth
from rulewright.native.modules.entry_points import actions_of, arguments, in_phase, listing, row_of
from rulewright.native.modules.statistics import count_choices, count_open


def pick_and_apply(e: Emitter, player: AtRandom) -> None:
    """Let a player choose among the legal choices of `me`, and carry the choice out."""
    code, program = e.code, e.program
    done, nothing = code.block("chosen"), code.block("nothing")

    def pick(phase: int) -> None:
        _pick(e, [_way(e, number) for number in actions_of(program, phase)], player, done)

    in_phase(e, pick, nothing)
    code.at(nothing)
    e.fail("nobody-can-move", program.phases[0].span)
    code.at(done)


def _pick(e: Emitter, ways: Sequence[Way], player: AtRandom, done: str) -> None:
    code = e.code
    if any(isinstance(way, Listed) for way in ways):
        code.store(constant(0), e.region("choice.count"))
        code.store(constant(ROOM), e.region("choice.limit"))
    counts = _counted(e, ways)
    total = reduce(code.add, counts, constant(0))
    e.fail_if(code.compare("eq", total, constant(0)), "nobody-can-move", ways[0].action.span)
    count_choices(e, total)
    count_open(e, [(way.index, count) for way, count in zip(ways, counts, strict=True)])
    number = player.number(e, total, _most(ways))
    for way, count in zip(ways[:-1], counts[:-1], strict=True):
        with code.if_(code.compare("slt", number, count), "this"):
            way.take(e, number)
            code.branch_to(done)
        number = code.subtract(number, count)
    ways[-1].take(e, number)
    code.branch_to(done)


def _counted(e: Emitter, ways: Sequence[Way]) -> list[Operand]:
    """How many choices each way has. Flags come last, since their conditions may ask whether another action
    has a choice."""
    counts: dict[str, Operand] = {}
    for way in sorted(ways, key=lambda way: isinstance(way, Flag)):
        counts[way.name] = way.count(e)
        e.known[way.name] = e.code.compare("ne", counts[way.name], constant(0))
    e.known.clear()
    return [counts[way.name] for way in ways]


def _most(ways: Sequence[Way]) -> int:
    """An upper bound of the number of choices. Those that are listed share one buffer."""
    listed = ROOM if any(isinstance(way, Listed) for way in ways) else 0
    return listed + sum(way.most for way in ways if not isinstance(way, Listed))


def _way(e: Emitter, index: int) -> Way:
    action = list(e.program.actions.values())[index]
    if not action.parameters:
        return Flag(e, index)
    bits = bits_of(e, action)
    if bits is not None:
        return Mask(e, index, bits)
    if mask_of(e, list(e.program.actions)[index]) is not None:
        return Paired(e, index)
    return Free(e, index) if is_free(e, action) else Listed(e, index)


class Way(ABC):
    """How an action's choices are counted and taken."""

    def __init__(self, e: Emitter, index: int) -> None:
        self.index = index
        self.name, self.action = list(e.program.actions.items())[index]
        self.most = 1
        """An upper bound of the number of choices, known after `count`."""

    @abstractmethod
    def count(self, e: Emitter) -> Operand:
        """How many choices there are."""

    @abstractmethod
    def take(self, e: Emitter, number: Operand) -> None:
        """Carry out choice `number`, from 0."""

    def apply(self, e: Emitter, chosen: Sequence[Emitted]) -> None:
        e.call(order.apply(e.building, self.name), chosen)


class Flag(Way):
    """An action without parameters."""

    def count(self, e: Emitter) -> Operand:
        if not self.action.conditions and not self.action.lets:
            return constant(1)
        if any(_asks_of(condition.holds, e.known) for condition in self.action.conditions):
            return e.code.widen(_all_hold(e, self.action).bit, "i32")
        return e.code.widen(as_truth(e, e.answer(can(e, self.action))), "i32")

    def take(self, e: Emitter, number: Operand) -> None:
        self.apply(e, ())


def _asks_of(node: object, actions: dict[str, Operand]) -> bool:
    """Whether an expression asks whether `me` can do one of the actions."""
    return any(
        isinstance(each, ir.Can) and isinstance(each.player, ir.Me) and each.action in actions
        for each in everything(node)
    )


class Mask(Way):
    """A value, chosen by the index of its bit."""

    def __init__(self, e: Emitter, index: int, bits: Bits) -> None:
        super().__init__(e, index)
        self._bits, self.most = bits, bits.most

    def count(self, e: Emitter) -> Operand:
        e.run(mask(e.building, self.name, self._bits))
        region, words = e.region(f"mask.{self.name}"), range(len(self._bits.rows))
        self._words = [e.code.item(region, constant(index), "i64") for index in words]
        self._counts = [count_bits(e, word) for word in self._words]
        return reduce(e.code.add, self._counts, constant(0))

    def take(self, e: Emitter, number: Operand) -> None:
        """Find the word that has the bit, and the index of the bit in it."""
        code, rows = e.code, self._bits.rows
        word, base, left, sofar = self._words[0], constant(0), number, self._counts[0]
        for index in range(1, len(rows)):
            beyond = code.compare("sge", number, sofar)
            word = code.select(beyond, self._words[index], word)
            base = code.select(beyond, constant(rows[index][0] - rows[0][0]), base)
            left = code.select(beyond, code.subtract(number, sofar), left)
            sofar = code.add(sofar, self._counts[index])
        bit = bit_number(e, word, left, max(map(len, rows)))
        value = self._bits.value(e, 0, code.add(base, bit))
        low, high = min(map(min, rows)), max(map(max, rows))
        self.apply(e, [Number(value.bits, None, low, high)])


class Paired(Way):
    """Two values, chosen by the index of their bit."""

    def count(self, e: Emitter) -> Operand:
        code, count = e.code, e.code.variable(constant(0))
        none, done = code.block("none"), code.block("paired")
        with e.frame():
            bind_lets(e, self.action, 0)
            for condition in apart(self.action):
                e.leave_if(code.opposite(e.truth(condition)), none)
        start = e.written()
        words = worked_out(e, self.name)
        assert words is not None
        self._pairs, self.most, self._address = words.pairs, words.pairs.most, words.address
        code.store(pairs_in(e, [word for row in words.rows(e) for word in row]), count)
        work = e.work - start.work
        code.branch_to(done)
        code.at(none)
        e.spend(work)  # the reference may have met conditions on the values first
        code.at(done)
        return code.load("i32", count)

    def take(self, e: Emitter, number: Operand) -> None:
        rows = Words(self._pairs, self._address).rows(e)
        self.apply(e, pair_number(e, self._pairs, rows, number))


class Free(Way):
    """A set of different pieces without conditions: the masks of all sets are in a table."""

    def count(self, e: Emitter) -> Operand:
        code, domain = e.code, _subsets(self.action)
        count, self._begin, self._pool = code.allocate("i32"), code.allocate("i32"), code.allocate("ptr")
        code.store(constant(0), count)
        with code.if_(as_truth(e, e.answer(_opened(e, self.name, self.action))), "open"):
            self._row = pool = gathered(e, domain.pool)
            low, high, *bounds = sizes_of(e, domain, pool)
            self._masks, begin, many = sets_of(e, pool.most, pool.length, (low, high))
            code.store(pool.address, self._pool)
            code.store(begin, self._begin)
            code.store(many, count)
        self.most = at_most(pool.most, *bounds)
        return code.load("i32", count)

    def take(self, e: Emitter, number: Operand) -> None:
        code, row = e.code, self._row
        place = code.add(code.load("i32", self._begin), number)
        mask = code.item(self._masks, place)
        pool = Row(code.load("ptr", self._pool), row.length, row.most, row.low, row.high)
        self.apply(e, [picked(e, pool, mask, room_for(e, row.most))])


def is_free(e: Emitter, action: ir.Action) -> bool:
    """Whether an action's choices are all sets of certain sizes of some different pieces, in ascending
    order."""
    if len(action.parameters) != 1 or any(let.level for let in action.lets):
        return False
    domain = action.parameters[0].domain
    if any(condition.level or condition.only is not None for condition in action.conditions):
        return False
    if not isinstance(domain, ir.Subsets) or not isinstance(domain.low, ir.Constant):
        return False
    if not isinstance(domain.high, ir.Constant | None) or not isinstance(
        domain.pool, ir.AllPieces | ir.PiecesAt
    ):
        return False
    kind = e.layout.kinds[domain.pool.kind]
    return (
        not kind.identical
        and kind.pieces <= MOST_MASKED
        and not (isinstance(domain.pool, ir.PiecesAt) and kind.order)
    )


def _subsets(action: ir.Action) -> ir.Subsets:
    domain = action.parameters[0].domain
    assert isinstance(domain, ir.Subsets)
    return domain


def _opened(e: Emitter, name: str, action: ir.Action) -> Function:
    """The function that evaluates all conditions of an action, none of which mentions a parameter."""
    return once(e.building, f"open.{name}", action.path, lambda inner: _all_hold(inner, action))


def _all_hold(e: Emitter, action: ir.Action) -> Truth:
    """Whether all conditions of an action hold, none of which mentions a parameter."""
    code = e.code
    answer, refused = code.variable(FALSE), code.block("refused")
    with e.frame():
        bind_lets(e, action, 0)
        for condition in action.conditions:
            e.leave_if(code.opposite(e.truth(condition.holds)), refused)
    code.store(TRUE, answer)
    code.at(refused)
    return Truth(code.load("i1", answer), None)


class Listed(Way):
    """Any other action: its choices are listed in rows."""

    def count(self, e: Emitter) -> Operand:
        code = e.code
        self._first = code.load("i32", e.region("choice.count"))
        e.run(listing(e.building, self.index))
        last = code.load("i32", e.region("choice.count"))
        e.fail_if(code.compare("sgt", last, constant(ROOM)), "endless", self.action.span)
        return code.subtract(last, self._first)

    def take(self, e: Emitter, number: Operand) -> None:
        row = row_of(e, e.code.add(self._first, number))
        self.apply(e, arguments(e, self.index, row))
