"""Cinq-O by hand, from the rule list alone (ids Q1-Q31, C-Q1 to C-Q12), to compare a rulebook with.

The oracle throws no dice. It says which actions are legal, as texts, and is told what each throw showed:

    game = Oracle(players=2)
    game.apply("roll everything", {"dice": [6, 5, 3, 3, 2], "hilo": ["up1"]})
    game.apply("rack 6", {})
    game.apply("bank_die 5", {})
    game.legal()  # has "roll everything", "roll dice_only" and "rack 5 from bank", but not "bank_die 5"

A turn is one frozen `Turn`; dice are identical (Q1), so tray, Bank and Rack are sorted tuples of faces.
Before the first roll of a turn no die shows anything: the tray is empty and the Hi/Lo die shows `None`.
When the game is over, the last turn stays on the table as it lay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

MOST_PLAYERS = {None: 6, "rounds": 6, "solitaire": 1}  # C-Q10; by variant: none, Q30, Q31
ARROWS = {"up": "Hi", "down": "Lo"}  # Q23
SCORING_DICE = 5  # Q1, C-Q1
BANK_CAPACITY = 4  # Q2
SCORE_CARD = {  # Q25, section 1D; all other totals have the number 1
    "Hi": {30: 10, 29: 8, 28: 7, 27: 6, 26: 5, 25: 4, 24: 3, 23: 2},
    "Lo": {5: 10, 6: 8, 7: 7, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2},
}
HILO_FACES = {f"{arrow}{number}": (side, number) for arrow, side in ARROWS.items() for number in (1, 2, 3)}
STRAIGHTS = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))  # Q26

CHOICES = {
    "five_kind": {"flat_end", "partial_times_hilo", "bonus_and_continue", "choice"},  # C-Q7
    "target_check": {"immediate", "end_of_round"},  # C-Q8
    "hilo_reroll": {"optional", "forced"},  # C-Q4
    "rack_rule": {"each_roll", "cumulative"},  # C-Q12
    "ties": {"shared", "playoff"},  # C-Q9
}

Rolled = Mapping[str, Sequence[int | str]]


@dataclass(frozen=True, slots=True)
class Options:
    """What the table may agree on; the defaults are the readings of section 1C."""

    first_player: int = 1  # Q6, a seat
    target: int = 100  # Q29
    max_rolls: int = 5  # Q8
    five_kind_points: int = 10  # Q27
    straight_number: int = 10  # Q26
    five_kind: str = "flat_end"
    target_check: str = "immediate"
    hilo_reroll: str = "optional"
    hilo_roll_alone: bool = False  # C-Q5
    rack_rule: str = "each_roll"
    rounds: int = 5  # Q30, only in the variant `rounds`
    ties: str = "shared"  # only in the variant `rounds`

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            if getattr(self, name) not in choices:
                raise ValueError(f"{name} is one of {sorted(choices)}, not {getattr(self, name)!r}")


@dataclass(frozen=True, slots=True)
class Turn:
    """The dice of the turn being played, and how many were racked since the last roll (Q9)."""

    rolls: int = 0
    racked_since_roll: int = 0
    tray: tuple[int, ...] = ()
    bank: tuple[int, ...] = ()
    rack: tuple[int, ...] = ()
    hilo: str | None = None
    boxed: bool = False

    @property
    def loose(self) -> int:
        """Scoring dice neither racked nor banked; before the first roll they show no face."""
        return SCORING_DICE - len(self.bank) - len(self.rack)


class Oracle:
    """One game of Cinq-O; `variant` is None, "rounds" or "solitaire"."""

    def __init__(
        self,
        players: int,
        variant: str | None = None,
        **options: Any,  # Any: `Options` has their names and types
    ) -> None:
        if not 1 <= players <= MOST_PLAYERS[variant]:
            raise ValueError(f"{players} players cannot play {variant or 'the basic game'}")
        self.options, self.variant = Options(**options), variant
        if not 1 <= self.options.first_player <= players:
            raise ValueError(f"there is no seat {self.options.first_player}")
        first = self.options.first_player - 1
        self._seats_of_round = [*range(first, players), *range(first)]  # Q6, C-Q10
        self.current: int | None = first
        self.round = 1
        self._score = [0] * players  # Q4
        self._winners: set[int] = set()
        self._turn = Turn()

    def legal(self) -> set[str]:
        """The texts of all legal actions, empty when the game is over."""
        if self.current is None:
            return set()
        turn = self._turn
        if turn.rolls == 0:
            return {"roll everything"}  # Q7
        actions = {f"rack {face}" for face in turn.tray}  # Q10
        actions |= {f"rack {face} from bank" for face in turn.bank}  # Q14
        if len(turn.bank) < BANK_CAPACITY:
            actions |= {f"bank_die {face}" for face in turn.tray}  # Q13
        if not turn.boxed:
            actions.add("box")  # Q19
        if self.options.five_kind == "choice" and shows_five_of_a_kind(turn.tray):
            actions.add("take_points")  # C-Q7
        return actions | self._legal_rolls()

    def apply(self, text: str, rolled: Rolled) -> None:
        """Play one legal action; `rolled` has what it throws, under "dice" and "hilo"."""
        if text not in self.legal():
            raise ValueError(f"{text!r} is not legal now")
        turn = self._turn
        if not text.startswith("roll ") and any(rolled.values()):
            raise ValueError(f"{text!r} throws no dice")
        match text.split():
            case ["roll", which]:
                self._roll(which == "everything" and not turn.boxed, rolled)
            case ["rack", face]:
                self._rack(replace(turn, tray=without(turn.tray, int(face))), int(face))
            case ["rack", face, "from", "bank"]:
                self._rack(replace(turn, bank=without(turn.bank, int(face))), int(face))
            case ["bank_die", face]:
                tray, bank = without(turn.tray, int(face)), tuple(sorted((*turn.bank, int(face))))
                self._turn = replace(turn, tray=tray, bank=bank)
                self._end_turn_after_last_roll()
            case ["box"]:
                self._turn = replace(turn, boxed=True)
            case ["take_points"]:
                self._score_and_take_another_turn(self.options.five_kind_points)

    def scores(self) -> list[int]:
        """The score of each seat."""
        return list(self._score)

    def winners(self) -> set[int]:
        """The winning seats; empty while the game goes on."""
        return set(self._winners)

    @property
    def result_rounds(self) -> int | None:
        """The rounds it took to reach the target (Q31); None before that and in other variants."""
        return self.round if self.variant == "solitaire" and self.current is None else None

    def snapshot(self) -> dict[str, object]:
        """Everything that lies open on the table (section 1E: all of it), as plain data."""
        turn = self._turn
        dice = {"tray": list(turn.tray), "bank": list(turn.bank), "rack": list(turn.rack)}
        hilo = {"hilo": turn.hilo, "boxed": turn.boxed}
        return {"score": self.scores(), "round": self.round, "rolls": turn.rolls, **dice, **hilo}

    def _legal_rolls(self) -> set[str]:
        """Rolls 2 to 5: after racking (Q9, C-Q12), all loose dice (C-Q6), the Hi/Lo die as agreed (C-Q4)."""
        turn, options = self._turn, self.options
        racked, wanted = len(turn.rack), turn.rolls
        if options.rack_rule == "each_roll":
            racked, wanted = turn.racked_since_roll, 1
        if racked < wanted or turn.rolls >= options.max_rolls:
            return set()
        if turn.loose == 0:
            return {"roll everything"} if options.hilo_roll_alone and not turn.boxed else set()  # C-Q5
        if turn.boxed or options.hilo_reroll == "forced":
            return {"roll everything"}
        return {"roll everything", "roll dice_only"}

    def _roll(self, with_hilo: bool, rolled: Rolled) -> None:
        """Throw every loose die; five of a kind is looked for before anything is placed (Q27, C-Q7)."""
        dice, hilo = faces_of_throw(rolled, self._turn.loose, int(with_hilo))
        turn = replace(self._turn, rolls=self._turn.rolls + 1, racked_since_roll=0, tray=dice)
        self._turn = replace(turn, hilo=hilo[0]) if hilo else turn
        if shows_five_of_a_kind(dice):
            points = self.options.five_kind_points
            match self.options.five_kind:
                case "flat_end":
                    return self._score_and_take_another_turn(points)
                case "partial_times_hilo":
                    return self._score_and_take_another_turn(points * HILO_FACES[str(self._turn.hilo)][1])
                case "bonus_and_continue":
                    self._add_to_score(points)
        self._end_turn_after_last_roll()

    def _end_turn_after_last_roll(self) -> None:
        """Nothing is placed after the last roll (Q15), but where it is a choice five of a kind may be taken (C-Q7)."""
        chosen_first = self.options.five_kind == "choice" and shows_five_of_a_kind(self._turn.tray)
        if self.current is not None and self._turn.rolls == self.options.max_rolls and not chosen_first:
            self._score_turn()

    def _rack(self, turn: Turn, face: int) -> None:
        """Rack a die that was taken out of tray or Bank in `turn`; the fifth ends the turn at once (Q17)."""
        rack = tuple(sorted((*turn.rack, face)))
        self._turn = replace(turn, rack=rack, racked_since_roll=turn.racked_since_roll + 1)
        if len(rack) == SCORING_DICE:
            self._score_turn()
        else:
            self._end_turn_after_last_roll()

    def _score_turn(self) -> None:
        """Rack what is left (Q15), box the Hi/Lo die (Q20), add the score (Q22-Q26) and pass the dice."""
        turn = self._turn
        rack = tuple(sorted(turn.rack + turn.bank + turn.tray))
        self._turn = replace(turn, tray=(), bank=(), rack=rack, boxed=True)
        side, multiplier = HILO_FACES[str(turn.hilo)]
        self._add_to_score(number_for(rack, side, self.options.straight_number) * multiplier)
        if self.current is not None:
            self._pass_the_dice(self.current)

    def _score_and_take_another_turn(self, points: int) -> None:
        """Five of a kind ended this turn; the same player plays another in the same round (Q27, C-Q7)."""
        self._add_to_score(points)
        if self.current is not None:
            self._turn = Turn()

    def _add_to_score(self, points: int) -> None:
        """The target is looked at the moment points are added (Q29), unless it is agreed otherwise (C-Q8)."""
        assert self.current is not None
        self._score[self.current] += points
        immediate = self.variant != "rounds" and self.options.target_check == "immediate"
        if immediate and self._score[self.current] >= self.options.target:
            self._winners = {self.current}
            self.current = None

    def _pass_the_dice(self, seat: int) -> None:
        """To the next seat of the round (Q6), or on to the next round unless that was the last."""
        later = self._seats_of_round[self._seats_of_round.index(seat) + 1 :]
        if not later:
            leaders = [other for other, score in enumerate(self._score) if score == max(self._score)]
            if self._is_last_round(leaders):
                self.current, self._winners = None, set(leaders)
                return
            self.round += 1
        self.current, self._turn = (later or self._seats_of_round)[0], Turn()

    def _is_last_round(self, leaders: list[int]) -> bool:
        """Asked when a round is complete: Q30 in the variant `rounds`, otherwise C-Q8."""
        if self.variant != "rounds":
            return max(self._score) >= self.options.target
        if self.round >= self.options.rounds and self.options.ties == "playoff" and len(leaders) > 1:
            # C-Q9: one more turn each, and again while there is a tie
            self._seats_of_round = [other for other in self._seats_of_round if other in leaders]
            return False
        return self.round >= self.options.rounds


def number_for(rack: tuple[int, ...], side: str, straight_number: int = 10) -> int:
    """The number of the score card for a full Rack (Q22, Q25), or of a straight on either side (Q26)."""
    return straight_number if tuple(sorted(rack)) in STRAIGHTS else SCORE_CARD[side].get(sum(rack), 1)


def shows_five_of_a_kind(tray: tuple[int, ...]) -> bool:
    """At least five equal dice among those just thrown and not yet moved (Q27)."""
    return any(tray.count(face) >= 5 for face in tray)


def without(dice: tuple[int, ...], face: int) -> tuple[int, ...]:
    """The dice with one that shows `face` taken away."""
    position = dice.index(face)
    return dice[:position] + dice[position + 1 :]


def faces_of_throw(rolled: Rolled, dice_count: int, hilo_count: int) -> tuple[tuple[int, ...], list[str]]:
    """The faces of a throw, checked: as many dice as must be thrown, and only faces that the dice have."""
    dice = tuple(sorted(int(face) for face in rolled.get("dice", [])))
    hilo = [str(face) for face in rolled.get("hilo", [])]
    if len(dice) != dice_count or len(hilo) != hilo_count:
        raise ValueError(f"{dice_count} dice and {hilo_count} Hi/Lo dice are thrown here, not {rolled}")
    if not set(dice) <= set(range(1, 7)) or not set(hilo) <= set(HILO_FACES):
        raise ValueError(f"no die has such a face: {rolled}")
    return dice, hilo
