"""Notes of positions that are tried out one after the other: kept for the position as it is, and changed by what a trial touches.

    times(stones) == 0      for each point of the board      ->      the digest of one pair of words is computed, instead of twelve

The digest of a position is a sum over its pairs of words (`runtime.notes`), so the share of a pair can be taken out and another put in.
Whether a note may be among those of the game is first asked of a set of bits, one for the last bits of the first word of each.
"""

from __future__ import annotations

from functools import partial

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.noted import MOST_WORDS, WORD, Segment, words_of
from rulewright.native.chance.random_words import mix
from rulewright.native.flow.positions import address_of, how_many, in_words, times_now, times_of, word_of
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import each_bit
from rulewright.native.llvm.emitter import Emitter, once
from rulewright.native.llvm.module import Function
from rulewright.native.llvm.values import Emitted, Number
from rulewright.runtime.notes import BEGINNINGS, keys_of
from rulewright.source.dataclass import dataclass

WIDE = 64
MOST_PAIRS = WIDE - 1
FEWEST_BITS, MOST_BITS = 256, 8192
"""How large the set of bits of notes is: at least eight for each note there may be, if that is not too many."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the parts of a position lie in pairs of words, and what is kept of it."""

    position: ir.NotedPosition
    kind: KindLayout
    pairs: int
    apart: dict[int, list[tuple[int, tuple[Segment, ...]]]]
    """The pairs in which something else lies than spaces of the board: for each of their words the segments, without those of spaces."""
    bits: int
    """The size of the set of bits of notes."""

    @property
    def shares(self) -> int:
        """Where the shares of the pairs begin, after the halves of the digest: two for each."""
        return 2

    @property
    def standing(self) -> int:
        """Where the pairs as they are begin."""
        return self.shares + 2 * self.pairs

    @property
    def changed(self) -> int:
        """Where the pairs as a trial changes them begin; one more stands for spaces that are not noted."""
        return self.standing + self.pairs

    @property
    def seen(self) -> int:
        """Where the set of bits begins."""
        return self.changed + self.pairs + 1

    @property
    def room(self) -> int:
        """How many words of 64 bits all that takes."""
        return self.seen + self.bits // WIDE


def plan_of(e: Emitter, position: ir.NotedPosition, kind: KindLayout) -> Plan | None:
    """The plan of a position of which the spaces of a kind are a part; None if its note is no digest, or of other pieces alone."""
    words = words_of(position)
    pairs = -(-len(words) // 2)
    if (
        len(words) <= MOST_WORDS
        or pairs > MOST_PAIRS
        or not any(_is_board(part, kind) for part in position.parts)
    ):
        return None
    apart: dict[int, list[tuple[int, tuple[Segment, ...]]]] = {}
    for place, segments in enumerate(words):
        others = tuple(each for each in segments if not _is_board(position.parts[each.part], kind))
        if others:
            apart.setdefault(place // 2, []).append((place % 2, others))
    bits = FEWEST_BITS
    while bits < min(8 * e.layout.notes[position.name].most, MOST_BITS):
        bits *= 2
    return Plan(position, kind, pairs, apart, bits)


def _is_board(part: ir.NotedPart, kind: KindLayout) -> bool:
    """Whether a part is spaces of a kind."""
    if not isinstance(part, ir.NotedCells) or part.where >= 0:
        return False
    return (
        kind.spots <= part.offset
        and part.offset + part.size <= kind.spots + len(kind.places) - kind.first_spot
    )


def _places(plan: Plan) -> tuple[list[int], list[int]]:
    """For each space the pair in which it lies, and by how many bits it is shifted there."""
    spaces = len(plan.kind.places) - plan.kind.first_spot
    pairs, shifts = [plan.pairs] * spaces, [0] * spaces
    for place, segments in enumerate(words_of(plan.position)):
        for each in segments:
            part = plan.position.parts[each.part]
            if not _is_board(part, plan.kind):
                continue
            assert isinstance(part, ir.NotedCells)
            for number, shift in enumerate(each.shifts):
                space = part.offset - plan.kind.spots + each.first + number
                pairs[space], shifts[space] = place // 2, shift + WORD * (place % 2)
    return pairs, shifts


def memory(position: str) -> str:
    """The name of the memory of what is kept."""
    return f"kept.{position}"


# ------------------------------------------------------------------------------------------- the position as it is


def begin(e: Emitter, plan: Plan, kept: Operand) -> None:
    """Work out what is kept, for the position as it is."""
    e.regions[memory(plan.position.name)] = kept
    with e.uncounted():
        e.run(_begun(e, plan))
    del e.regions[memory(plan.position.name)]


def _begun(e: Emitter, plan: Plan) -> Function:
    return once(e.building, f"keep.{plan.position.name}", plan.position.path, partial(_write_begin, plan))


def _write_begin(plan: Plan, e: Emitter) -> None:
    code, kept = e.code, e.region(memory(plan.position.name))

    def at(place: int) -> Operand:
        return code.element(kept, "i64", constant(place))

    words = []
    for segments in words_of(plan.position):
        spaces = tuple(each for each in segments if _is_board(plan.position.parts[each.part], plan.kind))
        words.append(code.widen(word_of(e, plan.position, spaces), "i64"))
    words += [constant(0, "i64")] * (len(words) % 2)
    halves = [constant(beginning, "i64") for beginning in BEGINNINGS]
    for pair in range(plan.pairs):
        upper = code.binary("shl", words[2 * pair + 1], constant(WORD, "i64"))
        both = code.binary("or", words[2 * pair], upper)
        code.store(both, at(plan.standing + pair))
        code.store(both, at(plan.changed + pair))
        for half, key in enumerate(keys_of(pair)):
            share = mix(e, code.binary("add", both, constant(key, "i64")))
            code.store(share, at(plan.shares + 2 * pair + half))
            halves[half] = code.binary("add", halves[half], share)
    for half, each in enumerate(halves):
        code.store(each, at(half))
    notes = e.layout.notes[plan.position.name]
    e.fill(at(plan.seen), 0, plan.bits // 8)

    def add(number: Operand) -> None:
        word, bit = _bit_of(e, plan, kept, code.load("i32", address_of(e, notes, 0, number)))
        code.store(code.binary("or", code.load("i64", word), bit), word)

    code.loop(how_many(e, notes), add)


def _bit_of(e: Emitter, plan: Plan, kept: Operand, first: Operand) -> tuple[Operand, Operand]:
    """The address of the word that has the bit of a note, and the bit, by the first word of the note."""
    code = e.code
    number = code.binary("and", first, constant(plan.bits - 1))
    word = code.add(code.binary("lshr", number, constant(6)), constant(plan.seen))
    bit = code.widen(code.binary("and", number, constant(WIDE - 1)), "i64")
    return code.element(kept, "i64", word), code.binary("shl", constant(1, "i64"), bit)


# ---------------------------------------------------------------------------------------------------- a trial


@dataclass(frozen=True, slots=True)
class Trial:
    """How often the position of a trial was noted."""

    plan: Plan
    kept: Operand
    touched: Operand
    """The address of the spaces that the trial touched, as words of bits."""
    before: Operand
    """The spaces as they were."""
    now: Operand
    many: Operand
    """The address of how many trials there were: what is kept is known from the second on."""

    def times(self, e: Emitter, position: ir.NotedPosition, me: Number) -> Emitted:
        code, found, notes = e.code, e.code.variable(constant(0)), e.layout.notes[position.name]
        first, after = code.block("first"), code.block("after")
        later = code.block("later")
        code.branch(code.compare("eq", code.load("i32", self.many), constant(1)), first, later)
        code.at(first)
        begun = e.work
        usual = times_now(e, position, me)
        assert isinstance(usual, Number)
        code.store(usual.bits, found)
        code.branch_to(after)
        most, e.work = e.work, begun
        code.at(later)
        outer, e.me = e.me, me
        with e.frame():
            note = self._note(e)
        e.me = outer
        word, bit = _bit_of(e, self.plan, self.kept, note[0])
        maybe = code.compare("ne", code.binary("and", code.load("i64", word), bit), constant(0, "i64"))
        with code.if_(maybe, "perhaps"):
            code.store(times_of(e, notes, note), found)
        code.at(after)
        e.work = max(e.work, most)
        return Number(code.load("i32", found), None, 0, notes.most)

    def _at(self, e: Emitter, begin: int, place: Operand) -> Operand:
        return e.code.element(self.kept, "i64", e.code.add(place, constant(begin)))

    def _note(self, e: Emitter) -> list[Operand]:
        """The note of the position after the trial."""
        code, plan = e.code, self.plan
        spaces = -(-(len(plan.kind.places) - plan.kind.first_spot) // WIDE)
        changed = code.variable(constant(0, "i64"))
        sums = [code.variable(code.item(self.kept, constant(half), "i64")) for half in range(2)]
        with e.uncounted():
            for word in range(spaces):
                bits = code.item(self.touched, constant(word), "i64")
                each_bit(e, bits, partial(self._change, e, word, changed), WIDE)
        for pair, words in plan.apart.items():
            self._put_apart(e, pair, words, sums)
        rest = code.load("i64", changed)
        left_out = sum(1 << pair for pair in (*plan.apart, plan.pairs))
        rest = code.binary("and", rest, constant(~left_out, "i64"))
        with e.uncounted():
            each_bit(e, rest, partial(self._mix, e, sums), plan.pairs)
        return in_words(e, [code.load("i64", each) for each in sums])

    def _change(self, e: Emitter, word: int, changed: Operand, bit: Operand) -> None:
        """Change the pair of a space that was touched."""
        code, (pairs, shifts) = e.code, _places(self.plan)
        space = code.add(bit, constant(WIDE * word))
        difference = code.subtract(code.item(self.now, space), code.item(self.before, space))
        pair = code.item(e.building.constant_row(pairs), space)
        shift = code.widen(code.item(e.building.constant_row(shifts), space), "i64")
        moved = code.binary("shl", code.widen(difference, "i64", signed=True), shift)
        code.increase(self._at(e, self.plan.changed, pair), moved)
        one = code.binary("shl", constant(1, "i64"), code.widen(pair, "i64"))
        code.store(code.binary("or", code.load("i64", changed), one), changed)

    def _mix(self, e: Emitter, sums: list[Operand], pair: Operand) -> None:
        """Put the share of a changed pair in the place of what it was."""
        code, plan = e.code, self.plan
        address = self._at(e, plan.changed, pair)
        both = code.load("i64", address)
        keys = e.building.constant_row([key for each in range(plan.pairs) for key in keys_of(each)], "i64")
        twice = code.add(pair, pair)
        for half, total in enumerate(sums):
            at = code.add(twice, constant(half))
            share = mix(e, code.binary("add", both, code.item(keys, at, "i64")))
            less = code.load("i64", self._at(e, plan.shares, at))
            code.increase(total, code.binary("sub", share, less))
        code.store(code.load("i64", self._at(e, plan.standing, pair)), address)

    def _put_apart(
        self, e: Emitter, pair: int, words: list[tuple[int, tuple[Segment, ...]]], sums: list[Operand]
    ) -> None:
        """The same for a pair in which something else lies, which is worked out for each trial."""
        code, plan = e.code, self.plan
        address = self._at(e, plan.changed, constant(pair))
        both = code.load("i64", address)
        for place, segments in words:
            more = code.widen(word_of(e, plan.position, segments), "i64")
            both = code.binary("or", both, code.binary("shl", more, constant(WORD * place, "i64")))
        for half, (key, total) in enumerate(zip(keys_of(pair), sums, strict=True)):
            share = mix(e, code.binary("add", both, constant(key, "i64")))
            less = code.load("i64", self._at(e, plan.shares, constant(2 * pair + half)))
            code.increase(total, code.binary("sub", share, less))
        code.store(code.load("i64", self._at(e, plan.standing, constant(pair))), address)
