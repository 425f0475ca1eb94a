"""The order of play in native code: what follows an action, up to the next decision or the end of the game.

As `evaluate.flow` says it, with what is known when the code is written left out: the phase of an action, the rules that
say `after:` it, the ends that can follow.  Three sorts of functions:

    begin               set-up and the first turn's beginning, then `settle`
    apply.ACTION        one action and the rules after it, then `settle` once a note is carried out
    settle              ends, invariants, notes and rules until nothing is left to do

Whether somebody can move then is not asked here but by whoever lists the choices.  **Fuel**: what one round of the order
of play can do at most is known, so only the rounds are counted; the few loops that may be long count for themselves.
"""

from __future__ import annotations

from functools import partial

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.native.assembly import FALSE, TRUE, Operand, constant
from rulewright.native.building import Building, Function
from rulewright.native.effects import do_all
from rulewright.native.emitter import EACH, NOBODY, Emitter, as_number, as_truth
from rulewright.native.moves import bind
from rulewright.native.regions import END_TURN, EXTRA_TURN, TURN_OF
from rulewright.native.touches import written_between_turns
from rulewright.native.values import Emitted, Number, Shape, number, truth
from rulewright.problems.limits import MOST_STEPS, MOST_WORK
from rulewright.source.text import NOWHERE, Span

MOST_ROUNDS = 10_000
"""Rounds of the order of play after which the reference is asked whether it comes to an end."""
ENOUGH_WORK = MOST_WORK // 5
"""What functions may count between two decisions, and the rounds of the order of play by what each can do at most: a
share of what the reference allows, so that all shares together stay below it."""
ENOUGH_STEPS = MOST_STEPS // 3


def begin(building: Building) -> Function:
    """Set-up, the first turn, and whatever follows by itself."""
    if "begin" in building.functions:
        return building.functions["begin"]
    e = Emitter(building, "begin")
    program, code = e.program, e.code
    e.me = _nobody()
    _clear_notes(e)
    _outside(e)
    _run(e, program.setup)
    first = code.allocate("i32")
    noted, asked, known = code.block("noted"), code.block("asked"), code.block("known")
    code.branch(code.compare("eq", _load(e, "note.who"), constant(TURN_OF)), noted, asked)
    code.at(noted)
    code.store(_load(e, "note.player"), first)
    code.branch_to(known)
    code.at(asked)
    code.store(_asked(e, program.turns.first, _nobody()).bits, first)
    code.at(known)
    player = code.load("i32", first)
    code.store(constant(1), e.region("round"))
    code.store(player, e.region("round_first"))
    _restart(e, "round")
    e.call(begin_turn(building), [_player(e, player)])
    e.call(settle(building), [truth(False)])
    return e.finish()


def apply(building: Building, name: str) -> Function:
    """One action with its arguments, and all that follows."""
    known = building.functions.get(f"apply.{name}")
    if known is not None:
        return known
    action = building.program.actions[name]
    e = Emitter(building, f"apply.{name}", action.path)
    shapes = tuple(building.shape(parameter.type) for parameter in action.parameters)
    bind(e, action, e.take(shapes))
    frame = [*range(len(action.parameters)), *(let.slot for let in action.lets)]
    do_all(e, action.do, _looking_back(building.program, name))
    _after_action(e, name, frame)
    return e.finish()


def _looking_back(program: ir.Program, name: str) -> list[object]:
    """What may be worked out with the names of an action after it."""
    ends_ = [(end.condition, end.result) for end in program.ends if name in end.after]
    rules = [trigger for phase in program.phases for trigger in phase.triggers if name in trigger.after]
    return [*ends_, *((rule.condition, rule.do) for rule in rules)]


def _after_action(e: Emitter, name: str, frame: list[int]) -> None:
    """The order of play while the action is what was just done."""
    code, program = e.code, e.program
    phase = next(phase for phase in program.phases if name in phase.actions)
    own = [trigger for trigger in phase.triggers if name in trigger.after]
    if not own and not any(name in end.after for end in program.ends):
        e.call(settle(e.building), [truth(False)])
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
    _ask_invariants(e)
    for trigger, is_done in zip(own, done, strict=True):
        skip, ask = code.block("skip"), code.block("rule")
        code.branch(code.load("i1", is_done), skip, ask)
        code.at(ask)
        _run_trigger(e, trigger, frame, is_done, again, skip)
        code.at(skip)
    rest = code.block("rest")
    code.branch(_noted(e), carry, rest)
    code.at(rest)
    for trigger in phase.triggers:
        if not trigger.after:
            skip = code.block("skip")
            _run_trigger(e, trigger, [], None, again, skip)
            code.at(skip)
    code.branch_to(over)
    code.at(carry)
    if any(name in end.after for end in program.ends if end.at != "action"):
        _carry_out(e, (name, frame), over)
    else:
        e.call(carry_out(e.building), ())
    e.call(settle(e.building), [truth(True)])
    code.at(over)
    if again_needed:
        rounds.settle()


def settle(building: Building) -> Function:
    """The order of play when no action was just done. Its parameter: whether since the ends were asked only a note was
    carried out; then those that read nothing of what that can write are not asked again."""
    known = building.functions.get("settle")
    if known is not None:
        return known
    e = Emitter(building, "settle")
    code, program = e.code, e.program
    (only_noted,) = e.take((Shape("truth", False, 0, 1),))
    unchanged = code.allocate("i1")
    code.store(as_truth(e, only_noted), unchanged)
    again, over, carry, rest, changed = (
        code.block(hint) for hint in ("again", "over", "carry", "rest", "changed")
    )
    rounds = _Rounds(e)
    code.at(again)
    rounds.count(program.turns.first.span)
    e.leave_if(code.compare("ne", _load(e, "ended"), constant(0)), over)
    ends(e, "action", None, over, code.load("i1", unchanged))
    _ask_invariants(e)
    code.branch(_noted(e), carry, rest)
    code.at(carry)
    e.call(carry_out(building), ())
    code.store(TRUE, unchanged)
    code.branch_to(again)
    code.at(changed)
    code.store(FALSE, unchanged)
    code.branch_to(again)
    code.at(rest)
    e.me = _current(e)
    _by_phase(
        e, [bool([t for t in phase.triggers if not t.after]) for phase in program.phases], over, changed
    )
    code.at(over)
    rounds.settle()
    return e.finish()


def _by_phase(e: Emitter, has: list[bool], over: str, again: str) -> None:
    """The rules of the present phase that say nothing of an action."""
    code = e.code
    labels = [(index, code.block("phase")) for index, there in enumerate(has) if there]
    if not labels:
        code.branch_to(over)
        return
    code.switch(_load(e, "phase"), labels, over)
    for index, label in labels:
        code.at(label)
        for trigger in e.program.phases[index].triggers:
            if not trigger.after:
                skip = code.block("skip")
                _run_trigger(e, trigger, [], None, again, skip)
                code.at(skip)
        code.branch_to(over)


class _Rounds:
    """Counts how often a part of the order of play goes round; how often it may is known once it is written."""

    def __init__(self, e: Emitter) -> None:
        self._e = e
        self._word = f"ROUNDS{len(e.code.lines)}X"
        self._address = e.code.allocate("i32")
        e.code.store(constant(0), self._address)
        self._before = 0, 0

    def count(self, span: Span) -> None:
        code = self._e.code
        went = code.add(code.load("i32", self._address), constant(1))
        code.store(went, self._address)
        self._before = self._e.work, self._e.steps
        self._e.fail_if(code.result("i1", f"icmp sgt {went}, {self._word}"), "endless", span)

    def settle(self) -> None:
        work, steps = self._e.work - self._before[0], self._e.steps - self._before[1]
        rounds = min(MOST_ROUNDS, ENOUGH_WORK // max(work, 1), ENOUGH_STEPS // max(steps + 2, 1))
        self._e.code.replace(self._word, str(rounds))
        self._e.work, self._e.steps = self._before


# ------------------------------------------------------------------------------------------------- ends


_OWN = {"current", "ended", "winners", "note.who", "note.phase"}
"""What every end writes when it holds, and no condition reads."""

Just = tuple[str, list[int]]
"""The action that was just done, and the slots of its frame."""


def ends(e: Emitter, at: str, just: Just | None, over: str, unchanged: Operand = FALSE) -> None:
    """Ask the ends of a kind, in written order; with the first that holds go to `over`.

    `unchanged`: whether they were all asked before, and only a note was carried out since."""
    code = e.code
    written = written_between_turns(e.program) if unchanged.known != 0 else set()
    for index, end in enumerate(e.program.ends):
        if end.at != at or (end.after and (just is None or just[0] not in end.after)):
            continue
        holds, next_ = code.block("end"), code.block("next")
        if end.after:
            outer = e.path, e.me
            e.path, e.me = end.path, _current(e)
            _end(e, index, end, next_)
            e.path, e.me = outer
            code.branch_to(over)
        else:
            function = _end_function(e.building, index, end)
            if unchanged.known != 0 and not written & (set(function.regions) - _OWN):
                e.leave_if(unchanged, next_)
            value = e.call(function, (), _nobody())
            assert value is not None
            code.branch(code.compare("ne", as_number(e, value).bits, constant(0)), holds, next_)
            code.at(holds)
            code.branch_to(over)
        code.at(next_)


def _end_function(building: Building, index: int, end: ir.End) -> Function:
    """Whether an end that needs nothing of an action holds; if so the game is over then."""
    name = f"end.{end.id}.{index}"
    if name not in building.functions:
        e = Emitter(building, name, end.path)
        e.me = _nobody()
        next_, done, answer = e.code.block("next"), e.code.block("done"), e.code.allocate("i32")
        e.code.store(constant(0), answer)
        _end(e, index, end, next_)
        e.code.store(constant(1), answer)
        e.code.branch_to(done)
        e.code.at(next_)
        e.code.at(done)
        e.finish(Number(e.code.load("i32", answer), None, 0, 1))
    return building.functions[name]


def _end(e: Emitter, index: int, end: ir.End, next_: str) -> None:
    """Ask an end; if it holds, the game is over, otherwise go to `next_`."""
    code = e.code
    if end.condition is not None:
        holds = code.block("holds")
        code.branch(e.truth(end.condition), holds, next_)
        code.at(holds)
    won = _winners(e, end)
    code.store(constant(NOBODY), e.region("current"))
    code.store(constant(index + 1), e.region("ended"))
    code.store(won, e.region("winners"))
    _clear_notes(e)


def _winners(e: Emitter, end: ir.End) -> Operand:
    """The winners as a bit set."""
    code = e.code
    best = [outcome for outcome in end.result if isinstance(outcome, ir.Best)]
    if best:
        columns = [standing(e, outcome, f"{end.id}.{at}") for at, outcome in enumerate(best)]
        return _greatest(e, columns, [outcome.highest for outcome in best])
    mask = code.allocate("i32")
    code.store(constant(0), mask)

    def add(per_team: bool, who: Emitted) -> None:
        bit = code.binary("shl", constant(1), as_number(e, who).bits)
        if per_team:
            teams = e.program.teams
            masks = [sum(1 << p for p, own in enumerate(teams) if own == t) for t in range(max(teams) + 1)]
            row = e.building.constant_row(masks)
            bit = code.load("i32", code.element(row, "i32", as_number(e, who).bits))
        code.store(code.binary("or", code.load("i32", mask), bit), mask)

    for outcome in end.result:
        if isinstance(outcome, ir.Wins):
            EACH[type(outcome.who)](e, outcome.who, partial(add, outcome.per_team))
    return code.load("i32", mask)


def standing(e: Emitter, best: ir.Best, name: str) -> list[Operand]:
    """What `highest X` reads off each player, or off the player's team."""
    function = _standing_function(e, best, f"standing.{name}")
    values: list[Operand] = []
    for player, team in enumerate(e.program.teams):
        value = e.call(function, [number(team if best.per_team else player)])
        assert value is not None
        values.append(as_number(e, value).bits)
    return values


def _standing_function(e: Emitter, best: ir.Best, name: str) -> Function:
    if name not in e.building.functions:
        inner = Emitter(e.building, name, e.path)
        most = max(e.program.teams) if best.per_team else e.program.players - 1
        (given,) = inner.take((Shape("number", False, 0, most),))
        inner.bind(0, given)
        value = inner.number(best.value)
        inner.finish(value)
    return e.building.functions[name]


def _greatest(e: Emitter, columns: list[list[Operand]], highest: list[bool]) -> Operand:
    """The players with the best values, the first column deciding first, as a bit set."""
    code = e.code
    left = [TRUE for _ in e.program.teams]
    for column, up in zip(columns, highest, strict=True):
        worst = constant(-(2**31) if up else 2**31 - 1)
        best = worst
        for value, here in zip(column, left, strict=True):
            better = code.both(here, code.compare("sgt" if up else "slt", value, best))
            best = code.select(better, value, best)
        left = [
            code.both(here, code.compare("eq", value, best)) for value, here in zip(column, left, strict=True)
        ]
    won = constant(0)
    for player, here in enumerate(left):
        won = code.binary("or", won, code.binary("shl", code.widen(here, "i32"), constant(player)))
    return won


def _ask_invariants(e: Emitter) -> None:
    if e.program.invariants:
        e.call(_invariants(e.building), (), _nobody())


def _invariants(building: Building) -> Function:
    if "invariants" not in building.functions:
        e = Emitter(building, "invariants")
        e.me = _nobody()
        for invariant in building.program.invariants:
            e.path = invariant.path
            with e.frame():
                holds = e.truth(invariant.asked.value)
            e.fail_if(e.code.opposite(holds), "invariant", invariant.asked.span)
        e.finish()
    return building.functions["invariants"]


# ------------------------------------------------------------------------------------------------- triggers


def _run_trigger(
    e: Emitter, trigger: ir.Trigger, frame: list[int], is_done: Operand | None, again: str, skip: str
) -> None:
    """Ask a rule; if it holds carry it out and go round again, otherwise go to `skip`."""
    code, outer = e.code, (e.path, e.slots)
    e.path, e.slots = trigger.path, dict(e.slots)
    if trigger.condition is not None:
        holds = code.block("applies")
        code.branch(e.truth(trigger.condition), holds, skip)
        code.at(holds)
    e.steps += 1
    if is_done is not None:
        code.store(TRUE, is_done)
    if trigger.after:
        for slot in frame:  # what the rule does with its names stays with it
            e.bind(slot, e.bound(slot))
        do_all(e, trigger.do, ())
    else:
        e.call(_rule_function(e.building, trigger), ())
    code.branch_to(again)
    e.path, e.slots = outer


def _rule_function(building: Building, trigger: ir.Trigger) -> Function:
    """What a rule does that follows every action: written once, however many there are."""
    name = f"rule.{trigger.path}"
    if name not in building.functions:
        e = Emitter(building, name, trigger.path)
        do_all(e, trigger.do, ())
        e.finish()
    return building.functions[name]


# --------------------------------------------------------------------------------------------------- notes


def carry_out(building: Building) -> Function:
    """Carry out the pending note when no end or rule looks back at an action."""
    if "carry_out" not in building.functions:
        e = Emitter(building, "carry_out")
        over = e.code.block("over")
        _carry_out(e, None, over)
        e.code.at(over)
        e.finish()
    return building.functions["carry_out"]


def _carry_out(e: Emitter, just: Just | None, over: str) -> None:
    """Carry out the pending note; to `over` if that ends the game."""
    code = e.code
    turn, phase, done = code.block("turn"), code.block("phase"), code.block("done")
    code.branch(code.compare("ne", _load(e, "note.who"), constant(0)), turn, phase)
    code.at(turn)
    _pass_turn(e, just, over)
    code.branch_to(done)
    code.at(phase)
    noted = _load(e, "note.phase")
    code.store(constant(-1), e.region("note.phase"))
    _enter_phase(e, noted)
    code.at(done)


def _pass_turn(e: Emitter, just: Just | None, over: str) -> None:
    """The turn ends, perhaps the round, and the next turn begins."""
    code, turns, outer = e.code, e.program.turns, (e.me, e.path)
    player = _current(e)
    e.me = player
    _run(e, turns.end)
    ends(e, "turn", just, over)
    following = code.allocate("i32")
    code.store(_next_player(e, player), following)
    closing, going = code.block("closing"), code.block("begin")
    closes = _closes(e, player, code.load("i32", following))
    extra = code.compare("eq", _load(e, "note.who"), constant(EXTRA_TURN))
    code.branch(code.both(code.opposite(extra), closes), closing, going)
    code.at(closing)
    _outside(e)
    e.me = _nobody()
    _run(e, turns.round_end)
    ends(e, "round", just, over)
    code.store(_first_of_next_round(e, player), following)
    code.store(code.add(_load(e, "round"), constant(1)), e.region("round"))
    code.store(code.load("i32", following), e.region("round_first"))
    _restart(e, "round")
    code.at(going)
    e.call(begin_turn(e.building), [_player(e, code.load("i32", following))])
    e.me, e.path = outer


def _first_of_next_round(e: Emitter, player: Number) -> Operand:
    code, turns = e.code, e.program.turns
    if turns.round_first is None:
        return _next_player(e, player)
    first = code.allocate("i32")
    asked, noted, known = code.block("asked"), code.block("noted"), code.block("known")
    code.branch(code.compare("eq", _load(e, "note.who"), constant(END_TURN)), asked, noted)
    code.at(asked)
    code.store(_asked(e, turns.round_first, _nobody()).bits, first)
    code.branch_to(known)
    code.at(noted)
    code.store(_load(e, "note.player"), first)
    code.at(known)
    return code.load("i32", first)


def _next_player(e: Emitter, player: Number) -> Operand:
    """Who is next, as the pending note says it."""
    code = e.code
    following = code.allocate("i32")
    asked, noted, known = code.block("asked"), code.block("noted"), code.block("known")
    code.branch(code.compare("eq", _load(e, "note.who"), constant(END_TURN)), asked, noted)
    code.at(asked)
    code.store(_asked(e, e.program.turns.next, player).bits, following)
    code.branch_to(known)
    code.at(noted)
    code.store(_load(e, "note.player"), following)
    code.at(known)
    return code.load("i32", following)


def _closes(e: Emitter, player: Number, following: Operand) -> Operand:
    """Whether the next player, counted from the round's first, does not sit behind the one who played."""
    code, first = e.code, _load(e, "round_first")
    return code.compare("sle", _behind(e, following, first), _behind(e, player.bits, first))


def _behind(e: Emitter, player: Operand, first: Operand) -> Operand:
    """How many seats a player sits behind the first."""
    code = e.code
    by = code.subtract(player, first)
    return code.select(code.compare("slt", by, constant(0)), code.add(by, constant(e.program.players)), by)


def begin_turn(building: Building) -> Function:
    """A player's turn begins."""
    if "begin_turn" in building.functions:
        return building.functions["begin_turn"]
    e = Emitter(building, "begin_turn")
    code, turns = e.code, e.program.turns
    (given,) = e.take((Shape("number", False, 0, building.program.players - 1),))
    player = as_number(e, given)
    noted = _load(e, "note.phase")
    phase = code.select(code.compare("slt", noted, constant(0)), constant(turns.phase), noted)
    _clear_notes(e)
    _restart(e, "turn")
    code.store(player.bits, e.region("current"))
    code.store(phase, e.region("phase"))
    _count_turn(e, code.add(player.bits, constant(1)))
    e.me = player
    _run(e, turns.begin)
    noted = _load(e, "note.phase")
    code.store(constant(-1), e.region("note.phase"))
    _enter_phase(e, code.select(code.compare("slt", noted, constant(0)), phase, noted))
    return e.finish()


def _enter_phase(e: Emitter, phase: Operand) -> None:
    """Be in a phase; an automatic one runs at once and has to note where to go."""
    code = e.code
    code.store(phase, e.region("phase"))
    automatic = [index for index, each in enumerate(e.program.phases) if each.automatic is not None]
    if not automatic:
        return
    outer, after = (e.me, e.path), code.block("entered")
    labels = [(index, code.block("automatic")) for index in automatic]
    code.switch(phase, labels, after)
    for index, label in labels:
        code.at(label)
        e.call(_automatic(e.building, index), (), _current(e))
        code.branch_to(after)
    code.at(after)
    e.me, e.path = outer


def _automatic(building: Building, index: int) -> Function:
    """What an automatic phase does."""
    phase = building.program.phases[index]
    name = f"automatic.{phase.name}"
    if name not in building.functions:
        e = Emitter(building, name, phase.path)
        assert phase.automatic is not None
        e.steps += 1
        _run(e, phase.automatic)
        e.path = phase.path
        e.fail_if(e.code.opposite(_noted(e)), "nowhere-to-go", phase.span)
        e.finish()
    return building.functions[name]


# --------------------------------------------------------------------------------------------------- parts


def _run(e: Emitter, rule: ir.Rule) -> None:
    """Effects of a rule of the flow, for the present `me`."""
    if rule.do:
        outer, e.path = e.path, rule.path
        with e.frame():
            do_all(e, rule.do, ())
        e.path = outer


def _asked(e: Emitter, asked: ir.Asked, me: Number) -> Number:
    outer, e.path, e.me = (e.path, e.me), asked.path, me
    with e.frame():
        player = e.number(asked.value)
    e.path, e.me = outer
    return player


def _load(e: Emitter, region: str) -> Operand:
    return e.code.load("i32", e.region(region))


def _noted(e: Emitter) -> Operand:
    """Whether a note is pending."""
    code = e.code
    who = code.compare("ne", _load(e, "note.who"), constant(0))
    return code.either(who, code.compare("sge", _load(e, "note.phase"), constant(0)))


def _clear_notes(e: Emitter) -> None:
    e.code.store(constant(0), e.region("note.who"))
    e.code.store(constant(-1), e.region("note.phase"))


def _current(e: Emitter) -> Number:
    return _player(e, _load(e, "current"))


def _player(e: Emitter, bits: Operand) -> Number:
    return Number(bits, None, 0, e.program.players - 1)


def _nobody() -> Number:
    return Number(constant(NOBODY), None, NOBODY, NOBODY)


def _outside(e: Emitter) -> None:
    """A stretch outside any turn begins: its chance has addresses of its own."""
    _count_turn(e, constant(0))


def _count_turn(e: Emitter, whose: Operand) -> None:
    code = e.code
    address = code.element(e.region("luck.turns"), "i32", whose)
    code.store(code.add(code.load("i32", address), constant(1)), address)
    _fill(e, e.region("luck.used"), len(e.program.streams), 0)


def _restart(e: Emitter, lasts: str) -> None:
    for group in e.program.layout.groups.values():
        if group.lasts == lasts:
            _refresh(e, group)


def _refresh(e: Emitter, group: Group) -> None:
    _fill(e, e.region(f"var.{group.name}"), group.size, group.start)


def _fill(e: Emitter, address: Operand, size: int, value: int) -> None:
    """Put one number into a row of cells."""
    code = e.code
    if size <= 8:
        for index in range(size):
            code.store(constant(value), code.element(address, "i32", constant(index)))
        return
    work = e.work
    e.loop(
        constant(size),
        size,
        lambda index: code.store(constant(value), code.element(address, "i32", index)),
        NOWHERE,
    )
    e.work = work
