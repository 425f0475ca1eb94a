"""Definitions, steps, actions, triggers and ends of the checked rulebook -> IR, each with its frame."""

from __future__ import annotations

from rulewright.checked.bindings import LocalMeaning
from rulewright.checked.infer import as_several
from rulewright.checked.labels import fixed_text, spoken
from rulewright.expression import nodes as syntax
from rulewright.expression.children import walk
from rulewright.ir import nodes as ir
from rulewright.ir.lower.context import Frame, Lowering, frame_of
from rulewright.ir.lower.effects import lower_effects
from rulewright.ir.lower.expressions import lower, lower_domain
from rulewright.ir.lower.labels import condition_words, filter_words, lower_text, ranked_label
from rulewright.ir.lower.listed import known_values
from rulewright.language.types import Board, Boolean, Integer, Kind, Nothing, Several, Team, Type, Unknown
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span

# ------------------------------------------------------------------------------------ definitions and steps


def lower_definition(w: Lowering, declared: rulebook.Definition) -> ir.Definition:
    facts = w.c.definitions[declared.id]
    frame = frame_of(*(name for name, _ in facts.parameters))
    body = _body(w, declared.body, frame)
    return ir.Definition(
        declared.id, declared.path, facts.parameters, frame.size[0], body, facts.info.type, facts.uses_me,
        declared.span,
    )  # fmt: skip


def _body(w: Lowering, body: rulebook.Body, frame: Frame) -> ir.Expression:
    match body:
        case rulebook.SumOf(lines=lines, span=span):
            pads = [(x.id, fixed_text(w.c, x.label, spoken(x.id)), lower(w, x.is_, frame)) for x in lines]
            return ir.SumLines(tuple(pads), span)
        case rulebook.Cases():
            return _cases(w, body, frame)
        case expression:
            return lower(w, expression, frame)


def _cases(w: Lowering, body: rulebook.Cases, frame: Frame) -> ir.Expression:
    subject = w.c.infos[body.by] if body.by is not None else None
    cases: list[ir.Case] = []
    otherwise = lower(w, body.otherwise, frame) if body.otherwise is not None else None
    for case in body.cases:
        test_node = case.key if body.by is not None else case.when
        assert test_node is not None
        test = w.c.infos[test_node]
        if subject is not None and subject.fixed:
            if test.value == subject.value:
                return lower(w, case.is_, frame)
            continue
        if subject is None and test.value is False:
            continue
        value = lower(w, case.is_, frame)
        if subject is None and test.value is True:
            otherwise = value
            break
        cases.append(ir.Case(case.id, case.path, lower(w, test_node, frame), value, case.span))
    if not cases and otherwise is not None:
        return otherwise
    by = lower(w, body.by, frame) if body.by is not None else None
    return ir.Cases(by, tuple(cases), otherwise, body.span)


def lower_step(w: Lowering, declared: rulebook.Step) -> ir.Step:
    parameters = w.c.step_parameters[declared.id]
    frame = frame_of(*(name for name, _ in parameters))
    do = lower_effects(w, declared.do, frame)
    return ir.Step(declared.id, declared.path, parameters, frame.size[0], do, declared.span)


# -------------------------------------------------------------------------------------------------- actions


def lower_action(w: Lowering, action: rulebook.Action) -> ir.Action:
    parameters = [p.name for p in action.choose]
    frame = frame_of(*parameters)
    levels = {name: i + 1 for i, name in enumerate(parameters)}
    lowered = tuple(_parameter(w, p, frame, parameters) for p in action.choose)
    lets: list[ir.ActionLet] = []
    for let in action.let:
        level = _level(w, let.value, levels)
        value = lower(w, let.value, frame)
        frame, slot = frame.bind(let.name)
        levels[let.name] = level
        lets.append(ir.ActionLet(let.name, slot, value, level))
    conditions = _conditions(w, action, frame, levels, lowered)
    do = lower_effects(w, action.do, frame)
    conditions += _afterwards(w, action, frame, do)
    says, about = lower_text(w, action.says, frame), lower_text(w, action.about, frame)
    return ir.Action(
        w.action_names[action.path], action.path, fixed_text(w.c, action.label, spoken(action.id)), lowered,
        tuple(lets), conditions, do, says, about, action.secret, frame.size[0], action.span,
    )  # fmt: skip


def _parameter(w: Lowering, parameter: rulebook.Parameter, frame: Frame, names: list[str]) -> ir.Parameter:
    several = as_several(w.c, w.c.infos[parameter.domain])
    assert several is not None
    mentioned = _mentioned(w, parameter.domain)
    after = max((names.index(n) for n in mentioned if n in names), default=-1)
    domain = lower_domain(w, parameter.domain, frame)
    listed = known_values(w, parameter.domain)
    return ir.Parameter(parameter.name, domain, several.of, after, parameter.span, listed)


def _mentioned(w: Lowering, node: syntax.Node) -> set[str]:
    """The bound names an expression reads."""
    found = set()
    for part in walk(node):
        info = w.c.infos.get(part)
        if info is not None and isinstance(info.meaning, LocalMeaning):
            found.add(info.meaning.name)
    return found


def _level(w: Lowering, node: syntax.Node, levels: dict[str, int]) -> int:
    """The number of parameters that must be bound before an expression can be evaluated."""
    return max((levels[n] for n in _mentioned(w, node) if n in levels), default=0)


def _conditions(
    w: Lowering,
    action: rulebook.Action,
    frame: Frame,
    levels: dict[str, int],
    parameters: tuple[ir.Parameter, ...],
) -> tuple[ir.Condition, ...]:
    """Each condition at the earliest level at which it may be evaluated: one that can fail waits for those above it."""
    found: list[ir.Condition] = []
    reached = 0
    for condition in (each for each in action.requirements if not each.afterwards):
        own = _level(w, condition.holds, levels)
        safe = w.c.safe.get(condition.path, False)
        level = own if safe else max(own, reached)
        reached = max(reached, level)
        only = _only(w, action, condition, levels, parameters) if safe else None
        chosen = next((slot for slot, each in enumerate(action.choose) if each.filter is condition), None)
        says = (
            condition_words(w, condition, frame)
            if chosen is None
            else filter_words(
                w,
                action.choose[chosen],
                ir.Local(chosen, action.choose[chosen].name, condition.span),
                parameters[chosen].type,
                frame,
            )
        )
        holds = lower(w, condition.holds, frame)
        shown = _types_of_parts(w, condition.holds)
        found.append(
            ir.Condition(condition.id, condition.path, holds, says, level, only, condition.whole, shown)
        )
    return tuple(found)


def _afterwards(
    w: Lowering, action: rulebook.Action, frame: Frame, do: ir.Effects
) -> tuple[ir.Condition, ...]:
    """The conditions on the position that the action leaves; they are evaluated last, since the effects rely on all others."""
    found: list[ir.Condition] = []
    for condition in (each for each in action.when if each.afterwards):
        value = lower(w, condition.holds, frame)
        holds = value if isinstance(value, ir.Constant) else ir.After(do, value, value.span)
        says, shown = condition_words(w, condition, frame), _types_of_parts(w, condition.holds)
        level = len(action.choose)
        found.append(
            ir.Condition(condition.id, condition.path, holds, says, level, None, condition.whole, shown)
        )
    return tuple(found)


def _types_of_parts(w: Lowering, holds: syntax.Expression) -> dict[str, Type]:
    """The types of the parts of a condition, by their text, unless they are plain numbers. The same characters may be a set and
    one element of it; then the type is that of the element, which has a value to show."""
    found: dict[str, Type] = {}
    for node in walk(holds):
        info = w.c.infos.get(node)
        if info is None or isinstance(info.type, (Integer, Boolean, Unknown, Nothing, Kind, Board)):
            continue
        text = " ".join(node.span.text.split())
        if text not in found or isinstance(found[text], Several):
            found[text] = info.type
    return found


def _only(
    w: Lowering,
    action: rulebook.Action,
    condition: rulebook.Condition,
    levels: dict[str, int],
    parameters: tuple[ir.Parameter, ...],
) -> int | None:
    """The one parameter whose domain a condition may filter before any product is formed."""
    lets = {let.name for let in action.let}
    mentioned = {n for n in _mentioned(w, condition.holds) if n in levels}
    if len(mentioned) != 1 or mentioned & lets:
        return None
    index = levels[mentioned.pop()] - 1
    return index if parameters[index].after_parameter == -1 else None


# ---------------------------------------------------------------------------------------- phases and triggers


def lower_phase(w: Lowering, phase: rulebook.Phase) -> ir.Phase:
    automatic = None
    if phase.automatic is not None:
        automatic = lower_rule(w, f"{phase.path}.do", phase.automatic)
    return ir.Phase(
        phase.id, phase.path, fixed_text(w.c, phase.label, spoken(phase.id)),
        tuple(w.action_names[a.path] for a in phase.actions.values()),
        tuple(_trigger(w, t) for t in phase.triggers.values()), automatic, phase.span,
    )  # fmt: skip


def lower_rule(w: Lowering, path: str, effects: rulebook.Effects) -> ir.Rule:
    frame = frame_of()
    do = lower_effects(w, effects, frame)
    return ir.Rule(path, do, frame.size[0])


def after_frame(w: Lowering, names: tuple[rulebook.ActionName, ...]) -> tuple[Frame, tuple[str, ...]]:
    """The frame of the actions under `after:`, whose parameters and lets have the same slots, and the names of these actions."""
    after: list[str] = []
    frame = frame_of()
    for name in names:
        for called, action in w.actions_called(name.id):
            after.append(called)
            own = frame_of(*(p.name for p in action.choose), *(let.name for let in action.let))
            frame = Frame({**own.slots, **frame.slots}, [max(own.size[0], frame.size[0])])
    return frame, tuple(after)


def _trigger(w: Lowering, trigger: rulebook.Trigger) -> ir.Trigger:
    frame, after = after_frame(w, trigger.after)
    test = lower(w, trigger.when, frame) if trigger.when is not None else None
    do = lower_effects(w, trigger.do, frame)
    return ir.Trigger(trigger.id, trigger.path, after, test, do, frame.size[0], trigger.span)


# ------------------------------------------------------------------------------------------------------ ends


def lower_end(w: Lowering, end: rulebook.End) -> ir.End:
    frame, after = after_frame(w, end.after)
    test = lower(w, end.when, frame) if end.when is not None else None
    result = tuple(lower_outcome(w, outcome, frame) for outcome in end.result)
    worth = ir.Worth(lower(w, end.worth, frame), w.c.infos[end.worth].type) if end.worth is not None else None
    return ir.End(
        end.id, end.path, fixed_text(w.c, end.label, spoken(end.id)), after, end.at, test, result, frame.size[0],
        end.span, worth,
    )  # fmt: skip


def lower_outcome(w: Lowering, outcome: rulebook.Outcome, frame: Frame) -> ir.Outcome:
    match outcome:
        case rulebook.Wins(who=who, span=span):
            type_: Type = w.c.infos[who].type
            inner = type_.of if isinstance(type_, Several) else type_
            return ir.Wins(lower_domain(w, who, frame), isinstance(inner, (Team, Unknown)), span)
        case syntax.Best():
            return lower_best(w, outcome)
        case syntax.Drawn(span=span):
            return ir.Drawn(span)
        case syntax.Lost(span=span):
            return ir.Lost(span)


def lower_best(w: Lowering, outcome: syntax.Best) -> ir.Best:
    node, per_team = w.c.outcomes[outcome]
    frame = frame_of("<each>")
    value = lower(w, node, frame)
    name = outcome.place.span.text
    return ir.Best(
        outcome.highest, name, value, per_team, frame.size[0], w.c.infos[node].type, outcome.span,
        ranked_label(w, value),
    )  # fmt: skip


def lower_asked(
    w: Lowering, path: str, node: syntax.Expression | None, span: Span, default: ir.Expression
) -> ir.Asked:
    """An expression, or the default if there is none, in a frame of its own."""
    if node is None:
        return ir.Asked(path, default, 0, span)
    frame = frame_of()
    value = lower(w, node, frame)
    return ir.Asked(path, value, frame.size[0], node.span)
