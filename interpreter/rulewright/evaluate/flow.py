"""The order of play: what follows an action, up to the next decision or the end of the game.

After a turn has begun, after every action and every automatic rule:

    (1) ends, in written order; the first that holds ends the game; otherwise the invariants are checked
    (2) the phase's rules with `after:` the action just done, each at most once; one is done, back to (1)
    (3) a pending note is carried out, back to (1); from here on no action was just done
    (4) the phase's other rules; the first that holds is done, back to (1)
    (5) the next decision; if no action is legal, that is a rule failure

If cells and notes are the same as some rules ago, with no chance event in between, the same rules repeat without end:
`Circle` detects this long before the limit on work is reached.

When a turn ends, and its effects under `turns.end` are carried out, the positions that the rulebook names are noted, before the
ends `at: turn`; so is the position after the set-up, before the first turn.

Random events outside any turn (set-up, the end of a round) are addressed by a turn count of their own, `luck.turns[0]`,
which grows each time play leaves the turns.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import field
from typing import Any, Literal, TypeAlias

from rulewright.evaluate.effects import carry_out
from rulewright.evaluate.machine import OFTEN, Machine, Plan, frame_size, integer, missing
from rulewright.evaluate.moves import any_choice, bind
from rulewright.evaluate.positions import asked_player, next_player, note
from rulewright.evaluate.sentences import in_words
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE, ROUND, ROUND_FIRST, WINNERS
from rulewright.runtime.executor import Event, Value
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

NOBODY = -1


@dataclass(slots=True)
class JustDone:
    """The action that was just done. Until a note is carried out, rules with `after:` it may run, in its frame."""

    action: str
    frame: list[Any]
    done: set[str] = field(default_factory=set)
    """Ids of the rules `after:` it that were carried out."""


def begin(machine: Machine) -> None:
    """Play from the set-up to the first decision."""
    set_up(machine)
    play_on(machine, None)


def act(machine: Machine, plan: Plan, arguments: Sequence[Value]) -> None:
    """Carry out an action, and play on to the next decision."""
    machine.path = plan.action.path
    frame = bind(machine, plan, arguments)
    carry_out(machine, plan.action.do)
    play_on(machine, JustDone(plan.name, frame))


def set_up(machine: Machine) -> None:
    """Set-up and the first turn's beginning; the order of play follows."""
    program = machine.program
    _outside(machine)
    machine.me = NOBODY
    _run(machine, program.setup)
    if machine.who is not None and machine.who[0] == "turn_of":
        first = machine.who[1]
    else:
        first = asked_player(machine, program.turns.first, NOBODY)
    machine.cells[ROUND] = 1
    machine.cells[ROUND_FIRST] = first
    _restart(machine, "round")
    note(machine, first)
    _begin_turn(machine, first)


def play_on(machine: Machine, just: JustDone | None) -> None:
    """Play from (1) to the next decision or the end of the game."""
    circle: Circle | None = None
    while not machine.cells[ENDED]:
        if _ended(machine, "action", just):
            return
        _ask_invariants(machine)
        if just is not None and _run_trigger(machine, just) is not None:
            continue
        if machine.who is not None or machine.where is not None:
            _follow_note(machine, just)
            just = None
            circle = circle or Circle(machine)
            circle.another(machine.program.phases[machine.cells[PHASE]].span)
            continue
        fired = _run_trigger(machine, None)
        if fired is not None:
            circle = circle or Circle(machine)
            circle.another(fired.span)
            continue
        machine.me = machine.cells[CURRENT]
        if not any_choice(machine):
            phase = machine.program.phases[machine.cells[PHASE]]
            tried = ", ".join(phase.actions) or "nothing"
            machine.path = phase.path
            machine.fail(
                "nobody-can-move",
                f"no action is allowed now; the actions here are {tried}",
                phase.span,
                _for_want_of_a_move(phase, machine.program.players),
            )
        return


def _for_want_of_a_move(phase: ir.Phase, players: int) -> str:
    """The help text for a phase in which a player has no legal action."""
    if not phase.actions:
        return "give the phase an action"
    action = next(iter(phase.actions))
    end = f", or an end with `after: {action}` and `when: not can({action}, me.left)`" if players > 1 else ""
    return f"add an action `pass` with the condition `not can({action})`, a rule under `as_soon_as:` that ends the turn{end}"


# -------------------------------------------------------------------------------------------- (1) and ends


def _ended(machine: Machine, at: Literal["action", "turn", "round"], just: JustDone | None) -> bool:
    """End the game with the first end of a kind that holds, in written order, and return whether one did."""
    for index, end in enumerate(machine.program.ends):
        if end.at != at or (end.after and (just is None or just.action not in end.after)):
            continue
        machine.work -= 1
        _enter(machine, end.path, end.locals, just if end.after else None, end.after != ())
        if end.condition is None or machine.eval[type(end.condition)](machine, end.condition):
            cells = machine.cells
            won = winners(machine, end.result)
            if machine.program.layout.worth >= 0:
                cells[machine.program.layout.worth] = worth(machine, end)
            cells[CURRENT], cells[ENDED], cells[WINNERS] = NOBODY, index + 1, won
            machine.memo.clear()
            machine.who = machine.where = None
            hold_sum(machine)
            machine.events.append(Event("rule", source=end.path))
            return True
    return False


def _ask_invariants(machine: Machine) -> None:
    for invariant in machine.program.invariants:
        machine.work -= 1
        machine.path = invariant.path
        asked = invariant.asked
        if machine.ask(asked.value, asked.locals, NOBODY) is not True:
            machine.locals, machine.me = [None] * frame_size(invariant.says), NOBODY
            words = in_words(machine, invariant.says) or invariant.id.replace("_", " ")
            machine.fail("invariant", f"this should always hold, and does not now: {words}", asked.span)


# --------------------------------------------------------------------------------------------- (2) and (4)


def _run_trigger(machine: Machine, just: JustDone | None) -> ir.Trigger | None:
    """Carry out the first rule of the phase that holds, and return it: one `after:` the action just done if `just` is given,
    otherwise one without `after:`."""
    for trigger in machine.program.phases[machine.cells[PHASE]].triggers:
        if just is None:
            if trigger.after:
                continue
        elif just.action not in trigger.after or trigger.id in just.done:
            continue
        machine.work -= 1
        _enter(machine, trigger.path, trigger.locals, just, True)
        if trigger.condition is None or machine.eval[type(trigger.condition)](machine, trigger.condition):
            machine.spend(trigger.span)
            if just is not None:
                just.done.add(trigger.id)
            machine.events.append(Event("rule", source=trigger.path))
            carry_out(machine, trigger.do)
            return trigger
    return None


def _enter(machine: Machine, path: str, size: int, just: JustDone | None, with_me: bool) -> None:
    """Make a new frame for a rule. After an action it begins with the action's parameters and `let`s."""
    known = just.frame if just is not None else []
    machine.path = path
    machine.locals = [*known, *[None] * (size - len(known))]
    machine.me = machine.cells[CURRENT] if with_me else NOBODY


# ------------------------------------------------------------------------------------------------ (3) notes


def _follow_note(machine: Machine, just: JustDone | None) -> None:
    if machine.who is not None:
        _pass_turn(machine, just)
        return
    phase = _noted_phase(machine)
    assert phase is not None
    _enter_phase(machine, phase)


def _pass_turn(machine: Machine, just: JustDone | None) -> None:
    """End the turn, and the round if it is complete, and begin the next turn. Notes made by their rules replace the pending ones."""
    turns, cells = machine.program.turns, machine.cells
    player = cells[CURRENT]
    machine.me = player
    _run(machine, turns.end)
    note(machine)
    if _ended(machine, "turn", just):
        return
    following = next_player(machine, player)
    assert machine.who is not None
    if machine.who[0] != "extra_turn" and _closes(machine, player, following):
        _outside(machine)
        machine.me = NOBODY
        _run(machine, turns.round_end)
        if _ended(machine, "round", just):
            return
        if turns.round_first is not None and machine.who[0] == "end_turn":
            following = asked_player(machine, turns.round_first, NOBODY)
        else:
            following = next_player(machine, player)
        cells[ROUND] += 1
        cells[ROUND_FIRST] = following
        _restart(machine, "round")
    _begin_turn(machine, following)


def _closes(machine: Machine, player: int, following: int) -> bool:
    """Whether the round is complete: in seat order from the round's first player, the next player is not after the present one."""
    first, players = machine.cells[ROUND_FIRST], machine.players
    return (following - first) % players <= (player - first) % players


def _begin_turn(machine: Machine, player: int) -> None:
    turns = machine.program.turns
    phase = turns.phase if machine.where is None else machine.where
    machine.who = machine.where = None
    _restart(machine, "turn")
    machine.cells[CURRENT] = player
    machine.cells[PHASE] = phase
    machine.memo.clear()
    assert machine.luck is not None
    machine.luck.turns[player + 1] += 1
    machine.luck.used.clear()
    machine.events.append(Event("turn", values=(player,)))
    open_turn(machine)


def open_turn(machine: Machine) -> None:
    """What happens first in a turn that has just begun. It depends on the cells alone."""
    phase = machine.cells[PHASE]
    machine.me = machine.cells[CURRENT]
    _run(machine, machine.program.turns.begin)
    noted = _noted_phase(machine)
    _enter_phase(machine, phase if noted is None else noted)


def _enter_phase(machine: Machine, phase: int) -> None:
    """Enter a phase. An automatic one runs at once, and has to leave a note about the turn or the phase."""
    machine.cells[PHASE] = phase
    machine.memo.clear()
    entered = machine.program.phases[phase]
    if entered.automatic is None:
        return
    machine.me = machine.cells[CURRENT]
    machine.spend(entered.span)
    _run(machine, entered.automatic)
    if machine.who is None and machine.where is None:
        message = f"`{entered.name}` is done and says neither whose turn is next nor where to go"
        machine.fail("nowhere-to-go", message, entered.span)


# --------------------------------------------------------------------------------------------------- parts


def _run(machine: Machine, rule: ir.Rule) -> None:
    """Carry out a rule of the flow for the present `me`; one without effects is no event."""
    if not rule.do:
        return
    machine.path = rule.path
    machine.locals = [None] * rule.locals
    machine.events.append(Event("rule", source=rule.path))
    carry_out(machine, rule.do)


def _outside(machine: Machine) -> None:
    """Leave the turns: chance events from here have addresses of their own."""
    assert machine.luck is not None
    machine.luck.turns[0] += 1
    machine.luck.used.clear()


def _noted_phase(machine: Machine) -> int | None:
    phase, machine.where = machine.where, None
    return phase


def _restart(machine: Machine, lasts: str) -> None:
    cells = machine.cells
    for group in machine.program.layout.groups.values():
        if group.lasts == lasts:
            cells[group.offset : group.offset + group.size] = (
                array(cells.typecode, [group.start]) * group.size
            )
    machine.memo.clear()


_BY_CHANCE = ("rolled", "drawn", "shuffled", "picked")
_Standing: TypeAlias = "tuple[array[int], tuple[str, int] | None, int | None]"


class Circle:
    """Detects automatic rules that repeat without end between two decisions.

    The position is saved after 100 rules, 200, 400 and so on, and later positions are compared with the saved one: this is
    cheap however many rules follow, and finds every cycle.
    """

    __slots__ = ("_events", "_kept", "_kept_after", "_machine", "_rules")

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._rules = 0
        self._kept: _Standing | None = None
        self._kept_after = OFTEN // 2
        self._events = 0
        """The number of events already inspected for chance."""

    def another(self, span: Span) -> None:
        """Record that a rule was carried out. Raises RuleFailure at `span` if the position repeats."""
        self._rules += 1
        if self._rules < OFTEN:
            return
        machine = self._machine
        if self._chance_was_asked():
            self._kept = None
        elif self._kept == (machine.cells, machine.who, machine.where):
            self._fail(span)
        if self._rules >= 2 * self._kept_after:
            self._kept = (machine.cells[:], machine.who, machine.where)
            self._kept_after = self._rules

    def _chance_was_asked(self) -> bool:
        """Whether there was a chance event since the last call."""
        events = self._machine.events
        asked = any(event.what in _BY_CHANCE for event in events[self._events :])
        self._events = len(events)
        return asked

    def _fail(self, span: Span) -> None:
        rules = self._rules - self._kept_after
        said = (
            "this rule leaves everything as it was, so it"
            if rules == 1
            else f"this rule is the last of {rules:,} that leave everything as it was, so they"
        )
        self._machine.fail("endless", f"{said} would be carried out again and again without end", span)


def winners(machine: Machine, result: tuple[ir.Outcome, ...]) -> int:
    """The winners as a bit set of players: 0 for a draw and for a lost game. Players with equal values share the win."""
    best = [outcome for outcome in result if isinstance(outcome, ir.Best)]
    if best:
        columns = [[v if o.highest else -v for v in values(machine, o)] for o in best]
        keys = list(zip(*columns, strict=True))
        return sum(1 << player for player, key in enumerate(keys) if key == max(keys))
    won = 0
    for outcome in result:
        if isinstance(outcome, ir.Wins):
            for who in machine.elements[type(outcome.who)](machine, outcome.who):
                won |= _members(machine, who) if outcome.per_team else 1 << who
    return won


def worth(machine: Machine, end: ir.End) -> int:
    """How much the result of an end counts: 1 without a `worth`, and 0 for a draw."""
    if end.worth is None:
        return 0 if any(isinstance(outcome, ir.Drawn) for outcome in end.result) else 1
    return integer(machine, end.worth.value, "the worth of the result is needed")


def values(machine: Machine, best: ir.Best) -> list[int]:
    """The value of `highest X` for each player, or for the team of each player."""
    result: list[int] = []
    outer = machine.locals
    for player, team in enumerate(machine.program.teams):
        machine.locals = [team if best.per_team else player, *[None] * max(best.locals - 1, 0)]
        value = machine.eval[type(best.value)](machine, best.value)
        if value is None:
            missing(machine, best.value, f"`{best.name}` is needed for the result")
        result.append(value)
    machine.locals = outer
    return result


def hold_sum(machine: Machine) -> None:
    """Fail if the points of all players do not sum to the value that the rulebook declares."""
    declared = machine.program.utility_sum
    if declared is None:
        return
    machine.path = "utility"
    (points,) = machine.program.utility
    machine.work -= 1
    sign = 1 if points.highest else -1
    gets = [sign * value for value in values(machine, points)]
    if sum(gets) != declared.value:
        seats = machine.program.labels.seats
        each = ", ".join(f"{seats[seat] or f'seat({seat + 1})'} {get}" for seat, get in enumerate(gets))
        machine.fail(
            "utility-sum",
            f"all players should get {declared.value} together when the game is over, and they get {sum(gets)}: {each}",
            declared.span,
            "look at what the rules pay out and where it goes, or declare the sum that is meant",
        )


def _members(machine: Machine, team: int) -> int:
    return sum(1 << player for player, own in enumerate(machine.program.teams) if own == team)
