"""Positions that have been before, in native code: noting them at the end of a turn, and how often the present one was noted.

    notes.seen         how many notes there are, then their first words, their second words, and so on (`layout.Notes`)

The values of a word lie side by side in memory, so a word is one vector that is loaded, shifted and joined.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import TypeAlias

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Notes
from rulewright.ir.noted import MOST_WORDS, WORD, Segment, lowest, words_of
from rulewright.ir.walking import handlers
from rulewright.native.chance.random_words import mix
from rulewright.native.flow.play_cells import a_player, ask_player, current, load, said_or_asked
from rulewright.native.flow.transitions import GO, noted
from rulewright.native.llvm.assembly import UNLIKELY, Operand, constant
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number, once
from rulewright.native.llvm.regions import END_TURN, regions
from rulewright.native.llvm.values import Emitted, Number, number
from rulewright.problems.limits import A_CALL, AN_EFFECT
from rulewright.runtime.notes import BEGINNINGS, keys_of

Counting: TypeAlias = Callable[[Emitter, ir.NotedPosition, Number], Emitted]
"""A way to find how often the present position was noted, by a player."""
AT_ONCE = 16
"""Notes whose first words are compared at once; `layout.Notes.room` is a multiple of it."""


def emit_times(e: Emitter, node: ir.Times) -> Emitted:
    position = e.program.positions.get(node.position)
    if position is None:
        return number(0)
    e.spend(A_CALL)
    me = current(e)
    if position.whose:
        e.fail_if(e.code.compare("slt", me.bits, constant(0)), "undefined", node.span)
        me = a_player(e, _whose_turn(e, me))
    kept: Counting | None = e.sums.get(position.name)
    return times_now(e, position, me) if kept is None else kept(e, position, me)


def times_now(e: Emitter, position: ir.NotedPosition, me: Number) -> Emitted:
    """How often the present position was noted."""
    function = once(e.building, f"times.{position.name}", position.path, partial(_write_times, position))
    return e.answer(function, (), me)


def note_all(e: Emitter, first: Operand | None = None) -> None:
    """Note every position: at the end of a turn, or after the set-up, if the player of the `first` turn is given."""
    positions = e.program.positions.values()
    me = current(e)
    following = me if first is None else a_player(e, first)
    if first is None and any(position.whose for position in positions):
        following = a_player(e, next_player(e, me))
    for position in positions:
        e.spend(AN_EFFECT)
        if first is None and position.forget is not None:
            forget = partial(_write_forget, position)
            e.call(once(e.building, f"forget.{position.name}", position.path, forget), (), me)
        write = partial(_write_note, position)
        e.call(once(e.building, f"note.{position.name}", position.path, write), (), following)


def _whose_turn(e: Emitter, me: Number) -> Operand:
    """Whose turn it is: the next player's, once a turn was ended."""
    code = e.code
    found = code.variable(me.bits)
    with code.if_(code.compare("ne", load(e, "note.who"), constant(0)), "ended"):
        code.store(next_player(e, me), found)
    return code.load("i32", found)


def next_player(e: Emitter, player: Number) -> Operand:
    """The next player, according to the pending note."""
    if noted(e.building) <= {"end_turn", GO}:
        return ask_player(e, e.program.turns.next, player).bits
    return said_or_asked(e, is_said(e), e.program.turns.next, player)


def is_said(e: Emitter) -> Operand:
    """Whether the pending note names whose turn is next."""
    return e.code.compare("ne", load(e, "note.who"), constant(END_TURN))


def notes_region(name: str) -> str:
    """The name of the memory of a position's notes."""
    return f"notes.{name}"


# ------------------------------------------------------------------------------------------------- the notes


def _write_times(position: ir.NotedPosition, e: Emitter) -> Emitted:
    """How many notes equal the present position."""
    notes = e.layout.notes[position.name]
    return Number(times_of(e, notes, _note_now(e, position, notes)), None, 0, notes.most)


def times_of(e: Emitter, notes: Notes, note: Sequence[Operand]) -> Operand:
    """How many notes equal this one. Most differ in their first word, compared 16 at a time."""
    code, there, found = e.code, how_many(e, notes), e.code.variable(constant(0))
    blocks = code.binary("lshr", code.add(there, constant(AT_ONCE - 1)), constant(AT_ONCE.bit_length() - 1))
    row, truths = f"<{AT_ONCE} x i32>", f"<{AT_ONCE} x i1>"
    one = code.result(row, f"insertelement {row} poison, {note[0]}, i32 0")
    all_ = code.result(
        row, f"shufflevector {row} {one.text}, {row} poison, <{AT_ONCE} x i32> zeroinitializer"
    )

    def block(index: Operand) -> None:
        first = code.multiply(index, constant(AT_ONCE))
        words = code.result(row, f"load {row}, {address_of(e, notes, 0, first)}, align 4")
        same = code.result(truths, f"icmp eq {words}, {all_.text}")
        some = code.result(f"i{AT_ONCE}", f"bitcast {same} to i{AT_ONCE}")
        with code.if_(code.compare("ne", some, constant(0, f"i{AT_ONCE}")), "near", UNLIKELY):
            code.loop(constant(AT_ONCE), lambda place: look(code.add(first, place)))

    def look(at: Operand) -> None:
        equal = code.compare("slt", at, there)
        for word, wanted in enumerate(note):
            here = code.load("i32", address_of(e, notes, word, at))
            equal = code.both(equal, code.compare("eq", here, wanted))
        code.increase(found, code.widen(equal, "i32"))

    code.loop(blocks, block)
    return code.load("i32", found)


def _write_forget(position: ir.NotedPosition, e: Emitter) -> None:
    assert position.forget is not None
    with e.code.if_(e.truth(position.forget), "forgetting"):
        _forget(e, e.layout.notes[position.name])


def _write_note(position: ir.NotedPosition, e: Emitter) -> None:
    code, notes = e.code, e.layout.notes[position.name]
    there = how_many(e, notes)
    e.fail_if(code.compare("sge", there, constant(notes.most)), "too-many-noted", position.span)
    for word, bits in enumerate(_note_now(e, position, notes)):
        code.store(bits, address_of(e, notes, word, there))
    code.store(code.add(there, constant(1)), e.region(notes_region(notes.name)))


def _forget(e: Emitter, notes: Notes) -> None:
    """Take away all notes: the cells of those there were become 0."""
    code, there = e.code, how_many(e, notes)
    e.building.declare("memset", "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    size = code.multiply(code.widen(there, "i64"), constant(4, "i64"))
    for word in range(notes.words):
        at = address_of(e, notes, word, constant(0))
        code.do(f"call void @llvm.memset.p0.i64({at}, i8 0, {size}, i1 false)")
    code.store(constant(0), e.region(notes_region(notes.name)))


def how_many(e: Emitter, notes: Notes) -> Operand:
    """How many notes there are."""
    return e.code.load("i32", e.region(notes_region(notes.name)))


def address_of(e: Emitter, notes: Notes, word: int, index: Operand) -> Operand:
    """The address of a word of a note."""
    first = e.code.element(e.region(notes_region(notes.name)), "i32", constant(1 + word * notes.room))
    return e.code.element(first, "i32", index)


# ---------------------------------------------------------------------------------------- the position as a note


def _note_now(e: Emitter, position: ir.NotedPosition, notes: Notes) -> list[Operand]:
    """The words of the note of the position as it is now."""
    words = [word_of(e, position, segments) for segments in words_of(position)]
    return words if len(words) <= MOST_WORDS else _digest(e, words)


def _digest(e: Emitter, words: list[Operand]) -> list[Operand]:
    """The words of a digest, as `runtime.notes.number_of` computes it."""
    code = e.code
    halves = [constant(beginning, "i64") for beginning in BEGINNINGS]
    for place in range(0, len(words), 2):
        pair = code.widen(words[place], "i64")
        if place + 1 < len(words):
            upper = code.binary("shl", code.widen(words[place + 1], "i64"), constant(WORD, "i64"))
            pair = code.binary("or", pair, upper)
        for half, key in enumerate(keys_of(place // 2)):
            mixed = mix(e, code.binary("add", pair, constant(key, "i64")))
            halves[half] = code.binary("add", halves[half], mixed)
    return in_words(e, halves)


def in_words(e: Emitter, halves: Sequence[Operand]) -> list[Operand]:
    """The halves of a digest as the words of a note."""
    code = e.code
    parts = [part for each in halves for part in (each, code.binary("lshr", each, constant(WORD, "i64")))]
    return [code.narrow(each, "i32") for each in parts]


def word_of(e: Emitter, position: ir.NotedPosition, segments: tuple[Segment, ...]) -> Operand:
    """One word of the position."""
    parts = [_bits(e, position.parts[segment.part], segment) for segment in segments]
    return reduce(partial(e.code.binary, "or"), parts) if parts else constant(0)


def _bits(e: Emitter, part: ir.NotedPart, segment: Segment) -> Operand:
    """The values of a segment in their bits of a word."""
    code = e.code
    if isinstance(part, ir.NotedValue):
        value = as_number(e, e.value(part.value))
        bits = value.bits
        if value.none is not None and part.optional:
            bits = code.select(value.none, constant(part.low - 1), bits)
        elif value.none is not None:
            e.fail_if(value.none, "undefined", part.span)
        return _shifted(e, code.subtract(bits, constant(lowest(part))), segment)
    if segment.count == 1:
        bits = code.load("i32", _cell(e, part.offset + segment.first))
        inside = None
        if part.where >= 0:
            there = code.load("i32", _cell(e, part.where + segment.first))
            from_first = code.subtract(there, constant(part.first))
            inside = code.compare("ule", from_first, constant(part.last - part.first))
        bits = code.subtract(bits, constant(part.low))
        return _shifted(e, bits if inside is None else code.select(inside, bits, constant(0)), segment)
    return _vector(e, part, segment)


def _shifted(e: Emitter, bits: Operand, segment: Segment) -> Operand:
    return e.code.binary("shl", bits, constant(segment.shifts[0])) if segment.shifts[0] else bits


def _vector(e: Emitter, part: ir.NotedCells, segment: Segment) -> Operand:
    """Several neighbouring cells, in their bits of a word."""
    code, many = e.code, segment.count
    type = f"<{many} x i32>"

    def row(of: Callable[[int], int]) -> str:
        return f"<{', '.join(f'i32 {of(place)}' for place in range(many))}>"

    bits = code.result(type, f"load {type}, {_cell(e, part.offset + segment.first)}, align 4")
    if part.low:
        bits = code.result(type, f"sub {bits}, {row(lambda _: part.low)}")
    if part.where >= 0:
        there = code.result(type, f"load {type}, {_cell(e, part.where + segment.first)}, align 4")
        from_first = code.result(type, f"sub {there}, {row(lambda _: part.first)}")
        truths = f"<{many} x i1>"
        inside = code.result(truths, f"icmp ule {from_first}, {row(lambda _: part.last - part.first)}")
        bits = code.result(type, f"select {inside}, {bits}, {type} zeroinitializer")
    bits = code.result(type, f"shl {bits}, {row(lambda place: segment.shifts[place])}")
    name = f"llvm.vector.reduce.or.v{many}i32"
    e.building.declare(name, f"declare i32 @{name}({type})")
    return code.result("i32", f"call i32 @{name}({bits})")


def _cell(e: Emitter, at: int) -> Operand:
    """The address of a cell of the state, in the region that has it."""
    region = next(each for each in regions(e.program).values() if each.offset <= at < each.offset + each.size)
    return e.code.element(e.region(region.name), "i32", constant(at - region.offset))


EMIT.update(handlers("emit_", globals()))
