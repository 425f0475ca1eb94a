"""Red Hot Yott by hand, from the rule list alone (ids Y1-Y25, C-Y1 to C-Y14), to compare a rulebook with.

The oracle throws no dice. It says which actions are legal, as texts, and is told what each throw showed,
the automatic first roll of a turn included (Y6):

    game = Oracle(players=2)
    game.start({"dice": ["dot", "two", "two", "five", "six"]})
    game.apply("reroll five six", {"dice": ["two", "three"]})
    game.apply("fill twos", {"dice": ["six", "six", "six", "dot", "four"]})  # 8 points; seat 1 has rolled
    game.scores()  # [8, 0]

When the game is over, the last dice stay on the table as they lay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

DICE = 5  # Y2
CHIPS = 20  # Y2
NUMBER_OF = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
FACES = ("dot", *NUMBER_OF)  # Y12: the dot stands in the place of the one
TOP = {"twos": "two", "threes": "three", "fours": "four", "fives": "five", "sixes": "six"}
CATEGORIES = (*TOP, "full_house", "four_of_a_kind", "red_hot_yott", "natural_yott", "not_so_hot_row")

Rolled = Mapping[str, Sequence[int | str]]


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may agree on; the defaults are the readings of section 3C."""

    first_player: int = 1  # Y5, a seat
    free_rolls: int = 3  # Y8
    chips_each: int = 3  # Y4
    doubling_at: int = 80  # Y14
    chip_cap: int | None = None  # C-Y7
    not_so_hot: str = "free"  # C-Y1
    yott_as_full_house: bool = True  # C-Y2
    voluntary_zero: bool = True  # C-Y6

    def __post_init__(self) -> None:
        if self.not_so_hot not in ("free", "only_if_nothing_fits"):
            raise ValueError(f"not_so_hot is free or only_if_nothing_fits, not {self.not_so_hot!r}")


class Oracle:
    """One game of Red Hot Yott for 2 to 4 players (Y1); there are no variants."""

    def __init__(
        self,
        players: int,
        variant: str | None = None,
        **options: Any,  # Any: `Options` has their names and types
    ) -> None:
        if variant is not None:
            raise ValueError(f"there is no variant {variant!r}")
        if players not in range(2, 5):
            raise ValueError(f"2 to 4 play, not {players}")
        self.options = Options(**options)
        if players * self.options.chips_each > CHIPS:
            raise ValueError(f"{CHIPS} chips are not enough for {players} times {self.options.chips_each}")
        if not 1 <= self.options.first_player <= players:
            raise ValueError(f"there is no seat {self.options.first_player}")
        self.current: int | None = self.options.first_player - 1
        self.round = 1
        self._dice: tuple[str, ...] = ()
        self._rolls = 0
        self._sheets: list[dict[str, int]] = [{} for _ in range(players)]
        self._chips = [self.options.chips_each] * players
        self._extra_naturals = [0] * players

    @property
    def supply(self) -> int:
        """The chips that nobody has (Y4)."""
        return CHIPS - sum(self._chips)

    def start(self, rolled: Rolled) -> None:
        """The first roll of the game, which nobody chooses (Y6)."""
        if self._rolls:
            raise ValueError("the game has started")
        self._begin_turn(rolled)

    def legal(self) -> set[str]:
        """The texts of all legal actions, empty before the start and when the game is over."""
        if self.current is None or self._rolls == 0:
            return set()
        return self._legal_rolls(self.current) | self._legal_entries(self._sheets[self.current])

    def apply(self, text: str, rolled: Rolled) -> None:
        """Play one legal action; `rolled` has what it throws, the first roll of the next turn included."""
        if self.current is None or text not in self.legal():
            raise ValueError(f"{text!r} is not legal now")
        action, *chosen = text.split()
        match action:
            case "reroll":
                self._throw_again(chosen, rolled)
            case "buy_roll":
                self._chips[self.current] -= 1  # Y21: the chip goes back to the supply
                self._throw_again(chosen, rolled)
            case "fill":
                self._finish_turn(self.current, chosen[0], self._points(chosen[0]), rolled)
            case "cross_out":
                self._finish_turn(self.current, chosen[0], 0, rolled)

    def scores(self) -> list[int]:
        """The final total of each seat, as if the game ended now (Y25)."""
        sheets = zip(self._sheets, self._extra_naturals, strict=True)
        return [final_total(sheet, extra, self.options.doubling_at) for sheet, extra in sheets]

    def winners(self) -> set[int]:
        """The seats with the highest final total (Y25); ties share (C-Y12); empty while the game goes on."""
        if self.current is not None:
            return set()
        scores = self.scores()
        return {seat for seat, score in enumerate(scores) if score == max(scores)}

    def snapshot(self) -> dict[str, object]:
        """Everything that lies open on the table (section 3E: all of it), as plain data."""
        return {
            "dice": list(self._dice), "rolls": self._rolls, "round": self.round,
            "sheets": [dict(sheet) for sheet in self._sheets],
            "chips": list(self._chips), "supply": self.supply, "extra_naturals": list(self._extra_naturals),
        }  # fmt: skip

    def _legal_rolls(self, seat: int) -> set[str]:
        """Any of the five dice may be thrown again (Y7); after the free rolls that costs a chip (Y21)."""
        if self._rolls < self.options.free_rolls:
            action = "reroll"
        elif self._chips[seat] > 0:
            action = "buy_roll"  # Y22: as often as chips last
        else:
            return set()
        sizes = range(1, DICE + 1)
        return {" ".join((action, *dice)) for size in sizes for dice in combinations(self._dice, size)}

    def _legal_entries(self, sheet: dict[str, int]) -> set[str]:
        """One blank category is filled with its score (Y9, Y10), or with a zero instead of a score (Y11)."""
        blank = [category for category in CATEGORIES if category not in sheet]
        scoring = {category for category in blank if self._points(category) > 0}
        something_fits = bool(scoring - {"not_so_hot_row"})
        entries = {f"fill {category}" for category in blank}
        if self.options.not_so_hot == "only_if_nothing_fits" and something_fits:
            entries.discard("fill not_so_hot_row")  # C-Y1
        if self.options.voluntary_zero:
            entries |= {f"cross_out {category}" for category in scoring}  # C-Y6
        return entries

    def _points(self, category: str) -> int:
        return points_for(category, self._dice, self.options.yott_as_full_house)

    def _begin_turn(self, rolled: Rolled) -> None:
        self._dice = in_order(faces_of_throw(rolled, DICE))
        self._rolls = 1

    def _throw_again(self, chosen: list[str], rolled: Rolled) -> None:
        kept = list(self._dice)
        for face in chosen:
            kept.remove(face)
        self._dice = in_order(kept + faces_of_throw(rolled, len(chosen)))
        self._rolls += 1

    def _finish_turn(self, seat: int, category: str, points: int, rolled: Rolled) -> None:
        """Only the final dice count for bonus and chip (C-Y9), whatever category is filled (Y24)."""
        if is_natural_yott(self._dice) and "natural_yott" in self._sheets[seat]:
            self._extra_naturals[seat] += 1  # Y19, C-Y4, C-Y5
        self._sheets[seat][category] = points
        cap = self.options.chip_cap
        if is_yott(self._dice) and self.supply > 0 and (cap is None or self._chips[seat] < cap):
            self._chips[seat] += 1  # Y23, C-Y7; one chip for any Yott, C-Y8
        self._pass_the_dice(seat, rolled)

    def _pass_the_dice(self, seat: int, rolled: Rolled) -> None:
        """To the left (Y5), until at the end of a round every sheet is full (Y3)."""
        following = (seat + 1) % len(self._sheets)
        last_of_round = following == self.options.first_player - 1
        if last_of_round and all(len(sheet) == len(CATEGORIES) for sheet in self._sheets):
            faces_of_throw(rolled, 0)
            self.current = None
            return
        self.round += last_of_round
        self.current = following
        self._begin_turn(rolled)


def points_for(category: str, dice: Sequence[str], yott_as_full_house: bool = True) -> int:
    """What five dice score in a category (Y13, Y15-Y18, Y20)."""
    if category in TOP:
        face = TOP[category]
        return NUMBER_OF[face] * count_with_dots(dice, face)
    match category:
        case "full_house":
            return 30 if is_full_house(dice, yott_as_full_house) else 0
        case "four_of_a_kind":
            return 40 if any(count_with_dots(dice, face) >= 4 for face in NUMBER_OF) else 0
        case "red_hot_yott":
            return 50 if is_yott(dice) else 0  # C-Y3: a natural one as well
        case "natural_yott":
            return 100 if is_natural_yott(dice) else 0
        case "not_so_hot_row":
            return sum(NUMBER_OF.get(face, 6) for face in dice)
    raise ValueError(f"there is no category {category!r}")


def final_total(sheet: Mapping[str, int], extra_naturals: int, doubling_at: int) -> int:
    """Top, doubled from `doubling_at` points on (Y14, C-Y10), bottom, and Natural Yott bonus (Y19, Y25)."""
    top = sum(points for category, points in sheet.items() if category in TOP)
    bottom = sum(points for category, points in sheet.items() if category not in TOP)
    bonus_each = 100 if sheet.get("natural_yott") == 100 else 50
    return (2 * top if top >= doubling_at else top) + bottom + extra_naturals * bonus_each


def count_with_dots(dice: Sequence[str], face: str) -> int:
    """How many dice show a number or stand for it (Y12)."""
    return sum(die in (face, "dot") for die in dice)


def is_yott(dice: Sequence[str]) -> bool:
    """Five of a kind with any number of dots (Y17)."""
    return any(count_with_dots(dice, face) == DICE for face in NUMBER_OF)


def is_natural_yott(dice: Sequence[str]) -> bool:
    """Five of one number without a dot, or five dots (Y18): either way all dice show the same."""
    return len(set(dice)) == 1


def is_full_house(dice: Sequence[str], yott_as_full_house: bool) -> bool:
    """Three of one number and two of another, dots filling in (Y15), or any Yott by agreement (C-Y2)."""
    numbers = [die for die in dice if die != "dot"]
    two_numbers = any(
        numbers.count(three) <= 3 and numbers.count(pair) <= 2 and set(numbers) <= {three, pair}
        for three in NUMBER_OF
        for pair in NUMBER_OF
        if three != pair
    )
    return two_numbers or (yott_as_full_house and is_yott(dice))


def in_order(faces: Sequence[str]) -> tuple[str, ...]:
    """Faces in the order dot, two, ..., six: the dice are identical."""
    return tuple(sorted(faces, key=FACES.index))


def faces_of_throw(rolled: Rolled, count: int) -> list[str]:
    """The faces of a throw, checked: as many dice as must be thrown, and only faces that the dice have."""
    faces = [str(face) for face in rolled.get("dice", [])]
    if len(faces) != count:
        raise ValueError(f"{count} dice are thrown here, not {len(faces)}")
    if not set(faces) <= set(FACES):
        raise ValueError(f"no die has such a face: {faces}")
    return faces
