"""Reachability at one table: from set-up on, all rules are carried out on one abstract position that represents all
reachable ones, until nothing is new.

    reached = reach(program)
    reached.value(condition)          the range of a condition, wherever it is evaluated; NOTHING if it never is
    reached.position                  values of variables, pieces, phases and actions that play can reach

The order of play is not followed, except that an action is done only if its conditions can hold together, a rule
only in a phase that can be entered, and what is `after:` an action only if that can be done.
"""

from __future__ import annotations

from rulewright.ir import nodes as ir
from rulewright.language.ranges import NOTHING, Abstract, Values, join, some
from rulewright.proofs.assumptions import Known
from rulewright.proofs.effects import Effects
from rulewright.proofs.expressions import Expressions, TooMuch
from rulewright.proofs.position import Position, Unknown
from rulewright.source.dataclass import dataclass

MOST_PASSES = 200


@dataclass(frozen=True, slots=True)
class Reached:
    """The findings of `reach`. `ends` and `triggers`: paths of those that can be reached; `together`: the range of a condition
    of an action when those above it hold; `choices`: (action, parameter) that never offer anything; `asked`: the values
    by which tables are looked up; `ran`: (identity of a `by`, position) of the cases that can be carried out."""

    position: Position
    seen: dict[int, Abstract]
    together: dict[int, Values]
    ends: frozenset[str]
    triggers: frozenset[str]
    choices: frozenset[tuple[str, int]]
    asked: dict[str, tuple[Values, ...]]
    ran: frozenset[tuple[int, int]]
    work: int
    """The number of expressions that were evaluated."""

    def value(self, node: ir.Expression) -> Abstract:
        """The range of an expression; NOTHING if it is never evaluated."""
        return self.seen.get(id(node), NOTHING)


def reach(program: ir.Program, unknown: Unknown | None = None) -> Reached | None:
    """The positions that play can reach; None for rules that branch too much."""
    game = _Game(program, unknown or Unknown())
    try:
        for _ in range(MOST_PASSES):
            game.all_rules()
            if not game.position.changed:
                return game.reached()
    except (TooMuch, RecursionError):
        return None
    return None


class _Game:
    def __init__(self, program: ir.Program, unknown: Unknown) -> None:
        self.program = program
        self.position = Position(program, unknown)
        self.expressions = Expressions(self.position)
        self.effects = Effects(self.position, self.expressions)
        self.position.phases.add(program.turns.phase)
        self._begin()

    def _begin(self) -> None:
        self.expressions.begin()
        self.effects.ran = set()
        self.together: dict[int, Values] = {}
        self.ends: set[str] = set()
        self.triggers: set[str] = set()
        self.choices: set[tuple[str, int]] = set()
        self.offered: dict[str, Known] = {}
        """By action that can be done: the assumptions for a legal choice."""

    def reached(self) -> Reached:
        return Reached(
            self.position, self.expressions.seen, self.together, frozenset(self.ends), frozenset(self.triggers),
            frozenset(self.choices), self.expressions.asked, frozenset(self.effects.ran), self.expressions.visits,
        )  # fmt: skip

    def all_rules(self) -> None:
        """Carry out every rule that can apply, once."""
        self._begin()
        self.position.changed = False
        program, turns = self.program, self.program.turns
        self._do(program.setup.do, Known(began=False))
        self.expressions.value(turns.first.value, Known(began=False))
        self._do(turns.begin.do, Known())
        if self.position.notes:
            self._do(turns.end.do, Known())
            self._do(turns.round_end.do, Known())
            self.expressions.value(turns.next.value, Known())
            if turns.round_first is not None:
                self.expressions.value(turns.round_first.value, Known())
        for index in sorted(self.position.phases):
            self._phase(index)
        for name in self.position.asked:
            self._offer(program.actions[name])
        for end in program.ends:
            self._end(end)
        self._strategies()
        for invariant in program.invariants:
            self.expressions.value(invariant.asked.value, Known())
        self._outcomes((*program.standing, *program.utility), Known())

    def _do(self, effects: ir.Effects, known: Known, phase: int | None = None) -> Known | None:
        self.effects.phase = phase
        return self.effects.do_all(effects, known)

    # ---------------------------------------------------------------------------------------------- phases

    def _phase(self, index: int) -> None:
        phase = self.program.phases[index]
        if phase.automatic is not None:
            self._do(phase.automatic.do, Known(), index)
            return
        for name in phase.actions:
            action = self.program.actions[name]
            going = self._offer(action)
            if going is not None:
                self.offered[name] = going.copy()
                after = self._do(action.do, going, index)
                if after is not None:
                    self.position.done(name, after.names)
        for trigger in phase.triggers:
            known = self._after(trigger.after)
            if known is not None and self._holds(trigger.condition, known):
                self.triggers.add(trigger.path)
                if trigger.condition is not None:
                    known = self.expressions.assume(trigger.condition, True, known) or known
                self._do(trigger.do, known, index)

    def _offer(self, action: ir.Action) -> Known | None:
        """The assumptions when an action is done; None if it never can be."""
        known, possible, filters = Known(), True, action.filters
        for slot, parameter in enumerate(action.parameters):
            elements = self.expressions.elements(parameter.domain, known)
            known.bind(slot, elements.of)
            if not elements.most:
                self.choices.add((action.name, slot))
                possible = False
            if slot in filters:
                self.expressions.value(filters[slot].holds, known)
                known = self.expressions.assume(filters[slot].holds, True, known) or known
        for let in action.lets:
            known.bind(let.slot, self.expressions.value(let.value, known))
        for condition in action.conditions:
            if condition not in filters.values() and not isinstance(condition.holds, ir.After):
                self.expressions.value(condition.holds, known)
        if not possible:
            return None
        going = self._conditions(action, known)
        if going is not None:
            self.position.add(self.position.legal, action.name)
        return going

    def _conditions(self, action: ir.Action, known: Known) -> Known | None:
        """The assumptions when all conditions hold, evaluated in order; None if they cannot hold together."""
        self.expressions.quiet = True
        going: Known | None = known
        for condition in action.conditions:
            if going is None:
                break
            if isinstance(condition.holds, ir.After):
                self.expressions.quiet = False
            value = self.expressions.some(condition.holds, going)
            before = self.together.get(id(condition.holds), NOTHING)
            joined = join(before, value)
            assert isinstance(joined, Values)
            self.together[id(condition.holds)] = joined
            going = self.expressions.assume(condition.holds, True, going) if value.holds(1) else None
        self.expressions.quiet = False
        return going

    def _after(self, actions: tuple[str, ...]) -> Known | None:
        """The assumptions after one of these actions; None if none of them is ever done."""
        if not actions:
            return Known()
        frames = [self.position.frames[name] for name in actions if name in self.position.frames]
        if not frames:
            return None
        known = Known(dict(frames[0]))
        for frame in frames[1:]:
            known = known.either(Known(dict(frame)))
        return known

    def _holds(self, condition: ir.Expression | None, known: Known) -> bool:
        return condition is None or some(self.expressions.value(condition, known)).holds(1)

    def _strategies(self) -> None:
        """Evaluates the preferences and weights of strategies for legal choices."""
        for strategy in self.program.strategies.values():
            for name, asked in (*strategy.preferences.items(), *strategy.weights.items()):
                going = self.offered.get(name)
                if going is not None:
                    self.expressions.value(asked.value, going.copy())

    # ------------------------------------------------------------------------------------------------ ends

    def _end(self, end: ir.End) -> None:
        if end.at != "action" and not self.position.notes:
            return
        known = self._after(end.after)
        if known is not None and self._holds(end.condition, known):
            self.ends.add(end.path)
            self._outcomes(end.result, known)
            if end.worth is not None:
                self.expressions.value(end.worth.value, known)

    def _outcomes(self, outcomes: tuple[ir.Outcome, ...], known: Known) -> None:
        for outcome in outcomes:
            match outcome:
                case ir.Best(value=value, per_team=per_team):
                    last = max(self.program.teams) if per_team else self.program.players - 1
                    self.expressions.value(value, Known({0: Values(0, last)}))
                case ir.Wins(who=who):
                    self.expressions.elements(who, known)
                case _:
                    continue
