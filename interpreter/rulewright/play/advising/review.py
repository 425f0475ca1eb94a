"""A game reviewed: what each decision gave away, and what luck gave.

    found = review(state, SearchJudge(state.game, games=1_000))
    found.decisions[3].lost.value          0.41: a move that gave away 41 games of 100
    found.lucks[5].gains[0].value          -0.08: a roll after which the first player wins 8 of 100 games less
    found.turning_points                   the three decisions that gave away most

Luck is what a position after a chance event is worth, less the average over all results that the event could have had.  Where
there are more than a few results, the average is that of some that are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from rulewright.game.errors import IllegalAction
from rulewright.game.game import State
from rulewright.game.history.steps import Step
from rulewright.game.results.measure import Measure, measure_of, result_of
from rulewright.play.advising.judges import Judge, Judgement
from rulewright.play.advising.valuing import Estimate
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.enumerated import TooManyOutcomes
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Tabular

RESULTS: Final = 256
"""Up to this many results of a chance event are all weighed: five dice that look alike have 252."""
MOST: Final = 10_000
"""The same where every result is known exactly."""
DRAWN: Final = 48
"""The number of results that are drawn where there are more."""
TURNING_POINTS: Final = 3
SURELY: Final = 3.0
"""A difference counts if it is this many times its standard error: among the many of a game some look like twice that through luck alone."""
LEAST: Final = 1e-9
"""An exact difference that is smaller was made by rounding."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision of a step (by its number in the game, the set-up being 0). `judged`: None if it was the only move, or nothing can be said."""

    step: int
    player: int
    moves: int
    played: int
    judged: Judgement | None
    worth: tuple[Estimate, ...] | None
    """What the position before it was worth to each seat."""
    move: str = ""
    """The move that was made, as it is typed."""
    better: str = ""
    """The best move, if it was judged."""

    @property
    def lost(self) -> float:
        """What it gave away: 0 unless another move is clearly better."""
        return self.judged.lost.value if self.judged is not None and self.is_mistake else 0.0

    @property
    def is_mistake(self) -> bool:
        """Whether another move is clearly better."""
        lost = self.judged.lost if self.judged is not None else Estimate((0.0,))
        return lost.value > SURELY * lost.error and lost.value > LEAST


@dataclass(frozen=True, slots=True)
class Luck:
    """The chance events of a step together: by seat, what they gave. `results`: how many were weighed; `drawn`: only some, which were drawn."""

    step: int
    player: int
    gains: tuple[Estimate, ...]
    results: int
    drawn: bool


@dataclass(frozen=True, slots=True, repr=False)
class Review(Tabular):
    """A game reviewed. `start`: what it was worth to each seat before the first decision, `ended`: the end, or None for a game that goes on."""

    measure: Measure
    steps: int
    decisions: tuple[Decision, ...]
    lucks: tuple[Luck, ...]
    ended: tuple[float, ...] | None
    seat: int | None = None
    """The only seat whose decisions were judged; None: all were."""

    def _in_short(self) -> str:
        return f" of {counted(self.steps, 'step')}: {counted(sum(each.is_mistake for each in self.decisions), 'clear mistake')}"

    @property
    def turning_points(self) -> list[Decision]:
        """The decisions that gave away most, at most three, in the order of the game."""
        mistakes = sorted((each for each in self.decisions if each.is_mistake), key=lambda each: -each.lost)
        return sorted(mistakes[:TURNING_POINTS], key=lambda each: each.step)

    @property
    def luckiest(self) -> list[Luck]:
        """The chance events that changed most for somebody, at most three, in the order of the game."""
        ranked = sorted((each for each in self.lucks if _swing(each)), key=lambda each: -_swing(each))
        return sorted(ranked[:TURNING_POINTS], key=lambda each: each.step)

    def lost(self, player: int) -> float:
        """What all decisions of a player gave away."""
        return sum((each.lost for each in self.decisions if each.player == player), 0.0)

    def mistakes(self, player: int) -> int:
        """How many decisions of a player were clear mistakes."""
        return sum(each.is_mistake for each in self.decisions if each.player == player)

    def luck(self, player: int) -> Estimate:
        """What luck gave a player in all."""
        gains = [each.gains[player] for each in self.lucks]
        error = sqrt(sum(each.error**2 for each in gains))
        return Estimate((sum((each.value for each in gains), 0.0),), error)


def _swing(luck: Luck) -> float:
    """The greatest change for a seat, if it is clear."""
    return max((abs(each.value) for each in luck.gains if abs(each.value) > SURELY * each.error), default=0.0)


def review(
    state: State,
    judge: Judge,
    seed: int = 0,
    report: Callable[[int, int], None] | None = None,
    seat: int | None = None,
) -> Review:
    """The review of the game that led to a state: of all players' decisions, or of those of one `seat`. `report` gets how many steps are done, and how many
    there are."""
    chain = state.tip.chain()
    decisions, lucks = list[Decision](), list[Luck]()
    for number, step in enumerate(chain):
        if report is not None:
            report(number, len(chain))
        if step.before is not None and step.choice is not None:
            looked_at = seat is None or step.player == seat
            found = _decision(state, number, step, judge, seed_of(seed, 2 * number), looked_at)
            if found is not None:
                decisions.append(found)
        luck = _luck(state, number, step, judge, seed_of(seed, 2 * number + 1))
        if luck is not None:
            lucks.append(luck)
    ended = tuple(result_of(state.game, state.cells, seat) for seat in range(state.game.num_players))
    return Review(
        measure_of(state.game),
        len(chain) - 1,
        tuple(decisions),
        tuple(lucks),
        ended if state.is_terminal() else None,
        seat,
    )


def _decision(
    state: State, number: int, step: Step, judge: Judge, seed: int, looked_at: bool
) -> Decision | None:
    assert step.before is not None
    before, player = state.game.state_after(step.before), step.player
    if before.current_player() != player:
        return None
    legal = [action.choice for action in before.legal_actions()]
    if step.choice not in legal:
        return None
    played = legal.index(step.choice)
    judged = judge.decision(before, player, played, seed) if looked_at and len(legal) > 1 else None
    worths = _worths(before, player, judged)
    if worths is None:
        (worths,) = judge.positions([before], seed) or (None,)
    move, better = (
        "" if at is None else str(state.game.action_of(legal[at]))
        for at in (played, judged.best if judged is not None else None)
    )
    return Decision(number, player, len(legal), played, judged, worths, move, better)


def _worths(before: State, player: int, judged: Judgement | None) -> tuple[Estimate, ...] | None:
    """What a position is worth to each seat, as far as that is known from the player to act."""
    measure, game = measure_of(before.game), before.game
    if judged is None or not game.perfect_information:
        return None
    mine, teams = judged.worth, game.program.teams
    if game.num_players == 1:
        return (mine,)
    if not measure.opposed:
        return None
    theirs = Estimate(tuple(map(measure.against, mine.parts)), mine.grain)
    return tuple(mine if team == teams[player] else theirs for team in teams)


def _luck(state: State, number: int, step: Step, judge: Judge, seed: int) -> Luck | None:
    """What the chance events of a step gave; None if there were none, or nothing can be said."""
    if not any(happening.is_chance for happening in step.happenings):
        return None
    weighed, drawn = _results(state, step, seed, judge.exact)
    if len(weighed) < 2:
        return None
    known = judge.positions([state.game.state_after(step), *(each for _, each in weighed)], seed)
    if known is None:
        return None
    mine, *others = known
    shares = [share for share, _ in weighed]
    gains = tuple(
        _gain(mine[seat], shares, [worths[seat] for worths in others], drawn)
        for seat in range(state.game.num_players)
    )
    return Luck(number, step.player, gains, len(weighed), drawn)


def _gain(mine: Estimate, shares: Sequence[float], others: Sequence[Estimate], drawn: bool) -> Estimate:
    """How much more a position is worth than others on average, by games with the same luck."""
    means = [
        sum(share * each.parts[part] for share, each in zip(shares, others, strict=True))
        for part in range(len(mine.parts))
    ]
    gain = mine.less(Estimate(tuple(means), mine.grain))
    if not drawn:
        return gain
    mean = sum(each.value for each in others) / len(others)
    spread = sum((each.value - mean) ** 2 for each in others) / (len(others) - 1)
    return Estimate(gain.parts, sqrt(gain.error**2 + spread / len(others)))


def _results(state: State, step: Step, seed: int, exact: bool) -> tuple[list[tuple[float, State]], bool]:
    """Positions that the chance events of a step could have led to, with their probabilities: all if they are few, else some
    that are drawn, and whether they are; none if they cannot be found."""
    game, before = state.game, step.before
    try:
        if before is None or step.choice is None:
            found = game.initial_outcomes(MOST if exact else RESULTS) if before is None else []
        else:
            action = game.action_of(step.choice)
            found = game.state_after(before).outcomes(action, MOST if exact else RESULTS)
        return [(float(share), each) for share, each in found], False
    except (IllegalAction, RuleFailure):
        return [], False
    except TooManyOutcomes:
        return ([] if exact else _drawn(state, step, seed)), True


def _drawn(state: State, step: Step, seed: int) -> list[tuple[float, State]]:
    game, some = state.game, list[State]()
    for luck in (seed_of(seed, number) for number in range(DRAWN)):
        try:
            if step.before is None or step.choice is None:
                some.append(game.new_initial_state(luck))
            else:
                other = game.state_after(step.before).clone(luck)
                other.apply_action(game.action_of(step.choice))
                some.append(other)
        except (IllegalAction, RuleFailure):
            continue
    return [(1 / len(some), each) for each in some]
