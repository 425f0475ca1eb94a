"""The order of play in native code: everything that follows an action, up to the next decision or the end of the game.

As `evaluate.flow` defines it, specialised for what is known at compile time: the phase of an action, the rules with
`after:` it, the ends that can follow.  There are three kinds of functions:

    begin               set-up and the beginning of the first turn, then `settle`
    apply.ACTION        one action and the rules after it, then `settle` once a note is carried out
    settle              ends, invariants, notes and rules until nothing is left to do

Whether a legal choice remains is not checked here but where the choices are listed.  **Fuel**: an upper bound of the work in one round
of the order of play is known, so only rounds are counted; the few loops that may be long count for themselves.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.native.choices.moves import bind
from rulewright.native.flow.effects import carry_out_rule
from rulewright.native.flow.play_cells import (
    a_player,
    clear_notes,
    current,
    is_noted,
    load,
    nobody,
    outside,
    restart,
    run,
    said_or_asked,
)
from rulewright.native.flow.positions import note_all
from rulewright.native.flow.results import ask_invariants, ends
from rulewright.native.flow.turns import begin_turn, carry_out, carry_out_here
from rulewright.native.llvm.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.llvm.emitter import Emitter, once
from rulewright.native.llvm.module import Building, Function
from rulewright.native.llvm.regions import TURN_OF
from rulewright.native.modules.statistics import count_action, count_fired
from rulewright.problems.limits import AN_EFFECT, MOST_WORK
from rulewright.source.text import Span

ROUNDS_SHARE = MOST_WORK * 3 // 10
"""The work that all rounds of the order of play may do together, each counted at its maximum."""
FEW_ROUNDS = 300
"""Work is metered if it is not certain that this many rounds fit into their share."""
FEW_ACTIONS = 3
"""Up to this number of actions, each has its own order of play even where nothing refers back to the
action: faster, but more code."""


def begin(building: Building) -> Function:
    """Set-up, the first turn, and everything that follows automatically."""
    return once(building, "begin", "", _write_begin)


def _write_begin(e: Emitter) -> None:
    code, program, building = e.code, e.program, e.building
    e.me = nobody()
    clear_notes(e)
    outside(e)
    run(e, program.setup)
    said = code.compare("eq", load(e, "note.who"), constant(TURN_OF))
    player = said_or_asked(e, said, program.turns.first, nobody())
    code.store(constant(1), e.region("round"))
    code.store(player, e.region("round_first"))
    restart(e, "round")
    note_all(e, player)
    e.call(begin_turn(building), [a_player(e, player)])
    e.run(settle(building))


def apply(building: Building, name: str) -> Function:
    """One action with its arguments, and everything that follows."""
    action = building.program.actions[name]

    def write(e: Emitter) -> None:
        bind(e, action, e.take(tuple(building.shape(parameter.type) for parameter in action.parameters)))
        count_action(e, list(building.program.actions).index(name))
        frame = [*range(len(action.parameters)), *(let.slot for let in action.lets)]
        carry_out_rule(e, action.do, _looking_back(building.program, name))
        _after_action(e, name, frame)

    return once(building, f"apply.{name}", action.path, write)


def _looking_back(program: ir.Program, name: str) -> list[object]:
    """The expressions evaluated after an action that can use its names."""
    ends_ = [(end.condition, end.result, end.worth) for end in program.ends if name in end.after]
    rules = [trigger for phase in program.phases for trigger in phase.triggers if name in trigger.after]
    return [*ends_, *((rule.condition, rule.do) for rule in rules)]


def _after_action(e: Emitter, name: str, frame: list[int]) -> None:
    """The order of play right after an action."""
    code, program = e.code, e.program
    phase = next(phase for phase in program.phases if name in phase.actions)
    own = [trigger for trigger in phase.triggers if name in trigger.after]
    looked_back = bool(own) or any(name in end.after for end in program.ends)
    if not looked_back and len(program.actions) > FEW_ACTIONS:
        e.run(settle(e.building))
        return
    done = [code.allocate("i1") for _ in own]
    for each in done:
        code.store(FALSE, each)
    over, again, carry = code.block("over"), code.block("again"), code.block("carry")
    rounds = _Rounds(e)
    again_needed = bool(own) or any(not trigger.after for trigger in phase.triggers)
    if again_needed:
        code.at(again)
        rounds.count(phase.span)
    ends(e, "action", (name, frame), over)
    ask_invariants(e)
    for trigger, is_done in zip(own, done, strict=True):
        skip = code.block("skip")
        e.leave_if(code.load("i1", is_done), skip)
        _run_trigger(e, trigger, frame, is_done, again, skip)
        code.at(skip)
    own_ends = any(name in end.after for end in program.ends if end.at != "action")
    e.leave_if(is_noted(e), carry)
    _rules_of_phase(e, phase, again)
    code.branch_to(over)
    code.at(carry)
    if own_ends:
        carry_out_here(e, (name, frame), over)
    else:
        e.run(carry_out(e.building))
    e.run(settle(e.building))
    code.at(over)
    if again_needed:
        rounds.settle()


def settle(building: Building) -> Function:
    """The order of play when no action was just carried out."""
    return once(building, "settle", "", _write_settle)


def _write_settle(e: Emitter) -> None:
    code, program = e.code, e.program
    again, over, carry, rest = (code.block(hint) for hint in ("again", "over", "carry", "rest"))
    rounds = _Rounds(e)
    code.at(again)
    rounds.count(program.turns.first.span)
    e.leave_if(code.compare("ne", load(e, "ended"), constant(0)), over)
    ends(e, "action", None, over)
    ask_invariants(e)
    code.branch(is_noted(e), carry, rest)
    code.at(carry)
    e.run(carry_out(e.building))
    code.branch_to(again)
    code.at(rest)
    e.me = current(e)
    _by_phase(e, over, again)
    code.at(over)
    rounds.settle()


def _by_phase(e: Emitter, over: str, again: str) -> None:
    """The rules of the present phase that do not depend on an action."""
    code, phases = e.code, e.program.phases
    own = [index for index, phase in enumerate(phases) if not all(each.after for each in phase.triggers)]
    if own:
        code.cases(load(e, "phase"), own, lambda index: _rules_of_phase(e, phases[index], again))
    code.branch_to(over)


def _rules_of_phase(e: Emitter, phase: ir.Phase, again: str) -> None:
    for trigger in phase.triggers:
        if not trigger.after:
            skip = e.code.block("skip")
            _run_trigger(e, trigger, [], None, again, skip)
            e.code.at(skip)


class _Rounds:
    """Limits the rounds of a part of the order of play where work is not metered. The limit, how many rounds
    are sure to fit into their share of work, is known once a round is written."""

    def __init__(self, e: Emitter) -> None:
        self._e = e
        self._word = f"ROUNDS{len(e.code.lines)}X"
        self._address = e.code.allocate("i32")
        e.code.store(constant(0), self._address)
        self._before = 0

    def count(self, span: Span) -> None:
        code = self._e.code
        self._before = self._e.work
        if not self._e.building.metered:
            went = code.add(code.load("i32", self._address), constant(1))
            code.store(went, self._address)
            self._e.fail_if(code.result("i1", f"icmp sgt {went}, {self._word}"), "endless", span)

    def settle(self) -> None:
        work = self._e.work - self._before
        self._e.building.strain(FEW_ROUNDS * work, ROUNDS_SHARE)
        self._e.code.replace(self._word, str(ROUNDS_SHARE // max(work, 1)))
        self._e.work = self._before


def _run_trigger(
    e: Emitter, trigger: ir.Trigger, frame: list[int], is_done: Operand | None, again: str, skip: str
) -> None:
    """Check the condition of a rule; if it holds, carry it out and begin a new round, otherwise go to
    `skip`."""
    code, outer = e.code, (e.path, e.slots)
    e.path, e.slots = trigger.path, dict(e.slots)
    e.spend(1)
    if trigger.condition is not None:
        holds = code.block("applies")
        code.branch(e.truth(trigger.condition), holds, skip)
        code.at(holds)
    e.spend(AN_EFFECT)
    count_fired(e, trigger.path)
    if is_done is not None:
        code.store(TRUE, is_done)
    if trigger.after:
        for slot in frame:  # the rule's changes to its names are local
            e.bind(slot, e.bound(slot))
        carry_out_rule(e, trigger.do, ())
    else:
        e.call(_rule_function(e.building, trigger), ())
    code.branch_to(again)
    e.path, e.slots = outer


def _rule_function(building: Building, trigger: ir.Trigger) -> Function:
    """The function of a rule that follows every action: written once, however many actions there are."""
    return once(building, f"rule.{trigger.path}", trigger.path, lambda e: carry_out_rule(e, trigger.do, ()))
