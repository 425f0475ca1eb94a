"""States: playing, results, questions, outcomes, taking back."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from rulewright import load
from rulewright.evaluate.reference import Reference
from rulewright.game.errors import IllegalAction, UnknownMove, UnknownPlace
from rulewright.game.game import Game, State
from rulewright.game.replay import replay
from rulewright.language.types import Integer
from rulewright.runtime.chance.enumerated import TooManyOutcomes
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.failures import RuleFailure
from tests.evaluate import building as b
from tests.game.tables import PROGRAMS, game, labelled


def rolled(table: Game, state: State, *faces: int) -> Fixed:
    """The next roll of the dice shows these numbers."""
    return Fixed(table.program, otherwise=state._chance, rolled={"dice": [face - 1 for face in faces]})


def play(table: Game, seed: int = 1, most: int = 1000) -> State:
    state = table.new_initial_state(seed)
    while not state.is_terminal() and most:
        legal = state.legal_actions()
        state.apply_action(legal[(seed * 7 + most * 13) % len(legal)])
        most -= 1
    return state


def test_a_game_goes_from_its_first_decision_to_its_end() -> None:
    state = game("pig").new_initial_state(seed=7)
    assert (state.current_player(), state.is_terminal()) == (0, False)
    assert [str(action) for action in state.legal_actions()] == ["roll", "hold"]
    end = play(game("pig"))
    assert end.is_terminal()
    assert end.current_player() is None
    assert end.legal_actions() == []
    assert sorted(end.returns()) == [-1.0, 1.0]
    with pytest.raises(IllegalAction, match="The game is over"):
        end.apply_action("roll")


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_ids_choices_and_mask_agree_in_a_game_played_by_ids(name: str) -> None:
    table = game(name)
    by_id, by_action = table.new_initial_state(3), table.new_initial_state(3)
    for turn in range(40):
        if by_id.is_terminal():
            break
        legal = by_action.legal_actions()
        chosen = legal[turn * 7 % len(legal)]
        if turn % 2:  # the other half is carried out without a list to look it up in
            mask = by_id.legal_mask()
            assert by_id.legal_ids() == [action.id for action in legal]
            assert len(mask) == table.num_distinct_actions
            assert [number for number, is_legal in enumerate(mask) if is_legal] == sorted(by_id.legal_ids())
        by_id.apply_action(chosen.id)
        by_action.apply_action(chosen)
        assert by_id.serialize() == by_action.serialize()


def test_ids_are_listed_for_the_player_to_act_alone() -> None:
    state = game("pig").new_initial_state()
    assert (state.legal_ids(), state.legal_ids(0), state.legal_ids(1)) == ([0, 1], [0, 1], [])
    assert bytes(state.legal_mask(1)) == bytes(2)
    state.legal_ids().clear()
    assert state.legal_ids() == [0, 1]
    end = play(game("pig"))
    assert (end.legal_ids(), bytes(end.legal_mask())) == ([], bytes(2))


def test_ids_are_refused_as_actions_are() -> None:
    state = game("pig").new_initial_state()
    for number in (2, -1, 2**70):
        with pytest.raises(UnknownMove, match=rf"there is no action {number}: ids run from 0 to 1"):
            state.apply_action(number)
    with pytest.raises(UnknownMove, match=r"1\.5 is neither an action nor a text, nor an id"):
        state.apply_action(1.5)  # type: ignore[arg-type]  # as a caller might
    with pytest.raises(IllegalAction, match="`id 0` is not allowed now: It is seat 1's turn"):
        state.apply_action(0, player=1)
    cards = game("rack").new_initial_state()
    refused = cards.game.action_from_id(1)
    assert refused not in cards.legal_actions()
    for listed in (False, True):
        if listed:
            cards.legal_ids()
        assert cards.why_not(refused.id) == cards.why_not(refused)
        with pytest.raises(IllegalAction) as by_id:
            cards.apply_action(refused.id)
        assert (by_id.value.action, by_id.value.reasons) == (str(refused), cards.why_not(refused))


def test_the_same_seed_is_the_same_game_and_another_seed_another() -> None:
    assert play(game("cards"), 3).serialize() == play(game("cards"), 3).serialize()
    assert game("cards").new_initial_state(1) != game("cards").new_initial_state(2)
    assert game("cards").new_initial_state() == game("cards").new_initial_state(0)


def test_equal_positions_are_equal_whatever_led_to_them() -> None:
    table = game("pig")
    one, other = table.new_initial_state(1), table.new_initial_state(2)
    assert one == other
    assert hash(one) == hash(other)
    one.apply_action("roll", rolled(table, one, 3))
    assert one != other
    assert len({one, other, one.clone()}) == 2
    other.apply_action("roll", rolled(table, other, 3))
    assert one == other


def test_a_refused_action_tells_its_reasons_and_changes_nothing() -> None:
    state = game("pig-for-five").new_initial_state()
    with pytest.raises(IllegalAction, match="You must roll at least once") as refused:
        state.apply_action("hold")
    (reason,) = refused.value.reasons
    assert (reason.id, reason.path, reason.says) == (
        "rolled_once",
        "when.rolled_once",
        "You must roll at least once.",
    )
    assert reason.span is not None
    assert [(part.text, part.value) for part in reason.inside] == [("pot > 0", False), ("pot", 0)]
    assert state.why_not("hold") == [reason]
    assert state.why_not("roll") == []
    assert state == game("pig-for-five").new_initial_state()


def test_a_short_text_means_the_only_die_that_it_may_mean() -> None:
    table = game("rack")
    state = table.new_initial_state()
    state.apply_action("roll", rolled(table, state, 6, 5, 5))
    state.apply_action("bank 6")
    assert state.why_not("rack 6") == []
    assert state.text(table.action("rack 6 from bank")) == "rack 6"
    state.apply_action("rack 6")
    assert state.get("rack") == ("6",)
    state.apply_action("bank 5")
    assert state.text(table.action("rack 5 from bank")) == "rack 5 from bank"
    state.apply_action("rack 5")
    assert (state.get("bank"), state.get("tray.count")) == (("5",), 0)
    with pytest.raises(IllegalAction):
        state.apply_action("rack 4")


def test_places_can_be_asked_by_name() -> None:
    table = game("cards")
    state = table.new_initial_state(seed=1)
    assert state.get("me") == 1
    assert state.get("round") == 1
    assert state.get("me.hand") == state.get("seat(2).hand")
    assert state.get("seat(1).hand.count") == 2
    assert state.get("passes") == 0
    assert play(game("identical-dice")).get("score") == tuple(play(game("identical-dice")).scores())
    five = game("five-dice").new_initial_state()
    assert five.get("me.sheet(twos)") is None
    with pytest.raises(UnknownPlace, match="not a plain place"):
        state.get("hnad")


def test_expressions_go_through_the_hook_of_the_front_end() -> None:
    table = game("pig")
    table.compile_hook = lambda text: (b.asked(text, b.number("+", b.cell("pot"), 5)), Integer())
    assert table.new_initial_state().get("pot + 5") == 5


def test_outcomes_are_exact_and_merged() -> None:
    state = game("pig").new_initial_state()
    outcomes = state.outcomes("roll")
    assert [weight for weight, _ in outcomes] == [Fraction(1, 6)] * 6
    assert sorted(after.get("pot") for _, after in outcomes) == [0, 2, 3, 4, 5, 6]  # type: ignore[type-var]  # numbers
    dice = game("identical-dice").new_initial_state().outcomes("roll")
    assert len(dice) == 252
    assert sum(weight for weight, _ in dice) == 1
    assert max(weight for weight, _ in dice) == Fraction(120, 6**5)
    with pytest.raises(TooManyOutcomes) as error:
        game("identical-dice").new_initial_state().outcomes("roll", limit=100)
    assert error.value.count == 252
    for limit in ("9", 9.0, None):
        with pytest.raises(TypeError, match="`limit` is a whole number from 0 on, not "):
            state.outcomes("roll", limit)  # type: ignore[arg-type]  # so it is meant
        with pytest.raises(TypeError, match="`limit` is a whole number"):
            state.game.initial_chance_outcomes(limit)  # type: ignore[arg-type]  # so it is meant


def test_an_outcome_goes_on_like_any_state_and_has_its_record() -> None:
    state = game("pig").new_initial_state()
    for _, after in state.outcomes("roll"):
        after.apply_action("roll")
        assert len(after.history) == 3
    assert len(state.history) == 1


def test_the_chance_before_the_first_decision_can_be_enumerated() -> None:
    assert game("pig").initial_outcomes()[0][0] == 1
    outcomes = game("five-dice").initial_outcomes()
    assert sum(weight for weight, _ in outcomes) == 1
    assert len(outcomes) == 6**5


def test_scores_and_ranking_follow_the_standing() -> None:
    end = play(game("identical-dice"))
    best = max(end.scores())
    first = end.ranking()[0]
    assert all(end.scores()[player] == best for player in first)
    assert sorted(player for group in end.ranking() for player in group) == [0, 1]
    start = game("cards").new_initial_state()
    assert start.ranking() == [[0, 1, 2]]
    assert start.returns() == [0.0, 0.0, 0.0]


def test_one_s_own_moves_without_chance_can_be_taken_back() -> None:
    table = game("rack")
    state = table.new_initial_state()
    assert state.can_undo() == "There is nothing to take back."
    state.apply_action("roll", rolled(table, state, 6, 5, 5))
    assert "chance" in str(state.can_undo())
    before = state.serialize()
    state.apply_action("rack 5")
    assert state.can_undo() is None
    state.apply_action("bank 5")
    state.undo()
    state.undo()
    assert state.serialize() == before
    with pytest.raises(ValueError, match="chance"):
        state.undo()


def test_somebody_else_s_move_cannot_be_taken_back() -> None:
    state = game("pig").new_initial_state()
    state.apply_action("hold")
    assert state.can_undo() == "The last move was made by seat 1, and only your own can be taken back."


def test_a_copy_is_independent() -> None:
    state = game("pig").new_initial_state()
    copy = state.clone()
    copy.apply_action("roll")
    assert len(state.history) == 1
    assert len(copy.history) == 2


def test_a_failing_rule_carries_a_record_that_fails_again() -> None:
    program = PROGRAMS["identical-dice"]
    score = replace(program.layout.groups["score"], high=3)
    layout = replace(program.layout, groups={**program.layout.groups, "score": score})
    table = Game(Reference(labelled(replace(program, layout=layout), "narrow")))
    with pytest.raises(RuleFailure) as failure:
        play(table)
    record = json.loads(json.dumps(failure.value.record))
    assert record["failure"]["code"] == failure.value.code
    with pytest.raises(RuleFailure) as again:
        replay(record, table)
    assert (again.value.code, again.value.path) == (failure.value.code, failure.value.path)


def test_two_readings_that_are_both_possible_are_asked_about() -> None:
    table = game("rack")
    action = table.action("rack 6")
    assert len(action.readings) == 2
    state = table.new_initial_state()
    with pytest.raises(UnknownMove):
        state.apply_action("rak 6")


def test_a_seat_with_a_name_is_called_by_it() -> None:
    state = load("chess").new_initial_state(1)
    assert [str(each) for each in state.why_not("move e7 e5", player=1)] == ["It is white's turn."]
    state.apply_action("move e2 e4")
    assert str(state.can_undo(player=1)).startswith("The last move was made by white, ")
