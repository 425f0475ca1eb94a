"""Cards are dealt one by one over there. The small blind is 60 chips, so that no pot has odd chips, whichever number of players share it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import rulewright as rw
from tests.oracles.outside.twins import Key, Other, Twin

RANKS = {
    "ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "T",
    "jack": "J", "queen": "Q", "king": "K",
}  # fmt: skip
BLIND = 60
ACTIONS: Mapping[str, str] = {"fold": "Fold", "check": "Call", "call": "Call", "bet": "Bet", "raise": "Bet"}


def seats(players: int) -> tuple[int, ...]:
    """Their numbers of our players: over there the dealer, who is first here, is last."""
    return (players - 1, *range(players - 1))


def theirs(state: rw.State, action: rw.Action) -> Key:
    seat = state.current_player()
    assert seat is not None
    return f"player={seats(state.game.num_players)[seat]} move={ACTIONS[action.name]}"


def dealt(state: rw.State, other: Other) -> Iterable[Key]:
    """The cards of all hands, or those that were turned up last."""
    left = len(other.chance())
    players = state.game.num_players
    if left == 52:
        order = sorted(range(players), key=seats(players).__getitem__)
        cards = [card for seat in order for card in _held(state, f"seat({seat + 1}).hole")]
    else:
        there = str(other).partition("BoardCards ")[2].partition("\n")[0]
        cards = [card for card in _held(state, "board") if _written(card) not in there]
    return [f"player=-1 move=Deal {_written(card)}" for card in cards]


def _held(state: rw.State, place: str) -> list[str]:
    found = state.get(place)
    assert isinstance(found, tuple)
    return [str(card) for card in found]


def _written(card: str) -> str:
    rank, _, suit = card.partition(" of ")
    return RANKS[rank] + suit[0]


def twin(players: int) -> Twin:
    small, big = 2 * BLIND, 4 * BLIND
    others = [0] * (players - 2)
    blinds = [small, BLIND] if players == 2 else [BLIND, small, *others]
    listed = {
        "blind": " ".join(map(str, blinds)),
        "firstPlayer": f"{min(players, 3)} 1 1 1",
        "raiseSize": f"{small} {small} {big} {big}",
        "stack": " ".join(["3000"] * players),
    }
    outside = (
        f"universal_poker(betting=limit,numPlayers={players},numRounds=4,maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,"
        f"numBoardCards=0 3 1 1,{','.join(f'{name}={value}' for name, value in listed.items())})"
    )
    name = "" if players == 2 else f"limit-holdem {players}"
    options = {"blind": BLIND}
    return Twin(
        "limit-holdem",
        outside,
        theirs,
        name=name,
        players=players,
        options=options,
        seats=seats(players),
        dealt=dealt,
    )


TWINS = tuple(map(twin, (2, 3, 4)))
