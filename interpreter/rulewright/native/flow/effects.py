"""Effects without chance in native code: one `do_x` for each node, carried out in order.

    {add: pot, to: me.score}      ->      %v1 = load ...; %v2 = add ...; outside the range? fail; store

They mean what `evaluate.effects` defines, without events.  `end_turn`, `turn_of` and `go` only leave a note in memory (`regions`), which
`turns` carries out when the rule is done.  Steps are functions of their own, written once.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import assert_never

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.layout import Group, KindLayout
from rulewright.ir.walking import handlers
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.native.expressions.comparisons import equal
from rulewright.native.expressions.lookups import cell_address
from rulewright.native.expressions.walks import kept
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.buffers import copied, room_for
from rulewright.native.llvm.emitter import DO, Emitter, as_number, once
from rulewright.native.llvm.module import Function
from rulewright.native.llvm.regions import END_TURN, EXTRA_TURN, TURN_OF
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import NOTHING, Emitted, Number, Row, Truth, number, truth
from rulewright.native.pieces import returning
from rulewright.native.pieces.changes import appear, hand_over, relocate, show, take_up
from rulewright.native.pieces.name_tracking import moving, wanted_back
from rulewright.native.pieces.places import a_place, joined, split
from rulewright.native.pieces.selected import copy, piece_of, pieces_of
from rulewright.problems.limits import AN_EFFECT
from rulewright.source.text import Span

NOTES = {"end_turn": END_TURN, "extra_turn": EXTRA_TURN, "turn_of": TURN_OF}


class CannotSkip(Exception):
    """An effect that should be left out can fail: it changes variables of these names."""

    def __init__(self, names: frozenset[str]) -> None:
        super().__init__(names)
        self.names = names


def only_sets(program: ir.Program, effect: ir.Effect, names: Set[str]) -> bool:
    """Whether an effect, with those inside it, changes nothing but variables of these names."""
    for each in effects_below((effect,), program):
        found = footprint(each)
        others = found.kind is not None or found.note is not None or found.stream is not None
        if (
            others
            or (found.slot is not None and not found.inside)
            or any(group not in names for group, _ in found.cells)
        ):
            return False
    return True


def carry_out_rule(e: Emitter, effects: ir.Effects, later: Sequence[object] | None = None) -> None:
    """Carry out the effects of a rule in order.

    `later`: the expressions evaluated afterwards in the same frame, if they are known: names that are not
    read again then need not follow their pieces."""
    outer, e.moving = e.moving, moving(e.building, effects, later)
    for slot in e.moving:
        if slot in e.slots:
            bind(e, slot, e.bound(slot))
    carry_out(e, effects)
    e.moving = outer


def carry_out(e: Emitter, effects: ir.Effects) -> None:
    """Carry out effects inside a rule."""
    for effect in effects:
        e.spend(AN_EFFECT)
        if not (e.skipped and skipped(e, effect)):
            DO[type(effect)](e, effect)


def skipped(e: Emitter, effect: ir.Effect) -> bool:
    """Whether an effect is left out, since nothing reads any more what it changes, and it cannot fail. Its work is counted."""
    if not only_sets(e.program, effect, e.skipped):
        return False
    start = standing(e)
    DO[type(effect)](e, effect)
    failing, work = e.failing - start.failing, e.work - start.work
    if failing:
        marks = [footprint(each) for each in effects_below((effect,), e.program)]
        raise CannotSkip(frozenset(group for found in marks for group, _ in found.cells))
    back_to(e, start)
    e.spend(work)
    return True


def bind(e: Emitter, slot: int, value: Emitted) -> None:
    """Bind a slot to a value; pieces that may be renumbered get the bounds of their whole kind."""
    if slot in e.moving:
        last = e.layout.kinds[e.moving[slot]].numbers - 1
        match value:
            case Number():
                value = replace(value, low=0, high=last)
            case Row():
                value = replace(value, low=0, high=last, lasting=False)
            case Truth():
                pass
            case _:
                assert_never(value)
    e.bind(slot, value)


# ---------------------------------------------------------------------------------------------- variables


def do_set_cell(e: Emitter, effect: ir.SetCell) -> None:
    value = as_number(e, e.value(effect.value))
    address = cell_address(e, effect.group, effect.indices)
    store(e, e.layout.groups[effect.group], address, value, effect.span)


def do_add_cell(e: Emitter, effect: ir.AddCell) -> None:
    amount = e.number(effect.amount)
    add(e, effect.group, effect.indices, amount, effect.span)


def do_pay(e: Emitter, effect: ir.Pay) -> None:
    amount, code = e.number(effect.amount), e.code
    if amount.low < 0:
        e.fail_if(code.compare("slt", amount.bits, constant(0)), "negative-amount", effect.span)
        amount = Number(amount.bits, None, 0, max(amount.high, 0))
    less = Number(code.subtract(constant(0), amount.bits), None, -amount.high, -amount.low)
    add(e, *effect.source, less, effect.span)
    add(e, *effect.to, amount, effect.span)


def store(e: Emitter, group: Group, address: Operand, value: Number, span: Span) -> None:
    """Store a value in a variable's cell; one outside the variable's range is a failure."""
    code, none = e.code, value.none
    if none is not None and not group.optional:
        e.fail_if(none, "undefined", span)
        none = None
    if value.low < group.low or value.high > group.high:
        beyond = code.subtract(value.bits, constant(group.low))
        outside = code.compare("ugt", beyond, constant(group.high - group.low))
        e.fail_if(outside if none is None else code.both(outside, code.opposite(none)), "range-left", span)
    bits = value.bits if none is None else code.select(none, constant(group.none), value.bits)
    code.store(bits, address)


def add(e: Emitter, name: str, indices: tuple[ir.Expression, ...], amount: Number, span: Span) -> None:
    """Add a number to a variable's cell."""
    code, group = e.code, e.layout.groups[name]
    address = cell_address(e, name, indices)
    before = code.load("i32", address)
    if group.optional:
        e.fail_if(code.compare("eq", before, constant(group.none)), "undefined", span)
    low, high = group.low + amount.low, group.high + amount.high
    if low >= LOWEST and high <= HIGHEST:
        store(e, group, address, Number(code.add(before, amount.bits), None, low, high), span)
        return
    e.building.declare("add", "declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)")
    both = code.result("{i32, i1}", f"call {{i32, i1}} @llvm.sadd.with.overflow.i32({before}, {amount.bits})")
    e.fail_if(code.result("i1", f"extractvalue {both}, 1"), "range-left", span)
    bits = code.result("i32", f"extractvalue {both}, 0")
    store(e, group, address, Number(bits, None, max(low, -(2**31)), min(high, 2**31 - 1)), span)


# ------------------------------------------------------------------------------------------------- pieces


def do_move_pieces(e: Emitter, effect: ir.MovePieces) -> None:
    kind = e.layout.kinds[effect.kind]
    pieces = pieces_of(e, kind, effect.pieces)
    e.handle(pieces.count, pieces.most, effect.span)
    to = a_place(kind, e.number(effect.to))
    pieces.each(lambda piece: relocate(e, kind, piece, to, effect.span), effect.from_top)


def do_place_piece(e: Emitter, effect: ir.PlacePiece) -> None:
    kind = e.layout.kinds[effect.kind]
    owner = number(0) if effect.owner is None else e.number(effect.owner)
    appear(e, kind, owner, e.number(effect.to), effect.span)


def do_remove_pieces(e: Emitter, effect: ir.RemovePieces) -> None:
    kind, code = e.layout.kinds[effect.kind], e.code
    pieces = pieces_of(e, kind, effect.pieces)
    e.fail_if(code.compare("eq", pieces.count, constant(0)), "piece-missing", effect.span)
    e.handle(pieces.count, pieces.most, effect.span)
    pieces.visit(lambda piece: take_up(e, kind, piece, effect.span))


def do_set_owner(e: Emitter, effect: ir.SetOwner) -> None:
    kind = e.layout.kinds[effect.kind]
    pieces = piece_of(e, kind, effect.piece)
    owner = e.number(effect.owner)
    pieces.each(lambda piece: hand_over(e, kind, piece, owner, effect.span))


def do_set_face(e: Emitter, effect: ir.SetFace) -> None:
    kind, code = e.layout.kinds[effect.kind], e.code
    pieces = piece_of(e, kind, effect.piece)
    face = as_number(e, e.value(effect.face))
    if face is NOTHING:
        shown = number(0)
    else:
        shown = Number(code.add(face.bits, constant(1)), None, face.low + 1, face.high + 1)
    if face.none is not None and face is not NOTHING:
        bits = code.select(face.none, constant(0), shown.bits)
        shown = Number(bits, None, min(shown.low, 0), max(shown.high, 0))
    pieces.each(lambda piece: show(e, kind, piece, shown, effect.span))


def do_return(e: Emitter, effect: ir.Return) -> None:
    """All pieces are taken up first, so that none blocks another."""
    kind, span = e.layout.kinds[effect.kind], effect.span
    if isinstance(effect.pieces, ir.AllPieces) and returning.is_simple(kind):
        e.handle(constant(kind.pieces), kind.pieces, span)
        returning.all_return(e, kind)
        return
    pieces = pieces_of(e, kind, effect.pieces).in_order()
    e.handle(pieces.count, pieces.most, span)
    pieces.visit(lambda piece: take_up(e, kind, piece, span))
    pieces.each(lambda piece: returning.back_home(e, kind, piece, span))


# ------------------------------------------------------------------------------------------------ control


def do_let(e: Emitter, effect: ir.Let) -> None:
    value = e.value(effect.value)
    if isinstance(value, Row) and isinstance(effect.value, ir.Local) and effect.value.slot in e.moving:
        value = copied(e, value, effect.span)  # a copy, since the two names are renumbered separately
    bind(e, effect.slot, value)


def do_if(e: Emitter, effect: ir.If) -> None:
    condition, code = e.truth(effect.condition), e.code
    then, otherwise, after = code.block("then"), code.block("else"), code.block("after")
    code.branch(condition, then, otherwise if effect.otherwise else after)
    code.at(then)
    before = e.work
    carry_out(e, effect.do)
    code.branch_to(after)
    if effect.otherwise:
        code.at(otherwise)
        first, e.work = e.work, before
        carry_out(e, effect.otherwise)
        e.work = max(first, e.work)
    code.at(after)


def do_for(e: Emitter, effect: ir.For) -> None:
    """The elements are computed before the first effect."""
    row, code, slot = kept(e, effect.clause), e.code, effect.clause.slot

    def take(index: Operand) -> None:
        bind(
            e,
            slot,
            Number(code.item(row.address, index), None, row.low, row.high),
        )
        carry_out(e, effect.do)

    e.loop(row.length, row.most, take, effect.span)


def do_switch(e: Emitter, effect: ir.Switch) -> None:
    subject, code = e.value(effect.subject), e.code
    after = code.block("after")
    most = before = e.work
    for value, effects in effect.cases:
        case = NOTHING if value is None else truth(value) if isinstance(value, bool) else number(value)
        with code.if_(equal(e, case, subject), "case"):
            e.work = before
            carry_out(e, effects)
            most = max(most, e.work)
            code.branch_to(after)
    e.work = most
    code.at(after)


def do_run_step(e: Emitter, effect: ir.RunStep) -> None:
    step = e.program.steps[effect.step]
    arguments = [e.value(argument) for argument in effect.arguments]
    followed = wanted_back(e.building, step)
    wanted = {
        index: argument.slot
        for index, argument in enumerate(effect.arguments)
        if isinstance(argument, ir.Local) and argument.slot in e.moving and index in followed
    }
    function = step_function(e, step, frozenset(wanted))
    backs = {
        index: _room_back(e, step, index, argument)
        for index, argument in enumerate(arguments)
        if index in wanted
    }
    e.call(function, arguments)
    for index, slot in wanted.items():
        e.rebind(slot, _came_back(e, e.layout.kinds[followed[index]], arguments[index], backs[index]))
        for name in _backs(step, index):
            del e.regions[name]


def step_function(caller: Emitter, step: ir.Step, wanted: frozenset[int]) -> Function:
    """The function of a step, written on first use; `wanted` are the parameters whose pieces the caller
    continues to name: their final numbers are left in memory of the caller."""
    marks = [footprint(each) for each in effects_below(step.do, caller.program)]
    touching = caller.touching & {found.kind for found in marks if found.kind is not None}
    skipping = caller.skipped & {group for found in marks for group, _ in found.cells}

    def write(e: Emitter) -> None:
        e.touching, e.skipped = touching, skipping
        e.bind_all(e.take_typed(step.parameters))
        carry_out_rule(
            e, step.do, [ir.Local(slot, step.parameters[slot][0], step.span) for slot in sorted(wanted)]
        )
        for slot in sorted(wanted):
            _give_back(e, step, slot)

    parts = ["step", step.name, *map(str, sorted(wanted))]
    parts += [f"touching.{kind}" for kind in sorted(touching)] + [
        f"without.{name}" for name in sorted(skipping)
    ]
    return once(caller.building, ".".join(parts), step.path, write)


def _backs(step: ir.Step, slot: int) -> tuple[str, str]:
    """The regions in which a step leaves the numbers of its pieces, and how many there are."""
    return f"back.{step.name}.{slot}", f"back.{step.name}.{slot}.length"


def _room_back(e: Emitter, step: ir.Step, slot: int, argument: Emitted) -> tuple[Operand, Operand]:
    pieces, length = _backs(step, slot)
    most = argument.most if isinstance(argument, Row) else 1
    e.regions[pieces], e.regions[length] = room_for(e, most), e.code.allocate("i32")
    return e.regions[pieces], e.regions[length]


def _give_back(e: Emitter, step: ir.Step, slot: int) -> None:
    value, code = e.bound(slot), e.code
    pieces, length = (e.region(name) for name in _backs(step, slot))
    if isinstance(value, Row):
        copy(e, value, pieces)
        code.store(value.length, length)
    else:
        code.store(as_number(e, value).bits, pieces)
        code.store(constant(1), length)


def _came_back(e: Emitter, kind: KindLayout, argument: Emitted, back: tuple[Operand, Operand]) -> Emitted:
    code, last = e.code, kind.numbers - 1
    if isinstance(argument, Row):
        return Row(back[0], code.load("i32", back[1]), argument.most, 0, last)
    piece = Number(code.load("i32", back[0]), None, 0, last)
    return joined(e, kind, *split(e, kind, piece))


def do_note_turn(e: Emitter, effect: ir.NoteTurn) -> None:
    player = e.me if effect.player is None else e.number(effect.player)
    e.code.store(constant(NOTES[effect.what]), e.region("note.who"))
    e.code.store(player.bits, e.region("note.player"))


def do_note_phase(e: Emitter, effect: ir.NotePhase) -> None:
    e.code.store(constant(effect.phase), e.region("note.phase"))


DO.update(handlers("do_", globals()))
