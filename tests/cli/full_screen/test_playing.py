"""Games played at a full screen: keys, the mouse, typed lines, pages, undo, and what is left when the screen is handed over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.author.starters import scaffold
from rulewright.author.starters.rulebooks import Cards
from tests.cli.full_screen.screens import LARGE, Screen, playing


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_click_on_a_space_makes_the_move_and_escape_and_undo_take_back() -> None:
    async def do(screen: Screen) -> None:
        await screen.click(("space", "board", "b2", ""))
        assert "2  ‹·›  X  ‹·›" in screen.text()
        assert "Bob to move" in screen.text()
        await screen.type("undo")
        assert "Taken back" in screen.text()
        assert "Ann to move" in screen.text()
        assert " X " not in screen.text()

    session = playing("tic-tac-toe", do)
    assert len(session.state.history) == 1


def test_arrows_and_enter_touch_and_show_what_would_lie_there() -> None:
    async def do(screen: Screen) -> None:
        await screen.press("right")
        assert screen.app.cursor == ("space", "board", "a3", "")
        await screen.press("right", "down")
        assert screen.app.cursor == ("space", "board", "b2", "")
        await screen.press("enter")
        assert steps(screen) == ["mark b2"]

    playing("tic-tac-toe", do)


def steps(screen: Screen) -> list[str]:
    """The moves so far, as they are typed."""
    return [str(entry.action) for entry in screen.session.state.history[1:]]


def test_a_list_of_moves_is_walked_with_tab_and_a_typed_move_means_the_same() -> None:
    async def do(screen: Screen) -> None:
        await screen.press("tab", "enter")
        await screen.type("hold")
        assert "Bob to move" in screen.text()
        assert steps(screen) == ["roll", "hold"]

    playing("pig", do)


def test_wrong_lines_are_answered_in_the_story_and_nothing_happens() -> None:
    async def do(screen: Screen) -> None:
        await screen.type("hodl")
        assert "`hodl`" in screen.text()
        await screen.type("why a1")
        assert "It is allowed" in screen.text() or "no action" in screen.text()
        await screen.press("enter", "escape", "up", "pagedown")
        assert len(screen.session.state.history) == 1

    playing("pig", do)


def test_help_rules_and_keys_are_pages_that_close() -> None:
    async def do(screen: Screen) -> None:
        for line, shown in (
            ("help", "take the last move back"),
            ("rules", "PLAYERS"),
            ("history", "Nothing has happened"),
        ):
            await screen.type(line)
            assert shown.casefold() in screen.text().casefold(), line
            assert len(screen.app.screen_stack) == 2
            await screen.press("enter")
            assert len(screen.app.screen_stack) == 1
        await screen.press("f1")
        assert "go to what can be touched" in screen.text()
        await screen.press("escape")
        assert "go to what can be touched" not in screen.text()

    playing("tic-tac-toe", do)


def test_a_whole_game_ends_with_its_result_on_the_screen() -> None:
    async def do(screen: Screen) -> None:
        for space in ("a1", "b1", "a2", "b2", "a3"):
            await screen.type(space)
        assert "Ann wins." in screen.text()
        assert "The game is over" in screen.text()
        await screen.press("enter")

    assert playing("tic-tac-toe", do).state.is_terminal()


def test_a_bot_plays_between_the_moves_of_a_person() -> None:
    async def do(screen: Screen) -> None:
        await screen.type("d")
        assert "Ann to move" in screen.text()
        assert len(steps(screen)) == 2

    playing("connect-four", do, seats=("2=random",))


def cards(text: str) -> set[str]:
    return set(re.findall(r"[\dAJQK]+[♠♥♦♣]", text))


def test_nothing_of_a_hand_is_left_when_the_screen_is_handed_over(folder: Path) -> None:
    scaffold.write("tricks", Cards(), folder)

    async def do(screen: Screen) -> None:
        assert "Pass the screen to Ann" in screen.text()
        assert not cards(screen.text())
        await screen.press("enter")
        anns = cards(screen.text())
        assert len(anns) == 5, screen.text()
        await screen.type("look")
        await screen.press("enter")
        await screen.press("tab", "enter")
        assert "Pass the screen to Bob" in screen.text()
        assert not anns & cards(screen.text())
        await screen.type("hello")
        assert "when Bob sits here" in screen.text()
        await screen.press("enter")
        bobs = cards(screen.text())
        assert len(bobs) >= 5
        assert len(anns & bobs) <= 1, "the card that was played"

    playing("tricks.rulebook.yaml", do, seed=1)


def test_ctrl_c_ends_the_game_which_is_kept(folder: Path) -> None:
    async def do(screen: Screen) -> None:
        await screen.type("a1")
        await screen.pilot.press("ctrl+c")
        await screen.pilot.pause()
        assert isinstance(screen.app.failure, KeyboardInterrupt)

    playing("tic-tac-toe", do)
    assert (folder / "tic-tac-toe.record.json").is_file()


def test_real_dice_are_typed_at_the_prompt() -> None:
    async def do(screen: Screen) -> None:
        await screen.type("roll")
        await screen.type("4")
        assert "pot 4" in screen.text()

    playing("pig", do, dice="typed")


def test_the_places_move_when_the_terminal_is_resized() -> None:
    async def do(screen: Screen) -> None:
        await screen.pilot.resize_terminal(*LARGE)
        await screen.settle()
        lines = screen.text().splitlines()
        assert len(lines) == LARGE[1]
        assert any("│" in line and "‹mark" in line for line in lines), "the moves are next to the board"
        await screen.pilot.resize_terminal(60, 15)
        await screen.settle()
        assert "Ann>" in screen.text()

    playing("tic-tac-toe", do)
