"""The figures of a game next to those of the bundled games, so that "long" and "lucky" mean something.

    compared(found)                     [Compared("decisions in a game", 143.2, more=21, of=31, words="more than 21 of 31 bundled games")]
    figures_of(found)                   {"decisions": 143.2, "luck": 0.64, ...}, as the file has them

`python -m tests.benchmarks.health bundled` measures them and writes the file.  A game is not compared with itself.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from rulewright.play.health.results import Health
from rulewright.source.dataclass import dataclass

FILE: Final = "bundled.json"
VAGUE: Final = 0.5
"""The greatest width of the interval of a share that is compared."""
NAMES: Final[Mapping[str, tuple[str, str]]] = {
    "decisions": ("decisions in a game", "longer"),
    "wait": ("decisions of others between two turns", "a longer wait"),
    "unfair": ("advantage of the best seat, wins of 100", "less fair"),
    "undecided": ("games with a shared win or none, of 100", "undecided more often"),
    "decided": ("decided after, of 100 decisions", "decided later"),
    "half_time": ("won by the side that is ahead in the middle, of 100", "safer to be ahead"),
    "options": ("choices in a decision", "more to choose"),
    "forced": ("decisions with a single choice, of 100", "forced more often"),
    "gain": ("the best choice against one at random, wins of 100", "a choice weighs more"),
    "luck": ("luck between players at random, of 100", "more luck"),
}
"""By figure its name, and what more of it means."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A figure of a game: in how many `of` the bundled games it is smaller."""

    figure: str
    name: str
    value: float
    median: float
    more: int
    of: int
    words: str


def figures_of(found: Health) -> dict[str, float]:
    """The figures of a game that are compared, those that it has."""
    values: dict[str, float | None] = {}
    if found.length is not None:
        values |= {"decisions": found.length.decisions.mean, "wait": found.length.wait}
    seats = [each.share - each.fair for each in found.seats if each.players == found.main]
    if seats:
        values["unfair"] = 100 * max(seats)
        values["undecided"] = sum(
            100 * (each.shared + each.nobody) for each in found.ends if each.players == found.main
        )
    if found.lead is not None and found.lead.decided is not None:
        values["decided"] = 100 * found.lead.decided
        values["half_time"] = 100 * found.lead.half_time.share if found.lead.half_time.count else None
    if found.choices is not None:
        values |= {"options": found.choices.options, "forced": 100 * found.choices.forced.share}
        if not found.choices.in_points and found.choices.gain is not None:
            values["gain"] = 100 * found.choices.gain
    if found.fortune is not None and found.fortune.high - found.fortune.low <= VAGUE:
        values["luck"] = 100 * found.fortune.luck
    return {name: round(value, 4) for name, value in values.items() if value is not None}


def compared(found: Health) -> list[Compared]:
    """The figures of a game next to those of the bundled games."""
    others = [figures for name, figures in _bundled().items() if name != found.game]
    result = []
    for figure, value in figures_of(found).items():
        known = sorted(each[figure] for each in others if figure in each)
        if known:
            more = sum(value > each for each in known)
            name, word = NAMES[figure]
            words = _words(word, more, len(known))
            result.append(Compared(figure, name, value, known[len(known) // 2], more, len(known), words))
    return result


def _words(word: str, more: int, of: int) -> str:
    if not more:
        return f"none of {of} has less"
    return f"{word} than all {of}" if more == of else f"{word} than {more} of {of}"


@cache
def _bundled() -> Mapping[str, Mapping[str, float]]:
    text = files("rulewright.play.health").joinpath(FILE).read_text(encoding="utf-8")
    return {name: each["figures"] for name, each in json.loads(text)["games"].items()}
