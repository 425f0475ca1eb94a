"""Cards are dealt one by one over there; who cannot play passes, which is no step of ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import rulewright as rw
from tests.oracles.outside.twins import OVER, Key, Other, Twin

RANKS = (
    "ace",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
)
SUITS = ("clubs", "diamonds", "hearts", "spades")
BONUS = 1000
"""What OpenSpiel adds for the winner."""


def order(card: str) -> tuple[int, int]:
    rank, _, suit = card.partition(" of ")
    return RANKS.index(rank), SUITS.index(suit)


def written(card: str) -> str:
    """`five of clubs` as they write it: `5C`."""
    rank, suit = order(card)
    return "A23456789TJQK"[rank] + "CDHS"[suit]


def theirs(state: rw.State, action: rw.Action) -> Key:
    (chosen,) = action.args.values()
    cards = sorted(map(str, chosen) if isinstance(chosen, tuple) else [str(chosen)], key=order)
    return " ".join(["Choose", *map(written, cards)])


def held(state: rw.State, place: str) -> list[str]:
    found = state.get(place)
    assert isinstance(found, tuple)
    return [str(card) for card in found]


def hands(state: rw.State) -> list[str]:
    return [
        card for seat in range(1, state.game.num_players + 1) for card in held(state, f"seat({seat}).hand")
    ]


def dealt(state: rw.State, other: Other) -> Iterable[Key]:
    """The starter if it is due, else the cards of all hands."""
    is_starter = len(other.chance()) < 52
    cards = held(state, "starter") if is_starter else [*hands(state), *held(state, "crib")]
    return [f"Deal {written(card)}" for card in cards]


def returns(state: rw.State) -> Sequence[float]:
    """The points of each team, and the bonus of the winners, which they share and the others pay."""
    winners = 1 if state.game.num_players < 4 else 2
    return [_score(state, seat) + BONUS / winners * won for seat, won in enumerate(state.returns(), 1)]


def _score(state: rw.State, seat: int) -> int:
    score = state.get(f"seat({seat}).team.score")
    assert isinstance(score, int)
    return score


def counted_out(state: rw.State, other: Other) -> bool:
    """Somebody reached the target with the last card, or when hands were counted: they go on counting for everybody."""
    return state.is_terminal() and not hands(state) and other.turn() == OVER


def twin(players: int) -> Twin:
    outside = "cribbage" if players == 2 else f"cribbage(players={players})"
    name = "" if players == 2 else f"cribbage {players}"
    alone = frozenset({"Pass"})
    return Twin(
        "cribbage", outside, theirs, name=name, players=players, dealt=dealt, alone=alone, returns=returns,
        options={"flush_in_crib": "as_hands"}, left=counted_out,
        differs="OpenSpiel counts all hands of a deal, also when somebody has reached the target before.",
    )  # fmt: skip


TWINS = tuple(map(twin, (2, 3, 4)))
