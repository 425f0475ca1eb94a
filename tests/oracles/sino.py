"""Sino by hand, from the rule list alone (ids S1-S26, C-S1 to C-S12), to compare a rulebook with.

The oracle throws no dice. It says which actions are legal, as texts, and is told what each throw showed, die by die:

    game = Oracle(players=2)
    game.apply("roll blue red", {"blue": 1, "red": 10})
    game.legal()  # has "announce_row diagonal 1", "announce_row diagonal 10", "roll blue red orange", but not "try_bonus"
    game.apply("announce_row diagonal 1", {})
    game.scores()  # [1, 0]

A row is a frozenset of (colour, number) under the name that is announced; chips on a card are a set of such pairs.
When the game is over, the last turn stays on the table as it lay.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Space = tuple[str, int]

CARD = {  # 5D: a colour row each, five columns to the right
    "blue": (1, 2, 3, 4, 5, 6),
    "orange": (2, 3, 4, 5, 6, 7),
    "green": (3, 4, 5, 6, 7, 8),  # C-S2: the name is ours
    "purple": (4, 5, 6, 7, 8, 9),  # C-S2
    "red": (5, 6, 7, 8, 9, 10),
}
COLOURS = tuple(CARD)
SPACES = [(colour, number) for colour, numbers in CARD.items() for number in numbers]
ROWS: dict[str, frozenset[Space]] = {  # S7, S8: across, down and diagonally
    **{f"across {colour}": frozenset((colour, n) for n in CARD[colour]) for colour in COLOURS},
    **{
        f"down {column}": frozenset((colour, CARD[colour][column]) for colour in COLOURS)
        for column in range(6)
    },
    **{f"diagonal {n}": frozenset(space for space in SPACES if space[1] == n) for n in range(1, 11)},
}
WORTH = {  # 5D, the score spaces as they are printed
    **dict(zip([f"across {colour}" for colour in COLOURS], (21, 27, 33, 39, 45), strict=True)),
    **dict(zip([f"down {column}" for column in range(6)], (15, 20, 25, 30, 35, 40), strict=True)),
    **dict(zip([f"diagonal {n}" for n in range(1, 11)], (1, 4, 9, 16, 25, 30, 28, 24, 18, 10), strict=True)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may agree on; the defaults are the readings of section 5C."""

    first_player: int = 1  # S4, a seat
    numbers_a_turn: int = 5  # S9
    announce: str = "explicit"  # C-S5
    late_announce: bool = True  # C-S4
    rainbow: str = "set"  # C-S8
    bonus_success_covers: bool = False  # C-S7
    must_roll_five: bool = True  # C-S9
    bonus_from_round: int = 2  # S19, C-S10
    rainbow_times: int = 2  # S22

    def __post_init__(self) -> None:
        if self.announce not in ("explicit", "auto") or self.rainbow not in ("set", "colour_order"):
            raise ValueError(f"there is no such reading: {self}")


class Oracle:
    """One game of Sino for 2 to 4 players (S1); there are no variants."""

    def __init__(
        self,
        players: int,
        variant: str | None = None,
        **options: Any,  # Any: `Options` has their names and types
    ) -> None:
        if players not in range(2, 5) or variant is not None:
            raise ValueError(f"2 to 4 play, without variants, not {players} {variant or ''}")
        self.options = Options(**options)
        self.current: int | None = self.options.first_player - 1
        self._turns = 0
        self._chips: list[set[Space]] = [set() for _ in range(players)]
        self._won: dict[str, int] = {}
        self._bonus = [0] * players
        self._left, self._rolled = self.options.numbers_a_turn, False
        self._closed_before: set[str] = set()

    @property
    def round(self) -> int:
        """Counted from whoever begins; the second round is open when all have had one turn (C-S10)."""
        return self._turns // len(self._chips) + 1

    def legal(self) -> set[str]:
        """The texts of all legal actions, empty when the game is over."""
        if self.current is None:
            return set()
        most = min(self._left, len(COLOURS))
        actions = {
            f"roll {' '.join(dice)}" for size in range(1, most + 1) for dice in combinations(COLOURS, size)
        }
        if not self._rolled and self.round >= self.options.bonus_from_round:
            actions.add("try_bonus")  # S19, S20
        if self.options.announce == "explicit":
            actions |= {f"announce_row {row}" for row in self._announceable()}  # S14, S18, C-S6
        if self._left == 0 or not self.options.must_roll_five:
            actions.add("pass_the_cup")  # S12, C-S9
        return actions

    def apply(self, text: str, rolled: Mapping[str, int]) -> None:
        """Play one legal action; `rolled` has the number of each die that it throws."""
        if text not in self.legal() or self.current is None:
            raise ValueError(f"{text!r} is not legal now")
        word, *rest = text.split()
        thrown = set(rest) if word == "roll" else set(COLOURS) if word == "try_bonus" else set()
        if set(rolled) != thrown or any(number not in CARD[colour] for colour, number in rolled.items()):
            raise ValueError(f"{text!r} cannot throw {rolled}")
        match word:
            case "roll":
                self._left -= len(rest)  # S11: also if the space is covered already
                self._rolled = True
                self._cover(rolled)
            case "try_bonus":
                self._left, self._rolled = 0, True
                self._throw_for_bonus(rolled)
            case "announce_row":
                self._award(" ".join(rest))
            case "pass_the_cup":
                self._pass_the_cup(self.current)

    def scores(self) -> list[int]:
        """Points of rows and bonuses of each seat (S25)."""
        return [
            self._bonus[seat] + sum(WORTH[row] for row, winner in self._won.items() if winner == seat)
            for seat in range(len(self._chips))
        ]

    def winners(self) -> set[int]:
        """The winning seats; a tie is shared (C-S11); empty while the game goes on."""
        scores = self.scores()
        return (
            {seat for seat, score in enumerate(scores) if score == max(scores)}
            if self.current is None
            else set()
        )

    def snapshot(self) -> dict[str, object]:
        """Everything that lies open on the table, as plain data."""
        return {
            "round": self.round,
            "chips": [sorted(f"{colour} {number}" for colour, number in chips) for chips in self._chips],
            "won": {row: self._won[row] for row in sorted(self._won)},
            "bonus": list(self._bonus),
            "left": self._left,
        }

    def _pass_the_cup(self, seat: int) -> None:
        """To the left (S4); with C-S4 a row that all have closed and let go is lost, and the game may end so."""
        self.current = (seat + 1) % len(self._chips)
        lost = {row for row, spaces in ROWS.items() if all(spaces <= chips for chips in self._chips)}
        if not self.options.late_announce and lost | set(self._won) == set(ROWS):
            self.current = None
            return
        self._turns += 1
        self._begin_turn()

    def _begin_turn(self) -> None:
        self._left, self._rolled = self.options.numbers_a_turn, False
        self._closed_before = self._closed()

    def _closed(self) -> set[str]:
        """The rows whose spaces are all covered on the card of the player to move (S13)."""
        assert self.current is not None
        return {row for row, spaces in ROWS.items() if spaces <= self._chips[self.current]}

    def _announceable(self) -> set[str]:
        """Closed rows that nobody has won (S15, S17); with C-S4 only those closed in this turn."""
        known = set() if self.options.late_announce else self._closed_before
        return self._closed() - set(self._won) - known

    def _throw_for_bonus(self, rolled: Mapping[str, int]) -> None:
        assert self.current is not None
        numbers = sorted(rolled.values())
        success = len(set(numbers)) == len(COLOURS)  # S21
        if success:
            times = self.options.rainbow_times if self._is_rainbow(rolled) else 1  # S22
            self._bonus[self.current] += sum(numbers) * times
        if not success or self.options.bonus_success_covers:  # S23, C-S7
            self._cover(rolled)

    def _is_rainbow(self, rolled: Mapping[str, int]) -> bool:
        in_order = [rolled[colour] for colour in COLOURS]
        if self.options.rainbow == "set":
            in_order.sort()
        return in_order == list(range(in_order[0], in_order[0] + len(COLOURS)))

    def _cover(self, rolled: Mapping[str, int]) -> None:
        assert self.current is not None
        self._chips[self.current] |= set(rolled.items())  # S10
        if self.options.announce == "auto":
            for row in self._announceable():
                self._award(row)

    def _award(self, row: str) -> None:
        assert self.current is not None
        self._won[row] = self.current  # S15
        if len(self._won) == len(ROWS):
            self.current = None  # S24, C-S12: in the middle of the turn
