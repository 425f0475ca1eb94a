"""Whole turns are compared by the positions to which they lead: OpenSpiel plays both dice in one action.  Its opening roll is one result of
chance; here it is taken as two, the die of each side."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from itertools import count

import rulewright as rw
from tests.oracles.outside.twins import CHANCE, Other, Twin

POINTS, BAR = 24, 100
DICE = re.compile(r"roll: (\d\d)")
SCORES = re.compile(r"Scores, X: (\d+), O: (\d+)")


class Backgammon:
    """OpenSpiel's game, with an opening roll of two results."""

    def __init__(self, state: Other, opening: tuple[int, ...] | None = ()) -> None:
        self.game, self.opening = state, opening

    def turn(self) -> int:
        return CHANCE if self.opening is not None else self.game.turn()

    def legal(self) -> Mapping[int, str]:
        return {} if self.opening is not None else self.game.legal()

    def chance(self) -> Mapping[int, tuple[str, float]]:
        """Rolls without an order: the first of two that differ only in their order stands for both."""
        if self.opening is not None:
            left = [die for die in range(1, 7) if die not in self.opening]
            return {die: (f"opening {die}", 1 / len(left)) for die in left}
        found: dict[str, tuple[int, float]] = {}
        for number, (text, probability) in self.game.chance().items():
            roll = "".join(sorted(DICE.findall(text)[0]))
            first, before = found.get(roll, (number, 0.0))
            found[roll] = first, before + probability
        return {number: (f"roll {roll}", probability) for roll, (number, probability) in found.items()}

    def apply(self, number: int) -> None:
        if self.opening is None:
            self.game.apply(number)
        elif not self.opening:
            self.opening = (number,)
        else:
            self._open(self.opening[0], number)

    def _open(self, white: int, black: int) -> None:
        """The one result that stands for both dice; the higher one is written first."""
        who = "X" if white > black else "O"
        dice = {f"{white}{black}", f"{black}{white}"}
        found = [
            number
            for number, (text, _) in self.game.chance().items()
            if f"{who} starts" in text and DICE.findall(text)[0] in dice
        ]
        assert len(found) == 1, found
        self.opening = None
        self.game.apply(found[0])

    def returns(self) -> Sequence[float]:
        return self.game.returns()

    def copy(self) -> Backgammon:
        return Backgammon(self.game.copy(), self.opening)

    def __str__(self) -> str:
        return str(self.game)


def opened() -> Other:
    from tests.oracles.outside.openspiel import OpenSpiel  # not before it is needed: not every Python has it

    return Backgammon(OpenSpiel.begun("backgammon(scoring_type=full_scoring)"))


def ours(state: rw.State) -> Hashable:
    """Where the men are.  While a roll is awaited, a position shows what was before the action, so one is rolled, and again for a player
    who cannot move."""
    rolled = state.clone()
    for number in count():
        if not rolled.is_chance_node():
            break
        results = rolled.chance_ids()
        rolled.apply_action(results[number % len(results)][0])
    seen = rolled.observation(None)
    points = seen["boards"]["points"]
    men = [
        [points.get(str(number), []).count(f"men of {seat}") for number in range(1, POINTS + 1)]
        for seat in (1, 2)
    ]
    zones = seen["zones"]["men"]
    aside = [zones[f"seat({seat}).{zone}"]["count"] for zone in ("bar", "home") for seat in (1, 2)]
    return str((men, aside))


def theirs(other: Other) -> Hashable:
    assert isinstance(other, Backgammon)
    state = other.game.state  # type: ignore[attr-defined]  # the library declares no types
    men = [[state.board(player, POINTS - number) for number in range(1, POINTS + 1)] for player in (0, 1)]
    found = SCORES.search(str(state))
    assert found is not None
    aside = [state.board(0, BAR), state.board(1, BAR), int(found[1]), int(found[2])]
    return str((men, aside))


def rolled(result: str) -> str:
    """`rolled dice: 1 2` is `roll 12`, and a picked die one of the opening."""
    what, _, numbers = result.rpartition(": ")
    return (
        f"opening {numbers}"
        if what.startswith("picked")
        else f"roll {''.join(sorted(filter(str.isdigit, numbers)))}"
    )


TWINS = (
    Twin(
        "backgammon",
        "backgammon(scoring_type=full_scoring)",
        positions=(ours, theirs),
        opens=opened,
        chance=rolled,
        alone=frozenset({"Pass"}),
    ),
)
