"""Whoever changes a rule of a bundled rulebook by a word is told: by the checker, an example or a random game.

A sample is tried here; `python -m tests.mutation.mutate` tries every mutant.
"""

from __future__ import annotations

import re

import pytest

from rulewright.document import library
from rulewright.source.text import Source
from tests.mutation.accepted import ACCEPTED, reason
from tests.mutation.hunting import caught_by
from tests.mutation.mutants import mutants
from tests.mutation.mutate import GAMES, hunt

SAMPLE = 9
SMALL_SAMPLES = {"crib-ino": 3}
"""Where every mutant has to pass dozens of examples, each at a table of its own."""
TINY = """\
rulebook: 1
name: tiny
players: 2
options:
  target: {type: 1..9, default: 3}
variables:
  score: {per: players, type: number}
phases:
  turn:
    actions:
      up:
        when: {below: me.score < target and me.score >= 0}
        do:
          - {add: 1, to: me.score}
          - end_turn
end:
  reached: {when: any(p.score >= target for p in players), result: highest score}
examples:
  three_win: {play: [{do: [up, up, up, up]}, {do: up}], expect: [game.over, seat(1).won, seat(1).score == 3]}
"""


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_is_changed_is_noticed(game: str) -> None:
    count = len(mutants(library.demand(game)))
    sample = SMALL_SAMPLES.get(game, SAMPLE)
    step = max(count // sample, 1)
    hunted = list(hunt(game, slice(step // 2, step * sample, step)))
    assert len(hunted) >= min(sample, count) - 1
    unnoticed = [
        str(each.mutant) for each in hunted if each.caught_by is None and not reason(game, each.mutant)
    ]
    needless = [str(each.mutant) for each in hunted if each.caught_by and reason(game, each.mutant)]
    assert (unnoticed, needless) == ([], [])


@pytest.mark.parametrize("game", GAMES)
def test_every_accepted_survivor_exists(game: str) -> None:
    made = [str(mutant) for mutant in mutants(library.demand(game))]
    gone = [
        pattern
        for pattern in ACCEPTED.get(game, {})
        if not any(re.search(pattern, mutant) for mutant in made)
    ]
    assert gone == []


def test_mutants_change_conditions_numbers_and_effects() -> None:
    told = [str(mutant) for mutant in mutants(Source("tiny.rulebook.yaml", TINY))]
    below = "phases.turn.actions.up.when.below: `me.score < target and me.score >= 0` becomes"
    for expected in (
        "options.target: `3` becomes `4`",
        "options.target: `3` becomes `2`",
        f"{below} `me.score <= target and me.score >= 0`",
        f"{below} `me.score >= target and me.score >= 0`",
        f"{below} `me.score < target or me.score >= 0`",
        f"{below} `me.score < target`",
        "phases.turn.actions.up.do: without `{add: 1, to: me.score}`",
        "phases.turn.actions.up.do: without `end_turn`",
        "phases.turn.actions.up.do: `end_turn` becomes `extra_turn`",
        "end.reached: `highest score` becomes `lowest score`",
    ):
        assert expected in told


def test_a_sound_rulebook_is_caught_by_nothing() -> None:
    assert caught_by(Source("tiny.rulebook.yaml", TINY)) is None


def test_what_catches_a_mutant_is_told() -> None:
    assert caught_by(Source("tiny.rulebook.yaml", TINY.replace("default: 3", "default: 4"))) == (
        "the example `three_win`: `game.over` is expected"
    )
    assert str(caught_by(Source("tiny.rulebook.yaml", TINY.replace("me.score <", "me.scor <")))).startswith(
        "the checker: "
    )
