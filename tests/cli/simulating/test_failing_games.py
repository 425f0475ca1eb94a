"""Games in which a rule fails: whatever the engine, a command says the same, and what it keeps replays to the failure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Ended, Run

FALLS = """\
rulebook: 1
name: falls
title: Falls
players: 2
pieces: {dice: {count: 1, faces: 1..2}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: players, type: number}, left: {type: 0..3, start: 3}}
turns: {begin: [{roll: dice}]}
phases:
  main:
    actions:
      low: {do: [{add: 1, to: me.score}, {set: left, to: left - 1}, end_turn]}
      pass: {do: [end_turn]}
end: {over: {at: round, when: round > 3, result: highest score}}
standing: highest score
strategies:
  eager: {prefer: {low: true}}
"""
ROLL = "turns: {begin: [{roll: dice}]}\n"
COMMANDS = {
    "simulate": ("simulate", "--games", "40", "--format", "json"),
    "simulate with a strategy": ("simulate", "--games", "40", "--bots", "random,eager", "--format", "json"),
    "simulate and keep the longest": ("simulate", "--games", "40", "--record-worst", "2", "--format", "json"),
    "test": ("test", "--games", "200"),
    "test as data": ("test", "--games", "200", "--format", "json"),
    "perft": ("perft", "--depth", "5", "--unique"),
    "perft as data": ("perft", "--depth", "5", "--format", "json"),
}


CLOCK = re.compile(
    r'"(seconds|games_per_second|playouts_per_second|jobs)": [0-9.e-]+|\d+\.\d+ s =+|^\d+ of \d+ (games|plies)\n',
    re.MULTILINE,
)
"""What depends on how fast it went: times, how many games at a time, and how often it is told how far it is."""


def without_times(told: str) -> str:
    """The output without what differs between engines: times, and the name of the engine."""
    told = re.sub(r'"engine": "\w+"|^Played by the \w+ engine\.\n', "", told, flags=re.MULTILINE)
    return re.sub("={9,}", "=", CLOCK.sub("", told))


def carried_out(run: Run, command: tuple[str, ...], engine: str) -> tuple[Ended, dict[str, str]]:
    """How a command ended, and the records that it kept, by name; they are taken away."""
    ended = run(command[0], "falls.rulebook.yaml", *command[1:], "--engine", engine)
    kept = {path.name: path.read_text(encoding="utf-8") for path in Path().glob("*.record.json")}
    for name in kept:
        Path(name).unlink()
    return Ended(ended.status, without_times(ended.out), without_times(ended.err)), kept


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_every_engine_says_the_same_of_a_rule_that_fails(run: Run, command: tuple[str, ...]) -> None:
    pytest.importorskip("llvmlite")
    Path("falls.rulebook.yaml").write_text(FALLS, encoding="utf-8")
    native, kept = carried_out(run, command, "native")
    assert (native, kept) == carried_out(run, command, "reference")
    assert native.status == 1
    assert "has to stay in 0 to 3" in native.out + native.err
    assert any("failure" in record for record in kept.values()) == (command[0] != "perft")
    for name, record in kept.items():
        Path(name).write_text(record, encoding="utf-8")
        replayed = run("replay", name)
        assert replayed.status == (1 if '"failure"' in record else 0)
        assert ("left - 1" in replayed.err) == ('"failure"' in record)


def test_not_every_game_fails(run: Run) -> None:
    Path("falls.rulebook.yaml").write_text(FALLS, encoding="utf-8")
    ended = run(
        "simulate", "falls.rulebook.yaml", "--games", "40", "--format", "json", "--engine", "reference"
    )
    assert 0 < ended.json["failed"] < 40
    assert ended.json["finished"] == 40 - ended.json["failed"]


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize(
    ("book", "lucky"), [(FALLS, ", as chance may have it"), (FALLS.replace(ROLL, ""), "")]
)
def test_perft_names_the_moves_that_lead_to_a_failure(run: Run, engine: str, book: str, lucky: str) -> None:
    Path("falls.rulebook.yaml").write_text(book, encoding="utf-8")
    asked = ("perft", "falls.rulebook.yaml", "--depth", "5", "--engine", engine)
    ended = run(*asked)
    assert ended.status == 1
    assert f"Stopped at ply 4: this rule fails after low, low, low and low{lucky}." in ended.err
    assert [line.split()[0] for line in ended.out.splitlines()] == ["ply", "1", "2", "3"]
    told = run(*asked, "--format", "json").json
    assert [ply["ply"] for ply in told["plies"]] == [1, 2, 3]
    assert told["failure"]["actions"] == ["low"] * 4
    assert told["failure"]["code"] == "range-left"


def test_perft_tells_of_a_set_up_that_fails(run: Run) -> None:
    book = FALLS.replace("phases:", "setup: [{set: left, to: left + 1}]\nphases:")
    Path("falls.rulebook.yaml").write_text(book, encoding="utf-8")
    ended = run("perft", "falls.rulebook.yaml", "--engine", "reference")
    assert ended.status == 1
    assert "Stopped at ply 1: this rule fails in the set-up, as chance may have it." in ended.err
    assert ended.out == ""


SOUND = FALLS.replace("left: {type: 0..3, start: 3}", "left: {type: -99..3, start: 3}").replace(
    "standing:",
    "examples: {twice: {play: [{do: [low, low]}], expect: [left == 1]}}\nstanding:",
)
LOWER = """\
rulebook: 1
name: lower
extends: falls
about: Two may be taken away.
change: {variables: {left: {type: 2..3}}}
"""


def test_a_failure_in_the_rulebook_below_shows_the_line_of_the_house_rule_too(run: Run) -> None:
    Path("falls.rulebook.yaml").write_text(SOUND, encoding="utf-8")
    Path("lower.overlay.yaml").write_text(LOWER, encoding="utf-8")
    assert run("test", "falls.rulebook.yaml", "--games", "20").status == 0
    told = run("test", "lower.overlay.yaml", "--games", "20").out
    assert "set: left, to: left - 1" in told
    assert told.count("lower.overlay.yaml:5:29") == 2  # of the example, and of the games
    assert "a house rule changes this" in told
