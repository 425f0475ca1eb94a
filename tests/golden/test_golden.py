"""Each rulebook plays as it is written down in `tests/golden/NAME.txt`, on every engine that plays single moves here.

`python -m pytest tests/golden --update` writes the files anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline
from tests.games.books import books
from tests.golden.runner import playthrough

HERE = Path(__file__).parent
BOOKS = books()


@pytest.mark.parametrize(
    "engine", sorted({*pipeline.ENGINES} - {"cuda"})
)  # tests/native/gpu has that of a card
@pytest.mark.parametrize("name", BOOKS)
def test_the_game_plays_as_written_down(name: str, engine: str, update: bool) -> None:
    written, played = HERE / f"{name}.txt", playthrough(BOOKS[name], engine)
    if update:
        written.write_text(played, encoding="utf-8")
    assert written.is_file(), f"{name} has no playthrough yet: python -m pytest tests/golden --update"
    assert played == written.read_text(encoding="utf-8")


def test_every_playthrough_is_of_a_rulebook() -> None:
    assert {path.stem for path in HERE.glob("*.txt")} == set(BOOKS)
