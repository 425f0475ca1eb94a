"""Planted mistakes: `test` finds each within its budget, and shows it by a game of a handful of moves, which fails
when it is replayed and, pasted into the rulebook as an example, until the rule is mended."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml

from rulewright import pipeline
from rulewright.author.starters import scaffold
from rulewright.author.starters.rulebooks import Dice
from rulewright.author.testing.invariants import BrokenAt, check_promises
from rulewright.author.testing.rulebook_tests import RulebookTests
from rulewright.cli.test import GAMES
from rulewright.game.replay import replay
from rulewright.pipeline import Book
from rulewright.problems.problem import RulebookError
from rulewright.runtime.failures import RuleFailure
from rulewright.source.text import Source
from tests.author.testing.planted import NEVER, PLANTED, Planted
from tests.cli.conftest import Run, run

HANDFUL = 6
QUICK = [name for name, planted in PLANTED.items() if planted.code not in ("endless", None)]
__all__ = ["run"]


def suite_of(text: str) -> RulebookTests:
    def opening(players: int | None, variant: str | None, options: object) -> Book:
        assert isinstance(options, dict)
        source = Source("game.rulebook.yaml", text)
        return pipeline.open_source(source, players, variant, options)

    return RulebookTests(opening)


def found(planted: Planted, seed: int) -> BrokenAt:
    (broken,) = check_promises(suite_of(planted.wrong).tables(), GAMES, seed).broken
    return broken


def pasted(text: str, example: str) -> str:
    """A rulebook that has no examples yet, with one."""
    assert "\nexamples:" not in text
    return text + example


def results(text: str) -> list[str]:
    """The codes of what fails in a rulebook's examples."""
    outcomes = [example.run() for example in suite_of(text).examples()]
    assert outcomes
    return [problem.code for outcome in outcomes for problem in outcome.problems]


@pytest.mark.parametrize("name", PLANTED)
def test_the_planted_rulebooks_have_no_other_mistake(name: str) -> None:
    planted = PLANTED[name]
    for text in (planted.wrong, planted.right):
        assert [p for p in pipeline.check_text(text) if p.severity == "error"] == []
    assert check_promises(suite_of(planted.right).tables(), 40).broken == ()


@pytest.mark.parametrize(
    ("name", "seed"), [*((name, 0) for name in PLANTED), *((name, 1000) for name in QUICK)]
)
def test_a_planted_mistake_is_shown_by_a_handful_of_moves(name: str, seed: int) -> None:
    planted = PLANTED[name]
    broken = found(planted, seed)
    assert broken.actions <= HANDFUL
    assert broken.table.players == min(broken.table.book().rulebook.players)
    assert (broken.problem.code if broken.problem else None) == planted.code
    assert broken.example is not None
    expected = planted.code or "example-failed"
    assert results(pasted(planted.wrong, broken.example)) == [expected]
    assert expected not in results(pasted(planted.right, broken.example))
    record = json.loads(json.dumps(broken.record))
    game = broken.table.game()
    if planted.code is None:
        state = replay(record, game)
        assert not state.is_terminal()
        assert broken.mistake.loop is not None
    else:
        with pytest.raises(RuleFailure) as failed:
            replay(record, game)
        assert broken.problem is not None
        assert (failed.value.code, failed.value.span) == (planted.code, broken.problem.span)


@pytest.mark.parametrize("name", ["a score that leaves its range", "phases that go back and forth"])
def test_the_command_line_tells_it_and_its_files_work(run: Run, name: str) -> None:
    planted = PLANTED[name]
    path = Path("game.rulebook.yaml")
    path.write_text(planted.wrong, encoding="utf-8")
    ended = run("test", str(path))
    assert ended.status == 1
    title = planted.wrong.split("name: ")[1].split("\n")[0]
    again = run("replay", f"{title}-broken.record.json")
    assert again.status == (1 if planted.code else 0), again.err
    if planted.code:
        assert planted.code in again.err
    _, _, after = ended.out.partition("As an example")
    lines = after.split("\n\n")[1].splitlines()
    example = "\n".join(line[2:] for line in lines) + "\n"
    path.write_text(pasted(planted.wrong, example), encoding="utf-8")
    assert "1 example, 0 games: 1 failed" in run("test", str(path), "--games", "0").out


def test_a_condition_that_cannot_be_asked_is_found_with_its_move() -> None:
    text = """\
rulebook: 1
name: careful
title: Careful
about: Stop while the dice are low.
players: 2
pieces:
  dice: {count: 3, faces: 1..6, label: die, plural: dice}
zones:
  tray: {holds: dice, start: all}
turns:
  begin: [{roll: tray}]
phases:
  turn:
    actions:
      roll:
        do: [{roll: tray}]
      stop:
        when: {low: max(d.face for d in tray if d.face < 6) < 4}
        do: [end_turn]
end:
  short: {at: round, when: round >= 4, result: draw}
"""
    (broken,) = check_promises(suite_of(text).tables(), GAMES).broken
    assert broken.mistake.asking == "stop"
    assert broken.actions <= 1
    assert broken.example is not None
    assert "allowed: stop" in broken.example
    assert results(pasted(text, broken.example)) == ["of-nothing"]
    with pytest.raises(RuleFailure, match="of nothing"):
        replay(broken.record, broken.table.game())


def test_the_same_seed_finds_the_same() -> None:
    planted = PLANTED["a zone overfull"]
    one, other = found(planted, 3), found(planted, 3)
    assert one.to_json() == other.to_json()


def test_what_shrinks_does_not_depend_on_or_disturb_other_random_numbers() -> None:
    random.seed(5)
    before = random.getstate()
    found(PLANTED["a zone overfull"], 0)
    assert random.getstate() == before


def test_examples_with_cards_and_picks_fail_as_the_game_did() -> None:
    text = """\
rulebook: 1
name: thief
title: Thief
about: Draw, and take from somebody.
players: 3
pieces:
  cards: {one_per: {suit: Suit, rank: 1..5}}
enums:
  Suit: [hearts, spades]
zones:
  deck: {holds: cards, order: shuffled, start: all}
  hand: {per: players, holds: cards, seen_by: owner}
variables:
  taken: {per: players, type: 0..3}
phases:
  turn:
    actions:
      draw:
        when: {some_left: not deck.empty}
        do: [{move: 1 cards, from: deck, to: me.hand}, end_turn]
      rob:
        do:
          - pick: p in players if not p == me
            do: [{add: 1, to: p.taken}]
          - end_turn
end:
  ten_rounds: {at: round, when: round >= 10, result: highest taken}
"""
    assert [p for p in pipeline.check_text(text) if p.severity == "error"] == []
    (broken,) = check_promises(suite_of(text).tables(), GAMES).broken
    assert broken.example is not None
    assert broken.actions <= HANDFUL + 1
    assert results(pasted(text, broken.example)) == ["range-left"]
    (example,) = yaml.safe_load(broken.example)["examples"].values()
    assert example["players"] == 3


def test_a_hidden_hand_that_legality_reads_is_refused_at_its_place() -> None:
    text = """\
rulebook: 1
name: peek
title: Peek
about: The other's hand decides what may be done.
players: 2
pieces:
  cards: {one_per: {rank: 1..6}}
zones:
  deck: {holds: cards, order: shuffled, start: all}
  hand: {per: players, holds: cards, seen_by: owner}
phases:
  turn:
    actions:
      stop:
        when: {they_hold_an_ace: any(c.rank == 1 for c in me.left.hand)}
        do: [end_turn]
      draw:
        do: [{move: 1 cards, from: deck, to: me.hand}, end_turn]
end:
  short: {at: round, when: round >= 3, result: draw}
"""
    with pytest.raises(RulebookError) as refused:
        pipeline.load_text(text)
    (problem,) = refused.value.problems
    assert problem.code == "hidden-from-actor"
    assert "me.left.hand" in problem.span.source.line(problem.line)


def test_a_game_whose_score_grows_does_not_come_back_and_no_example_is_written(tmp_path: Path) -> None:
    path = scaffold.write("dare", Dice(), tmp_path)
    text = path.read_text(encoding="utf-8").replace("when: me.score >= target", "when: me.score < 0")
    (broken,) = check_promises(suite_of(text).tables(), 2, max_actions=300).broken
    assert broken.mistake.loop is None
    assert broken.example is None
    (end,) = broken.never_held
    assert "`target_reached` (game.rulebook.yaml:" in end
    assert "never held in 300 actions: `me.score < 0`; after the last `keep` (action " in end
    assert int(end.rpartition("me.score is ")[2]) > 50
    told = broken.story(300)
    assert end in told
    assert "everything is as it was" not in told
    assert "... and 294 more" in told


def test_an_end_after_an_action_that_never_happens_says_so() -> None:
    text = NEVER.replace(
        "  turn:\n    actions:\n",
        "  turn:\n    actions:\n      jump: {when: {high: me.height > 10}, do: [end_turn]}\n",
    )
    text = text.replace("after: climb, when: me.height > 10", "after: jump, when: me.height == 10")
    (broken,) = check_promises(suite_of(text).tables(), 3, max_actions=200).broken
    assert "`jump` never happened" in broken.never_held[0]
