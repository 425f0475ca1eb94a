"""A bot that searches a tree: many games from the position, more of them where they did well (Monte Carlo tree search).

    bot = TreeBot(simulations=2_000)
    bot.begin(seed=7)
    bot.choose(state, player)

A decision is tried in games that are played on, and so are the decisions after it, and those after these: of the choices of each, those that
did well are tried more often (UCT: Kocsis, Szepesvári, "Bandit based Monte-Carlo planning", 2006).  At the first decision the games are allocated by
sequential halving, as `rollouts` does, with the same luck after each choice (Pepels, Cazenave, Winands, Lanctot, "Minimizing simple and cumulative regret
in Monte-Carlo tree search", 2014).  A decision in the tree is known by what its player sees, and hidden parts are dealt again for the games
(Cowling, Powley, Whitehouse, "Information set Monte Carlo tree search", 2012).  So it serves games of any number of players, with chance, teams, secret
choices and hidden hands.  Outside the tree all follow the strategies of the rulebook, each in an equal share of the games, or play at random.

Strategies know more than a few games can tell.  So where there are some, in games with chance or hidden parts, the tree departs from them only where it is
sure to do better, and of many choices only those are searched that strategies rank highest, as many as a third of the square root of the
simulations (`candidates`).  In other games a tree needs few games to know better.

The bot keeps its tree from move to move where what it knows remains true: in games without a score, in which what a game is worth does not depend on
the position from which one looks.
"""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence
from math import copysign, inf, isinf, isqrt, sqrt
from typing import Final

from rulewright.game.game import Game, State
from rulewright.game.playouts.playout import play_on
from rulewright.game.playouts.searching import judging_of
from rulewright.game.results.standing import keeps_score
from rulewright.language.players import MCTS
from rulewright.play.looking_ahead.candidates import Candidates, candidates_of
from rulewright.play.looking_ahead.following import has_rivals, worth_following
from rulewright.play.looking_ahead.lookahead import (
    ANY,
    LONG,
    LookingAhead,
    Outlook,
    long_enough,
    luck_of,
    usual_players,
    views_of,
)
from rulewright.play.looking_ahead.tree import PlainTree, task_for, tree_for
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.executor import Position
from rulewright.runtime.fast import Seats, Until
from rulewright.runtime.tree_search import Statistics, Task, Tree, is_open
from rulewright.source.dataclass import dataclass

SIMULATIONS: Final = 1_000
"""The default number of simulations for a choice."""
ROOM, MOST_ROOM = 2_000_000, 24_000_000
"""The nodes and choices for which a tree has room, and one that grows for long: some 60 bytes each, which are taken as it grows."""
ROOM_EACH: Final = 8
"""A simulation adds a node and its choices, about as many as this in a game with few."""
TRIED: Final = 32
"""The number of games by which it is estimated how much games differ."""
LONG_AT_RANDOM: Final = 200
"""The approximate length in decisions of games that keep score and are played on at random: few of them are broken off."""
A_VIEW, FEWEST_VIEWS = 32, 16
"""A view for each of this number of simulations, as far as there may be more than the fewest."""
DEALING: Final = 0.25
"""The share of its time in which hidden parts are dealt."""
FEW: Final = 3
"""Of the choices that strategies rank highest the square root of the simulations, divided by this, is searched."""
CLEARLY: Final = 1.0
"""How many standard errors a choice has to be better than what strategies do, if a game is worth 1 more or less."""
SLOWLY: Final = 1.9
"""Games that take this many times as long as games at random are not worth it in an open game, where the tree soon knows more than a strategy."""
TIMED, PLAYED = 3, 8
"""How often it is measured how long games take, the shortest of which counts, and by how many games."""
AT_ONCE: Final = 256
"""The most simulations in a call, after which somebody may interrupt, or time may be over."""


def room_for(simulations: int, seconds: float | None) -> int:
    """The nodes and choices for which a tree has room: at least `ROOM`, and more for many simulations or much time, up to `MOST_ROOM`."""
    wanted = ROOM_EACH * simulations if seconds is None else int(ROOM * seconds)
    return min(max(wanted, ROOM), MOST_ROOM)


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found out: by choice the number of simulations and the sum of what they were worth; `left` are the choices that were tried
    to the end."""

    visits: list[int]
    sums: list[float]
    left: list[int]

    def worth(self, choice: int) -> float:
        """What a choice is worth; 1 or -1 if it is won or lost for sure. If it was not tried as much as the worst of those that were, or 0 if none was."""
        if not self.visits[choice]:
            return min((self.worth(number) for number, many in enumerate(self.visits) if many), default=0.0)
        total = self.sums[choice]
        return copysign(1.0, total) if isinf(total) else total / self.visits[choice]

    def best(self) -> list[int]:
        """The numbers of the choices that did best. Of those that are lost for sure, the ones that took most simulations to refute."""
        ranked = {choice: self._rank(choice) for choice in self.left}
        most = max(ranked.values())
        return [choice for choice in self.left if ranked[choice] == most]

    def _rank(self, choice: int) -> tuple[float, int]:
        mean = self.sums[choice] / max(self.visits[choice], 1)
        return mean, self.visits[choice] if mean == -inf else 0


class TreeBot(LookingAhead):
    """Takes the choice that a search tries most often: of `simulations`, or of as many as `seconds` allow. Choices by time cannot be
    repeated. Without `guided` games are played on at random even if the rulebook has strategies, without `proving` nothing is proven to be won or lost."""

    name = MCTS
    most_views = 64

    def __init__(
        self,
        seed: int = 0,
        simulations: int = SIMULATIONS,
        seconds: float | None = None,
        guided: bool = True,
        proving: bool = True,
    ) -> None:
        self.simulations, self.seconds, self._guided, self._proving = simulations, seconds, guided, proving
        wanted = min(max(simulations // A_VIEW, FEWEST_VIEWS), self.most_views)
        self._dealt = wanted if seconds is None else self.most_views
        self._kept: tuple[Game, Tree] | None = None
        self._slow: tuple[Game, bool] | None = None
        self._begun: float | None = None
        super().__init__(seed)

    def begin(self, seed: int) -> None:
        super().begin(seed)
        self._kept = None

    def views(self, state: State, player: int, seed: int) -> list[Position]:
        """The positions from which to play on; by time fewer, where dealing would take more than a part of it."""
        self._begun = now = time.perf_counter()
        until = inf if self.seconds is None else now + DEALING * self.seconds
        return views_of(state, player, seed, self._dealt, until)

    def best(self, outlook: Outlook) -> Sequence[int]:
        """The numbers of the choices that did best: one, or several if they are equal."""
        return self.search(outlook).best()

    def search(self, outlook: Outlook, among: Sequence[int] | None = None) -> Found:
        """What was found out about each choice, or each of those `among` all by their numbers."""
        game, seed = outlook.game, seed_of(outlook.seed, self.most_views)
        times = None if self.seconds is None else (self._begun or time.perf_counter(), self.seconds)
        self._begun = None
        task = self.task(outlook, seed)
        tree = self._tree(game)
        choices = range(len(outlook.choices)) if among is None else among
        most = max(isqrt(self.simulations) // FEW, 1)
        candidates = candidates_of(outlook, choices, most) if task.guided else Candidates(choices)
        search = _Halving(tree, task, seed, candidates)
        if not search.run(self.simulations, times):
            tree = PlainTree(game, room_for(self.simulations, self.seconds))
            search = _Halving(tree, task, seed, candidates)
            search.run(self.simulations, times)
        self._kept = None if keeps_score(game.program) else (game, tree)
        return search.found()

    def _tree(self, game: Game) -> Tree:
        """The tree of the move before, unless it is another game or the tree is full; otherwise a new one."""
        if self._kept is not None:
            kept_for, tree = self._kept
            if kept_for is game and not tree.is_half_full():
                return tree
        return tree_for(game, room_for(self.simulations, self.seconds))

    def task(self, outlook: Outlook, seed: int) -> Task:
        """The search, with the measure of games from a few that are played on."""
        game, view = outlook.game, outlook.views[0]
        guided, next_ = self._guided and not self._too_slow(outlook), 0
        seats: Sequence[Seats] = usual_players(game) if guided else [()]

        def luck(many: int) -> array[int]:
            nonlocal next_
            next_ += many
            return luck_of(seed, next_ - many, many)

        until = long_enough(game, view, seats, luck, LONG if any(seats[0]) else LONG_AT_RANDOM)
        many = TRIED if keeps_score(game.program) else 1
        if has_rivals(game):
            rows = [play_on(game, view, [ANY], luck(-(-many // len(seats))), until, each) for each in seats]
        else:
            same = luck(many)
            rows = [play_on(game, view, [ANY], same, until, each) for each in seats]
        judging = judging_of(game, rows)
        seats = worth_following(game, seats, rows, judging)
        return task_for(game, outlook.views, seats, until, judging, self._proving)

    def _too_slow(self, outlook: Outlook) -> bool:
        """Whether thinking for a time is done better with games at random, in an open game: those of strategies take much longer."""
        game = outlook.game
        if self.seconds is None or not game.program.strategies or not is_open(game.program):
            return False
        if self._slow is None or self._slow[0] is not game:
            taken = [
                min(_seconds(outlook, seats) for _ in range(TIMED))
                for seats in (usual_players(game)[0], (None,) * game.num_players)
            ]
            self._slow = game, taken[0] > SLOWLY * taken[1]
        return self._slow[1]


def _seconds(outlook: Outlook, seats: Seats) -> float:
    """How long a few games take."""
    luck, begun = luck_of(outlook.seed, 0, PLAYED), time.perf_counter()
    play_on(outlook.game, outlook.views[0], [ANY], luck, Until(), seats)
    return time.perf_counter() - begun


class _Halving:
    """The allocation of simulations to the candidates: all get some, the better half of them the same number together, and so on. The best of those
    that a strategy takes stays to the end, and is left for another one only if that did clearly better."""

    def __init__(self, tree: Tree, task: Task, seed: int, candidates: Candidates) -> None:
        self._tree, self._task, self._seed, self._usual = tree, task, seed, candidates.usual
        self._left: list[int] = list(candidates.numbers)
        self._stages = max((len(self._left) - 1).bit_length(), 1)
        self._next = 0

    def run(self, simulations: int, times: tuple[float, float] | None) -> bool:
        """Simulate this number of games, or as many as time allows from its beginning, in seconds; False if the tree cannot."""
        for stage in range(self._stages):
            if times is None:
                each = max(simulations // (self._stages * len(self._left)), 1)
                going = self._each(each)
            else:
                begun, seconds = times
                now, last = time.perf_counter(), begun + seconds
                going = self._until(now + (last - now) / (self._stages - stage), last)
            if not going:
                return False
            if self._decided():
                break
            if stage + 1 < self._stages:
                self._halve()
            if len(self._left) == 1:
                break
        return True

    def found(self) -> Found:
        """What is known of each choice, and which are left."""
        known = self._tree.statistics()
        if known is None:
            return Found([], [], [])
        usual = self._best_usual(known)
        if usual is None:
            return Found(known.visits, known.sums, self._left)
        value, games = _mean(known, usual), known.visits[usual]
        clear = [
            choice
            for choice in self._left
            if known.visits[choice]
            and _mean(known, choice) - value > CLEARLY * sqrt(1 / known.visits[choice] + 1 / games)
        ]
        return Found(known.visits, known.sums, [usual, *clear])

    def _each(self, many: int) -> bool:
        """This number of games with each choice that is left, with the same luck for all."""
        for first in range(self._next, self._next + many, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, self._next + many))
            if not all(self._tree.simulate(self._task, self._seed, numbers, choice) for choice in self._left):
                return False
        self._next += many
        return True

    def _until(self, end: float, last: float) -> bool:
        """Games with the choices that are left until a time, with the same luck for all; one game for each in any case, unless the `last` time is over."""
        many, now, until = 1, time.perf_counter(), last
        while True:
            begun, numbers = now, range(self._next, self._next + many)
            self._next += many
            for choice in self._left:
                if not self._tree.simulate(self._task, self._seed, numbers, choice):
                    return False
                now = time.perf_counter()
                if now > until:
                    return True
            if now > end or self._decided():
                return True
            until = end
            if 4 * (now - begun) < end - now:
                many = min(2 * many, AT_ONCE)

    def _decided(self) -> bool:
        """Leave out choices that are lost for sure, and keep only those that are won if there are any; whether nothing is left to find out."""
        known = self._tree.statistics() if self._task.proving else None
        if known is None or not any(map(isinf, known.sums)):
            return False
        won = [choice for choice in self._left if known.sums[choice] == inf]
        self._left = won or [choice for choice in self._left if known.sums[choice] != -inf] or self._left
        return bool(won) or len(self._left) == 1 or all(known.sums[choice] == -inf for choice in self._left)

    def _halve(self) -> None:
        """Keep the better half of the choices that were tried at all."""
        known = self._tree.statistics()
        if known is None:
            return
        tried = [choice for choice in self._left if known.visits[choice]]
        ranked = sorted(tried, key=lambda choice: _mean(known, choice), reverse=True)
        usual = self._best_usual(known)
        kept = ranked[: (len(ranked) + 1) // 2]
        self._left = sorted(kept if usual is None or usual in kept else [*kept, usual])

    def _best_usual(self, known: Statistics) -> int | None:
        """Of the choices that a strategy takes the one that did best; None if none was tried."""
        tried = [choice for choice in self._left if choice in self._usual and known.visits[choice]]
        return max(tried, key=lambda choice: _mean(known, choice), default=None)


def _mean(known: Statistics, choice: int) -> float:
    return known.sums[choice] / known.visits[choice]
