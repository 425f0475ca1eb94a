"""What would hold afterwards, in machine code: effects on copies of the cells that they may write, and an expression that reads these.

    leaves: not me.in_check      copies of `piece.men.spots`, `bits.men`, ...; the effects; the value      ->      %v42, an i1

No cell of the position has to be put back: inside, the names of regions stand for the copies. Values that other code
remembers of the position are not used inside, and those of the copies not after it. Effects on variables that neither the expression nor
other effects read are left out if they cannot fail.

Choices are tried out one after the other in the same position (`trying`). Boards are then copied once, and after each trial the spaces that
it touched are put back. The second trial finds out which parts of the condition depend on which spaces (`watched`); from then on only those
parts are evaluated that depend on a space which the trial has touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from math import prod

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.layout import KindLayout
from rulewright.ir.reads import deciding, reached
from rulewright.ir.walking import everything, handlers
from rulewright.native.flow.effects import CannotSkip, carry_out_rule, only_sets
from rulewright.native.flow.positions import Counting
from rulewright.native.flow.sums import Plan, Trial, begin, plan_of
from rulewright.native.flow.watched import BASE, Watch, marks, more_work, of_look, room, watch
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.bits import each_bit
from rulewright.native.llvm.emitter import EMIT, Emitter, as_number, as_truth
from rulewright.native.llvm.regions import TOUCHED, WORD, Region, mirrored, regions, touched
from rulewright.native.llvm.speculation import back_to, standing
from rulewright.native.llvm.values import Emitted, Number, Truth
from rulewright.source.dataclass import dataclass

NOTES = "note."
"""The beginning of the names of regions that nothing reads before the rule is done."""
FEWEST_TRIED = 81
"""The fewest choices of an action for which it is worth remembering something from one trial to the next."""
USUAL = 16
"""For how many values a choice is taken that are not known in advance."""
MOST_COMPARED = 16
"""The most cells of variables that are compared after each trial."""
_READ_ANYTHING = (ir.Can, ir.After)


@dataclass(frozen=True, slots=True)
class Trials:
    """What one trial leaves for the next."""

    kinds: tuple[KindLayout, ...]
    """The kinds on boards whose pieces the effects may move."""
    boards: dict[str, Operand]
    """By region, the addresses of copies of these boards, which before and after each trial are as the boards are."""
    touched: dict[str, Operand]
    """By kind, the address of the spaces that a trial touched."""
    tried: Operand
    """The address of how many trials there were, 2 for more."""
    known: Known | None
    """What is known of the condition, if it can be taken apart."""
    notes: tuple[tuple[Plan, Operand], ...]
    """What is kept of the notes that the condition asks for, and where."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a condition from the second trial on."""

    watch: Watch
    compared: tuple[Region, ...]
    """Variables that the effects may write and the condition reads."""
    marks: Operand
    """The address of which parts depend on what."""
    true: Operand
    """The address of the parts that are true in the position as it is."""
    failed: Operand
    """The address of whether one of them fails there."""
    work: Operand
    """The address of the work of evaluating all."""


def emit_after(e: Emitter, node: ir.After) -> Emitted:
    start, needed = standing(e), frozenset[str]()
    while True:
        try:
            return _after(e, node, unread(e.program, node, needed))
        except CannotSkip as failing:
            back_to(e, start)
            needed |= failing.names


def _after(e: Emitter, node: ir.After, skipped: frozenset[str]) -> Emitted:
    """The value after the effects, without those on some variables."""
    trials: Trials | None = e.trials.get(id(node))
    there = {
        region.name: e.region(region.name)
        for region in written(e, node.do)
        if region.name.removeprefix("var.") not in skipped
    }
    with _apart(e):
        if trials is not None:
            _begin(e, trials)
            e.touching = frozenset(kind.name for kind in trials.kinds)
            e.regions.update({touched(kind): address for kind, address in trials.touched.items()})
        stay = {} if trials is None else trials.boards
        for name, source in there.items():
            e.regions[name] = stay.get(name) or _copied(e, _all(e)[name], source)
        e.skipped = skipped
        carry_out_rule(e, node.do, [node.value])
        e.touching, e.skipped = frozenset(), frozenset()
        e.sums = {} if trials is None else _sums(trials, there)
        known = None if trials is None else trials.known
        value = (
            e.value(node.value) if trials is None or known is None else _found(e, node, trials, known, there)
        )
    if trials is not None:
        _put_back(e, trials, there)
    return value


def _sums(trials: Trials, there: dict[str, Operand]) -> dict[str, Counting]:
    """How the notes of what a trial leaves are counted, by the name of the position."""
    found: dict[str, Counting] = {}
    for plan, kept in trials.notes:
        spots, _ = _of_board(plan.kind)
        before, now = there[spots], trials.boards[spots]
        found[plan.position.name] = Trial(
            plan, kept, trials.touched[plan.kind.name], before, now, trials.tried
        ).times
    return found


@contextmanager
def _apart(e: Emitter) -> Iterator[None]:
    """What is written inside leaves names, regions and what is known of the position as they are."""
    names = ("slots", "remembered", "known", "trials", "touching", "skipped", "sums", "moving")
    outer, regions_outside = {name: getattr(e, name) for name in names}, dict(e.regions)
    e.slots, e.remembered, e.known, e.trials, e.sums = dict(e.slots), {}, {}, {}, {}
    e.touching, e.skipped = frozenset(), frozenset()
    try:
        yield
    finally:
        for name, value in outer.items():
            setattr(e, name, value)
        new = {name: address for name, address in e.regions.items() if not name.startswith(TOUCHED)}
        e.regions = new | regions_outside


def unread(program: ir.Program, node: ir.After, needed: frozenset[str] = frozenset()) -> frozenset[str]:
    """The variables that effects write and then nothing reads: neither the expression nor an effect that changes anything else, or one of
    those that are `needed`."""
    effects = [*effects_below(node.do, program)]
    left = {group for each in effects for group, _ in footprint(each).cells} - needed
    asked: list[object] = [node.value]
    while asked:
        found = [*reached(program, tuple(asked))]
        if any(isinstance(each, _READ_ANYTHING) for each in found):
            return frozenset()
        left -= {each.group for each in found if isinstance(each, ir.Cell)}
        others = [each for each in effects if not only_sets(program, each, left)]
        effects = [each for each in effects if only_sets(program, each, left)]
        asked = [deciding(each) for each in others]
        for each in found:
            if isinstance(each, ir.Times) and each.position in program.positions:
                position = program.positions[each.position]
                left -= _cells_of(program, position)
                asked += [part.value for part in position.parts if isinstance(part, ir.NotedValue)]
                asked += [program.turns.next] if position.whose else []
    return frozenset(left)


def _cells_of(program: ir.Program, position: ir.NotedPosition) -> set[str]:
    """The variables whose cells are part of a position."""
    cells = [part for part in position.parts if isinstance(part, ir.NotedCells)]
    return {
        name
        for name, group in program.layout.groups.items()
        if any(
            part.offset < group.offset + group.size and group.offset < part.offset + part.size
            for part in cells
        )
    }


def written(e: Emitter, effects: ir.Effects) -> Iterator[Region]:
    """The regions that effects, and those of steps that they run, may write."""
    names: set[str] = set()
    kinds: set[str] = set()
    for effect in effects_below(effects, e.program):
        found = footprint(effect)
        names.update(f"var.{group}" for group, _ in found.cells)
        if found.kind is not None:
            kinds.add(found.kind)
        if found.note is not None:
            names.update(("note.phase",) if found.note == "phase" else ("note.who", "note.player"))
    of_kinds = tuple(f"{part}.{kind}{dot}" for kind in kinds for part, dot in (("piece", "."), ("bits", "")))
    for name, region in _all(e).items():
        exact = name in names or name in of_kinds
        if exact or any(name.startswith(beginning) for beginning in of_kinds if beginning.endswith(".")):
            yield region


def _all(e: Emitter) -> dict[str, Region]:
    return regions(e.program)


def _copied(e: Emitter, region: Region, source: Operand) -> Operand:
    """Memory for a region, with what is in it now."""
    copy = e.code.allocate(region.type, region.size)
    if region.name == "note.who":
        e.code.store(constant(0), copy)  # effects may leave no note, and `times` asks for it
    elif not region.name.startswith(NOTES):
        _copy(e, region, source, copy)
    return copy


def _copy(e: Emitter, region: Region, source: Operand, to: Operand) -> None:
    e.copy(source, to, region.size * (2 if region.type == "i64" else 1))


# ------------------------------------------------------------------------------------------------ one after the other


@contextmanager
def trying(e: Emitter, action: ir.Action) -> Iterator[None]:
    """In the text written inside, the choices of an action are tried out in one position."""
    outer = e.trials
    if e.building.passes.trials and _choices(action) >= FEWEST_TRIED:
        asked = [each.holds for each in action.conditions if isinstance(each.holds, ir.After)]
        found = {id(each): _trials(e, each) for each in asked}
        e.trials = outer | {number: each for number, each in found.items() if each is not None}
    yield
    e.trials = outer


def _choices(action: ir.Action) -> int:
    """About how many choices an action may have."""
    domains = [each.domain for each in action.parameters]
    return prod(len(each.values) if isinstance(each, ir.Members) else USUAL for each in domains)


def _trials(e: Emitter, node: ir.After) -> Trials | None:
    """Memory for the trials of a condition; None if the effects leave all boards alone."""
    code = e.code
    moved = {footprint(each).kind for each in effects_below(node.do, e.program)}
    kinds = tuple(kind for name, kind in e.layout.kinds.items() if name in moved and mirrored(kind))
    if not kinds:
        return None
    names = [name for kind in kinds for name in _of_board(kind)]
    boards = {name: code.allocate(_all(e)[name].type, _all(e)[name].size) for name in names}
    spaces = {kind.name: code.allocate("i64", mirrored(kind)) for kind in kinds}
    plans = list(_plans(e, node, kinds))
    notes = tuple((plan, code.allocate("i64", plan.room)) for plan in plans)
    return Trials(kinds, boards, spaces, code.variable(constant(0)), _known(e, node, kinds), notes)


def _plans(e: Emitter, node: ir.After, kinds: Sequence[KindLayout]) -> Iterator[Plan]:
    """What is worth keeping of the notes that a condition asks for."""
    names = {each.position for each in everything(node.value) if isinstance(each, ir.Times)}
    for position in (e.program.positions[name] for name in sorted(names & e.program.positions.keys())):
        plans = [plan_of(e, position, kind) for kind in kinds] if e.building.passes.sums else []
        yield from [plan for plan in plans if plan is not None][:1]


def _known(e: Emitter, node: ir.After, kinds: Sequence[KindLayout]) -> Known | None:
    """Memory for what is known of a condition; None if it cannot be taken apart, or is different for each choice."""
    bound = {each.slot for each in everything(node.value) if isinstance(each, ir.Clause)}
    if not e.building.passes.watched or any(
        isinstance(each, ir.Local) and each.slot not in bound for each in everything(node.value)
    ):
        return None
    read = [*reached(e.program, node.value)]
    compared = _compared(e, node, read)
    moved = {kind for each in effects_below(node.do, e.program) if (kind := footprint(each).kind) is not None}
    asked = {kind for each in read if (kind := getattr(each, "kind", None)) in moved}
    seen = [kind for kind in kinds if kind.name in asked]
    if len(seen) != 1 or len(asked) != 1 or sum(region.size for region in compared) > MOST_COMPARED:
        return None
    found = watch(e, seen[0], node.value)
    if found is None:
        return None
    code = e.code
    return Known(
        found,
        compared,
        code.allocate("i32", room(seen[0])),
        code.allocate("i32"),
        code.allocate("i1"),
        code.variable(constant(0)),
    )


def _compared(e: Emitter, node: ir.After, read: Sequence[object]) -> tuple[Region, ...]:
    """The variables that the effects may write and the condition reads."""
    changed = {region.name: region for region in written(e, node.do)}
    groups = {f"var.{each.group}" for each in read if isinstance(each, ir.Cell)}
    return tuple(changed[name] for name in sorted(groups & changed.keys()))


def _of_board(kind: KindLayout) -> tuple[str, str]:
    return f"piece.{kind.name}.spots", f"bits.{kind.name}"


def _begin(e: Emitter, trials: Trials) -> None:
    """Before the first trial the boards are copied, before the second it is found out what the condition looks at."""
    code, tried = e.code, e.code.load("i32", trials.tried)
    with code.if_(code.compare("eq", tried, constant(0)), "first"):
        for name, copy in trials.boards.items():
            _copy(e, _all(e)[name], e.region(name), copy)
        for kind in trials.kinds:
            e.fill(trials.touched[kind.name], 0, 8 * mirrored(kind))
    if trials.known is not None or trials.notes:
        with code.if_(code.compare("eq", tried, constant(1)), "second"):
            if trials.known is not None:
                _look(e, trials.known)
            for plan, kept in trials.notes:
                begin(e, plan, kept)
    code.store(code.select(code.compare("eq", tried, constant(0)), constant(1), constant(2)), trials.tried)


def _look(e: Emitter, known: Known) -> None:
    """Evaluate all parts of a condition in the position as it is. The reference does not, so this is no work."""
    code, function, name = e.code, known.watch.look, marks(known.watch.kind.name)
    metered = bool(e.building.metered and function.counts)
    left = code.load("i32", e.work_address()) if metered else constant(0)
    e.regions[name] = known.marks
    with e.uncounted():
        value, failed = e.attempt(function)
    del e.regions[name]
    assert value is not None
    code.store(as_number(e, value).bits, known.true)
    code.store(failed, known.failed)
    code.store(constant(function.work), known.work)
    if metered:
        code.store(code.subtract(left, code.load("i32", e.work_address())), known.work)
        code.store(left, e.work_address())


def _found(e: Emitter, node: ir.After, trials: Trials, known: Known, there: dict[str, Operand]) -> Truth:
    """The condition after a trial: as a whole before it was taken apart, or if it depends on something else that has changed;
    otherwise the parts that depend on what the trial touched."""
    code, answer, watching = e.code, e.code.allocate("i1"), known.watch
    whole = code.either(
        code.compare("eq", code.load("i32", trials.tried), constant(1)), code.load("i1", known.failed)
    )
    for region in known.compared:
        for cell in range(region.size):
            now, before = (
                code.item(each, constant(cell)) for each in (e.region(region.name), there[region.name])
            )
            whole = code.either(whole, code.compare("ne", now, before))
    evaluated, apart, after = code.block("whole"), code.block("apart"), code.block("after")
    code.branch(whole, evaluated, apart)
    begun = e.work
    code.at(apart)
    parts, spaces = _depending(e, trials, known, there)
    based = code.binary("and", parts, constant(BASE))
    going = code.block("parts")
    code.branch(code.compare("ne", based, constant(0)), evaluated, going)
    code.at(going)
    e.spend_for(
        code.add(
            code.load("i32", known.work),
            code.multiply(spaces, code.item(known.marks, constant(more_work(watching.kind)))),
        ),
        1,
        watching.look.work,
    )
    others = code.binary("and", code.load("i32", known.true), code.binary("xor", parts, constant(-1)))
    code.store(code.compare("ne", others, constant(0)), answer)
    first = code.binary("and", others, code.subtract(constant(0), others))
    parts = code.binary("and", parts, code.subtract(first, constant(1)))  # those before one that is true
    with code.if_(code.compare("ne", parts, constant(0)), "again"):
        found = as_truth(e, e.answer(watching.again, [Number(parts, None, 0, 2**31 - 1)]))
        code.store(code.either(found, code.load("i1", answer)), answer)
    if not watching.positive:
        code.store(code.opposite(code.load("i1", answer)), answer)
    code.branch_to(after)
    most, e.work = e.work, begun
    code.at(evaluated)
    code.store(as_truth(e, e.value(node.value)), answer)
    code.at(after)
    e.work = max(e.work, most)
    return Truth(code.load("i1", answer), None)


def _depending(
    e: Emitter, trials: Trials, known: Known, there: dict[str, Operand]
) -> tuple[Operand, Operand]:
    """The parts that depend on what a trial touched, as bits, and how many spaces that is."""
    code, kind = e.code, known.watch.kind
    found, spaces = code.variable(constant(0)), code.variable(constant(0))
    (spots, _), looks = _of_board(kind), code.element(known.marks, "i32", constant(of_look(kind)))

    def one(word: int, bit: Operand) -> None:
        space = code.add(bit, constant(WORD * word))
        before, now = (code.item(each, space) for each in (there[spots], trials.boards[spots]))
        parts = code.load("i32", found)
        for each in (code.item(known.marks, space), code.item(looks, before), code.item(looks, now)):
            parts = code.binary("or", parts, each)
        code.store(parts, found)
        code.increase(spaces, constant(1))

    with e.uncounted():
        for word in range(mirrored(kind)):
            touching = code.item(trials.touched[kind.name], constant(word), "i64")
            each_bit(e, touching, partial(one, word), WORD)
    return code.load("i32", found), code.load("i32", spaces)


def _put_back(e: Emitter, trials: Trials, there: dict[str, Operand]) -> None:
    """Copy the spaces that were touched, and the words of bits of what is and what was there."""
    with e.uncounted():
        for kind in trials.kinds:
            for word in range(mirrored(kind)):
                address = e.code.element(trials.touched[kind.name], "i64", constant(word))
                spaces = e.code.load("i64", address)
                e.code.store(constant(0, "i64"), address)
                each_bit(e, spaces, partial(_put_space_back, e, trials, there, kind, word), WORD)


def _put_space_back(
    e: Emitter, trials: Trials, there: dict[str, Operand], kind: KindLayout, word: int, bit: Operand
) -> None:
    """A word of bits is copied whole: what else a trial changed in it is put back as well."""
    code, (spots, bits) = e.code, _of_board(kind)
    space = code.add(bit, constant(WORD * word))
    before, now = (code.element(each, "i32", space) for each in (there[spots], trials.boards[spots]))
    for address in (before, now):
        look = code.load("i32", address)
        look = code.subtract(look, code.widen(code.compare("ne", look, constant(0)), "i32"))
        at = code.add(code.multiply(look, constant(mirrored(kind))), constant(word))
        code.store(code.item(there[bits], at, "i64"), code.element(trials.boards[bits], "i64", at))
    code.store(code.load("i32", before), now)


EMIT.update(handlers("emit_", globals()))
