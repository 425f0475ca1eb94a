"""What a trace of a real game looks like, as it is written down in `tests/golden/traces/NAME.txt`.

`python -m pytest tests/golden --update` writes the files anew: read the difference as somebody who does not know the game.
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from tests.games.books import books
from tests.golden.runner import chosen

HERE = Path(__file__).parent / "traces"
SCREEN = 44
"""Lines of a trace at most: a screen with the name of the file, and a last line for what is left out."""
WIDTH = 100

ASKED: dict[str, tuple[str | None, ...]] = {
    "red-hot-yott": ("seat(1).final_total", "points(full_house)", "me.fits_elsewhere", "fill twos", "reroll", None),
    "crib-ino": ("me.team.score", "gain(first(c for c in me.hand) otherwise cards(0), last, 1)", "contacts(last)", "draw", None),
    "cinq-o": ("turn_score", "total", "take_points", "rack 6", None),
    "sino": ("seat(1).points", "roll", None),
    "cinco": (None,),
    "yahtzee": ("points(small_straight)", "points(full_house)", "seat(1).final", None),
    "reversi": (None, "can(place)"),
    "hex": (None,),
    "hidden-hand": (None,),
}  # fmt: skip
"""What is asked of each game: an expression or a move, or None for what there is to tell."""


def traces(name: str) -> str:
    """Traces in the middle of a random game, and at its end."""
    game = rw.load(books()[name], engine="reference")
    state, random = game.new_initial_state(2026), Random(f"traces of {name}")
    for _ in range(11):
        if not state.is_terminal():
            state.apply_action(chosen(state, random))
    told = [f"{game.title}, after {len(state.history) - 1} steps"]
    for asked in ASKED[name]:
        told += ["", f"> {asked or ''}".rstrip(), trace(state, asked)]
    for _ in range(3_000):
        if state.is_terminal():
            break
        state.apply_action(chosen(state, random))
    if state.is_terminal():
        told += ["", f"at the end, after {len(state.history) - 1} steps", trace(state, None)]
    return "\n".join(told) + "\n"


def trace(state: rw.State, asked: str | None) -> str:
    """A trace with `#` for the numbers of lines, which every change of a rulebook would change."""
    try:
        text = state.trace(asked).render(width=WIDTH)
    except (rw.RulebookError, rw.UnknownMove) as wrong:
        return f"{type(wrong).__name__}: {wrong}"
    shown = text.splitlines()
    assert len(shown) <= SCREEN
    if not shown[0].startswith("in "):
        return text
    numbers = max(len(found[0]) for line in shown if (found := re.match(r" *\d+(?= )", line)))
    return "\n".join(
        [f"in {Path(shown[0][3:]).name}", *(_without_number(line, numbers) for line in shown[1:])]
    )


def _without_number(line: str, width: int) -> str:
    return f"{'#' if line[:width].strip().isdigit() else ' '}{line[width:]}"


@pytest.mark.parametrize("name", ASKED)
def test_traces_are_as_written_down(name: str, update: bool) -> None:
    written, told = HERE / f"{name}.txt", traces(name)
    if update:
        written.write_text(told, encoding="utf-8")
    assert written.is_file(), f"{name} has no traces yet: python -m pytest tests/golden --update"
    assert told == written.read_text(encoding="utf-8")


def test_no_trace_is_left_over() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(ASKED)
