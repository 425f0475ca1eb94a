"""What the moves at a decision are worth to the player who makes them, each with how far that may be wrong.

    found = valued(state, player=0, seed=7)
    found.order                              the numbers of the legal moves that were valued, the best first
    found.worths[found.order[0]].value       0.63, with the measure of the game (`game.results.measure`)
    found.worths[2].less(found.worths[0])    the difference, of games with the same luck

A tree search finds the best few moves, as `mcts` does.  Then a new tree is grown from each of these, with as many games and the same luck, played to
their ends; the first of them, in which the tree still learns what the players should do, do not count.  So the best of many
figures, which is mostly a lucky one, is not what is reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

from rulewright.game.game import Game, State
from rulewright.game.moves.action import Action
from rulewright.game.playouts.playout import play_on
from rulewright.game.results.measure import Measure, measure_of
from rulewright.play.advising.delaying import put_off
from rulewright.play.looking_ahead.lookahead import ANY, Outlook, luck_of, views_of
from rulewright.play.looking_ahead.tree import task_for, tree_for
from rulewright.play.looking_ahead.tree_bot import ROOM, Found, TreeBot
from rulewright.play.running.arguments import check_turn
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.fast import DECISIONS, PlaysOn, Until
from rulewright.runtime.tree_search import Judging, Task
from rulewright.source.dataclass import dataclass

QUICK: Final = 400_000
"""The decisions that may be played for a search, and again for the worths, with a quick executor: about half a second each."""
SLOW: Final = 3_000
"""The same with an executor that does not play on quickly."""
LEAST_GAMES, MOST_GAMES = 32, 20_000
"""The fewest and the most games of a search."""
SERIES: Final = 16
"""In how many series of games a move is valued."""
LEARNING: Final = 4
"""How many of the first series do not count."""
MEASURED: Final = 8
"""The number of games by which their length is estimated."""
LONGEST: Final = 5_000
"""Games are broken off after this number of decisions."""
PUT_OFF: Final = 32
"""The most games of a series in which it is tried to put a move off."""
PLAYED_OUT: Final = Until(most=LONGEST)
CLEAR: Final = 2.0
"""A difference is clear if it is this many times its standard error."""
MOST: Final = 3
"""How many moves are valued unless a caller says otherwise."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean by series of games; series of the same number had the same luck. `grain`: what one game more or less in all would change."""

    parts: tuple[float, ...]
    grain: float = 0.0

    @property
    def value(self) -> float:
        """The mean."""
        return sum(self.parts) / len(self.parts)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        many, mean = len(self.parts), self.value
        if many < 2:
            return self.grain
        squares = sum((part - mean) ** 2 for part in self.parts)
        return max(sqrt(squares / (many - 1) / many), self.grain)

    def less(self, other: Estimate) -> Estimate:
        """The difference, by games with the same luck."""
        parts = tuple(mine - theirs for mine, theirs in zip(self.parts, other.parts, strict=True))
        return Estimate(parts, self.grain + other.grain)

    @property
    def is_clear(self) -> bool:
        """Whether it is above 0 by more than luck would explain."""
        return self.value > CLEAR * self.error


@dataclass(frozen=True, slots=True)
class Valued:
    """What was found out at a decision. `order`: the moves that were valued, by their number among the legal ones, the best first; `games`: how many
    were played after each of them. `alike`: no move at all is clearly better than another."""

    outlook: Outlook
    actions: Sequence[Action]
    measure: Measure
    order: Sequence[int]
    worths: Mapping[int, Estimate]
    games: int
    alike: bool

    @property
    def best(self) -> Estimate:
        """The worth of the best move."""
        return self.worths[self.order[0]]

    def lost(self, number: int) -> Estimate:
        """How much less a move is worth than the best one."""
        return self.best.less(self.worths[number])


def valued(
    state: State,
    player: int,
    seed: int,
    effort: int | None = None,
    games: int | None = None,
    most: int = MOST,
    also: Sequence[int] = (),
    guided: bool = True,
) -> Valued | None:
    """The worths of the best `most` moves of the player to act, and of those in `also` by their numbers. `effort`: how many decisions may be played to find
    them, and again for their worths; or with `games` how many games, whatever their length. Without
    `guided` games are played on at random even if there are strategies. None if hidden parts cannot be dealt again. Raises ValueError if the player is not to act."""
    check_turn(state, player)
    game, actions = state.game, state.legal_actions()
    views = views_of(state, player, seed, TreeBot.most_views)
    if not views:
        return None
    outlook = Outlook(game, player, views, [action.choice for action in actions], seed)
    budget = effort or (QUICK if is_quick(game) else SLOW)
    task = TreeBot(guided=guided).task(outlook, seed_of(seed, TreeBot.most_views))
    order, alike = _searched(outlook, games or _games(outlook, task, task.until, budget), most, guided)
    numbers = [*order, *(number for number in dict.fromkeys(also) if number not in order)]
    worths, each = _worths(outlook, task, numbers, games or _games(outlook, task, PLAYED_OUT, budget))
    _put_off(outlook, task, worths, each)
    ranked = sorted(numbers, key=lambda number: -worths[number].value)
    clear = any(worths[ranked[0]].less(worths[number]).is_clear for number in ranked)
    return Valued(outlook, actions, measure_of(game), ranked, worths, each, alike and not clear)


def _searched(outlook: Outlook, games: int, most: int, guided: bool) -> tuple[list[int], bool]:
    """The best moves by their numbers, and whether they all did alike. Where players are guided by strategies, these are searched for with such players and
    with players at random, in turn: strategies may never use what a good move opens."""
    many = len(outlook.choices)
    if many <= most or not most:
        return list(range(many if most else 0)), True
    both = (True, False) if guided and outlook.game.program.strategies else (guided,)
    ranked, alike = list[list[int]](), True
    for one in both:
        found = TreeBot(simulations=games // len(both), guided=one).search(outlook)
        means = [found.worth(number) for number in range(len(found.visits))]
        if not means:
            return list(range(most)), False
        left = set(found.left)
        ranked.append(sorted(range(many), key=lambda number: (number not in left, -means[number])))
        alike = alike and _alike(found, means)
    in_turn = dict.fromkeys(number for numbers in zip(*ranked, strict=True) for number in numbers)
    return list(in_turn)[:most], alike


def _alike(found: Found, means: Sequence[float]) -> bool:
    """Whether no mean differs clearly from another; a game is taken to be worth 1 more or less."""
    tried = [number for number, many in enumerate(found.visits) if many]
    low, high = (pick(tried, key=means.__getitem__) for pick in (min, max))
    error = sqrt(sum(1 / found.visits[number] for number in (low, high)))
    return means[high] - means[low] <= CLEAR * error


def _worths(
    outlook: Outlook, task: Task, numbers: Sequence[int], games: int
) -> tuple[dict[int, Estimate], int]:
    """What each of these moves is worth, and how many games that took."""
    game, measure = outlook.game, measure_of(outlook.game)
    ends = to_the_end(game, task)
    each = max(games // len(numbers), 2 * SERIES) // SERIES
    tree, seed = tree_for(game, ROOM), seed_of(outlook.seed, TreeBot.most_views + 1)
    parts: dict[int, list[float]] = {number: [] for number in numbers}
    before = dict.fromkeys(numbers, (0, 0.0))
    for series in range(SERIES):
        for number in numbers:
            tree.simulate(ends, seed, range(series * each, (series + 1) * each), number)
        known = tree.statistics()
        for number in numbers:
            visits, total = (0, 0.0) if known is None else (known.visits[number], known.sums[number])
            more = max(visits - before[number][0], 1)
            came_to = paid(task.judging, outlook.player, (total - before[number][1]) / more)
            parts[number].append(measure.of(came_to))
            before[number] = visits, total
    counted = (SERIES - LEARNING) * each
    return {
        number: Estimate(tuple(found[LEARNING:]), measure.width / (counted + 2))
        for number, found in parts.items()
    }, counted


def _put_off(outlook: Outlook, task: Task, worths: dict[int, Estimate], games: int) -> None:
    """Raise the worths of moves after which the best one can still be made, and pays more than was found out about them."""
    best = max(worths, key=lambda number: worths[number].value)
    ends, measure = to_the_end(outlook.game, task), measure_of(outlook.game)
    series = SERIES - LEARNING
    for number in [number for number in worths if number != best]:
        each = max(min(games // series // 4, PUT_OFF), 1)
        found = put_off(outlook, ends, number, best, each, series)
        if found is None:
            continue
        scale = measure.of(paid(task.judging, outlook.player, 1.0)) - measure.of(
            paid(task.judging, outlook.player, 0.0)
        )
        parts = tuple(mine + scale * more for mine, more in zip(worths[best].parts, found, strict=True))
        plan = Estimate(parts, worths[best].grain)
        if plan.value > worths[number].value:
            worths[number] = plan


def to_the_end(game: Game, task: Task) -> Task:
    """The same search with games that are played to their ends, and judged by nothing but their results."""
    return task_for(game, task.views, task.seats, PLAYED_OUT, replace(task.judging, leading=0.0))


def paid(judging: Judging, player: int, value: float) -> float:
    """The payoff that a search calls a value."""
    return value * judging.spread[player] + judging.mean[player] if judging.points else value


def _games(outlook: Outlook, task: Task, until: Until, budget: int) -> int:
    """How many games can be played."""
    luck = luck_of(outlook.seed, TreeBot.most_views + 2, MEASURED)
    rows = play_on(outlook.game, outlook.views[0], [ANY], luck, until, task.seats[0])
    decisions = sum(rows.column(DECISIONS)) / MEASURED
    return min(max(int(budget / max(decisions, 1)), LEAST_GAMES), MOST_GAMES)


def is_quick(game: Game) -> bool:
    """Whether a game is played on quickly."""
    return isinstance(game.executor, PlaysOn)
