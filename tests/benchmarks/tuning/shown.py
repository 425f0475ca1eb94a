"""Tuned games: for each a file of wishes and knobs in `shown/`, and what came of it.

Both columns of figures are of fresh games, which decided nothing; all intervals hold together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import rulewright as rw
from rulewright.author.tuning.file import read_file
from rulewright.language.literals import literal
from rulewright.play.tuning.searching import Answer

FOLDER = Path(__file__).with_name("shown")


@dataclass(frozen=True, slots=True)
class Shown:
    """A game that is tuned, with the number of its players and house rules on top of it."""

    game: str
    players: int
    overlays: Sequence[str] = ()


GAMES = (
    Shown("sino", 2, ("sino-later-bonus.overlay.yaml",)),
    Shown("cinq-o", 2),
    Shown("red-hot-yott", 2),
    Shown("cinco", 2),
    Shown("crib-ino", 7),
)


def shown(named: str, games: int | None, seed: int, jobs: int) -> None:
    """Tune the games, or those that are named with commas between them, and print a table of each."""
    for each in GAMES:
        if not named or each.game in named.split(","):
            print(f"\n{each.game}, {each.players} players", flush=True)
            for line in tuned(each, games, seed, jobs):
                print(f"  {line}", flush=True)


def tuned(each: Shown, games: int | None, seed: int, jobs: int) -> list[str]:
    """Lines about a game: the answer, and for each wish the figure before and after."""
    asked = read_file(str(FOLDER / f"{each.game}.tuning.yaml"))
    found = rw.tune(
        each.game,
        [text for text, _ in asked.wishes],
        [text for text, _ in asked.knobs],
        players=each.players,
        overlays=[str(FOLDER / name) for name in each.overlays],
        bots=asked.bots or ("random",),
        games=games or asked.games or 10_000,
        seed=seed,
        jobs=jobs,
    )
    answer, today = found.answer, found.found.today
    if answer is None:
        return ["no setting can be played"]
    changed = [
        f"{knob.name} = {literal(answer.values[knob.name])} (now {found.opener.now(knob)})"
        for knob in found.found.space.knobs
    ]
    games_played = f"{found.found.games:,} games, {found.found.tried} of {found.found.size} settings tried"
    return [
        f"{games_played}: {'all wishes hold' if found.holds else 'not all wishes hold'}",
        *changed,
        *(
            f"{wish.text:<34} {_said(today, number):<28} {_said(answer, number):<28} {answer.figures[number].verdict}"
            for number, wish in enumerate(found.found.wishes)
        ),
        *(f"compromise: {each.values}: {'; '.join(_said(each, n) for n in range(len(each.figures)))}" for each in found.found.front),
    ]  # fmt: skip


def _said(answer: Answer | None, number: int) -> str:
    if answer is None:
        return "not measured"
    figure = answer.figures[number]
    return f"{figure.value:.4g} ({figure.low:.4g} to {figure.high:.4g})"
