"""The files of the shown games are understood: their wishes, their knobs, and the values of these. What comes of them is measured, not tested."""

from __future__ import annotations

import pytest

from rulewright.author.tuning.file import read_file
from rulewright.author.tuning.opening import Base, Opener
from rulewright.author.tuning.turning import read_knobs
from tests.benchmarks.tuning.shown import FOLDER, GAMES, Shown


@pytest.mark.parametrize("shown", GAMES, ids=lambda shown: shown.game)
def test_wishes_and_knobs_of_a_shown_game_are_understood(shown: Shown) -> None:
    asked = read_file(str(FOLDER / f"{shown.game}.tuning.yaml"))
    base = Base(shown.game, shown.players, overlays=tuple(str(FOLDER / name) for name in shown.overlays))
    opener = Opener(base, read_knobs([text for text, _ in asked.knobs]))
    asked.check(opener.book.game, asked.bots or ())
    assert asked.bots == ("cautious",)


def test_each_file_belongs_to_a_shown_game() -> None:
    assert {path.name for path in FOLDER.glob("*.tuning.yaml")} == {
        f"{each.game}.tuning.yaml" for each in GAMES
    }
