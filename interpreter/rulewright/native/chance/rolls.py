"""Dice in native code: `roll` is one event, whatever the number of dice.

    {roll: tray}      five dice: one word, five digits of it      ->      the new counts of the tray

As `evaluate.effects` defines it, all dice are taken up first, then each is put back where it was with its new face, since a die
may get the face that another one had.  If all identical dice of a zone are rolled, its counts are written directly.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import handlers
from rulewright.native.chance.digits import alike_digits, event, few_digits, fit_one_word
from rulewright.native.chance.random_words import Event
from rulewright.native.llvm.assembly import TRUE, UNFORESEEN, Operand, constant
from rulewright.native.llvm.emitter import DO, Emitter
from rulewright.native.llvm.values import Number, number
from rulewright.native.passes import guard
from rulewright.native.pieces.changes import put_back, showing, take_up
from rulewright.native.pieces.counting import held_at, look_cells
from rulewright.native.pieces.places import a_place, cell, joined, most_at, sorts, split, zones
from rulewright.native.pieces.selected import Pieces, pieces_of
from rulewright.source.text import Span


def do_roll(e: Emitter, effect: ir.Roll) -> None:
    """Roll dice; if there are none, no event of chance is used."""
    kind, code = e.layout.kinds[effect.kind], e.code
    if kind.sides and not kind.identical and len(set(kind.sides)) > 1:
        e.fail("endless", effect.span)  # left to the reference: dice with different numbers of faces
        code.at(code.block("rolled"))
        return
    after = code.block("rolled")
    zone = _whole_zone(e, kind, effect.pieces)
    if zone is not None:
        count = (
            constant(kind.pieces) if isinstance(effect.pieces, ir.AllPieces) else held_at(e, kind, zone).bits
        )
        _if_some(e, count, after)
        e.handle(count, most_at(kind, zone), effect.span)
        _roll_zone(e, kind, zone, event(e, effect.stream), count)
    else:
        pieces = pieces_of(e, kind, effect.pieces)
        _if_some(e, pieces.count, after)
        e.handle(pieces.count, pieces.most, effect.span)
        _roll_pieces(e, kind, pieces, effect)
    code.at(after)


def _if_some(e: Emitter, count: Operand, otherwise: str) -> None:
    """Go to `otherwise` if there is nothing to roll."""
    e.go_on_if(e.code.compare("sgt", count, constant(0)), otherwise)


# --------------------------------------------------------------------------------------------- a whole zone


def _whole_zone(e: Emitter, kind: KindLayout, domain: ir.Domain) -> Number | None:
    """The zone, if all identical dice of one zone are rolled and their owners make no difference."""
    if not e.building.passes.whole_zones or not kind.identical or not owned_alike(kind):
        return None
    if isinstance(domain, ir.AllPieces):
        return number(0) if len(kind.places) == 1 and zones(kind) == 1 and not kind.unlimited else None
    if isinstance(domain, ir.PiecesAt) and isinstance(domain.place, ir.PlaceOf):
        place = a_place(kind, e.number(domain.place))
        return place if "spot" not in sorts(kind, place) else None
    return None


@guard
def owned_alike(kind: KindLayout) -> bool:
    """Dice keep their owners, which a count of faces does not record."""
    return kind.owners == 1


def _roll_zone(e: Emitter, kind: KindLayout, place: Number, chance: Event, count: Operand) -> None:
    code = e.code
    looks = look_cells(e, kind, place)
    e.fill(looks, 0, 4 * kind.looks)

    def put(_: Operand, digit: Operand) -> None:
        address = code.element(looks, "i32", code.add(digit, constant(1)))
        code.increase(address, constant(1))

    most = most_at(kind, place)
    if count.known is None and fit_one_word(kind.faces, most):

        def put_some(_: Operand, digit: Operand, there: Operand) -> None:
            address = code.element(looks, "i32", code.add(digit, constant(1)))
            code.increase(address, code.widen(there, "i32"))

        few_digits(e, chance, kind.faces, count, most, put_some)
    else:
        alike_digits(e, chance, kind.faces, count, most, put)


# -------------------------------------------------------------------------------------------- pieces by name


def _roll_pieces(e: Emitter, kind: KindLayout, pieces: Pieces, effect: ir.Roll) -> None:
    chance = event(e, effect.stream)
    few = pieces.count.known is None and fit_one_word(kind.faces, pieces.most)
    if few and (not kind.identical or zones(kind) == len(kind.places)):
        _roll_few(e, kind, pieces, chance, effect.span)
        pieces.follow()
        return
    if kind.identical:
        pieces.visit(lambda piece: take_up(e, kind, piece, effect.span))

    def turn(index: Operand, digit: Operand) -> None:
        piece = pieces.at(index)
        shown = Number(e.code.add(digit, constant(1)), None, 1, kind.faces)
        if kind.identical:
            place, look = split(e, kind, piece)
            pieces.remember(index, put_back(e, kind, place, showing(e, kind, look, shown)))
        else:
            e.code.store(shown.bits, cell(e, kind, "face", piece.bits))

    alike_digits(e, chance, kind.faces, pieces.count, pieces.most, turn)
    pieces.follow()


def _roll_few(e: Emitter, kind: KindLayout, pieces: Pieces, chance: Event, span: Span) -> None:
    """Roll up to a few dice without a loop; those beyond the count are unchanged."""
    code = e.code
    if kind.identical:
        _take_few(e, kind, pieces, span)

    def turn(index: Operand, digit: Operand, there: Operand) -> None:
        piece = pieces.at(code.select(there, index, constant(0)))
        shown = Number(code.add(digit, constant(1)), None, 1, kind.faces)
        if not kind.identical:
            address = cell(e, kind, "face", piece.bits)
            before = code.load("i32", address)
            code.store(code.select(there, shown.bits, before, UNFORESEEN), address)
            return
        place, look = split(e, kind, piece)
        now = showing(e, kind, look, shown)
        address = code.element(look_cells(e, kind, place), "i32", now.bits)
        code.increase(address, code.widen(there, "i32"))
        pieces.remember(index, joined(e, kind, place, now))

    few_digits(e, chance, kind.faces, pieces.count, pieces.most, turn)


def _take_few(e: Emitter, kind: KindLayout, pieces: Pieces, span: Span) -> None:
    """Take up a few identical dice; a missing one is a failure."""
    code = e.code
    missing: Operand | None = None
    for at in range(pieces.most):
        there = TRUE if at == 0 else code.compare("sgt", pieces.count, constant(at))
        piece = pieces.at(code.select(there, constant(at), constant(0)))
        place, look = split(e, kind, piece)
        address = code.element(look_cells(e, kind, place), "i32", look.bits)
        left = code.subtract(code.load("i32", address), code.widen(there, "i32"))
        code.store(left, address)
        gone = code.compare("slt", left, constant(0))
        missing = gone if missing is None else code.either(missing, gone)
    if missing is not None:
        e.fail_if(missing, "piece-missing", span)


DO.update(handlers("do_", globals()))
