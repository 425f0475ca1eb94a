"""Judges of a game that was played: what a move gave away, and what positions are worth to every seat.

    judge = SearchJudge(game, games=1_000)
    judge.decision(state, 0, played=3, seed=7)      Judgement(best=1, worth=..., lost=...)
    judge.positions([one, other], seed=7)           for each, an estimate by seat; of games with the same luck

A player is judged by what this player could know.  What luck gave is judged with all cards face up.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from rulewright.game.game import Game, State
from rulewright.game.playouts.playout import play_on
from rulewright.game.playouts.searching import judged
from rulewright.game.results.measure import measure_of, result_of
from rulewright.language.players import MCTS, SOLVED
from rulewright.play.advising.valuing import (
    LEARNING,
    MEASURED,
    PLAYED_OUT,
    SERIES,
    Estimate,
    Valued,
    is_quick,
    paid,
    to_the_end,
    valued,
)
from rulewright.play.looking_ahead.lookahead import ANY, Outlook, luck_of, usual_players
from rulewright.play.looking_ahead.tree import tree_for
from rulewright.play.looking_ahead.tree_bot import ROOM, TreeBot
from rulewright.play.solving.files import Known, read
from rulewright.runtime.chance.random_words import seed_of
from rulewright.runtime.executor import Position
from rulewright.runtime.fast import DECISIONS
from rulewright.runtime.tree_search import Task
from rulewright.source.dataclass import dataclass

RESULTS_TOO: Final = 3
"""How many times as many games are played for all results of a chance event together."""
EFFORT: Final = 300_000
"""How many decisions are played to judge one, unless somebody says how many games."""
LONG: Final = 60
"""From this number of steps on a game is judged with less, down to a third."""
CHOICES: Final = 2_000_000
"""How many choices these decisions are made from in all: that takes about a second, whatever the game."""
LOOKED_AT: Final = 50
"""In how many decisions of the game the choices are counted."""
FEWEST, LEAST, MOST = 48, 200, 10_000
"""The number of games for it without a quick executor; the least and the most with one."""
MORE: Final = 4
"""How many times as many games are played to look again at a decision that seems to have given something away."""
AGAIN: Final = 1_000_000
"""The number of the first seed for that."""
MOST_GAMES: Final = 1_000_000
"""The most games that somebody may ask for."""
FEW: Final = 4
"""The fewest games of a series."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision: the number of a best move, what it is worth to the player, and how much less the move that was made is. `found`: what the search
    found out; None for exact values."""

    best: int
    worth: Estimate
    lost: Estimate
    found: Valued | None = None


def usual_games(state: State) -> int:
    """How many games a search plays for a decision of the game that led to a state, unless somebody says otherwise: fewer if games are long, or there
    is much to choose from in them."""
    game, start = state.game, state.tip.chain()[0]
    if not is_quick(game):
        return FEWEST
    position = Position(start.cells, start.luck)
    rows = play_on(game, position, [ANY], luck_of(0, 0, MEASURED), PLAYED_OUT, usual_players(game)[0])
    shorter = min(max(LONG / len(state.tip.chain()), 1 / 3), 1.0)
    effort = min(round(EFFORT * shorter), round(CHOICES / _choices(state)))
    return min(max(effort * MEASURED // max(sum(rows.column(DECISIONS)), 1), LEAST), MOST) // 100 * 100


def _choices(state: State) -> float:
    """How many legal choices there were on average in the decisions of a game."""
    game = state.game
    before = [step.before for step in state.tip.chain() if step.before is not None]
    some = before[:: len(before) // LOOKED_AT + 1]
    found = [len(game.executor.legal(each.cells)) for each in some]
    return max(sum(found) / len(found), 1.0) if found else 1.0


class Judge(Protocol):
    """Judges decisions and positions."""

    exact: bool

    def decision(self, state: State, player: int, played: int, seed: int) -> Judgement | None:
        """The move with this number among the legal ones; None if nothing can be said."""
        ...

    def positions(self, states: Sequence[State], seed: int) -> list[tuple[Estimate, ...]] | None:
        """What positions are worth to each seat, in the measure of the game; None if it is not known of all."""
        ...


class SearchJudge:
    """Judges by games that are looked ahead: `games` for each decision, and a few times as many for the results of a chance event together."""

    exact = False

    def __init__(self, game: Game, games: int) -> None:
        self._game, self.games = game, games
        self._measure = measure_of(game)
        self._by_tree = game.perfect_information and (game.num_players == 1 or self._measure.opposed)

    def decision(self, state: State, player: int, played: int, seed: int) -> Judgement | None:
        found = valued(state, player, seed, games=self.games, also=[played])
        if found is None:
            return None
        best, lost = found.order[0], found.lost(played)
        if lost.is_clear:
            lost = self._again(state, player, best, played, seed)
        return Judgement(best, found.best, lost, found)

    def _again(self, state: State, player: int, best: int, played: int, seed: int) -> Estimate:
        """How much less a move is worth than another, by a second look: the smaller of two figures, of games that are played on by
        strategies and at random. A mistake that only one of them finds is one for such players alone."""
        looks = []
        for number, guided in enumerate((True, False) if self._game.program.strategies else (False,)):
            luck = seed_of(seed, AGAIN + number)
            found = valued(
                state, player, luck, games=MORE * self.games, most=0, also=[best, played], guided=guided
            )
            assert found is not None, "hidden parts could be dealt again before"
            looks.append(found.worths[best].less(found.worths[played]))
        return min(looks, key=lambda each: each.value)

    def positions(self, states: Sequence[State], seed: int) -> list[tuple[Estimate, ...]]:
        each = max(RESULTS_TOO * self.games // len(states) // SERIES, FEW)
        going = next((state for state in states if not state.is_terminal()), None)
        task = None if going is None else self._task(going, seed)
        return [
            _ended(state) if task is None or state.is_terminal() else self._position(state, task, seed, each)
            for state in states
        ]

    def _task(self, state: State, seed: int) -> Task:
        """A search from a position, with games that are played to their ends."""
        choices = [action.choice for action in state.legal_actions()]
        outlook = Outlook(
            self._game, state.current_player() or 0, [Position(state.cells, state.luck)], choices, seed
        )
        return to_the_end(self._game, TreeBot().task(outlook, seed))

    def _position(self, state: State, task: Task, seed: int, each: int) -> tuple[Estimate, ...]:
        here = replace(task, views=[Position(state.cells, state.luck)])
        if not self._by_tree:
            return self._played_on(here, seed, each)
        player = state.current_player()
        assert player is not None
        mine = self._searched(here, player, seed, each)
        theirs = Estimate(tuple(map(self._measure.against, mine.parts)), mine.grain)
        teams = self._game.program.teams
        return tuple(mine if team == teams[player] else theirs for team in teams)

    def _searched(self, task: Task, player: int, seed: int, each: int) -> Estimate:
        """What a position is worth to the player to act: the mean of a search from it, without its beginning."""
        tree, before, parts = tree_for(self._game, ROOM), (0, 0.0), list[float]()
        for series in range(SERIES):
            tree.simulate(task, seed, range(series * each, (series + 1) * each))
            known = tree.statistics()
            visits, total = (0, 0.0) if known is None else (sum(known.visits), sum(known.sums))
            mean = (total - before[1]) / max(visits - before[0], 1)
            parts.append(self._measure.of(paid(task.judging, player, mean)))
            before = visits, total
        return Estimate(tuple(parts[LEARNING:]), self._measure.width / (SERIES * each))

    def _played_on(self, task: Task, seed: int, each: int) -> tuple[Estimate, ...]:
        """What a position is worth to each seat, in games that usual players play on."""
        game, (position,), judging = self._game, task.views, task.judging
        parts: list[list[float]] = [[] for _ in range(game.num_players)]
        for series in range(SERIES):
            rows = [
                play_on(game, position, [ANY], luck, PLAYED_OUT, seats)
                for seats, luck in zip(task.seats, _shared(seed, series, each, len(task.seats)), strict=True)
                if luck
            ]
            values = [judged(game, row, judging) for played in rows for row in played.rows()]
            for seat, mine in enumerate(zip(*values, strict=True)):
                parts[seat].append(self._measure.of(paid(judging, seat, sum(mine) / len(mine))))
        return tuple(Estimate(tuple(found), self._measure.width / (SERIES * each)) for found in parts)


class SolvedJudge:
    """Judges by a solved game, exactly."""

    exact = True

    def __init__(self, known: Known) -> None:
        self._known = known

    def decision(self, state: State, player: int, played: int, seed: int) -> Judgement | None:
        best, worth, mine = self._known.best(state), self._worth(state), self._after(state, played, player)
        if best is None or worth is None or mine is None:
            return None
        return Judgement(best, Estimate((worth[player],)), Estimate((worth[player] - mine,)))

    def positions(self, states: Sequence[State], seed: int) -> list[tuple[Estimate, ...]] | None:
        found = [self._worth(state) for state in states]
        known = [worth for worth in found if worth is not None]
        return (
            None
            if len(known) < len(found)
            else [tuple(Estimate((value,)) for value in worth) for worth in known]
        )

    def _after(self, state: State, number: int, player: int) -> float | None:
        """What a move is worth to the player, on average over the results of chance; None if it is not known."""
        direct = self._known.move(state, number)
        if direct is not None:
            return self._measured(state, direct)
        total = 0.0
        for share, after in state.outcomes(state.legal_actions()[number]):
            worth = self._worth(after)
            if worth is None:
                return None
            total += float(share) * worth[player]
        return total

    def _worth(self, state: State) -> tuple[float, ...] | None:
        if state.is_terminal():
            return tuple(each.value for each in _ended(state))
        payoff, measure = self._known.worth(state), measure_of(state.game)
        if payoff is None:
            return None
        first = self._measured(state, payoff)
        sides = self._known.sides or tuple(range(state.game.num_players))
        return tuple(measure.against(first) if side else first for side in sides)

    def _measured(self, state: State, payoff: float) -> float:
        """A payoff of the first seat as reviews measure it."""
        measure = measure_of(state.game)
        return measure.of(-payoff if measure.fewest and not state.game.program.utility else payoff)


def _ended(state: State) -> tuple[Estimate, ...]:
    """What a finished game is worth to each seat."""
    measure = measure_of(state.game)
    return tuple(
        Estimate((measure.of(result_of(state.game, state.cells, seat)),) * (SERIES - LEARNING))
        for seat in range(state.game.num_players)
    )


def _shared(seed: int, series: int, each: int, kinds: int) -> list[array[int]]:
    """The seeds of a series of games, shared out among kinds of players."""
    luck = luck_of(seed, series * each, each)
    return [luck[kind::kinds] for kind in range(kinds)]


BY_SEARCH = re.compile(rf"{MCTS}(?::(?P<games>[0-9]{{1,9}}))?", re.ASCII)


def judge_named(state: State, by: str | None = None) -> SearchJudge | SolvedJudge:
    """The judge with this name of the game that led to a state: `mcts:N`, or `solved:FILE`; by default a search. Raises ValueError."""
    game = state.game
    if by is not None and by.startswith(f"{SOLVED}:"):
        path = by.partition(":")[2]
        known = read(Path(path), game)
        if not known.worths and known.turns is None:
            raise ValueError(
                f"{path} is of a game in which something is hidden, and such games are reviewed by a search"
                if known.policy
                else f"{path} has no worths of positions: `rulewright solve --out` writes them now"
            )
        return SolvedJudge(known)
    search = BY_SEARCH.fullmatch(by or MCTS)
    games = 0 if search is None else int(search["games"]) if search["games"] else usual_games(state)
    if search is None or not 1 <= games <= MOST_GAMES:
        raise ValueError(
            f"a game is judged by `{MCTS}:N`, a search with N games for each decision, 1 to {MOST_GAMES:,}, or by "
            f"`{SOLVED}:FILE`, what `rulewright solve --out FILE` wrote"
        )
    return SearchJudge(game, games)
