"""`rulewright new`: flags, questions on a terminal, and what it refuses."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run

CONTROL_C = "\x03"


def answered(
    run: Run, monkeypatch: pytest.MonkeyPatch, *answers: str, arguments: tuple[str, ...] = ()
) -> str:
    """What is asked for when somebody gives these answers; the command has to succeed."""
    monkeypatch.setattr("rulewright.cli.editing.new_command.somebody_is_there", lambda: True)
    ended = run("new", *arguments, typed="".join(f"{answer}\n" for answer in answers))
    assert ended.status == 0, ended.err
    return ended.err


@pytest.mark.parametrize(
    ("flags", "inside"),
    [
        (("--dice", "--count", "3", "--faces", "8"), "dice: {count: 3, faces: 1..8"),
        (("--players", "3"), "players: 3\n"),
        (("--players", "2-4"), "players: 2..4\n"),
        (("--title", "Bold: Dice"), 'title: "Bold: Dice"'),
        (("--cards", "--hand", "3"), "default: 3, about: cards that everybody is dealt"),
        (("--cards", "--deck", "numbers"), "one_per: {number: 1..60}"),
        (("--kind", "cards"), "use: [standard-52]"),
        (("--board", "--rows", "4", "--columns", "5", "--line", "4"), "grid: {rows: 4, columns: 5}"),
        (("--tiles", "--highest", "3", "--hand", "2"), "one_per: {a: 0..3, b: 0..3}"),
        (("--kind", "tiles"), "unbounded: squares"),
    ],
)
def test_flags_say_what_it_is_made_of(run: Run, flags: tuple[str, ...], inside: str) -> None:
    assert run("new", "ours", *flags).out == "ours.rulebook.yaml\n"
    assert inside in Path("ours.rulebook.yaml").read_text(encoding="utf-8")
    validated = run("validate", "ours.rulebook.yaml")
    assert (validated.status, validated.out) == (0, "")
    simulated = run("simulate", "ours.rulebook.yaml", "--games", "3")
    assert simulated.status == 0, simulated.err
    assert run("rules", "ours.rulebook.yaml").status == 0


def test_a_house_rule_sets_the_options_it_is_told(run: Run) -> None:
    ended = run(
        "new", "ours", "--overlay", "red-hot-yott", "--set", "chip_cap=3", "--set", "voluntary_zero=false"
    )
    assert ended.out == "ours.overlay.yaml\n"
    text = Path("ours.overlay.yaml").read_text(encoding="utf-8")
    assert "    chip_cap: 3\n    voluntary_zero: false\n" in text
    assert "expect: [chip_cap == 3, not voluntary_zero]" in text
    assert "#   chip_cap: none (0..20 or none), limit on the chips you may own after winning one back" in text
    assert run("validate", "ours.overlay.yaml").status == 0
    told = run("rules", "red-hot-yott", "--with", "ours.overlay.yaml").out
    assert "limit on the chips you may own after winning one back: 3 instead of none" in told


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--dice", "--cards"), "either --dice or --cards"),
        (("--kind", "dice", "--overlay", "pig"), "either --dice or --overlay"),
        (("--kind", "overlay"), "say which with --overlay GAME"),
        (("--overlay", "pig", "--of", "cinq-o"), "either pig or cinq-o"),
        (("--hand", "4"), "--hand goes with --cards"),
        (("--cards", "--faces", "4"), "--faces goes with --dice"),
        (("--rows", "4"), "--rows goes with --board"),
        (("--board", "--hand", "4"), "--hand goes with --cards or --tiles"),
        (("--tiles", "--rows", "4"), "--rows goes with --board"),
        (("--highest", "4"), "--highest goes with --tiles"),
        (("--tiles", "--highest", "1", "--hand", "2"), "this starter takes 2 to 2, since there are 3 tiles"),
        (("--tiles", "--hand", "8"), "this starter takes 1 to 7, since 4 players share 28 tiles"),
        (("--board", "--line", "9"), "this starter takes 2 to 3, since the board has 3 rows and 3 columns"),
        (("--set", "target=4"), "--set goes with --overlay GAME"),
        (("--overlay", "pig", "--players", "3"), "a house rule keeps its game's"),
        (("--players", "some"), "should look like 2..6"),
        (("--players", "1..99999999999999999999"), "should look like 2..6"),
        (("--count", "1000000"), "this starter takes 1 to 20"),
        (("--title", ""), "some words on one line"),
        (("--title", "a\nb"), "some words on one line"),
        (("--overlay", "pigg"), "did you mean `pig`?"),
        (("--overlay", "pig", "--set", "tarket=3"), "did you mean `target`?"),
        (("--overlay", "pig", "--set", "target=0"), "a number from 1 to 1000"),
        (("--in", "nowhere"), "there is no folder nowhere"),
    ],
)
def test_what_does_not_go_together_is_said(run: Run, flags: tuple[str, ...], told: str) -> None:
    ended = run("new", "ours", *flags)
    assert ended.status == 2, ended.err
    assert told in ended.err
    assert list(Path().iterdir()) == []


def test_a_broken_game_is_reported_as_such(run: Run) -> None:
    Path("broken.rulebook.yaml").write_text("rulebook: 1\nname: broken\nplayers: 2\n", encoding="utf-8")
    ended = run("new", "ours", "--overlay", "broken")
    assert ended.status == 1
    assert "broken.rulebook.yaml" in ended.err
    assert not Path("ours.overlay.yaml").exists()


def test_without_a_terminal_nothing_is_asked(run: Run) -> None:
    ended = run("new", typed="dice\n")
    assert ended.status == 2
    assert "say what it is called, as in: rulewright new my-game" in ended.err
    assert run("new", "ours", typed="").out == "ours.rulebook.yaml\n"


def test_with_flags_nothing_is_asked_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = answered(run, monkeypatch, arguments=("ours", "--count", "3"))
    assert "?" not in said


def test_enter_takes_what_is_usual(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    answered(run, monkeypatch, *[""] * 6)
    assert run("validate", "my-game.rulebook.yaml").status == 0
    text = Path("my-game.rulebook.yaml").read_text(encoding="utf-8")
    for usual in ("title: My game\n", "players: 2..6\n", "dice: {count: 2, faces: 1..6,"):
        assert usual in text


def test_the_answers_are_what_is_written(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = answered(run, monkeypatch, "dice", "three-dice", "Three: dice", "2 to 4", "3", "8")
    assert "How many dice? [2]" in said
    text = Path("three-dice.rulebook.yaml").read_text(encoding="utf-8")
    for told in ('title: "Three: dice"\n', "players: 2..4\n", "dice: {count: 3, faces: 1..8,"):
        assert told in text


def test_a_game_with_tiles_is_asked_for_its_numbers_and_hand(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = answered(run, monkeypatch, "tiles", "ours", "", "2..3", "2", "7", "")
    assert "7 tiles in a hand: this starter takes 1 to 2, since 3 players share 6 tiles" in said
    assert run("validate", "ours.rulebook.yaml").status == 0
    assert "hand_size: {type: 1..2, default: 2" in Path("ours.rulebook.yaml").read_text(encoding="utf-8")


def test_a_card_game_is_asked_for_its_deck_and_hand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = answered(run, monkeypatch, "cards", "ours", "", "2..10", "numbers", "7", "six", "6")
    assert "standard-52 is a pack of 52 cards, numbers is 60 cards with a number each" in said
    assert "7 cards in a hand: this starter takes 1 to 6, since 10 players share 60 cards" in said
    assert "`six` is no number" in said
    assert run("validate", "ours.rulebook.yaml").status == 0


def test_a_board_game_is_asked_for_its_board(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = answered(run, monkeypatch, "board", "ours", "", "", "4", "5", "6", "4")
    assert "How many can play? [2]" in said
    assert "6 in a line: this starter takes 2 to 5, since the board has 4 rows and 5 columns" in said
    text = Path("ours.rulebook.yaml").read_text(encoding="utf-8")
    assert "grid: {rows: 4, columns: 5}" in text
    assert "line: {type: 2..5, default: 4," in text
    assert run("validate", "ours.rulebook.yaml").status == 0


def test_a_house_rule_is_offered_the_options_of_its_game(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = answered(
        run,
        monkeypatch,
        "overlay",
        "cinqo",
        "cinq-o",
        "",
        "",
        "five_kind, targte",
        "five_kind, target",
        "chioce",
        "choice",
        "5000",
        "60",
    )
    assert "did you mean `cinq-o`?; there are " in said
    assert "it is a number from 1 to 1000" in said
    assert "  five_kind: flat_end (one of these), what five of a kind in a single roll does" in said
    assert "    choice: as you like, either 10 points and another whole turn, or play this turn on" in said
    assert "there is no option `targte`; did you mean `target`?" in said
    text = Path("my-cinq-o.overlay.yaml").read_text(encoding="utf-8")
    assert "    five_kind: choice\n    target: 60\n" in text
    assert run("validate", "my-cinq-o.overlay.yaml").status == 0


def test_a_game_in_the_folder_is_offered_first(
    run: Run, monkeypatch: pytest.MonkeyPatch, dice_game: str
) -> None:
    said = answered(run, monkeypatch, "overlay", "", "", "", "", "")
    assert "Which game does it change? [dare]" in said
    assert "target: 25" in Path("my-dare.overlay.yaml").read_text(encoding="utf-8")


def test_a_bad_answer_gets_its_reason_and_the_question_again(
    run: Run, monkeypatch: pytest.MonkeyPatch, dice_game: str
) -> None:
    said = answered(
        run,
        monkeypatch,
        "bricks",
        "dice",
        "My Game!",
        "dare",
        "my-game",
        "",
        "6..2",
        "0..4",
        "",
        "0",
        "",
        "1",
        "",
    )
    assert "'bricks'" in said
    assert "`My Game!` will not do as a name" in said
    assert "try `my-game`" in said
    assert "dare.rulebook.yaml is there already" in said
    assert "the smaller number goes first" in said
    assert "0..4 players: this starter takes 2 to 20" in said
    assert "0 dice: this starter takes 1 to 20" in said
    assert run("validate", "my-game.rulebook.yaml").status == 0


def test_a_name_that_is_given_is_not_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    said = answered(run, monkeypatch, *[""] * 5, arguments=("ours",))
    assert "in files" not in said
    assert Path("ours.rulebook.yaml").is_file()


def test_the_end_of_the_input_leaves_no_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.cli.editing.new_command.somebody_is_there", lambda: True)
    assert run("new", typed="dice\nours\n").status == 130
    assert list(Path().iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_control_c_on_a_terminal_leaves_no_file(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "rulewright", "new"]
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=tmp_path, start_new_session=True, preexec_fn=_take_terminal)  # fmt: skip
    os.close(theirs)
    try:
        shown = _read_until(ours, "What do you want to start?")
        os.write(ours, b"dice\n")
        shown += _read_until(ours, "called in files?")
        assert _interrupted(running, ours) == 130, shown
    finally:
        running.kill()
        running.wait()
        os.close(ours)
    assert list(tmp_path.iterdir()) == []


def _interrupted(running: subprocess.Popen[bytes], terminal: int) -> int | None:
    """How it ends on Ctrl-C, pressed again if nothing happens: Python can miss one just before it begins to read."""
    for _ in range(6):
        os.write(terminal, CONTROL_C.encode())
        try:
            return running.wait(8)
        except subprocess.TimeoutExpired:
            continue
    return None


def _take_terminal() -> None:
    """Make the terminal on stdin the one whose Ctrl-C this process gets."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read_until(terminal: int, words: str) -> str:
    shown, deadline = "", time.monotonic() + 60
    while words not in shown and time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.5)[0]:
            shown += os.read(terminal, 4096).decode()
    assert words in shown, shown
    return shown
