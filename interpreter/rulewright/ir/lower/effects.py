"""Effects of the checked rulebook -> IR. Branches that options decide are folded away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from rulewright.checked.bindings import BuiltinMeaning, VariableMeaning
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Frame, Lowering
from rulewright.ir.lower.expressions import (
    lower,
    lower_arguments,
    lower_clause,
    lower_domain,
    lower_place,
)
from rulewright.ir.lower.open_tables import lower_lay, on_table
from rulewright.language.types import Piece
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS
from rulewright.source.text import Span


def lower_effects(w: Lowering, effects: rulebook.Effects, frame: Frame) -> ir.Effects:
    """A list of effects; a `let` is bound for the effects after it."""
    lowered: list[ir.Effect] = []
    for effect in effects:
        if isinstance(effect, rulebook.Let):
            value = lower(w, effect.value, frame)
            frame, slot = frame.bind(effect.name.text)
            lowered.append(ir.Let(slot, value, effect.span))
        else:
            lowered.extend(LOWER[type(effect)](w, effect, frame))
    return tuple(lowered)


def lower_move(w: Lowering, effect: rulebook.Move, frame: Frame) -> ir.Effects:
    if on_table(w, effect.to):
        return (_laid(w, effect, frame),)
    to = lower_place(w, effect.to, frame)
    match effect.moved:
        case syntax.MovedCount(count=count, kind=name):
            assert effect.source is not None
            source = lower_place(w, effect.source, frame)
            owner = lower(w, effect.of, frame) if effect.of is not None else None
            many, stream = lower(w, count, frame), w.stream(name.text)
            return (ir.MoveCount(name.text, many, source, to, stream, effect.span, owner),)
        case syntax.MovedAll(pool=pool):
            return (ir.MovePieces(w.kind_of(pool), lower_domain(w, pool, frame), to, True, effect.span),)
        case syntax.MovedPiece(piece=piece):
            return (ir.MovePieces(w.kind_of(piece), lower_domain(w, piece, frame), to, False, effect.span),)


def _laid(w: Lowering, effect: rulebook.Move, frame: Frame) -> ir.Effect:
    moved = effect.moved
    assert not isinstance(moved, syntax.MovedCount), "the checker wants one piece here"
    pieces = moved.pool if isinstance(moved, syntax.MovedAll) else moved.piece
    return lower_lay(w, effect, w.kind_of(pieces), lower_domain(w, pieces, frame), frame)


def lower_place_piece(w: Lowering, effect: rulebook.Place, frame: Frame) -> ir.Effects:
    """`place`; the new piece belongs to the acting player, or to that player's team, unless the effect has an owner."""
    kind, span = effect.kind.text, effect.span
    owned_by = w.c.kinds[kind].owned_by
    owner: ir.Expression | None = None
    if effect.of is not None:
        owner = lower(w, effect.of, frame)
    elif owned_by == "players":
        owner = ir.Me(span)
    elif owned_by == "teams":
        owner = ir.Lookup("player.team", (ir.Me(span),), False, span)
    return (ir.PlacePiece(kind, owner, lower_place(w, effect.to, frame), span),)


def lower_remove(w: Lowering, effect: rulebook.Remove, frame: Frame) -> ir.Effects:
    return (ir.RemovePieces(w.kind_of(effect.piece), lower_domain(w, effect.piece, frame), effect.span),)


def _cell(w: Lowering, place: syntax.Expression, frame: Frame) -> tuple[str, tuple[ir.Expression, ...]]:
    meaning = w.c.infos[place].meaning
    assert isinstance(meaning, VariableMeaning)
    return meaning.name, tuple(lower(w, i, frame) for i in meaning.indices)


def lower_set(w: Lowering, effect: rulebook.Set, frame: Frame) -> ir.Effects:
    meaning = w.c.infos[effect.place].meaning
    if isinstance(meaning, BuiltinMeaning) and meaning.name == "owner":
        (piece,) = meaning.arguments
        return (
            ir.SetOwner(w.kind_of(piece), lower(w, piece, frame), lower(w, effect.value, frame), effect.span),
        )
    if isinstance(meaning, BuiltinMeaning):
        return (_set_face(w, effect, meaning.arguments[0], frame),)
    group, indices = _cell(w, effect.place, frame)
    return (ir.SetCell(group, indices, lower(w, effect.value, frame), effect.span),)


def _set_face(w: Lowering, effect: rulebook.Set, piece: syntax.Expression, frame: Frame) -> ir.Effect:
    kind = w.kind_of(piece)
    subject = lower(w, piece, frame)
    value = lower(w, effect.value, frame)
    lows = w.c.kinds[kind].lows
    if lows is not None and not (isinstance(value, ir.Constant) and value.value is None):
        value = _face_index(kind, lows, subject, value, effect.span)
    return ir.SetFace(kind, subject, value, effect.span)


def _face_index(
    kind: str, lows: tuple[int, ...], piece: ir.Expression, value: ir.Expression, span: Span
) -> ir.Expression:
    """A numbered face as an index from 0; none stays none."""
    low: ir.Expression = ir.Constant(lows[0], span)
    if len(set(lows)) > 1:
        low = ir.Lookup(f"low.{kind}", (piece,), False, span)
    index = ir.Arithmetic("-", value, low, span)
    empty = ir.Compare("==", value, ir.Constant(None, span), span)
    return ir.IfElse(empty, ir.Constant(None, span), index, span)


def lower_add(w: Lowering, effect: rulebook.Add, frame: Frame) -> ir.Effects:
    group, indices = _cell(w, effect.place, frame)
    return (ir.AddCell(group, indices, lower(w, effect.amount, frame), effect.span),)


def lower_swap(w: Lowering, effect: rulebook.Swap, frame: Frame) -> ir.Effects:
    """`swap`, as a `let` that keeps the first value and two effects that set the cells."""
    effects: list[ir.Effect] = []

    def kept(value: ir.Expression) -> ir.Expression:
        nonlocal frame
        frame, slot = frame.bind(f"<{len(effects)}>")
        effects.append(ir.Let(slot, value, effect.span))
        return ir.Local(slot, value.span.text, value.span)

    cells: list[ir.Cell] = []
    for place in (effect.one, effect.other):
        meaning = w.c.infos[place].meaning
        assert isinstance(meaning, VariableMeaning)
        indices: list[ir.Expression] = []
        for each in meaning.indices:
            index = lower(w, each, frame)
            indices.append(index if isinstance(index, ir.Me | ir.Constant) else kept(index))
        cells.append(ir.Cell(meaning.name, tuple(indices), place.span))
    one, other = cells
    before = kept(one)
    effects.append(ir.SetCell(one.group, one.indices, other, effect.span))
    effects.append(ir.SetCell(other.group, other.indices, before, effect.span))
    return tuple(effects)


def lower_if(w: Lowering, effect: rulebook.If, frame: Frame) -> ir.Effects:
    test = w.c.infos[effect.condition]
    if test.fixed:
        return lower_effects(w, effect.do if test.value else effect.else_, frame)
    do, other = lower_effects(w, effect.do, frame), lower_effects(w, effect.else_, frame)
    return (ir.If(lower(w, effect.condition, frame), do, other, effect.span),)


def lower_for(w: Lowering, effect: rulebook.For, frame: Frame) -> ir.Effects:
    clause, inner = lower_clause(w, effect.clause, frame)
    return (ir.For(clause, lower_effects(w, effect.do, inner), effect.span),)


def lower_pick(w: Lowering, effect: rulebook.Pick, frame: Frame) -> ir.Effects:
    clause, inner = lower_clause(w, effect.clause, frame)
    type_ = w.c.infos[effect.clause.name].type
    kind = type_.kind if isinstance(type_, Piece) else None
    do, other = lower_effects(w, effect.do, inner), lower_effects(w, effect.else_, frame)
    return (ir.Pick(clause, do, other, w.stream(effect.path), kind, effect.span),)


def lower_by(w: Lowering, effect: rulebook.By, frame: Frame) -> ir.Effects:
    subject = w.c.infos[effect.subject]
    if subject.fixed:
        for case in effect.cases:
            if w.c.infos[case.key].value == subject.value:
                return lower_effects(w, case.do, frame)
        return ()
    cases = tuple((w.c.infos[case.key].known, lower_effects(w, case.do, frame)) for case in effect.cases)
    return (ir.Switch(lower(w, effect.subject, frame), cases, effect.span),)  # type: ignore[arg-type]  # a set is no case


def lower_turn_of(w: Lowering, effect: rulebook.TurnOf, frame: Frame) -> ir.Effects:
    return (ir.NoteTurn("turn_of", lower(w, effect.player, frame), effect.span),)


def lower_end_turn(w: Lowering, effect: rulebook.EndTurn, frame: Frame) -> ir.Effects:
    return (ir.NoteTurn("end_turn", None, effect.span),)


def lower_extra_turn(w: Lowering, effect: rulebook.ExtraTurn, frame: Frame) -> ir.Effects:
    return (ir.NoteTurn("extra_turn", None, effect.span),)


def lower_go(w: Lowering, effect: rulebook.Go, frame: Frame) -> ir.Effects:
    return (ir.NotePhase(list(w.c.book.phases).index(effect.phase), effect.span),)


def lower_run_step(w: Lowering, effect: rulebook.RunStep, frame: Frame) -> ir.Effects:
    arguments = lower_arguments(w, effect.arguments, w.c.step_parameters[effect.step], frame)
    return (ir.RunStep(effect.step, arguments, effect.span),)


LOWER: dict[type[Any], Callable[[Lowering, Any, Frame], ir.Effects]] = {
    rulebook.Move: lower_move,
    rulebook.Place: lower_place_piece,
    rulebook.Remove: lower_remove,
    rulebook.Set: lower_set,
    rulebook.Add: lower_add,
    rulebook.Swap: lower_swap,
    rulebook.If: lower_if,
    rulebook.For: lower_for,
    rulebook.Pick: lower_pick,
    rulebook.By: lower_by,
    rulebook.TurnOf: lower_turn_of,
    rulebook.EndTurn: lower_end_turn,
    rulebook.ExtraTurn: lower_extra_turn,
    rulebook.Go: lower_go,
    rulebook.RunStep: lower_run_step,
}


def copied(
    verb: type[rulebook.AnyEffect], node: type[ir.Effect]
) -> Callable[[Lowering, Any, Frame], ir.Effects]:
    """The translation of an effect to a node with the same fields: each is lowered by what its key takes, and the kind and the source of
    chance are those of the pieces. A field that no key has is a TypeError."""
    keys = {key.field: key.takes for key in verb.verb.parts}
    handled = next((name for name, takes in keys.items() if takes in ("pieces", "zone")), None)
    names = [each.name for each in fields(node) if each.name != "span"]
    for name in names:
        if keys.get(name) not in COPIED and not (handled and name in ("kind", "stream")):
            raise TypeError(f"ir.lower.effects does not know what `{name}` of the effect {node.__name__} is")

    def lowered(w: Lowering, effect: rulebook.AnyEffect, frame: Frame) -> ir.Effects:
        kind = w.kind_of(getattr(effect, handled)) if handled else ""
        found: dict[str, Any] = {"span": effect.span}
        for name in names:
            if name in keys:
                value = getattr(effect, name)
                found[name] = None if value is None else COPIED[keys[name]](w, value, frame)
            else:
                found[name] = kind if name == "kind" else w.stream(kind)
        return (node(**found),)

    return lowered


COPIED: dict[str, Callable[[Lowering, Any, Frame], Any]] = {
    "value": lower,
    "pieces": lower_domain,
    "zone": lower_place,
    "destination": lower_place,
    "written": _cell,
}
"""How the value of a key is lowered, by what the key takes."""

LOWER |= {
    verb: copied(verb, getattr(ir, verb.__name__)) for verb in EFFECTS if verb not in {*LOWER, rulebook.Let}
}
