"""Strategies: each preference is a number, a number or none, or a condition, in the scope of its action.

    reroll: 10 * pairs(those) - those.count      `those` is what `reroll` chooses, `me` the player with the strategy

A weight of `mix` is a number from 0 to `MOST_WEIGHT`, or a condition.  A preference is evaluated for legal choices only, so it is narrowed by the action's conditions; and it may read only what
the acting player sees, since a player is to follow it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.checked.context import Context
from rulewright.checked.expressions.visibility import check_sight
from rulewright.checked.infer import check_texts, infer, join
from rulewright.checked.messages import strategies as messages
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.language.players import MOST_WEIGHT, RESERVED_PLAYERS
from rulewright.language.types import Boolean, Integer, Nothing, Optional, Type, Unknown
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import replace

ActionScopes = Mapping[str, Scope]
"""By path of an action: the scope of its effects."""


def check_strategies(c: Context) -> None:
    """Check every strategy of the rulebook; the actions were checked before."""
    constant = Scope(acting="a strategy is described before anybody acts")
    for strategy in (each for each in c.book.strategies.values() if not c.skips(each)):
        if strategy.id in RESERVED_PLAYERS:
            messages.reserved(c, strategy, RESERVED_PLAYERS)
        check_texts(c, strategy, constant)
        types = {preference: _preference(c, strategy, preference) for preference in strategy.preferences}
        _conditions_among_numbers(c, types)
        for weight in strategy.mix:
            _weight(c, weight, _preference(c, strategy, weight))


def _weight(c: Context, weight: rulebook.Preference, type_: Type) -> None:
    """Check that a weight is a condition, or a number in the range of weights."""
    if isinstance(type_, (Boolean, Unknown)):
        return
    if not isinstance(type_, Integer):
        messages.no_weight(c, weight, type_)
    elif type_.low < 0 or type_.high > MOST_WEIGHT:
        messages.weight_beyond(c, weight, type_.low, type_.high, MOST_WEIGHT)


def _preference(c: Context, strategy: rulebook.Strategy, preference: rulebook.Preference) -> Type:
    name = preference.action.id
    actions = [phase.actions[name] for phase in c.book.phases.values() if name in phase.actions]
    if not actions:
        messages.no_such_action(c, strategy, preference)
        return Unknown()
    before = len(c.problems.found)
    scope = _scope(c, actions, preference)
    c.reads.append([])
    info = infer(c, preference.value, scope)
    reads = c.reads.pop()
    if not _is_preference(info.type) and preference in strategy.preferences:
        messages.no_preference(c, preference, info.type)
    check_sight(c, reads, f"what `{strategy.id}` prefers", messages.SEEN_ONLY)
    c.problems.found[before:] = [
        messages.of_preference(problem, preference, actions) for problem in c.problems.found[before:]
    ]
    return info.type


def _conditions_among_numbers(c: Context, types: Mapping[rulebook.Preference, Type]) -> None:
    """Report a condition, which counts 1, next to preferences of the same phase that can be larger."""
    for preference, type_ in types.items():
        if isinstance(type_, Boolean) and not isinstance(preference.value, syntax.Truth):
            rivals = [
                (other, _most(of)) for other, of in types.items() if _in_one_phase(c, preference, other)
            ]
            more = [(other, most) for other, most in rivals if most > 1]
            if more:
                messages.condition_among_numbers(c, preference, more)


def _most(type_: Type) -> int:
    """The largest value of a preference of a type; 0 if it is not a number."""
    of = type_.of if isinstance(type_, Optional) else type_
    return of.high if isinstance(of, Integer) else 0


def _in_one_phase(c: Context, one: rulebook.Preference, other: rulebook.Preference) -> bool:
    """Whether the actions of two preferences are in one phase."""
    names = {one.action.id, other.action.id}
    return any(names <= set(phase.actions) for phase in c.book.phases.values())


def _is_preference(type_: Type) -> bool:
    match type_:
        case Optional(of=Integer()):
            return True
        case _:
            return isinstance(type_, (Integer, Boolean, Nothing, Unknown))


def _scope(c: Context, actions: Sequence[rulebook.Action], preference: rulebook.Preference) -> Scope:
    """The scope of a preference of these actions, which have one name. A name that it uses and that not all actions
    have is reported here, and has an unknown type in the scope."""
    scopes = [c.action_scopes[action.path] for action in actions]
    shared = _shared(actions, scopes)
    known = set.intersection(*(set(scope.facts.items()) for scope in scopes))
    scope = replace(scopes[0], names=dict(shared), facts=dict(known), differing=frozenset())
    for node in _free_names(preference.value):
        if node.text in shared or node.text in scope.names:
            continue
        let = next((let for action in actions for let in action.let if let.name == node.text), None)
        parameter = next((p for action in actions for p in action.choose if p.name == node.text), None)
        if let is not None:
            messages.let_of_the_action(c, node, preference, let)
        elif parameter is not None:
            messages.differs(c, node, preference, actions)
        if let is not None or parameter is not None:
            scope = scope.bind(node.text, Unknown())
    return scope


def _shared(actions: Sequence[rulebook.Action], scopes: Sequence[Scope]) -> dict[str, Type]:
    """The parameters that all actions have in the same place, each with the joined type."""
    found: dict[str, Type] = {}
    for position, parameter in enumerate(actions[0].choose):
        name = parameter.name
        if all(len(a.choose) > position and a.choose[position].name == name for a in actions):
            type_: Type | None = Unknown()
            for scope in scopes:
                type_ = join(type_, scope.names.get(name, Unknown())) if type_ is not None else None
            if type_ is not None:
                found[name] = type_
    return found


def _free_names(expression: syntax.Expression) -> list[syntax.Name]:
    """The free names of an expression: without those that it binds."""
    nodes = list(walk(expression))
    bound = {node.name.text for node in nodes if isinstance(node, syntax.Clause)}
    return [node for node in nodes if isinstance(node, syntax.Name) and node.text not in bound]
