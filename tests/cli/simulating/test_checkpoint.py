"""`simulate --checkpoint`: a run that was stopped goes on, and ends with the same figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulewright.cli.simulating import checkpoints
from rulewright.play import compare, simulate
from rulewright.play.running import tasks
from tests.cli.conftest import Run

FAILING = """\
rulebook: 1
name: brittle
title: Brittle
players: 2
pieces: {dice: {count: 1, faces: 1..6, label: die, plural: dice}}
zones: {tray: {holds: dice, start: all}}
variables: {points: {per: players, type: 0..40}}
phases:
  turn:
    actions:
      roll: {do: [{roll: dice}, {add: tray.face * tray.face, to: me.points}, end_turn]}
end: {done: {after: roll, when: me.points >= 30, result: {wins: me}}}
"""


@pytest.fixture
def brittle(run: Run) -> str:
    Path("brittle.rulebook.yaml").write_text(FAILING, encoding="utf-8")
    return "brittle.rulebook.yaml"


def figures(found: Any) -> dict[str, object]:  # Any: JSON data
    return {name: value for name, value in found.items() if name != "timing"}


@pytest.mark.parametrize(
    "words",
    [
        ("pig", "--set", "target=40", "--bots", "hold_at_20,random", "--rotate"),
        ("pig", "--max-actions", "150"),
        ("brittle.rulebook.yaml",),
    ],
)
def test_a_run_that_was_stopped_ends_with_the_same_figures(
    words: tuple[str, ...], brittle: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = run("simulate", *words, "--games", "60", "--format", "json")
    kept = ("simulate", *words, "--games", "60", "--format", "json", "--checkpoint", "kept.json")
    add_games = simulate.add_games

    def stopping(*arguments: Any) -> Any:  # Any: as they are passed on
        for number, done in enumerate(add_games(*arguments)):
            yield done
            if number == 2:
                raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(simulate, "add_games", stopping)
        stopped = run(*kept)
    assert stopped.status == 130
    assert 0 < stopped.json["games"] < 60
    assert figures(run(*kept).json) == figures(whole.json)
    before = Path("kept.json").read_bytes()
    assert figures(run(*kept).json) == figures(whole.json)
    assert Path("kept.json").read_bytes() == before


def test_games_that_came_in_any_order_are_completed(run: Run) -> None:
    words = ("simulate", "pig", "--format", "json", "--games")
    whole = run(*words, "40").json
    run(*words, "30", "--checkpoint", "kept.json")
    data = json.loads(Path("kept.json").read_text(encoding="utf-8"))
    assert data["games"] == [[0, 30]]
    assert figures(run(*words, "40", "--checkpoint", "kept.json").json) == figures(whole)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--seed", "3"), "is of another run: seed is 0 there, and 3 here"),
        (("--set", "target=50"), "is of another run: fingerprint is"),
        (("--games", "10"), "kept.json has 20 games already, and --games 10 are fewer"),
        (("--games-csv", "games.csv"), "--checkpoint keeps totals only"),
        (("--coverage",), "--checkpoint keeps totals only"),
    ],
)
def test_another_run_is_refused(more: tuple[str, ...], said: str, run: Run) -> None:
    words = ("simulate", "pig", "--games", "20", "--checkpoint", "kept.json")
    assert run(*words).status == 0
    ended = run(*words, *more)
    assert ended.status == 2
    assert said in " ".join(ended.err.split())


def test_damaged_files_are_refused(run: Run) -> None:
    words = ("simulate", "pig", "--games", "20", "--checkpoint", "kept.json")
    run(*words)
    text = Path("kept.json").read_text(encoding="utf-8")
    for damaged in (
        text[:-9],
        text.replace("[[0, 20]]", "[[0, 19]]"),
        text.replace('"columns": [', '"columns": [[], '),
    ):
        Path("kept.json").write_text(damaged, encoding="utf-8")
        ended = run(*words)
        assert (ended.status, ended.out) == (2, "")
        assert "kept.json is damaged" in ended.err
    Path("kept.json").write_text("my notes", encoding="utf-8")
    assert run(*words).status == 2
    assert Path("kept.json").read_text(encoding="utf-8") == "my notes"


def test_it_is_written_every_few_seconds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    write = checkpoints.Checkpoint.write

    def watched(self: checkpoints.Checkpoint[Any]) -> None:
        written.append(len(self.done))
        write(self)

    monkeypatch.setattr(checkpoints.Checkpoint, "write", watched)
    monkeypatch.setattr(checkpoints, "SECONDS", 0.0)
    assert run("simulate", "pig", "--games", "20", "--checkpoint", "kept.json").status == 0
    assert len(written) > 2
    assert written == sorted(written)
    assert written[-1] == 20


COMPARED = [
    ("pig", "--set-b", "target=50", "--bots", "hold_at_20,random", "--games", "120"),
    ("pig", "--set-b", "target=50", "--max-actions", "150", "--unpaired", "--games", "120"),
    ("pig", "--set-b", "target=90", "--precision", "3", "--games", "900"),
    ("brittle.rulebook.yaml", "pig", "--games", "120"),
]


@pytest.mark.parametrize("words", COMPARED)
@pytest.mark.parametrize("engine", ["reference", "auto"])
def test_a_comparison_that_was_stopped_ends_with_the_same_figures(
    words: tuple[str, ...], engine: str, brittle: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = ("compare", *words, "--engine", engine, "--format", "json")
    kept = (*told, "--checkpoint", "kept.json")
    whole = run(*told)
    for stop in (3, 7):
        with monkeypatch.context() as patched:
            patched.setattr(compare.Comparing, "_go_on", _stopping(stop))
            patched.setattr(
                tasks, "MOST_GAMES", 10
            )  # so that there are more tasks than that, however quick the machine is
            stopped = run(*kept)
        assert stopped.status == 130
        assert 0 < stopped.json["played"] <= whole.json["played"]
    assert figures(run(*kept).json) == figures(whole.json)
    before = Path("kept.json").read_bytes()
    assert figures(run(*kept).json) == figures(whole.json)
    assert Path("kept.json").read_bytes() == before


def _stopping(after: int) -> Any:  # Any: in place of the method
    go_on = compare.Comparing._go_on

    def stopping(self: compare.Comparing, *arguments: Any) -> Any:  # Any: as they are passed on
        for number, done in enumerate(go_on(self, *arguments), 1):
            yield done
            if number == after:
                raise KeyboardInterrupt

    return stopping


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--seed", "3"), "is of another run: seed is 0 there, and 3 here"),
        (("--set-b", "target=50"), "is of another run: fingerprints is"),
        (("--bots", "hold_at_20"), "is of another run: bots is"),
        (("--unpaired",), "is of another run: unpaired is False there, and True here"),
        (("--games", "10"), "kept.json has 20 games already, and --games 10 are fewer"),
    ],
)
def test_another_comparison_is_refused(more: tuple[str, ...], said: str, run: Run) -> None:
    words = ("compare", "pig", "--set-b", "target=60", "--games", "20", "--checkpoint", "kept.json")
    assert run(*words).status == 0
    ended = run(*words, *more)
    assert ended.status == 2
    assert said in " ".join(ended.err.split())
    of_a_simulation = run("simulate", "pig", "--games", "20", "--checkpoint", "kept.json")
    assert "is of another run: command is 'compare' there, and 'simulate' here" in " ".join(
        of_a_simulation.err.split()
    )


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "pig", "--bots", "hold_at_20,random", "--rotate", "--games", "60"),
        ("simulate", "brittle.rulebook.yaml", "--games", "50"),
        ("compare", "pig", "--set-b", "target=50", "--bots", "hold_at_20,random", "--games", "230"),
    ],
)
def test_parts_that_are_joined_are_the_whole(words: tuple[str, ...], brittle: str, run: Run) -> None:
    told = (*words, "--format", "json")
    whole = run(*told).json
    for part in ("1/3", "3/3"):
        assert run(*told, "--part", part, "--checkpoint", f"part-{part[0]}.json").status in (0, 1)
    assert figures(run(*told, "--join", "part-1.json", "--join", "part-3.json").json) == figures(whole)
    run(*told, "--part", "2/3", "--checkpoint", "part-2.json")
    joined = (*told, "--join", "part-*.json", "--checkpoint", "all.json")
    assert figures(run(*joined).json) == figures(whole)
    assert figures(run(*joined).json) == figures(whole)
    data = json.loads(Path("all.json").read_text(encoding="utf-8"))
    assert data["games"] == [[0, 230 if words[0] == "compare" else int(words[-1])]]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--part", "4/3"), "`4/3` should be a number and how many there are: --part 3/100"),
        (("--part", "half"), "should be a number and how many there are"),
        (("--part", "1/21"), "--part 1/21: there are only 20 games"),
        (("--part", "2/2", "--checkpoint", "first.json"), "first.json begins with game 1, and this part with game 11"),
        (("--join", "nothing-*.json"), "--join nothing-*.json: there is no such file"),
        (("--join", "first.json", "--join", "more.json"), "more.json has games 1 to 10, and so has another checkpoint"),
        (("--join", "first.json", "--coverage"), "--checkpoint keeps totals only"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_are_refused(more: tuple[str, ...], said: str, run: Run) -> None:
    words = ("simulate", "pig", "--games", "20")
    assert run(*words, "--part", "1/2", "--checkpoint", "first.json").status == 0
    assert run(*words, "--part", "3/4", "--checkpoint", "more.json").status == 0
    data = json.loads(Path("more.json").read_text(encoding="utf-8"))
    assert data["games"] == [[10, 15]]
    if "more.json" in more:
        run(*words, "--checkpoint", "more.json", "--join", "first.json")
    ended = run(*words, *more)
    assert ended.status == 2
    assert said in " ".join(ended.err.split())
