"""`perft`: where it counts from, and what a ply is."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from tests.play.test_perft import TWO_STONES

EXAMPLES = """\
examples:
  two_laid:
    play: [{do: [lay a1, lay b1]}]
    expect: [me == seat(2)]
"""


def test_counts_begin_at_an_example(run: Run) -> None:
    Path("two.rulebook.yaml").write_text(TWO_STONES + EXAMPLES, encoding="utf-8")
    ended = run("perft", "two.rulebook.yaml", "--from", "two_laid", "--depth", "2", "--format", "json")
    assert [ply["sequences"] for ply in ended.json["plies"]] == [2, 2]
    assert "Position: example two_laid, after 2 steps, seat 2 to move." in ended.err
    ended = run("perft", "two.rulebook.yaml", "--from", "two_laid", "--step", "2", "--by", "turn")
    assert "Position: example two_laid, before step 2 of 2, seat 1 to move." in ended.err
    assert [line.split()[:2] for line in ended.out.splitlines()[1:]] == [["1", "3"], ["2", "6"], ["all", "9"]]


def test_counts_begin_at_a_record(run: Run) -> None:
    run("simulate", "tic-tac-toe", "--games", "1", "--record-worst", "1", "--record-to", "kept")
    (kept,) = map(str, Path("kept").iterdir())
    ended = run("perft", "tic-tac-toe", "--from", kept, "--step", "3", "--depth", "2", "--format", "json")
    assert [ply["sequences"] for ply in ended.json["plies"]] == [7, 42]
    ended = run("perft", "tic-tac-toe", "--from", kept)
    assert (ended.status, ended.out) == (0, "")
    assert "The game is over there." in ended.err
    assert "is a game of `tic-tac-toe`, not of `reversi`" in run("perft", "reversi", "--from", kept).err


def test_what_is_no_start_is_refused(run: Run) -> None:
    assert (
        "there is no example `a_forced_pas` in reversi"
        in run("perft", "reversi", "--from", "a_forced_pas").err
    )
    assert "cannot be read" in run("perft", "reversi", "--from", "kept.record.json").err
    ended = run("perft", "reversi", "--from", "a_forced_pass", "--seed", "3")
    assert "--seed does not go with an example" in ended.err
    ended = run("perft", "reversi", "--step", "3")
    assert (ended.status, ended.out) == (2, "")
    assert "--step is a step of the example or record that --from names" in ended.err


def test_a_turn_without_an_end_stops_the_count(run: Run) -> None:
    endless = TWO_STONES.replace("{add: 1, to: laid}", "{remove: at}")
    Path("two.rulebook.yaml").write_text(endless, encoding="utf-8")
    ended = run("perft", "two.rulebook.yaml", "--by", "turn")
    assert ended.status == 1
    assert "Stopped at ply 1: a turn of more than 1,000 decisions, which may go on for ever." in ended.err
    assert "Count without --by turn." in ended.err
