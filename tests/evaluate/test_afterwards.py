"""Conditions on the position that an action leaves: what is told of them, and that nothing of the effects remains."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.evaluate.tracing.counting import CountingAll, done, truth
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.saved.program import SavedProgramError, from_text, to_text
from rulewright.ir.walking import everything
from rulewright.runtime.chance.sampled import Sampled, new_position

BOOK = """
rulebook: 1
name: ahead
players: 2
variables: {pot: {type: 0..20, start: 9}, rest: {per: players, type: 0..9, start: 3}}
phases:
  turn:
    actions:
      take:
        choose: {n: 1..6}
        when:
          there: {holds: n <= me.rest, says: You have no more.}
          much: {leaves: pot - n > 4 and me.rest >= 0, says: The pot has to stay rich.}
        do:
          - {if: n > 2, do: [{add: -1, to: pot}]}
          - {add: -n, to: pot}
          - {add: -n, to: me.rest}
          - end_turn
      pass: {do: [end_turn]}
end: {late: {when: round > 3, result: draw}}
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return pipeline.load_text(BOOK, engine="reference")


def test_a_refusal_tells_the_values_of_the_new_position(game: Game) -> None:
    (reason,) = game.new_initial_state(seed=1).why_not("take 3")
    assert (reason.id, reason.says) == ("much", "The pot has to stay rich.")
    assert [(part.text, part.value) for part in reason.inside[1:4]] == [
        ("pot - n > 4", False), ("pot - n", 2), ("pot", 5),
    ]  # fmt: skip


def test_it_is_no_reason_where_another_condition_fails(game: Game) -> None:
    reasons = game.new_initial_state(seed=1).why_not("take 6")
    assert [reason.id for reason in reasons] == ["there"]


def test_a_trace_shows_what_would_hold(game: Game) -> None:
    told = str(game.new_initial_state(seed=1).trace("take 3"))
    assert "much" in told
    assert "5 - 3 > 4" in told
    assert "in the position that would follow" in told
    assert "much" not in str(game.new_initial_state(seed=1).trace("take 6"))


def test_asking_leaves_no_mark(game: Game) -> None:
    state = game.new_initial_state(seed=1)
    before = state.cells[:]
    assert len(state.legal_actions()) == 3
    assert state.cells == before
    state.apply_action("take 2")
    assert [state.get("pot"), state.get("seat(1).rest"), state.current_player()] == [7, 1, 1]


def test_coverage_counts_the_condition_and_not_the_effects(game: Game) -> None:
    counting = CountingAll(game.program)
    position = new_position(game.program, 1)
    counting.begin(position, Sampled(game.program.streams))
    counting.tally.hand_over()
    counting.legal(position.cells)
    (action, _) = game.program.actions.values()
    assert counting.tally.of(truth(action.conditions[1].holds.span)) == [1, 2]
    assert counting.tally.of(done(action.path)) == [0, 0]
    (branch,) = [each for each in action.do if isinstance(each, ir.If)]
    assert counting.tally.of(truth(branch.condition.span)) == [0, 0]


def test_a_saved_program_looks_ahead_too(game: Game) -> None:
    saved = from_text(to_text(game.program))[0]
    assert to_text(saved) == to_text(game.program)
    position = new_position(saved, 1)
    Reference(saved).begin(position, Sampled(saved.streams))
    assert len(Reference(saved).legal(position.cells)) == 3


def test_a_saved_program_may_not_ask_what_chance_would_do(game: Game) -> None:
    action = game.program.actions["take"]
    (ahead,) = [each for each in everything(action.conditions) if isinstance(each, ir.After)]
    clause = ir.Clause(3, ir.Members((1, 2), ahead.span), None, ahead.span)
    pick = ir.Pick(clause, (), (), 0, None, ahead.span)
    conditions = (
        action.conditions[0],
        replace(action.conditions[1], holds=replace(ahead, do=(pick, *ahead.do))),
    )
    wrong = replace(
        game.program,
        streams=("pick",),
        actions={**game.program.actions, "take": replace(action, conditions=conditions, locals=4)},
    )
    with pytest.raises(SavedProgramError, match="chance"):
        from_text(to_text(wrong))
