"""Whole games played fast: choices instead of actions, no history, no events for anybody.

    play_out(game, seed=7, max_actions=10_000)        Playout(decisions=41, rounds=9, ended_by="target_reached", ...)
    measure(game, seed=7, max_actions=10_000, players=Plain(game, 7, ("bold", None))).turns

    rows = play_on(game, position, firsts=[0, 1], seeds=array("Q", [7, 8, 9]), until=Until(turn=True))
    rows.column(ENDED)            six numbers: the first choice with each seed, then the second choice with each
    won, lead = worth(game, rows, player=0)        by game: 1, 0 or -1, and the player's lead

Plain players choose at random (None), or follow a strategy of the rulebook: they take one of the choices that it
prefers, by their weights.  All draw random words by address, as chance does: (seed, player, turn, index within the
turn).  So two rulebooks that play one turn differently have the same luck afterwards, and games that continue from one
position with one seed differ only in what their first choices change.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import compress
from operator import mul, sub
from typing import Protocol

from rulewright.game.game import Game, State
from rulewright.game.history import record
from rulewright.game.playouts.players import RandomChooser, preferred
from rulewright.game.results import standing
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, ROUND, WINNERS
from rulewright.ir.ranking import standing_of
from rulewright.ir.utility import payoffs
from rulewright.runtime import fast
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Event, Luck, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import PLAYOUTS, Collected, note
from rulewright.runtime.fast import (
    FAILED,
    ROUNDS_KEPT,
    SCORES,
    Bulk,
    Played,
    PlaysOn,
    Seats,
    Until,
    counted_rules,
)
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Playout:
    """The figures of a game. `ended_by` is the id of the `end`, None if the game was cut off; scores and returns are by seat; `worth`: how
    much the result counts (`standing.worth`)."""

    seed: int
    decisions: int
    rounds: int
    ended_by: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    returns: tuple[float, ...]
    worth: int = 1


def play_out(game: Game, seed: int, max_actions: int, rounds: int | None = None) -> Playout:
    """A game of random players, cut off after `max_actions` actions, or when more than `rounds` rounds have begun.

    Raises RuleFailure (without a record; `state_of` has one).
    """
    position = new_position(game.program, seed)
    game.executor.begin(position, Sampled(game.program.streams))
    decisions = _play_on(game, position, -1, Until(most=max_actions, rounds=rounds), ())
    return facts(game, position.cells, seed, decisions)


def facts(game: Game, cells: array[int], seed: int, decisions: int) -> Playout:
    """The figures of the game that led to a position by this number of decisions."""
    end = standing.ended_by(game.program, cells)
    won: Sequence[int] = standing.winners(game.program, cells) if end is not None else ()
    return Playout(
        seed,
        decisions,
        cells[ROUND],
        end.id if end is not None else None,
        tuple(won),
        tuple(standing.scores(game.executor, cells)),
        tuple(standing.returns(game.executor, cells)),
        standing.worth(game.program, cells),
    )


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """The figures of a measured game. `ended` and `winners` as in the cells; `fired`: how often each of `counted_rules`
    was carried out; `open`: in how many decisions each action and another one were legal, and `taken` in how many of these it was taken; `by_round`: the scores at the end of each round (at most `ROUNDS_KEPT`). Scores are by seat, 0 in a
    game without a score."""

    seed: int
    decisions: int
    rounds: int
    ended: int
    winners: int
    scores: tuple[int, ...]
    turns: int
    choices: int
    lead_changes: int
    fired: tuple[int, ...]
    open: tuple[int, ...]
    taken: tuple[int, ...]
    by_round: tuple[tuple[int, ...], ...]
    worth: int = 1


class Players(Protocol):
    """The players of a game."""

    def choose(self, position: Position, legal: Sequence[Choice]) -> Choice:
        """The choice of the player to act among the legal ones. Called once for each decision of the game, in order."""
        ...


class Plain:
    """Players who choose at random (None) or follow a strategy of the rulebook (its id), by seat; without seats all at random."""

    def __init__(self, game: Game, seed: int, seats: Seats = ()) -> None:
        self._executor = game.executor
        self._strategies = [None if name is None else game.program.strategies[name] for name in seats]
        self._chooser = RandomChooser(seed)

    def choose(self, position: Position, legal: Sequence[Choice]) -> Choice:
        player = position.cells[CURRENT]
        strategy = self._strategies[player] if self._strategies else None
        if strategy is not None:
            meant = preferred(self._executor, strategy, position.cells, legal)
            return meant.at(self._chooser.index(position.luck, player, meant.total))
        return legal[self._chooser.index(position.luck, player, len(legal))]

    def passed(self, position: Position) -> None:
        """Count a decision of the player to act that was made elsewhere."""
        self._chooser.passed(position.luck, position.cells[CURRENT])


def measure(game: Game, seed: int, max_actions: int, players: Players) -> MeasuredGame:
    """One game with measurements, cut off after `max_actions` actions. Raises RuleFailure (without a record; `state_of`
    has one)."""
    executor, chance, watch = game.executor, Sampled(game.program.streams), _Watch(game)
    position = new_position(game.program, seed)
    watch.happened(executor.begin(position, chance))
    decisions = choices = 0
    watch.look(position)
    while not position.cells[ENDED] and decisions < max_actions:
        legal = executor.legal(position.cells)
        choices += len(legal)
        choice = players.choose(position, legal)
        watch.decided(choice, legal)
        watch.happened(executor.apply(position, choice, chance))
        decisions += 1
        watch.look(position)
    return MeasuredGame(
        seed, decisions, position.cells[ROUND], position.cells[ENDED], position.cells[WINNERS], watch.scores,
        sum(position.luck.turns[1:]), choices, watch.lead_changes, tuple(watch.fired), tuple(watch.open), tuple(watch.taken),
        tuple(watch.by_round),
        standing.worth(game.program, position.cells),
    )  # fmt: skip


def state_of(game: Game, seed: int, max_actions: int, players: Players) -> State:
    """The same game played with states, so with its history. A RuleFailure, also that of a preference, has its record."""
    state = game.new_initial_state(seed)
    for _ in range(max_actions):
        if state.current_player() is None:
            break
        actions = {action.choice: action for action in state.legal_actions()}
        try:
            choice = players.choose(Position(state.cells, state.luck), list(actions))
        except RuleFailure as failure:
            failure.record = record.full(game, state.tip, failure)
            raise
        state.apply_action(actions[choice])
    return state


class _Watch:
    """Takes measurements while a game is played."""

    def __init__(self, game: Game) -> None:
        rules = counted_rules(game.program)
        self._executor = game.executor
        self._number = {path: number for number, path in enumerate(rules) if path not in game.program.actions}
        self._teams = game.program.teams
        best = standing_of(game.program)
        self._sign = 0 if not best else 1 if best[0].highest else -1
        self._leader = self._rounds = 0
        self.fired = [0] * len(rules)
        self.open, self.taken = ([0] * len(game.program.actions) for _ in range(2))
        self.lead_changes = 0
        self.scores = (0,) * game.num_players
        self.by_round: list[tuple[int, ...]] = []

    def decided(self, choice: Choice, legal: Sequence[Choice]) -> None:
        """Count the action that is taken, and those that were open."""
        self.fired[choice.action] += 1
        actions = {each.action for each in legal}
        if len(actions) > 1:
            self.taken[choice.action] += 1
            for action in actions:
                self.open[action] += 1

    def happened(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.what == "rule" and event.source in self._number:
                self.fired[self._number[event.source]] += 1

    def look(self, position: Position) -> None:
        """Measure a position at which a decision is due, or the game is over."""
        cells = position.cells
        if self._sign:
            self.scores = tuple(standing.scores(self._executor, cells))
            self._look_who_leads()
        over = cells[ROUND] if cells[ENDED] else cells[ROUND] - 1
        while self._rounds < over:
            self._rounds += 1
            if self._rounds <= ROUNDS_KEPT:
                self.by_round.append(self.scores)

    def _look_who_leads(self) -> None:
        """Count a change of the lead. The last sole leader is kept by number of the team, from 1; 0 before the first."""
        best = max(self._sign * score for score in self.scores)
        leading = {
            team for team, score in zip(self._teams, self.scores, strict=True) if self._sign * score == best
        }
        if len(leading) == 1:
            leader = leading.pop() + 1
            self.lead_changes += self._leader not in (0, leader)
            self._leader = leader


def play_on(
    game: Game, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats = ()
) -> Played:
    """See `runtime.fast.PlaysOn`. A row in which FAILED is not 0 is of a game in which a rule failed."""
    executor, wide = game.executor, width(game)

    def row(place: int) -> list[int]:
        first, seed = firsts[place // len(seeds)], seeds[place % len(seeds)]
        with Collected():  # the playout as a whole is noted, not its steps
            return _row(game, position, first, seed, until, seats)

    played = (
        executor.play_on(position, firsts, seeds, until, seats) if isinstance(executor, PlaysOn) else None
    )
    if played is None:
        games = len(firsts) * len(seeds)
        return Played(array("i", (number for place in range(games) for number in row(place))), games, wide)
    for place in compress(range(played.games), failed := played.column(FAILED)):
        again = row(place)
        played.numbers[place * wide : (place + 1) * wide] = array("i", again)
        if not again[FAILED]:
            note(PLAYOUTS, played.reason(failed[place]))
    return played


def width(game: Game) -> int:
    """The length of the row of a game."""
    return SCORES + len(standing_of(game.program)) * game.num_players


def row_of(game: Game, cells: array[int], decisions: int = 0) -> list[int]:
    """The figures of a position, in the order of the row of a game."""
    lines = (value for line in game.executor.standings(cells) for (value,) in line)
    result = cells[ENDED], cells[WINNERS], standing.worth(game.program, cells)
    return [0, decisions, cells[ROUND], *result, *lines]


def round_of(position: Position) -> int:
    """The number of the round, from 1."""
    return position.cells[ROUND]


def _row(game: Game, position: Position, first: int, seed: int, until: Until, seats: Seats) -> list[int]:
    """The row of one game."""
    position = Position(position.cells[:], Luck(seed, position.luck.turns.copy()))
    try:
        decisions = _play_on(game, position, first, until, seats)
        return row_of(game, position.cells, decisions)
    except RuleFailure:
        return [1] + [0] * (width(game) - 1)


def _play_on(game: Game, position: Position, first: int, until: Until, seats: Seats) -> int:
    """Play to the end, or until the game is cut off. Returns the number of decisions."""
    executor, chance = game.executor, Sampled(game.program.streams)
    players = Plain(game, position.luck.seed, seats)
    bulk = executor if isinstance(executor, Bulk) else None
    turns, whose = position.luck.turns, position.cells[CURRENT]
    begun, decisions = turns[whose + 1], 0
    while not position.cells[ENDED] and decisions < until.most:
        if until.rounds is not None and position.cells[ROUND] > until.rounds:
            break
        if until.turn and (position.cells[CURRENT] != whose or turns[whose + 1] != begun):
            break
        legal = executor.legal(position.cells)
        if first >= 0 and not decisions:
            players.passed(position)
            choice = legal[min(first, len(legal) - 1)]
        else:
            choice = players.choose(position, legal)
        if bulk is not None:
            bulk.carry_out(position, choice)
        else:
            executor.apply(position, choice, chance)
        decisions += 1
    return decisions


def worth(game: Game, rows: Played, player: int) -> list[Sequence[int]]:
    """The worth of each game to a player, in columns: 1 if it is won (also with others, but not with all), -1 if it is
    lost, 0 for a draw or before the end, times the worth of the result; then for each line of the standings the lead of the player (or the team) over
    the best of the others."""
    return [_results(game, rows, player), *_leads(game, rows, player)]


def _results(game: Game, rows: Played, player: int) -> list[int]:
    ended = rows.column(fast.ENDED)
    if not any(ended):
        return [0] * rows.games
    signs = {
        (end, won): _sign(game.program, end, won, player)
        for end, won in set(zip(ended, rows.column(fast.WINNERS), strict=True))
    }
    came_to = [signs[pair] for pair in zip(ended, rows.column(fast.WINNERS), strict=True)]
    return came_to if game.program.layout.worth < 0 else list(map(mul, came_to, rows.column(fast.WORTH)))


def _sign(program: ir.Program, ended: int, winners: int, player: int) -> int:
    """1, 0 or -1: whether a player won, neither won nor lost, or lost with this end (its number from 1; 0 before the end)."""
    if not ended:
        return 0
    came_to = payoffs(program, program.ends[ended - 1]).of(program.players, winners)[player]
    return (came_to > 0) - (came_to < 0)


def _leads(game: Game, rows: Played, player: int) -> Iterator[Sequence[int]]:
    players, teams = game.num_players, game.program.teams
    rivals = [seat for seat in range(players) if teams[seat] != teams[player]]
    for line, best in enumerate(standing_of(game.program)):
        scores = [rows.column(SCORES + line * players + seat) for seat in range(players)]
        others = [scores[seat] for seat in rivals] or [array("i", (0,)) * rows.games]
        rival = others[0] if len(others) == 1 else list(map(max if best.highest else min, *others))
        yield list(map(sub, scores[player], rival) if best.highest else map(sub, rival, scores[player]))
