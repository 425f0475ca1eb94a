"""`tune` at the command line: its report, its files, and how it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rulewright as rw
from tests.cli.conftest import Run
from tests.play.tuning.small_games import FASTER, STAIRS

KNOB = ("--knob", "options.top=1..20")


@pytest.fixture
def stairs(run: Run) -> str:
    Path("stairs.rulebook.yaml").write_text(STAIRS, encoding="utf-8")
    return "stairs.rulebook.yaml"


def test_the_answer_is_a_house_rule_that_does_what_was_wished(run: Run, stairs: str) -> None:
    ended = run(
        "tune", stairs, *KNOB, "--want", "median rounds in 6..8", "--bots", "steady", "--games", "600", "--out",
        "short.overlay.yaml", "--html", "short.html",
    )  # fmt: skip
    assert ended.status == 0, ended.err
    assert "The wish holds at this setting, with 95 % confidence." in ended.out
    assert "median rounds in 6..8" in ended.out
    assert "What the knob does (games of the search, with 95 % intervals):" in ended.out
    page = Path("short.html").read_text(encoding="utf-8")
    assert "name: short" in page
    assert "The wish holds at this setting" in page
    game = rw.load("short.overlay.yaml")
    found = rw.simulate(game, 100, bots="steady")
    assert found.rounds is not None
    assert 6 <= found.rounds.median <= 8
    assert run("validate", "short.overlay.yaml").status == 0
    assert "top" in run("diff", stairs, "short.overlay.yaml").out
    again = run("tune", stairs, *KNOB, "--want", "rounds in 6", "--out", "short.overlay.yaml")
    assert again.status == 2
    assert "there is such a file already" in again.err
    assert "with --checkpoint FILE a later run keeps it" in again.err
    written = Path("short.overlay.yaml").read_text(encoding="utf-8")
    assert (
        "of 2 players who play by `steady`, for:\n#   median rounds in 6..8\n# All wishes hold.\n" in written
    )


def test_a_wish_that_cannot_hold_ends_with_status_1(run: Run, stairs: str) -> None:
    ended = run("tune", stairs, *KNOB, "--want", "rounds in 50..60", "--bots", "steady", "--games", "400")
    assert ended.status == 1
    assert "No setting was found that holds the wish. This one comes nearest." in ended.out
    assert ["options.top", "10", "20"] in [line.split() for line in ended.out.splitlines()]


def test_a_checkpoint_goes_on_and_refuses_another_search(run: Run, stairs: str) -> None:
    asked = (
        "tune",
        stairs,
        *KNOB,
        "--want",
        "rounds in 6..8",
        "--bots",
        "steady",
        "--games",
        "400",
        "--checkpoint",
        "kept",
    )
    first = run(*asked, "--format", "json").json
    kept = json.loads(Path("kept").read_text(encoding="utf-8"))
    assert len(kept["tried"]) == first["tried"]
    out = Path("short.overlay.yaml")
    out.write_text("# Found by rulewright tune in an earlier run\n", encoding="utf-8")
    again = run(*asked, "--out", out.name, "--format", "json").json
    assert (
        Path("short.overlay.yaml.before").read_text(encoding="utf-8")
        == "# Found by rulewright tune in an earlier run\n"
    )
    assert "name: short\n" in out.read_text(encoding="utf-8")
    more = json.loads(Path("kept").read_text(encoding="utf-8"))["tried"]
    assert [setting for setting, _ in more][: len(kept["tried"])] == [setting for setting, _ in kept["tried"]]
    assert all(new["games"] >= old["games"] for (_, new), (_, old) in zip(more, kept["tried"], strict=False))
    assert again["answer"]["values"] == first["answer"]["values"]
    other = run(*asked, "--seed", "3")
    assert other.status == 2
    assert "kept is of another run: seed is 0 there, and 3 here" in other.err
    Path("kept").write_text("{", encoding="utf-8")
    assert "kept is damaged" in run(*asked).err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((), "--want is missing"),
        (("--want", "rounds in 3"), "--knob is missing"),
        (
            ("--want", "roundes in 3", *KNOB),
            "--want `roundes in 3`: there is no figure `roundes`; did you mean `rounds`?",
        ),
        (
            ("--want", "rounds in 3", "--knob", "options.tip=1..3"),
            "there is no option `tip`; did you mean `options.top`?",
        ),
        (("--want", "rounds in 3", "--knob", "tables.stride.row.1=1..3"), "none of its values can be played"),
        (("--want", "rounds in 3", "--knob", "nowhere.overlay.yaml"), "none of its values can be played"),
        (("--want", "rounds in 3", *KNOB, "--set", "top=3"), "this option is set for all games (--set)"),
        (("--want", "rounds in 3", *KNOB, "--bots", "stedy"), "--bots: "),
        (("--want", "rounds in 3", "--knob", "top=1..3"), "an option is named by its path: `options.top`"),
        (("--want", "rounds in 3", *KNOB, "--out", "nowhere/a.overlay.yaml"), "there is no folder nowhere"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    run: Run, stairs: str, arguments: tuple[str, ...], what: str
) -> None:
    ended = run("tune", stairs, *arguments)
    assert ended.status == 2
    assert what in ended.err.replace("\n", " ")


FILE = """tuning: 1
want: [median rounds in 6..8]
knobs:
  options.top: 1..20
bots: steady
games: 600
"""


def test_a_file_asks_as_the_command_line_does(run: Run, stairs: str) -> None:
    Path("short.tuning.yaml").write_text(FILE, encoding="utf-8")
    by_file = run("tune", stairs, "--file", "short.tuning.yaml")
    asked = ("--want", "median rounds in 6..8", "--bots", "steady", "--games", "600")
    assert (by_file.status, by_file.out) == (0, run("tune", stairs, *KNOB, *asked).out)
    more = run(
        "tune", stairs, "--file", "short.tuning.yaml", "--want", "rounds at most 500", "--games", "400"
    )
    assert "rounds at most 500" in more.out
    assert "Both wishes hold" in more.out


def test_a_list_of_values_and_a_house_rule_are_knobs_of_a_file(run: Run, stairs: str) -> None:
    Path("faster.overlay.yaml").write_text(FASTER, encoding="utf-8")
    Path("two.tuning.yaml").write_text(
        FILE.replace("1..20", "[5, 7]\n  faster.overlay.yaml: on or off"), encoding="utf-8"
    )
    ended = run("tune", stairs, "--file", "two.tuning.yaml", "--format", "json")
    knobs = json.loads(ended.out)["knobs"]
    assert [knob["name"] for knob in knobs] == ["options.top", "faster.overlay.yaml"]
    assert [knob["values"] for knob in knobs] == [[5, 7], [False, True]]


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("median rounds", "median ronds", 2, "did you mean `rounds`?"),
        ("1..20", "1..20 stp 2", 4, "a range is written `20..60`"),
        ("1..20", "{a: 1}", 4, "must be a range, a list of values, or `on or off`"),
        ("1..20", "[5]", 4, "at least 2 entries"),
        ("1..20", "5", 4, "must be a range"),
        ("options.top: 1..20", "options.top: on or off", 4, "a knob needs its values"),
        ("knobs:", "nobs:", 3, "did you mean `knobs`?"),
        ("tuning: 1", "tuning: 2", 1, "only version 1 can be read"),
        ("tuning: 1\n", "", 1, "`tuning`"),
        ("[median rounds in 6..8]", "{a: b}", 2, "must be a wish or a list of wishes"),
        ("[median rounds in 6..8]", "[[a]]", 2, "a wish is expected here"),
        ("games: 600", "games: 60", 6, "from 100 to"),
        ("bots: steady", "bots: {a: b}", 5, "must be a name or a list of names"),
        ("\n  options.top: 1..20", " all", 3, "must be a mapping of knobs"),
    ],
)
def test_mistakes_of_a_file_are_told_with_their_lines(
    run: Run, stairs: str, old: str, new: str, line: int, told: str
) -> None:
    assert old in FILE
    Path("short.tuning.yaml").write_text(FILE.replace(old, new), encoding="utf-8")
    ended = run("tune", stairs, "--file", "short.tuning.yaml")
    assert ended.status in (1, 2)
    assert told in " ".join(ended.err.split())
    assert f"short.tuning.yaml:{line}:" in ended.err


def test_all_mistakes_of_a_file_are_told_at_once(run: Run, stairs: str) -> None:
    wrong = FILE.replace("median rounds", "median ronds").replace("1..20", "1..20 stp 2")
    Path("short.tuning.yaml").write_text(wrong, encoding="utf-8")
    assert "2 errors" in run("tune", stairs, "--file", "short.tuning.yaml").err


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("median rounds", "median ronds", 2, "did you mean `rounds`?"),
        ("options.top", "options.tip", 4, "did you mean `options.top`?"),
        ("bots: steady", "bots: stedy", 5, "did you mean `steady`?"),
        ("game: stairs", "game: stars", 7, "did you mean `stairs`?"),
        ("games: 600", "games: 60", 6, "from 100 to"),
        ("game: stairs", "players: 5", 7, ""),
    ],
)
def test_validate_finds_the_mistakes_of_a_file(
    run: Run, stairs: str, old: str, new: str, line: int, told: str
) -> None:
    file = FILE + "game: stairs\n"
    assert old in file
    Path("short.tuning.yaml").write_text(file, encoding="utf-8")
    assert run("validate", "short.tuning.yaml").status == 0
    Path("short.tuning.yaml").write_text(file.replace(old, new), encoding="utf-8")
    ended = run("validate", "short.tuning.yaml", "--fix")
    assert told in " ".join(ended.out.split())
    assert ended.status == (1 if told else 0), "without a game there is nothing to look up"
    assert (f"short.tuning.yaml:{line}:" in ended.out) == bool(told)
