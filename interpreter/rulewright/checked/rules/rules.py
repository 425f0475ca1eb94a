"""Actions, phases, triggers, ends, turns: where `me` exists, what is in scope, and what legality may read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulewright.checked.bindings import OPEN, KindMeaning, Open, Read
from rulewright.checked.context import Context
from rulewright.checked.declarations import declarations, lookup
from rulewright.checked.declarations.definitions import axes_of
from rulewright.checked.declarations.lookup import works_out
from rulewright.checked.expressions.narrowing import Facts, facts_when
from rulewright.checked.expressions.visibility import check_sight, each_once
from rulewright.checked.infer import (
    as_several,
    check_extent,
    check_text,
    check_texts,
    condition,
    domain_of,
    infer,
    join,
    value_of,
)
from rulewright.checked.messages import declarations as declaration_messages
from rulewright.checked.messages import names as name_messages
from rulewright.checked.messages import rules, types
from rulewright.checked.rules.afterwards import check_no_chance, looked_at, looks_afterwards
from rulewright.checked.rules.effects import all_writes, bound_value, check_do, check_effects, check_step
from rulewright.checked.rules.simultaneous import check_commitments, check_named_choices
from rulewright.checked.rules.strategies import check_strategies
from rulewright.checked.scope import Scope
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.language.types import Integer, Player, Several, Team, Type, Unknown
from rulewright.problems.problem import Problems
from rulewright.rulebook import nodes as rulebook
from rulewright.rulebook.footprints import footprint
from rulewright.rulebook.walking import all_effects
from rulewright.source.dataclass import replace


def check_rules(c: Context) -> None:
    """Check every effect and every condition of a rulebook."""
    book = c.book
    nobody = Scope(acting="set-up comes before anybody acts")
    check_effects(c, book.setup, nobody)
    _turns(c, book.turns)
    for phase in book.phases.values():
        _phase(c, phase)
    _check_turns_end(c)
    check_commitments(c)
    check_named_choices(c)
    for step in (each for each in book.steps.values() if not c.skips(each)):
        check_step(c, step)
        check_texts(c, step, Scope(names=dict(c.step_parameters.get(step.id, ()))))
    for end in book.ends.values():
        if not c.skips(end):
            _end(c, end)
    check_comparing(c, book.standing)
    for outcome in book.standing:
        check_outcome(c, outcome, Scope(acting="`standing` is read off every player"))
    if book.utility is not None:
        _utility(c, book.utility)
    for invariant in (each for each in book.invariants.values() if not c.skips(each)):
        scope = Scope(acting="invariants hold no matter who acts")
        condition(c, invariant.holds, scope, f"the invariant `{invariant.id}`")
        check_text(c, invariant.says, scope)
    check_strategies(c)


# -------------------------------------------------------------------------------------------------- actions


def _phase(c: Context, phase: rulebook.Phase) -> None:
    check_texts(c, phase, Scope())
    if phase.automatic is not None:
        check_effects(c, phase.automatic, Scope())
        if not _leaves(c, phase.automatic):
            rules.automatic_stays(c, phase)
    for action in phase.actions.values():
        if not c.skips(action):
            action_scope(c, action)
            check_action(c, action)
    for trigger in (each for each in phase.triggers.values() if not c.skips(each)):
        scope = after_scope(c, trigger.after)
        guard: Open = OPEN
        check_texts(c, trigger, scope)
        if trigger.when is not None:
            guard = condition(c, trigger.when, scope, f"`when` of {trigger.id}").value
            scope = scope.know(facts_when(c, trigger.when, True))
        with c.behind(guard):
            check_do(c, trigger.do, scope)


def _leaves(c: Context, effects: rulebook.Effects) -> bool:
    """Whether a list of effects may say where to go next."""
    return any(footprint(effect).note is not None for effect in all_effects(c.book, effects))


def _check_turns_end(c: Context) -> None:
    """Report a game of several players in which no effect ends a turn; forgetting it is the most common mistake."""
    lists = [phase.automatic or () for phase in c.book.phases.values()]
    for phase in c.book.phases.values():
        lists += [action.do for action in phase.actions.values()]
        lists += [trigger.do for trigger in phase.triggers.values()]
    notes = {footprint(effect).note for do in lists for effect in all_effects(c.book, do)}
    if c.players > 1 and not notes & {"end_turn", "turn_of"}:
        rules.turn_never_ends(c, next(iter(c.book.phases.values())))


def action_scope(c: Context, action: rulebook.Action) -> Scope:
    """The scope of an action's effects: parameters, lets, and narrowing by its conditions; made once."""
    if action.path in c.action_scopes:
        return c.action_scopes[action.path]
    scope = plain = Scope()
    if action.path in c.open:
        declaration_messages.circle(c, action.path, action.span)
        return scope
    c.open.append(action.path)
    c.reads.append([])
    ahead = _asked_first(c, action)
    for parameter in action.choose:
        info = domain_of(c, parameter.domain, scope.know(ahead))
        name = syntax.Name(parameter.name, parameter.span)
        declarations.check_new_name(c, name, scope)
        type_: Type = info.type.of if isinstance(info.type, Several) else Unknown()
        check_extent(c, parameter.domain, info.type)
        roaming = info.meaning is not None and isinstance(info.meaning, KindMeaning)
        scope, plain = (each.bind(parameter.name, type_, roaming) for each in (scope, plain))
        if parameter.filter is not None:
            scope = _require(c, action, parameter.filter, f"the filter of `{parameter.name}`", scope, plain)
    for let in action.let:
        info = bound_value(c, syntax.Name(let.name, let.span), let.value, scope)
        scope, plain = (
            each.bind(let.name, info.type, silent=info.silent, narrowed=info.narrowed, value=let.value)
            for each in (scope, plain)
        )
    for requirement in (each for each in action.when if not each.afterwards):
        scope = _require(c, action, requirement, f"the condition `{requirement.id}`", scope, plain)
    _told_apart(c, action)
    c.can_reads[action.path] = (*c.reads.pop(), *_ask_afterwards(c, action, scope))
    c.open.pop()
    c.action_scopes[action.path] = scope
    return scope


def _asked_first(c: Context, action: rulebook.Action) -> Facts:
    """What the first conditions prove if they name nothing that is chosen: they are asked before anything is chosen, so that it may be
    chosen from what they guarantee. One that may fail waits for the filters above it. They are inferred once more, with their problems, where
    they are written."""
    chosen = {parameter.name for parameter in action.choose}
    named = chosen | {let.name for let in action.let}
    filtered = any(parameter.filter is not None for parameter in action.choose)
    facts: Facts = {}
    c.reads.append([])
    for requirement in action.when if chosen else ():
        names = {part.text for part in walk(requirement.holds) if isinstance(part, syntax.Name)}
        if requirement.afterwards or names & named:
            break
        kept, c.problems = c.problems, replace(c.problems, found=[])
        condition(c, requirement.holds, Scope(facts=facts))
        found, c.problems = c.problems.found, kept
        for problem in found:  # of what it uses, which is inferred once
            if not requirement.holds.span.has(problem.span):
                c.problems.add(problem)
        if filtered and not _cannot_fail(c, requirement.holds, Scope()):
            break
        facts |= facts_when(c, requirement.holds, True)
    c.reads.pop()
    return facts


def _require(
    c: Context,
    action: rulebook.Action,
    requirement: rulebook.Condition,
    role: str,
    scope: Scope,
    plain: Scope,
) -> Scope:
    """Check a requirement, and return the scope of what comes after it. `plain` is the scope without what others guarantee."""
    with c.behind(not _is_off(c, action)):
        condition(c, requirement.holds, scope, role)
    c.safe[requirement.path] = _cannot_fail(c, requirement.holds, plain)
    return scope.know(facts_when(c, requirement.holds, True))


def _told_apart(c: Context, action: rulebook.Action) -> None:
    """Report a condition that has the id of a choice with a filter, or that says the same as a filter."""
    filters = [parameter.filter for parameter in action.choose if parameter.filter is not None]
    ids = {each.id: each for each in filters}
    said = {to_text(part): each for each in filters for part in _parts(each.holds)}
    for requirement in action.when:
        if requirement.id in ids:
            rules.filter_has_its_id(c, requirement, ids[requirement.id])
        elif not requirement.afterwards and all(to_text(part) in said for part in _parts(requirement.holds)):
            rules.filter_says_it(c, requirement, said[to_text(_parts(requirement.holds)[0])])


def _parts(node: syntax.Expression) -> tuple[syntax.Expression, ...]:
    """The conditions that a condition joins with `and`."""
    return node.items if isinstance(node, syntax.And) else (node,)


def _ask_afterwards(c: Context, action: rulebook.Action, scope: Scope) -> list[Read]:
    """Infer the conditions on the position that an action leaves, where the other conditions hold; returns what is read for them, also
    by its effects."""
    asked = [requirement for requirement in action.when if requirement.afterwards]
    if not asked:
        return []
    c.reads.append([])
    c.uses_me.append(False)
    with c.behind(not _is_off(c, action)):
        check_do(c, action.do, scope)
        c.reads[-1].clear()
        written = all_writes(c, action.do)
        for requirement in asked:
            c.names.append(set())
            info = condition(c, requirement.holds, scope.forget(written), f"the condition `{requirement.id}`")
            c.safe[requirement.path] = False
            if not written & c.names.pop() and not info.fixed:
                rules.unchanged_by_action(c, requirement.holds, action.id, requirement.id)
            if action.secret:
                rules.secret_afterwards(c, requirement.holds.span, action.id)
    c.uses_me.pop()
    return [*c.reads.pop(), *looked_at(c, action.do)]


def _is_off(c: Context, action: rulebook.Action) -> bool:
    """Whether a condition that was inferred never holds at this table."""
    infos = (c.infos.get(requirement.holds) for requirement in action.requirements)
    return any(info is not None and info.value is False for info in infos)


def _cannot_fail(c: Context, node: syntax.Expression, scope: Scope) -> bool:
    """Whether a condition may be evaluated before the ones above it: it cannot fail even if they do not hold.

    It was inferred before with the narrowing by those conditions, so problems found here come from the lack of it.
    """
    problems, infos = c.problems, c.infos
    c.problems, c.infos = Problems(), dict(infos)
    c.reads.append([])
    info = condition(c, node, scope)
    c.reads.pop()
    clean = not c.problems.found
    c.problems, c.infos = problems, infos
    return clean and not info.fails


@works_out(rulebook.Action)
def _action_reads(c: Context, action: rulebook.Action) -> tuple[Read, ...]:
    """The reads of an action's legality."""
    action_scope(c, action)
    return each_once(c.can_reads.get(action.path, ()))


def check_action(c: Context, action: rulebook.Action) -> None:
    scope = action_scope(c, action)
    ahead = looked_at(c, action.do) if looks_afterwards(action) else ()
    in_effects = {id(read.node) for read in ahead}
    own = [read for read in c.can_reads[action.path] if id(read.node) not in in_effects]
    check_sight(c, own, f"what makes `{action.id}` legal")
    check_sight(c, list(ahead), f"what `{action.id}` does", rules.AHEAD)
    check_texts(c, action, scope)
    c.reads.append([])
    check_text(c, action.says, scope)
    check_sight(c, c.reads.pop(), f"what is said of `{action.id}`")
    with c.behind(not _is_off(c, action)):
        for requirement in action.requirements:
            check_texts(c, requirement, scope)
            check_text(c, requirement.says, scope)
        if not looks_afterwards(action):
            check_do(c, action.do, scope)
        else:
            first = next(requirement for requirement in action.when if requirement.afterwards)
            check_no_chance(c, action.do, first.holds.span)


def after_scope(c: Context, names: Sequence[rulebook.ActionName]) -> Scope:
    """The scope after any of these actions: parameters and lets that all of them have with the same name, type and position."""
    scopes: list[dict[str, Type]] = []
    for name in names:
        actions = [a for p in c.book.phases.values() for a in p.actions.values() if a.id == name.id]
        if not actions:
            name_messages.unknown_action(c, name.span, name.id)
        scopes += [dict(action_scope(c, action).names) for action in actions]
    shared = dict(scopes[0]) if scopes else {}
    for other in scopes[1:]:
        shared = {
            n: joined for n in shared if (joined := _shared(n, scopes[0], shared[n], other)) is not None
        }
    named = {name for scope in scopes for name in scope}
    return Scope(names=shared, differing=frozenset(named - set(shared)), facts=_facts_after(c, names, shared))


def _facts_after(
    c: Context, names: Sequence[rulebook.ActionName], shared: dict[str, Type]
) -> dict[str, frozenset[str]]:
    """The narrowing of shared names by the conditions of all these actions, which no effect ends."""
    ids = {name.id for name in names}
    actions = [a for phase in c.book.phases.values() for a in phase.actions.values() if a.id in ids]
    known = [c.action_scopes[action.path].facts for action in actions]
    return {name: frozenset() for name in shared if known and all(f.get(name) == frozenset() for f in known)}


def _shared(name: str, first: dict[str, Type], type_: Type, other: dict[str, Type]) -> Type | None:
    """The type of a name that two actions share; None if the other lacks it, or has it in another place or with another type."""
    if name not in other or list(first).index(name) != list(other).index(name):
        return None
    return join(type_, other[name])


# ------------------------------------------------------------------------------------------- turns and ends


def _turns(c: Context, turns: rulebook.Turns) -> None:
    before = Scope(acting="the first turn has not begun")
    between = Scope(acting="a round is over and nobody acts yet")
    player = Player(c.players)
    check_text(c, turns.about, before)
    check_text(c, turns.sheet, before)
    if turns.first is not None:
        value_of(c, turns.first, before, player, "`turns.first`")
    if turns.next is not None:
        c.reads.append([])
        value_of(c, turns.next, Scope(), player, "`turns.next`")
        for read in c.reads.pop():
            if read.what == "position" and c.positions[read.name].whose:
                rules.next_needs_position(c, read, c.book.positions[read.name])
    if turns.round_first is not None:
        value_of(c, turns.round_first, between, player, "`turns.round_first`")
    if turns.phase is not None and turns.phase.id not in c.book.phases:
        rules.unknown_phase(c, turns.phase.span, turns.phase.id)
    check_effects(c, turns.begin, Scope())
    check_effects(c, turns.end, Scope())
    check_effects(c, turns.round_end, between)


def _end(c: Context, end: rulebook.End) -> None:
    scope = after_scope(c, end.after) if end.after else Scope(acting=rules.AFTER_TURN)
    check_texts(c, end, scope)
    guard: Open = OPEN
    if end.when is not None:
        guard = condition(c, end.when, scope, f"`when` of {end.id}").value
        scope = scope.know(facts_when(c, end.when, True))
    if len(end.result) > 1:
        check_comparing(c, end.result)
    with c.behind(guard):
        for outcome in end.result:
            check_outcome(c, outcome, scope)
        if end.worth is not None:
            _worth(c, end.worth, end, scope)


def _worth(c: Context, node: syntax.Expression, end: rulebook.End, scope: Scope) -> None:
    """Check how much a result counts: a number from 0 on, of a result that somebody wins or loses, where the result counts at all."""
    info = value_of(c, node, scope, Integer(), "`worth`")
    if isinstance(info.type, Integer) and info.type.low < 0:
        rules.worth_below_zero(c, node, info.type.low)
    if c.book.utility is not None:
        rules.worth_beside_utility(c, node, c.book.utility.span)
    for outcome in end.result:
        if isinstance(outcome, syntax.Drawn):
            rules.worth_of_a_draw(c, node, outcome.span)


def _utility(c: Context, utility: rulebook.Utility) -> None:
    """Check `utility`: the points of every player, in one line, since points need no tiebreak."""
    for number, outcome in enumerate(utility.points):
        if number or not isinstance(outcome, syntax.Best):
            where = outcome.who.span if isinstance(outcome, rulebook.Wins) else outcome.span
            rules.gives_no_points(c, where, further=number > 0)
        check_outcome(c, outcome, Scope(acting="`utility` is read off every player when the game is over"))
    if utility.sum is not None:
        _utility_sum(c, utility.sum, utility.points)


def _utility_sum(c: Context, node: syntax.Expression, points: Sequence[rulebook.Outcome]) -> None:
    """Check the declared sum of all points: a constant, inside the range that the points can add up to."""
    value = declarations.constant(c, node, Integer(), "`sum`")
    if not isinstance(value, int) or isinstance(value, bool):
        return
    c.utility_sum = value
    for best in points[:1]:
        info = c.infos.get(c.outcomes[best][0]) if isinstance(best, syntax.Best) else None
        if info is None or not isinstance(info.type, Integer):
            return
        low, high = info.type.low * c.players, info.type.high * c.players
        if isinstance(best, syntax.Best) and not best.highest:
            low, high = -high, -low
        if not low <= value <= high:
            rules.sum_out_of_reach(c, node, value, low, high, best.span)


def check_comparing(c: Context, outcomes: Sequence[rulebook.Outcome]) -> None:
    """Report results other than `highest` and `lowest` where the later ones decide ties."""
    for outcome in outcomes:
        if not isinstance(outcome, syntax.Best):
            where = outcome.who.span if isinstance(outcome, rulebook.Wins) else outcome.span
            rules.compares_nobody(c, where)


def check_outcome(c: Context, outcome: rulebook.Outcome, scope: Scope) -> None:
    match outcome:
        case rulebook.Wins(who=who):
            info = infer(c, who, scope)
            several = as_several(c, info)
            element = several.of if several is not None else info.type
            if not isinstance(element, (Player, Team, Unknown)):
                types.wrong_type(c, who, info.type, Player(c.players), "`wins`")
            elif isinstance(info.type, Several):
                domain_of(c, who, scope)
        case syntax.Best():
            _best(c, outcome, scope)
        case syntax.Drawn() | syntax.Lost():
            return
        case _:
            assert_never(outcome)


def _best(c: Context, outcome: syntax.Best, scope: Scope) -> None:
    """Check `highest X`: X is an attribute of every player (or team), bound to `<each>`; with one player it may be any number."""
    owner = _owner_of_root(c, outcome.place)
    if owner is None:
        info = value_of(c, outcome.place, scope, Integer(), "a result")
        if c.players > 1 and not isinstance(info.type, Unknown):
            rules.result_without_players(c, outcome.place)
        c.outcomes[outcome] = (outcome.place, False)
        return
    rebased = _rebased(outcome.place)
    team = isinstance(owner, Team)
    value_of(c, rebased, replace(scope, names={**scope.names, "<each>": owner}), Integer(), "a result")
    c.outcomes[outcome] = (rebased, team)


def _root(node: syntax.Expression) -> syntax.Name | None:
    while not isinstance(node, syntax.Name):
        match node:
            case syntax.Attribute(of=inner) | syntax.Call(function=inner):
                node = inner
            case _:
                return None
    return node


def _owner_of_root(c: Context, node: syntax.Expression) -> Player | Team | None:
    root = _root(node)
    if root is None:
        return None
    if lookup.is_indexed(c, root.text):
        axes = axes_of(c, root.text)
        first = axes[0] if axes else None
        return first if isinstance(first, (Player, Team)) else None
    if root.text in c.book.zones:
        zone = lookup.zone(c, root.text)
        if zone is not None and zone.owner:
            return c.owner_type(zone.owner)
    return None


def _rebased(node: syntax.Expression) -> syntax.Expression:
    """`hand.count` -> `<each>.hand.count`."""
    match node:
        case syntax.Name():
            each = syntax.Name("<each>", node.span)
            return syntax.Attribute(each, node.text, node.span, node.span)
        case syntax.Attribute():
            return syntax.Attribute(_rebased(node.of), node.name, node.name_span, node.span)
        case syntax.Call():
            return syntax.Call(_rebased(node.function), node.arguments, node.span)
        case _:
            return node
