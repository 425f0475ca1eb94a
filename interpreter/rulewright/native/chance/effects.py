"""Effects of chance in native code: rolls, draws, shuffles, picks.

    {move: 3, from: deck, to: me.hand}      one event: three numbers below 52, 51 and 50 from one word

They mean what `evaluate.effects` defines; the numbers come from `digits`, and dice are in `rolls`.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import handlers
from rulewright.native.chance.digits import below, draw, event
from rulewright.native.expressions.walks import kept
from rulewright.native.flow.effects import bind, carry_out
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.buffers import filled
from rulewright.native.llvm.emitter import DO, Body, Emitter, as_number
from rulewright.native.llvm.values import Emitted, Number, Row
from rulewright.native.pieces.changes import relocate
from rulewright.native.pieces.piles import pieces_at
from rulewright.native.pieces.places import Sort, a_place, by_sort, cell, of_place, ordered, repeated
from rulewright.native.pieces.questions import owner_of


def do_shuffle(e: Emitter, effect: ir.Shuffle) -> None:
    """Shuffle an ordered zone; any other has no order, so nothing happens."""
    kind, code = e.layout.kinds[effect.kind], e.code
    at = a_place(kind, e.number(effect.place))

    def shuffle(sort: Sort, place: Number) -> None:
        if sort != "kept":
            return
        held = code.load("i32", cell(e, kind, "held", place.bits))
        e.handle(held, kind.pieces, effect.span)
        with code.if_(code.compare("sgt", held, constant(0)), "shuffle"):
            draw(e, event(e, effect.stream), ordered(e, kind, place), held, held)

    by_sort(e, kind, at, shuffle)


def do_move_count(e: Emitter, effect: ir.MoveCount) -> None:
    kind, code, span = e.layout.kinds[effect.kind], e.code, effect.span
    count = e.number(effect.count)
    source, to = a_place(kind, e.number(effect.source)), a_place(kind, e.number(effect.to))
    there = _pool(e, kind, source, effect)
    e.fail_if(code.compare("ugt", count.bits, there.length), "too-few-pieces", span)
    count = Number(count.bits, None, 0, min(max(count.high, 0), there.most))
    e.handle(count.bits, count.high, span)
    with code.if_(code.compare("sgt", count.bits, constant(0)), "some"):
        _choose(e, kind, source, there, count, effect)

        def move(index: Operand) -> None:
            piece = code.item(there.address, index)
            relocate(e, kind, Number(piece, None, there.low, there.high), to, span)

        with e.uncounted():
            e.loop(count.bits, count.high, move, span)


def _pool(e: Emitter, kind: KindLayout, source: Number, effect: ir.MoveCount) -> Row:
    """The pieces from which some are taken."""
    wanted = None if effect.owner is None else e.number(effect.owner)

    def gather(put: Body) -> int:
        def take(piece: Emitted) -> None:
            assert wanted is not None
            owner = owner_of(e, kind, as_number(e, piece))
            with e.code.if_(e.code.compare("eq", owner.bits, wanted.bits), "own"):
                put(piece)

        return pieces_at(e, kind, source, put if wanted is None else take, effect.span)

    with e.uncounted():
        row = filled(e, gather, effect.span)
    return row


def _choose(
    e: Emitter, kind: KindLayout, source: Number, pool: Row, count: Number, effect: ir.MoveCount
) -> None:
    """Bring the pieces that move to the front of the pool, in the order in which they move."""
    code = e.code
    orders = [kind.places[at].order for at in range(source.low, source.high + 1)]
    ways = {
        "shuffled": lambda: draw(e, event(e, effect.stream), pool.address, pool.length, count.bits),
        "kept": lambda: _from_top(e, pool),
        "none": lambda: _check_alike(e, pool, effect),
    }
    if len(set(orders)) == 1:
        ways[orders[0]]()
        return
    names = sorted(set(orders))
    which = of_place(e, source, [names.index(order) for order in orders])
    code.cases(which, range(len(names)), lambda index: ways[names[index]]())


def _from_top(e: Emitter, pool: Row) -> None:
    """Reverse the pool, so that the topmost piece comes first."""
    code = e.code

    def swap(index: Operand) -> None:
        other = code.subtract(code.subtract(pool.length, constant(1)), index)
        here, there = code.element(pool.address, "i32", index), code.element(pool.address, "i32", other)
        one, two = code.load("i32", here), code.load("i32", there)
        code.store(two, here)
        code.store(one, there)

    repeated(e, code.binary("lshr", pool.length, constant(1)), swap, pool.most, 0)


def _check_alike(e: Emitter, pool: Row, effect: ir.MoveCount) -> None:
    """Fail unless it makes no difference which pieces move; they move in ascending order."""
    code = e.code
    last = code.subtract(pool.length, constant(1))
    first = code.load("i32", pool.address)
    other = code.item(pool.address, last)
    e.fail_if(code.compare("ne", first, other), "which-pieces", effect.span)


def do_pick(e: Emitter, effect: ir.Pick) -> None:
    row, code = kept(e, effect.clause), e.code
    after = code.block("picked")
    with code.if_(code.compare("sgt", row.length, constant(0)), "some"):
        before = e.work
        which = below(e, event(e, effect.stream), code.widen(row.length, "i64"), row.most)
        picked = code.item(row.address, code.narrow(which, "i32"))
        bind(e, effect.clause.slot, Number(picked, None, row.low, row.high))
        carry_out(e, effect.do)
        code.branch_to(after)
    first, e.work = e.work, before
    carry_out(e, effect.otherwise)
    e.work = max(first, e.work)
    code.at(after)


DO.update(handlers("do_", globals()))
