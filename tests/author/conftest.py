"""Books opened from texts, as the command line opens them from files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.examples.examples import ExampleResult, run_examples
from rulewright.pipeline import Book

DARE = """\
rulebook: 1
name: dare
title: Dare
about: Roll two dice until you dare no more; <target> points win.
players: 2..4
options:
  target: {type: 1..100, default: 20, about: points that win}
  strict: {type: bool, default: false, about: whether you must roll first}
  ties:
    about: equal scores
    default: shared
    one_of: {shared: they share the win, lowest_seat: the lower seat wins}
enums:
  Row: {low: Low, high: High}
pieces:
  dice: {count: 2, faces: 1..6, label: die}
  arrow:
    count: 1
    label: arrow die
    faces: {up: {times: 1}, down: {times: 2}}
  chips: {count: 10, label: chip}
zones:
  tray: {holds: dice, start: all, about: loose dice}
  rack: {holds: dice, size: 1}
  arrow_box: {holds: arrow, start: all}
  supply: {holds: chips, start: rest}
  purse: {per: players, holds: chips, start: 2}
variables:
  score: {per: players, type: number}
  sheet: {per: [players, Row], type: 0..50 or none}
  pot: {type: 0..1000, lasts: turn}
tables:
  bonus: {of: 2..12, about: a bonus for the sum of the dice, rows: {12: 5, 10..11: 2, ..9: 0}}
define:
  double: {is: most_alike(tray.face) == 2, about: both dice show the same}
  value:
    about: what a row is worth
    of: {r: Row}
    by: r
    cases: {low: 1, high: 2}
  total:
    of: {p: players}
    sum_of: {points: p.score, chips_left: p.purse.count}
phases:
  turn:
    about: Roll as often as you dare.
    actions:
      roll:
        about: Roll both dice.
        do:
          - {roll: tray}
          - {roll: arrow}
          - if: double
            do: [{set: pot, to: 0}, end_turn]
            else: [{add: sum(tray.face), to: pot}]
      rack:
        choose: {die: tray}
        when:
          room: not rack.full
          rolled: pot > 0
        do: [{move: die, to: rack}]
      keep:
        about: Write the points down.
        when:
          rolled_once:
            holds: pot > 0 or not strict
            says: You must have rolled if <target> points are to be won.
        do:
          - {add: pot, to: me.score}
          - {return: dice}
          - end_turn
      never:
        about: This cannot be.
        when: {as_agreed: ties == lowest_seat and strict}
        do: [end_turn]
end:
  target_reached:
    about: Whoever has <target> points first wins.
    after: keep
    when: me.score >= target
    result: {wins: me}
standing: highest score
"""

Write = Callable[..., str]
Examples = Callable[..., dict[str, ExampleResult]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a rulebook made of `DARE` and some more into a file and return its path."""

    def file(more: str = "") -> str:
        path = tmp_path / "dare.rulebook.yaml"
        path.write_text(DARE + more, encoding="utf-8")
        return str(path)

    return file


@pytest.fixture
def book(write: Write) -> Book:
    return pipeline.open_book(write())


@pytest.fixture
def examples(write: Write) -> Examples:
    """Run the examples of `DARE` with these added; results by id."""

    def ran(more: str, overlays: list[str] | None = None) -> dict[str, ExampleResult]:
        base = pipeline.open_book(write("examples:\n" + more), overlays=overlays or [])
        return {result.id: result for result in run_examples(base.at, base)}

    return ran
