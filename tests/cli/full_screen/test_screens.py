"""Screens of every bundled game at 80 by 24 and 120 by 40, as they are written down, and what fits on them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rulewright.cli.drawing.layout import drawn
from rulewright.cli.drawing.marks import Marks
from rulewright.cli.drawing.spans import extent, spot_of, texts
from rulewright.cli.full_screen.choices import choices
from rulewright.cli.full_screen.picking import Picked
from rulewright.document import library
from rulewright.scene.records import Scene
from rulewright.scene.table import scene_of
from tests.cli.full_screen.screens import LARGE, SMALL, Screen, playing
from tests.games.books import Table, between, loaded, tables

GAMES = sorted(str(path).split("/")[-1].removesuffix(".rulebook.yaml") for _, path in library.bundled())
WRITTEN = Path(__file__).parent / "screens"
MOVES = 11
ROOM = {SMALL: 17, LARGE: 38}
"""The lines of the table on each screen."""


@pytest.mark.parametrize("name", GAMES)
def test_the_screen_is_as_written_down(
    name: str, update: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    seen: list[str] = []

    async def do(screen: Screen) -> None:
        random = Random(name)
        for _ in range(MOVES):
            await screen.settle()
            if screen.session.state.is_terminal():
                break
            screen.app._answer(str(random.choice(screen.session.state.legal_actions())))
            await screen.settle()
        if screen.app.frame is None:
            await screen.press("enter")
        seen.append(await screen.still())
        await screen.pilot.resize_terminal(*LARGE)
        seen.append(await screen.still())

    playing(name, do, names="")
    text, written = "\n".join(seen), WRITTEN / f"{name}.txt"
    if update:
        written.write_text(text, encoding="utf-8")
    assert text == written.read_text(encoding="utf-8")


def positions(table: Table, moves: int = 40) -> list[Scene]:
    state, random = table.load().new_initial_state(7), Random(str(table))
    scenes = []
    for step in range(moves):
        if state.is_terminal():
            break
        if step % 8 == 0:
            scenes.append(scene_of(state, state.current_player()))
        state.apply_action(random.choice(state.legal_actions()))
    return scenes


@pytest.mark.parametrize("table", tables(), ids=str)
def test_every_table_shows_what_can_be_touched_within_the_width(table: Table) -> None:
    for scene in positions(table)[-2:] if table in between() else positions(table):
        picked = Picked(scene.moves)
        marks = Marks(scene, picked.open())
        for width, height in (SMALL, LARGE):
            drawing = drawn(scene, marks, width, height - 7)
            assert extent(drawing) <= width, "\n".join(texts(drawing))
            there = frozenset(span.spot for line in drawing for span in line if span.spot)
            listed = choices(picked, marks, {}, {}, there, width)
            shown = there | {span.spot for line in listed for span in line if span.spot}
            unbounded = {board.id for board in scene.boards if board.unbounded}
            for move in scene.moves:
                missing = [
                    touch
                    for touch in move.touches
                    if spot_of(touch) not in shown and touch.where not in unbounded
                ]
                assert not missing or ("move", "", str(move.id), "") in shown, (move.text, texts(drawing))


@pytest.mark.parametrize("name", GAMES)
def test_bundled_games_fit_a_small_screen(name: str) -> None:
    table = next(
        each
        for each in tables()
        if each.name == name and each.players == least(name) and each.variant is None
    )
    for scene in positions(table):
        drawing = drawn(scene, Marks(scene, Picked(scene.moves).open()), SMALL[0], ROOM[SMALL])
        assert len(drawing) <= ROOM[SMALL], "\n".join(texts(drawing))


def least(name: str) -> int:
    return min(max(2, table.players) for table in tables() if table.name == name)


def test_a_colour_is_never_the_only_sign() -> None:
    scene = scene_of(
        loaded(next(t.file for t in tables() if t.name == "hex"), None, None, "auto").new_initial_state(1), 0
    )
    marks = Marks(scene, frozenset({("space", "board", "a1", "")}))
    drawing = drawn(scene, marks, *SMALL)
    assert "‹·›" in "\n".join(texts(drawing))
