"""Traces of one game: of the value of an expression, of whether an action is legal, of how a game ended or failed.

    tracer = Tracer(program, compile, types_at)
    tracer.expression(cells, "seat(1).final_total", me=0, view=None)

Expressions are evaluated by the reference executor with the tables of `recorder`, whichever executor plays the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from rulewright.evaluate import flow
from rulewright.evaluate import refusals as why
from rulewright.evaluate.aggregates import contains
from rulewright.evaluate.expressions import cell_index
from rulewright.evaluate.machine import Plan, frame_size
from rulewright.evaluate.reference import Reference, prepared
from rulewright.evaluate.sentences import in_words
from rulewright.evaluate.tracing.recorder import RECORDING, Node, Recorder, Seen, Unseen
from rulewright.evaluate.tracing.tree import TYPED, Tracing
from rulewright.evaluate.tracing.words import TypesByPlace, Words
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE
from rulewright.ir.ranking import standing_of
from rulewright.ir.walking import everything
from rulewright.language.types import Player, Team, Type
from rulewright.runtime.executor import Chance, Choice, Position, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.labels import Wording
from rulewright.runtime.trace import Trace, View
from rulewright.source.text import Span

Compile = Callable[[str], tuple[ir.Asked, Type]]
ENDLESS = "endless"
MOST_CHANGES = 100
"""The most changes of variables that a trace of one action shows."""


class Tracer:
    """The `runtime.trace.Tracer` of a program. `compile` compiles the text of an expression; `types_at` has types by place."""

    def __init__(self, program: ir.Program, compile: Compile, types_at: TypesByPlace) -> None:
        self._program = program
        self._prepared = prepared(program, RECORDING)
        self._plans = list(self._prepared.plans.values())
        self._compile = compile
        self._words = Words(program, Wording(program), types_at)

    # ----------------------------------------------------------------------------------------------- questions

    def expression(self, cells: array[int], text: str, me: int, view: View | None) -> Trace:
        asked, _ = self._compile(text)
        recorder = Recorder(self._prepared, cells, view)
        recorder.path = asked.path
        seen = self._asked(recorder, asked.value, asked.locals, me)
        if _is_too_deep(seen, view):
            self._work_out(cells, seen, asked, me)
        return self._traced(seen)

    def shown(self, type_: Type, value: Value) -> str:
        return self._words.shown(type_, value)

    def variable(self, cells: array[int], text: str, me: int, view: View | None) -> tuple[str, int] | None:
        asked, _ = self._compile(text)
        node = asked.value
        if not isinstance(node, ir.Cell):
            return None
        recorder = Recorder(self._prepared, cells, view)
        recorder.me, recorder.locals = me, [None] * asked.locals
        with suppress(RuleFailure, Unseen):
            return node.group, cell_index(recorder, node.group, node.indices)
        return None

    def action(self, cells: array[int], choice: Choice, text: str, view: View | None) -> Trace:
        ready = self._plans[choice.action]
        span = ready.action.span
        not_allowed = partial(Trace, text, False, "not allowed", "action", span=span)
        said = self._out_of_order(cells, ready)
        if said:
            return not_allowed(note=said)
        recorder = Recorder(self._prepared, cells, view)
        recorder.path = ready.action.path
        unfit = self._unfit(recorder, ready, choice)
        if unfit:
            always = [each for each in self._conditions(recorder, ready, (), 0) if each.value is False]
            return not_allowed(parts=(*always, *unfit))
        parts = self._conditions(recorder, ready, choice.arguments, len(choice.arguments))
        if any(part.value is False for part in parts):
            return not_allowed(parts=parts)
        if any(not part.known for part in parts):
            hidden = all(part.known or part.hidden for part in parts)
            shown = "hidden" if hidden else "fails"
            failure = next((part.failure for part in parts if part.failure), "")
            return Trace(text, None, shown, "action", parts=parts, span=span, hidden=hidden, failure=failure)
        parts = tuple(replace(part, decides=True) for part in parts)
        return Trace(text, True, "allowed", "action", parts=parts, span=span)

    def option(self, cells: array[int], name: str, view: View | None) -> Trace:
        action = self._program.actions[name]
        said = self._out_of_order(cells, self._prepared.plans[name])
        if said:
            return Trace(name, False, "not possible", "action", note=said, span=action.span)
        seen = self._seen(cells, ir.Can(name, ir.Me(action.span), action.span), 0, cells[CURRENT], view)
        found = self._traced(seen)
        shown = found.shown if not found.known else "possible" if found.value else "not possible"
        return replace(found, text=name, shown=shown, what="action", filled="")

    def options(self, cells: array[int], view: View | None) -> Trace:
        if cells[ENDED]:
            return Trace("what can be done", what="list", note="The game is over.")
        phase = self._program.phases[cells[PHASE]]
        parts = tuple(self.option(cells, name, view) for name in phase.actions)
        return Trace(f"what can be done in {phase.label or phase.name}", what="list", parts=parts)

    def standing(self, cells: array[int], view: View | None) -> Trace:
        parts: list[Trace] = []
        lines = standing_of(self._program)
        for best in lines:
            for seat, team in enumerate(self._program.teams):
                if best.per_team and team in self._program.teams[:seat]:
                    continue
                who = self._words.shown(_whose(self._program, best), team if best.per_team else seat)
                frame: tuple[Value, ...] = (team if best.per_team else seat,)
                seen = self._seen(cells, best.value, best.locals, flow.NOBODY, view, frame)
                label = f"{'highest' if best.highest else 'lowest'}, {who}" if len(lines) > 1 else who
                found = replace(self._traced(seen), label=label)
                parts.append(found if found.text else replace(found, text=best.name))
        return Trace("how the players stand", what="list", parts=tuple(parts))

    def outcome(self, position: Position, choice: Choice | None, chance: Chance) -> Trace:
        ends = self._program.ends
        wanted = [end.condition for end in ends if end.condition is not None]
        recorder, failure = self._replayed(position, choice, chance, wanted)
        if failure is not None:
            return self._failed(recorder, failure)
        ended = recorder.cells[ENDED]
        if not ended:
            return self.options(recorder.cells, None)
        end = ends[ended - 1]
        standing = self.standing(recorder.cells, None)
        asked = [seen for seen in recorder.kept if seen.node is end.condition]
        why = tuple(map(self._traced, asked[-1:]))
        label = end.label or end.id.replace("_", " ")
        parts = (*why, standing) if standing.parts else why
        return Trace(f"the game is over: {label}", what="list", parts=parts, span=end.span)

    def preference(self, cells: array[int], asked: ir.Asked, choice: Choice, text: str) -> Trace:
        recorder = Recorder(self._prepared, cells, None)
        recorder.path = asked.path
        seen = self._asked(recorder, asked.value, asked.locals, cells[CURRENT], choice.arguments)
        return replace(self._traced(seen), label=f"prefers {text}")

    def changes(self, position: Position, choice: Choice, chance: Chance) -> Trace:
        written = _written(self._program, self._program) | _written_by_rules(self._program)
        recorder, _ = self._replayed(position, choice, chance, [node for node, _ in written.values()])
        kept = recorder.kept[:MOST_CHANGES]
        parts = [replace(self._traced(seen), label=written[id(seen.node)][1]) for seen in kept]
        more = len(recorder.kept) - len(kept)
        return Trace("what it changed", what="list", parts=tuple(parts), more=more)

    def rule(self, cells: array[int], name: str, view: View | None) -> Trace | None:
        triggers = called(self._program, name, cells[PHASE])
        if not triggers:
            return None
        trigger = triggers[0]
        if trigger.after or cells[CURRENT] < 0:
            return at_a_position(trigger, None)
        condition = trigger.condition or ir.Constant(True, trigger.span)
        seen = self._seen(cells, condition, trigger.locals, cells[CURRENT], view)
        return at_a_position(trigger, self._traced(seen))

    def rule_in_step(self, position: Position, choice: Choice, chance: Chance, name: str) -> Trace | None:
        triggers = called(self._program, name, position.cells[PHASE])
        if not triggers:
            return None
        asked = [trigger.condition for trigger in triggers if trigger.condition is not None]
        written = _written(self._program, tuple(trigger.do for trigger in triggers))
        wanted = [*asked, *(node for node, _ in written.values())]
        recorder, _ = self._replayed(position, choice, chance, wanted)
        done = [event.source for event in recorder.events if event.what == "rule"]
        kept = recorder.kept[:MOST_CHANGES]
        conditions = {id(node) for node in asked}
        return in_a_step(
            triggers,
            done,
            [(seen, self._traced(seen)) for seen in kept if id(seen.node) in conditions],
            [
                replace(self._traced(seen), label=written[id(seen.node)][1])
                for seen in kept
                if id(seen.node) in written
            ],
        )

    # ------------------------------------------------------------------------------------------- working things out

    def _traced(self, seen: Seen) -> Trace:
        return Tracing(self._words, seen).of_root()

    def _seen(
        self, cells: array[int], node: ir.Expression, size: int, me: int, view: View | None, frame: Sequence[Value] = ()
    ) -> Seen:  # fmt: skip
        return self._asked(Recorder(self._prepared, cells, view), node, size, me, frame)

    def _asked(
        self, recorder: Recorder, node: ir.Expression, size: int, me: int, frame: Sequence[Value] = ()
    ) -> Seen:
        with suppress(RuleFailure, Unseen):  # the root has recorded it
            recorder.ask(node, max(size, len(frame)), me, frame)
        return recorder.roots[-1]

    def _work_out(
        self, cells: array[int], seen: Seen, asked: ir.Asked, me: int, frame: Sequence[Value] = ()
    ) -> None:
        """Set the value alone of an evaluation that was too deep to be recorded; if it fails unrecorded too, leave the failure."""
        with suppress(RuleFailure):
            seen.value = Reference(self._program).value(cells, asked, me, frame)
            seen.failure, seen.parts, seen.cut = None, [], True

    # ------------------------------------------------------------------------------------------------- actions

    def _out_of_order(self, cells: array[int], ready: Plan) -> str:
        """The reason why the action is not offered at all in this position; empty if it is."""
        if cells[ENDED] or cells[CURRENT] < 0:
            return "The game is over." if cells[ENDED] else "The game has not begun."
        phase = self._program.phases[cells[PHASE]]
        return "" if ready.name in phase.actions else f"{why.out_of_phase(self._program, ready, phase)}."

    def _unfit(self, recorder: Recorder, ready: Plan, choice: Choice) -> tuple[Trace, ...]:
        """A trace of the first parameter whose value is not in its domain, with the elements of the domain; empty if there is none."""
        action = ready.action
        recorder.locals = [*choice.arguments, *[None] * (action.locals - len(choice.arguments))]
        for parameter, value in zip(action.parameters, choice.arguments, strict=True):
            recorder.roots.clear()
            try:
                if recorder.quietly(lambda p=parameter, v=value: contains(recorder, p.domain, v)):  # type: ignore[misc]  # bound at once
                    continue
            except Unseen:
                return (Trace(parameter.name, label="choose", hidden=True, shown="hidden"),)
            except RuleFailure:  # a domain may rely on a condition that is false
                return ()
            named = self._words.shown(parameter.type, value)
            offered = self._offered(recorder, parameter)
            label, note = f"choose {parameter.name}", f"{named} is not among them"
            return (replace(offered, label=label, note=note, value=False),)
        return ()

    def _offered(self, recorder: Recorder, parameter: ir.Parameter) -> Trace:
        domain = parameter.domain
        while isinstance(domain, ir.Subsets | ir.WithNone):  # the pool from which to choose
            domain = domain.pool if isinstance(domain, ir.Subsets) else domain.domain
        node = ir.Gathered(domain, domain.span)
        seen = self._asked(recorder, node, frame_size(node), recorder.me, recorder.locals)
        return replace(self._traced(seen), parts=(), what="reading", line=True)

    def _conditions(
        self, recorder: Recorder, ready: Plan, arguments: Sequence[Value], level: int
    ) -> tuple[Trace, ...]:
        """The conditions that can be evaluated once `level` parameters are known, in written order."""
        frame: list[Value] = [*arguments, *[None] * (ready.action.locals - len(arguments))]
        recorder.locals = frame
        recorder.me = recorder.cells[CURRENT]
        parts: list[Trace] = []
        bound = -1
        for condition in ready.action.conditions:
            if condition.level > level or (
                isinstance(condition.holds, ir.After) and any(part.value is False for part in parts)
            ):
                continue
            recorder.memo.clear()
            recorder.roots.clear()
            try:
                while bound < condition.level:
                    bound += 1
                    for let in ready.lets[bound]:
                        frame[let.slot] = recorder.evaluate(let.value)
                recorder.evaluate(condition.holds)
            except (RuleFailure, Unseen):
                if any(part.value is False for part in parts):
                    continue  # it may rely on a condition that is false
            seen = recorder.roots[-1]
            recorder.memo.clear()
            if _is_too_deep(seen, recorder.view):
                asked = ir.Asked(ready.action.path, condition.holds, len(frame), condition.holds.span)
                self._work_out(recorder.cells, seen, asked, recorder.me, frame)
            parts.append(self._condition(recorder, condition, seen))
        return tuple(parts)

    def _condition(self, recorder: Recorder, condition: ir.Condition, seen: Seen) -> Trace:
        inside = self._traced(seen)
        if inside.known and inside.value:
            return replace(inside, label=condition.id, decides=False)
        try:
            says = recorder.quietly(lambda: in_words(recorder, condition.says))
        except (RuleFailure, Unseen):
            says = ""
        shown = "does not hold" if inside.known else inside.shown
        return Trace(
            says, False if inside.known else None, shown, "condition", condition.id, parts=(inside,), span=seen.node.span, hidden=inside.hidden,
            failure=inside.failure,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------------- outcomes

    def _replayed(
        self, position: Position, choice: Choice | None, chance: Chance, wanted: Iterable[Node]
    ) -> tuple[Recorder, RuleFailure | None]:
        """A recorder that went through a step, or through the set-up, on a copy of the position; and the failure that ended it."""
        copy = position.copy()
        recorder = Recorder(self._prepared, copy.cells, None, wanted)
        recorder.luck, recorder.chance = copy.luck, chance
        try:
            if choice is None:
                flow.begin(recorder)
            else:
                flow.act(recorder, self._plans[choice.action], choice.arguments)
        except RuleFailure as failure:
            return recorder, failure
        return recorder, None

    def _failed(self, recorder: Recorder, failure: RuleFailure) -> Trace:
        """The last expressions that the failing rule evaluated, the failing one last."""
        if failure.code == "nobody-can-move":
            parts: tuple[Trace, ...] = self.options(recorder.cells, None).parts
        else:
            roots = [
                seen for seen in recorder.roots if seen.failure is failure or _lies_in(seen, failure.span)
            ]
            recent = [self._traced(seen) for seen in roots]
            parts = tuple(dict.fromkeys(recent))
        return Trace(
            " ".join(failure.span.text.split()) if not parts else failure.path, None, "fails", "list", parts=parts,
            note=failure.help, span=failure.span if failure.span.source.name != TYPED else None, failure=failure.message,
        )  # fmt: skip


def _is_too_deep(seen: Seen, view: View | None) -> bool:
    """Whether an evaluation failed by its depth, perhaps only because recording takes more stack."""
    return view is None and seen.failure is not None and seen.failure.code == ENDLESS


def _lies_in(seen: Seen, span: Span) -> bool:
    at: Span = seen.node.span
    return at.source == span.source and span.start <= at.start < at.end <= span.end


def _written_by_rules(program: ir.Program) -> dict[int, tuple[ir.Expression, str]]:
    """The same as `_written` for automatic rules, with the name of the rule in front."""
    return {
        key: (node, f"{trigger.id}: {how}")
        for phase in program.phases
        for trigger in phase.triggers
        for key, (node, how) in _written(program, trigger.do).items()
    }


def _written(program: ir.Program, within: object) -> dict[int, tuple[ir.Expression, str]]:
    """By `id`: each expression in a part of the program that is written to a variable or passed to a step, with a label."""
    found: dict[int, tuple[ir.Expression, str]] = {}
    for node in everything(within):
        match node:
            case ir.SetCell(group=group, value=value):
                found[id(value)] = value, f"set {group}"
            case ir.AddCell(group=group, amount=amount):
                found[id(amount)] = amount, f"add to {group}"
            case ir.Pay(amount=amount, source=(source, _), to=(to, _)):
                how = f"pay from {source} to {to}" if source != to else f"pay of {to}"
                found[id(amount)] = amount, how
            case ir.RunStep(step=step, arguments=arguments):
                for given, (name, _) in zip(arguments, program.steps[step].parameters, strict=True):
                    if not isinstance(given, ir.Local | ir.Constant):
                        found[id(given)] = given, f"{step}, {name}"
    return found


def _whose(program: ir.Program, best: ir.Best) -> Type:
    """The type of what is ranked: players, or teams if a team has several players."""
    teams = max(program.teams) + 1
    return Team(teams) if best.per_team and teams < program.players else Player(program.players)


TIMES = {1: "once", 2: "twice"}


def called(program: ir.Program, name: str, phase: int) -> list[ir.Trigger]:
    """The automatic rules with an id, those of a phase first."""
    phases = [program.phases[phase], *(each for i, each in enumerate(program.phases) if i != phase)]
    return [trigger for each in phases for trigger in each.triggers if trigger.id == name]


def at_a_position(trigger: ir.Trigger, asked: Trace | None) -> Trace:
    """The trace of a rule on a position; `asked` is that of its condition, None where it cannot be evaluated now."""
    if asked is None:
        after = " or ".join(f"`{action}`" for action in trigger.after)
        note = f"It is asked only right after {after}: name a step of a record by --step."
        return Trace(f"{trigger.id}: not asked here", what="list", note=note, span=trigger.span)
    shown = asked.shown if not asked.known else "holds" if asked.value else "does not hold"
    return Trace(f"{trigger.id}: {shown} here", what="list", parts=(_why(asked),), span=trigger.span)


def in_a_step(
    triggers: Sequence[ir.Trigger], done: Sequence[str], asked: Sequence[tuple[Seen, Trace]], changes: Sequence[Trace]
) -> Trace:  # fmt: skip
    """The trace of a rule in the step after an action. `done`: the paths of all rules that were carried out; `asked`: the
    evaluations of its condition, in order; `changes`: the values it wrote to variables."""
    paths = {trigger.path for trigger in triggers}
    times = sum(path in paths for path in done)
    name, span = triggers[0].id, triggers[0].span
    if times:
        held = [trace for seen, trace in asked if seen.known and seen.value]
        parts = (*map(_why, held[:1]), *changes)
        often = TIMES.get(times, f"{times} times")
        return Trace(f"{name}: carried out {often}", what="list", parts=parts, span=span)
    if not asked:
        return Trace(f"{name}: not asked in this step", what="list", span=span)
    seen, last = asked[-1]
    shown = "its condition does not hold" if seen.known else "its condition has no value"
    return Trace(f"{name}: not carried out, {shown}", what="list", parts=(_why(last),), span=span)


def _why(asked: Trace) -> Trace:
    return replace(asked, label="when")
