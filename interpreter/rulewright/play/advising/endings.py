"""What comes after a move: how games end that are played on from it, and what happens at once.

    after = endings(found.outlook, [action, other], games=128)      for each, the positions at the end of these games; None where a rule failed
    at_once(found.outlook, action).wins                             whether it wins, whatever is hidden and whatever chance does

Games after different moves have the same luck, and the same random choices of players, so that what differs is what the moves do.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from rulewright.game.errors import BatchFailure, IllegalAction
from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.play.looking_ahead.lookahead import Outlook, luck_of, usual_players
from rulewright.play.looking_ahead.tree_bot import TreeBot
from rulewright.runtime.executor import Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import RANDOM, Seats
from rulewright.source.dataclass import dataclass

LONGEST: Final = 400
"""Games are broken off after this number of decisions."""
VIEWS: Final = 4
"""In how many positions that a player cannot tell apart a move is tried."""
LUCKS: Final = 8
"""With how many results of chance it is tried in each."""
REPLIES: Final = 200
"""Of how many answers it is found out whether they win."""
MOST_TRIED: Final = 5_000
"""How many moves are tried to find a win that cannot be prevented."""


def endings(outlook: Outlook, firsts: Sequence[Action], games: int) -> list[list[array[int]]] | None:
    """The cells at the end of games after each of these moves, the games in the same order; None if a rule fails in one of them."""
    kinds = usual_players(outlook.game)
    each = -(-games // len(kinds))
    found: list[list[array[int]]] = [[] for _ in firsts]
    for number, seats in enumerate(kinds):
        luck = luck_of(outlook.seed, TreeBot.most_views + 100 + number * each, each)
        try:
            ends = _played(outlook, firsts, seats, luck)
        except BatchFailure:
            return None
        for place in range(len(firsts)):
            found[place] += ends[place * each : (place + 1) * each]
    return found


def _played(outlook: Outlook, firsts: Sequence[Action], seats: Seats, luck: array[int]) -> list[array[int]]:
    """The cells at the end of one game for each move and seed, with these players."""
    views = [outlook.game.state_in(view) for view in outlook.views]
    games = [views[number % len(views)] for number in range(len(luck))]
    batch = outlook.game.batch(len(firsts) * len(luck))
    batch.reset(states=games * len(firsts), seeds=[*luck] * len(firsts))
    batch.apply([first.id for first in firsts for _ in luck])
    players = list(seats) or [None] * outlook.game.num_players
    for _ in range(LONGEST):
        if all(batch.terminal):
            break
        batch.apply(batch.choose(players) if seats else [RANDOM] * batch.size)
    width = batch.width
    return [array("i", batch.cells[place * width : (place + 1) * width]) for place in range(batch.size)]


@dataclass(frozen=True, slots=True)
class AtOnce:
    """What a move is sure to bring at once. `wins`: the game, `loses`: a loss; `reply`: a move of a rival that would win then, and `by`
    this rival. `later`: the game is won then one move later, whatever the answer to the reply is."""

    wins: bool
    loses: bool
    by: int | None = None
    reply: str = ""
    later: bool = False


NOTHING: Final = AtOnce(False, False)
"""Nothing that is sure."""


def at_once(outlook: Outlook, first: Action) -> AtOnce:
    """What happens at once, as far as it is the same in all positions that the player cannot tell apart, and with all luck that is tried."""
    player, found = outlook.player, list[tuple[State, tuple[float, ...]]]()
    for number, view in enumerate(outlook.views[:VIEWS]):
        for luck in luck_of(outlook.seed, 1_000 + number * LUCKS, LUCKS if outlook.game.has_chance else 1):
            state = outlook.game.state_in(Position(view.cells, view.luck)).clone(luck)
            try:
                state.apply_action(first.id)
            except (IllegalAction, RuleFailure):
                return NOTHING
            found.append((state, tuple(state.returns())))
    if all(state.is_terminal() for state, _ in found):
        return AtOnce(
            all(_won(state, player) for state, _ in found), all(_lost(state, player) for state, _ in found)
        )
    replies = [_reply(state, player) for state, _ in found]
    if (
        len(found) == 1
        and replies[0] is None
        and not outlook.game.has_chance
        and outlook.game.perfect_information
    ):
        forced = _Forced(player).reply(found[0][0])
        return NOTHING if forced is None else AtOnce(False, False, *forced, later=True)
    if any(reply is None for reply in replies):
        return NOTHING
    same = {reply for reply in replies if reply is not None}
    by = {rival for rival, _ in same}
    if len(by) != 1:
        return NOTHING
    return AtOnce(False, False, by.pop(), same.pop()[1] if len(same) == 1 else "")


def _reply(state: State, player: int) -> tuple[int, str] | None:
    """The rival to act, with a move that wins the game from this player."""
    rival = state.current_player()
    teams = state.game.program.teams
    if rival is None or teams[rival] == teams[player]:
        return None
    for number in state.legal_ids()[:REPLIES]:
        after = state.clone(0)
        try:
            after.apply_action(number)
        except (IllegalAction, RuleFailure):
            continue
        if after.is_terminal() and _won(after, rival) and _lost(after, player):
            return rival, str(state.game.action_from_id(number))
    return None


class _Forced:
    """A search for a move of a rival after which this player cannot keep the rival from winning with the next one."""

    def __init__(self, player: int) -> None:
        self._player, self._left = player, MOST_TRIED

    def reply(self, state: State) -> tuple[int, str] | None:
        """The rival, and the move; None if there is none, or looking for it takes too long."""
        rival = state.current_player()
        if rival is None or rival == self._player:
            return None
        for number, after in self._moves(state):
            if after.current_player() == self._player and self._is_lost(after):
                return rival, str(state.game.action_from_id(number))
        return None

    def _is_lost(self, state: State) -> bool:
        """Whether the rival can win after every move."""
        moves = 0
        for _, after in self._moves(state):
            moves += 1
            if not (_lost(after, self._player) if after.is_terminal() else self._can_win(after)):
                return False
        return moves > 0 and self._left > 0

    def _can_win(self, state: State) -> bool:
        rival = state.current_player()
        return rival != self._player and any(
            after.is_terminal() and _lost(after, self._player) for _, after in self._moves(state)
        )

    def _moves(self, state: State) -> Iterator[tuple[int, State]]:
        """The states after each move, until enough have been tried."""
        for number in state.legal_ids():
            self._left -= 1
            if self._left < 0:
                return
            after = state.clone()
            with suppress(IllegalAction, RuleFailure):
                after.apply_action(number)
                yield number, after


def _won(state: State, player: int) -> bool:
    return state.is_terminal() and player in state.ranking()[0] and state.returns()[player] > 0


def _lost(state: State, player: int) -> bool:
    return state.is_terminal() and state.returns()[player] < 0
