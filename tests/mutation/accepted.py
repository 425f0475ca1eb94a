"""Mutants that nothing can catch, because they make the same game, each with its reason.

A pattern (a regular expression) is looked for in what `mutate.py` prints of a mutant.
"""

from __future__ import annotations

import re

from tests.mutation.mutants import Mutant

ACCEPTED: dict[str, dict[str, str]] = {
    "cinq-o": {
        r"^end\.target_reached_this_round: .* becomes `any\(p\.score >= target for p in players\)`$": (
            "with `immediate` the game is over before the round is"
        ),
        r"\.racked_enough: .* becomes `rack\.count >= rolls`$": (
            "who racks a die after each roll has racked as many as rolls were made"
        ),
        r"\.hilo_or_more: .* becomes `tray\.count > 0 or \(throw": "otherwise a loose scoring die is asked for as well",
        r"\.hilo_takes_part: .* becomes `throw == everything or \(rolls": (
            "where it is forced, every roll takes everything by another condition"
        ),
        r"^turns: .* becomes `round >= rounds`$": "without a playoff the game ends with that round",
        r"^end\.target_reached: `lowest round` becomes `highest round`$": "alone there is nobody to compare with",
    },
    "red-hot-yott": {
        r"^enums\.Category: `\d` becomes": "all that is asked is whether a row has a number",
        r"^define\.house: .* becomes .*natural\(a\) <= 3 and natural\(b\) <= 3": (
            "where the pair is three of a kind the others are the pair, and then the two change places"
        ),
        r"^define\.each_extra_natural: .* becomes .*otherwise 1\)": "nothing is counted while the row is blank",
        r"^define\.each_extra_natural: .* becomes .*> 1 ": "the row holds 0 or 100",
        r"becomes .*points\(c\) > 1": "no row scores a single point",
        r"^end\.every_sheet_is_full: `round` becomes `turn`": "the last row is filled by the last player of a round",
    },
    "sino": {
        r"^variables\.closed_before: `turn` becomes `game`": "it is worked out anew for every row as a turn begins",
        r"\.closed_this_turn: .* becomes `not closed_before\(row\)`$": (
            "it is kept only where rows of earlier turns do not count"
        ),
    },
    "cinco": {
        r"\.card_fits_or_is_a_joker: .* becomes `fits\(card, at\) or dead\(card\)`$": (
            "without jokers the condition before it asks for more"
        ),
        r"^end\.board_is_full: .* becomes `board\.full`$": "no other reading of a full board is offered",
    },
    "crib-ino": {
        r"\.nothing_to_play_at_first: .* becomes `drew or not can\(play\)`$": "otherwise the condition before it asks for more",
        r"\.only_card_was_played: .* becomes `is_out`$": "nobody is out after one card if hands have more",
        r"^zones\.hand: `48` becomes `4[79]`$": "one card lies in the middle before so many are turned up",
    },
    "dominoes": {
        r"^pieces\.tiles\.low: `0\.\.6` becomes `0\.\.7`$": "no tile has a low half of seven and a high one of at most six",
        r"\.lay: .* becomes `first\(t for t in 0\.\.2 ": "turned by three quarters its numbers point up and down",
    },
    "yahtzee": {
        r"^define\.own_box: .* becomes `upper_of\(min\(dice\.face\)\)`$": "it is asked only when all five are alike",
    },
    "pig": {
        r"^phases\.turn\.actions\.roll\.do\.do: without `{set: pot, to: 0}`$": "the pot starts again with the turn",
        r"^phases\.turn\.actions\.roll: `0` becomes `1`$": "the pot starts again with the turn",
    },
}


def reason(game: str, mutant: Mutant) -> str | None:
    """Why a mutant may survive; None if it may not."""
    return next(
        (why for pattern, why in ACCEPTED.get(game, {}).items() if re.search(pattern, str(mutant))), None
    )
