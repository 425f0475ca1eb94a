"""Effects: the types of their parts, what they write, and the scope after them.

`check_effects` follows a list in order: a `let` is bound for the effects after it, and narrowing of an expression ends
when something that the expression reads is written.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Any

from rulewright.checked.bindings import BuiltinMeaning, Fixed, Info, VariableMeaning
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.definitions import check_key, parameter_scope, parameter_types
from rulewright.checked.expressions.afterwards import check_given
from rulewright.checked.expressions.calls import bind_clause
from rulewright.checked.expressions.narrowing import PIECES, facts_of, facts_when
from rulewright.checked.infer import (
    check_extent,
    condition,
    infer,
    integer,
    value_of,
    within,
)
from rulewright.checked.messages import board_questions, rules
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.checked.messages import types as messages
from rulewright.checked.messages.unknown_names import ASKED
from rulewright.checked.rules.piece_effects import (
    check_handled,
    check_move,
    check_place,
    check_remove,
    check_roll,
    check_shuffle,
)
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.language.types import (
    Board,
    Integer,
    Kind,
    Optional,
    Piece,
    Player,
    Type,
    Unknown,
    Zone,
)
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import EFFECTS, footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.dataclass import replace
from rulewright.source.text import Span


def check_effects(c: Context, effects: rulebook.Effects, scope: Scope) -> Scope:
    """Check a list of effects; returns the scope after the last one."""
    noted: dict[str, Span] = {}
    for effect in effects:
        known = CHECK[type(effect)](c, effect, scope)
        scope = known.forget(writes(c, effect))
        _note_lost(c, effect.span, known.facts.keys() - scope.facts.keys())
        kind = _note_kind(effect)
        if kind:
            if kind in noted:
                rules.two_notes(c, effect.span, noted[kind], kind)
            noted[kind] = effect.span
    return scope


def _note_lost(c: Context, effect: Span, texts: AbstractSet[str]) -> None:
    """Note which effect ended the narrowing of some expressions; of an effect inside another, the inner one."""
    for text in texts:
        inner = c.lost.get(text)
        if inner is None or not effect.start <= inner.start < effect.end:
            c.lost[text] = effect


def check_do(c: Context, effects: rulebook.Effects, scope: Scope) -> None:
    """Check the effects of an action or a trigger, whose conditions `scope` knows to hold."""
    c.lost.clear()
    check_effects(c, effects, scope)
    c.lost.clear()


def _note_kind(effect: rulebook.AnyEffect) -> str:
    match footprint(effect).note:
        case "end_turn" | "extra_turn" | "turn_of":
            return "whose turn is next"
        case "go":
            return "which phase is next"
        case None:
            return ""


def writes(c: Context, effect: rulebook.AnyEffect) -> frozenset[str]:
    """The variables, and `#pieces`, that an effect may write; it has been checked."""
    found = footprint(effect)
    written = frozenset().union(*(_written_place(c, place) for place in found.places))
    if found.pieces or found.to is not None:
        written |= {PIECES}
    if found.step is not None:
        written |= _step_writes(c, found.step)
    return written.union(*(all_writes(c, do) for do in found.inside))


def all_writes(c: Context, effects: rulebook.Effects) -> frozenset[str]:
    return frozenset().union(*(writes(c, effect) for effect in effects))


def _step_writes(c: Context, name: str) -> frozenset[str]:
    if name not in c.written:
        step = c.book.steps.get(name)
        c.written[name] = frozenset()
        if step is not None:
            if name not in c.step_uses_me:
                check_step(c, step)
            c.written[name] = all_writes(c, step.do)
    return c.written[name]


def _written_place(c: Context, place: syntax.Expression) -> frozenset[str]:
    info = c.infos.get(place)
    if info is not None and isinstance(info.meaning, VariableMeaning):
        return frozenset({info.meaning.name})
    return frozenset({PIECES})


def check_step(c: Context, step: rulebook.Step) -> bool:
    """Check a step's effects, once; returns whether it uses `me`."""
    if step.id not in c.step_uses_me:
        c.step_uses_me[step.id] = False
        path = f"steps.{step.id}"
        if path in c.open:
            declaration_messages.circle(c, path, step.span)
            return False
        c.open.append(path)
        types = parameter_types(c, step.parameters)
        if types is not None:
            c.step_parameters[step.id] = tuple(types)
            c.uses_me.append(False)
            check_effects(c, step.do, parameter_scope(c, step.parameters, types))
            c.step_uses_me[step.id] = c.uses_me.pop()
        c.open.pop()
    elif f"steps.{step.id}" in c.open:
        declaration_messages.circle(c, f"steps.{step.id}", step.span)
    return c.step_uses_me[step.id]


# ------------------------------------------------------------------------------------------------ variables


def target(c: Context, node: syntax.Expression, scope: Scope) -> Info | None:
    """A place that can be written: a variable, or the face of a piece."""
    c.want(node, "variable")
    info = infer(c, node, scope)
    match info.meaning:
        case VariableMeaning():
            name = info.meaning.name
            facts = lookup.variable(c, name)
            return None if facts is None else Info(facts.type, meaning=info.meaning)
        case BuiltinMeaning(name="face"):
            return info
        case BuiltinMeaning(name="owner", arguments=(piece,)):
            return _owner_target(c, node, piece, info)
        case _:
            if not isinstance(info.type, Unknown):
                rules.cannot_write(c, node, f"`{node.span.text}`")
            return None


def _owner_target(c: Context, node: syntax.Expression, piece: syntax.Expression, info: Info) -> Info | None:
    """`{set: s.owner, to: me}` gives a piece to another player; only for kinds without a number of pieces."""
    type_ = c.infos[piece].type
    kind = type_.of.kind if isinstance(type_, Optional) and isinstance(type_.of, Piece) else ""
    kind = type_.kind if isinstance(type_, Piece) else kind
    if kind and not c.kinds[kind].unlimited:
        board_questions.owner_of_counted(c, node, kind)
        return None
    return replace(info, type=info.type.of if isinstance(info.type, Optional) else info.type)


def check_set(c: Context, effect: rulebook.Set, scope: Scope) -> Scope:
    place = target(c, effect.place, scope)
    if place is None:
        if not (isinstance(effect.value, syntax.Name) and effect.value.text in ASKED):
            infer(
                c, effect.value, scope
            )  # a word of a place that is none, `all`, would be a second problem of one slip
        return scope
    if isinstance(place.meaning, BuiltinMeaning) and place.meaning.name == "owner":
        value_of(c, effect.value, scope, place.type, "`to`")
        return scope
    if isinstance(place.meaning, BuiltinMeaning):
        value_of(c, effect.value, scope, Optional(place.type), "`to`")  # type: ignore[arg-type]  # faces are values
        return scope
    assert isinstance(place.meaning, VariableMeaning)
    if isinstance(effect.value, syntax.NoneLiteral) and not isinstance(place.type, (Optional, Unknown)):
        messages.none_for_variable(c, effect.value, place.meaning.name)
        return scope
    value = value_of(c, effect.value, scope, place.type, "`to`")
    _check_fits(c, effect.value, value, place.type, place.meaning.name)
    return scope


def _check_fits(c: Context, node: syntax.Expression, value: Info, wanted: Type, name: str) -> None:
    """Report a value that can never lie in the variable's range."""
    inner = wanted.of if isinstance(wanted, Optional) else wanted
    declared = c.book.variables[name].type.span
    if not isinstance(inner, Integer):
        return
    if value.fixed:
        if not within(value.known, wanted):
            messages.always_outside(c, node, value.type, inner, name, declared)
    elif isinstance(value.type, Integer) and (value.type.low > inner.high or value.type.high < inner.low):
        messages.always_outside(c, node, value.type, inner, name, declared)


def _number_place(c: Context, node: syntax.Expression, scope: Scope, role: str) -> None:
    place = target(c, node, scope)
    if place is None:
        return
    current = c.infos[node]
    if isinstance(current.type, Optional):
        if isinstance(place.type, Optional):  # otherwise whose it is may be none, and that is reported
            messages.maybe_none_changed(c, node)
    elif not isinstance(current.type, (Integer, Unknown)):
        messages.wrong_type(c, node, current.type, Integer(), role)


def check_add(c: Context, effect: rulebook.Add, scope: Scope) -> Scope:
    integer(c, effect.amount, scope, "`add`")
    _number_place(c, effect.place, scope, "what is added to")
    return scope


def check_pay(c: Context, effect: rulebook.Pay, scope: Scope) -> Scope:
    integer(c, effect.amount, scope, "`pay`")
    _number_place(c, effect.source, scope, "`from`")
    _number_place(c, effect.to, scope, "`to`")
    return scope


def check_swap(c: Context, effect: rulebook.Swap, scope: Scope) -> Scope:
    one, other = target(c, effect.one, scope), target(c, effect.other, scope)
    if one is None or other is None:
        return scope
    for place, goes_to, node, role in (
        (one, other, effect.one, "`swap`"),
        (other, one, effect.other, "`with`"),
    ):
        if isinstance(place.meaning, BuiltinMeaning):
            rules.only_variables_swap(c, node)
        elif isinstance(goes_to.meaning, VariableMeaning):
            value = value_of(c, node, scope, goes_to.type, role)
            _check_fits(c, node, value, goes_to.type, goes_to.meaning.name)
    return scope


def bound_value(c: Context, name: syntax.Name, value: syntax.Expression, scope: Scope) -> Info:
    """Infer the value of a `let`, which has to be one."""
    info = infer(c, value, scope)
    declarations.check_new_name(c, name, scope)
    if isinstance(info.type, (Zone, Kind, Board)):
        messages.not_a_value(c, value, info.type, f"`{name.text}`")
        info = replace(info, type=Unknown())
    check_extent(c, value, info.type)
    return info


def check_let(c: Context, effect: rulebook.Let, scope: Scope) -> Scope:
    info = bound_value(c, effect.name, effect.value, scope)
    c.infos[effect.name] = info
    silent, narrowed = info.silent, info.narrowed
    bound = scope.bind(effect.name.text, info.type, silent=silent, narrowed=narrowed, value=effect.value)
    return bound.know(facts_of(c, effect.name.text, effect.value))


# ------------------------------------------------------------------------------------------------- branches


def check_if(c: Context, effect: rulebook.If, scope: Scope) -> Scope:
    test = condition(c, effect.condition, scope, "`if`")
    with c.behind(test.value):
        check_effects(c, effect.do, scope.know(facts_when(c, effect.condition, True)))
    with c.behind(test.value is not True):
        check_effects(c, effect.else_, scope.know(facts_when(c, effect.condition, False)))
    return scope


def check_for(c: Context, effect: rulebook.For, scope: Scope) -> Scope:
    inner = _bound_to_each(c, effect.clause, "for", scope)
    check_effects(c, effect.do, inner.forget(_written_before(c, effect.do)))
    return scope


def _bound_to_each(c: Context, clause: syntax.Clause, verb: str, scope: Scope) -> Scope:
    """The scope inside the clause of an effect."""
    if isinstance(clause.domain, syntax.SomeOf):
        messages.sets_gone_through(c, clause.domain, verb)
    inner, *_ = bind_clause(c, clause, scope)
    return inner


def _written_before(c: Context, effects: rulebook.Effects) -> frozenset[str]:
    """What a repeated list may write, by its text, before it is checked: facts from outside that depend on it do not
    hold in the second round."""
    written = {PIECES}
    for effect in all_effects(c.book, effects):
        for place in footprint(effect).places:
            written |= _variables_named(c, place)
    return frozenset(written)


def _variables_named(c: Context, place: syntax.Expression) -> frozenset[str]:
    root = place.function if isinstance(place, syntax.Call) else place
    match root:
        case syntax.Attribute(name=name) | syntax.Name(text=name) if name in c.book.variables:
            return frozenset({name})
        case _:
            return frozenset()


def check_pick(c: Context, effect: rulebook.Pick, scope: Scope) -> Scope:
    inner = _bound_to_each(c, effect.clause, "pick", scope)
    check_effects(c, effect.do, inner)
    check_effects(c, effect.else_, scope)
    return scope


def check_by(c: Context, effect: rulebook.By, scope: Scope) -> Scope:
    subject = infer(c, effect.subject, scope)
    seen: list[Fixed] = []
    for case in effect.cases:
        key = infer(c, case.key, scope, subject.type)
        check_key(c, case.key, key, subject, seen, "a case")
        with c.behind(not (key.fixed and subject.fixed) or key.value == subject.value):
            check_effects(c, case.do, scope)
    return scope


# ----------------------------------------------------------------------------------------------------- flow


def check_turn_of(c: Context, effect: rulebook.TurnOf, scope: Scope) -> Scope:
    value_of(c, effect.player, scope, Player(c.players), "`turn_of`")
    return scope


def check_go(c: Context, effect: rulebook.Go, scope: Scope) -> Scope:
    if effect.phase not in c.book.phases:
        rules.unknown_phase(c, effect.phase_span, effect.phase)
    return scope


def check_player_note(c: Context, effect: rulebook.AnyEffect, scope: Scope) -> Scope:
    if scope.acting:
        rules.nobody_acts(c, effect, scope.acting)
    else:
        c.note_me()
    return scope


def check_run_step(c: Context, effect: rulebook.RunStep, scope: Scope) -> Scope:
    step = c.book.steps.get(effect.step)
    if step is None:
        rules.unknown_step(c, effect)
        return scope
    uses_me = check_step(c, step)
    if uses_me and scope.acting:
        rules.nobody_acts(c, effect, scope.acting)
    elif uses_me:
        c.note_me()
    if step.id in c.step_parameters:
        check_given(c, effect, step.id, effect.arguments, scope)
    return scope


CHECK: dict[type[Any], Callable[[Context, Any, Scope], Scope]] = {
    rulebook.Roll: check_roll,
    rulebook.Shuffle: check_shuffle,
    rulebook.Remove: check_remove,
    rulebook.Move: check_move,
    rulebook.Place: check_place,
    rulebook.Set: check_set,
    rulebook.Add: check_add,
    rulebook.Pay: check_pay,
    rulebook.Swap: check_swap,
    rulebook.Let: check_let,
    rulebook.If: check_if,
    rulebook.For: check_for,
    rulebook.Pick: check_pick,
    rulebook.By: check_by,
    rulebook.TurnOf: check_turn_of,
    rulebook.Go: check_go,
    rulebook.EndTurn: check_player_note,
    rulebook.ExtraTurn: check_player_note,
    rulebook.RunStep: check_run_step,
}

for _kind in EFFECTS:
    if _kind not in CHECK:
        if not {key.takes for key in _kind.verb.parts} <= {"pieces", "zone"}:
            raise TypeError(f"checked.rules.effects has no check for `{_kind.verb.name}`")
        CHECK[_kind] = check_handled
