"""Explicit chance: states that wait for results of chance, which are decided from outside by their ids."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random

import pytest

import rulewright as rw
from rulewright.engines import engine_called
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game, State
from rulewright.game.history import serial
from rulewright.runtime.chance.stepwise import MOST_RESULTS
from rulewright.runtime.failures import RuleFailure
from tests.native.seatings import Seating, seatings

TABLES = {str(seating): seating for seating in seatings(with_options=False) if seating.players <= 4}
FEW = 200
LONGEST = 25


def decided(state: State, random: Random) -> None:
    """Let chance decide once, by the probabilities of its node."""
    ids, weights = zip(*state.chance_ids(), strict=True)
    state.apply_action(random.choices(ids, [float(weight) for weight in weights])[0])


def leaves(state: State, weight: Fraction = Fraction(1)) -> Iterator[tuple[Fraction, State]]:
    """The states after all chance nodes, with the products of the probabilities."""
    if not state.is_chance_node():
        yield weight, state
    for number, probability in state.chance_ids():
        after = state.clone()
        after.apply_action(number)
        yield from leaves(after, weight * probability)


def merged(found: list[tuple[Fraction, State]]) -> dict[object, Fraction]:
    totals: dict[object, Fraction] = {}
    for weight, state in found:
        key = state.tip.seen_key(state.game.sight)
        totals[key] = totals.get(key, Fraction(0)) + weight
    return totals


def check_node(state: State) -> None:
    """What holds at every chance node."""
    probabilities = [probability for _, probability in state.chance_ids()]
    assert sum(probabilities) == 1
    assert 1 < len(probabilities) <= min(state.game.max_chance_outcomes, MOST_RESULTS)
    assert [number for number, _ in state.chance_ids()] == list(range(len(probabilities)))
    assert len({state.chance_text(number) for number in range(len(probabilities))}) == len(probabilities)
    assert state.current_player() is None
    assert not state.is_terminal()
    assert state.legal_actions() == state.legal_ids() == []
    for seat in (*range(state.game.num_players), "spectator"):
        assert state.legal_actions(player=seat) == []
        state.observation(seat)
    for seat in range(state.game.num_players):
        state.information_state_string(seat)
    assert str(state)
    assert len(state.returns()) == len(state.scores()) == state.game.num_players
    again = state.game.deserialize_state(state.serialize())
    assert again == state == state.clone()
    assert again.chance_ids() == state.chance_ids()
    assert again.serialize() == state.serialize()


def game_of(seating: Seating, engine: str) -> Game:
    program = seating.program()
    return Game(Reference(program) if engine == "reference" else engine_called("native", cache=True)(program))


def course(game: Game, seed: int, checked: bool) -> list[object]:
    """What happens in a random game of explicit chance, whose record leads to the same position."""
    random, seen, nodes = Random(seed), list[object](), 0
    state = game.new_initial_state(explicit_chance=True)
    try:
        for _ in range(LONGEST):
            while state.is_chance_node():
                nodes += 1
                if checked and nodes % 5 == 1:
                    check_node(state)
                seen.append(state.chance_ids())
                decided(state, random)
            seen.append(state.cells)
            if state.is_terminal():
                break
            state.apply_action(random.choice(state.legal_ids()))
    except RuleFailure as failure:
        return [*seen, failure.code]
    while state.is_chance_node():
        decided(state, random)
    assert rw.replay(state.record(), game) == state.game.with_own_luck(state)
    return [*seen, state.history, state.luck]


@pytest.mark.parametrize("name", TABLES)
def test_random_games_are_the_same_on_both_engines_and_their_records_replay(name: str) -> None:
    pytest.importorskip("llvmlite")
    reference, native = game_of(TABLES[name], "reference"), game_of(TABLES[name], "native")
    assert course(reference, 0, True) == course(native, 0, False)


@pytest.mark.parametrize("name", TABLES)
def test_chance_nodes_lead_to_the_outcomes_of_an_action_with_the_same_probabilities(name: str) -> None:
    """Where these are few: with many, the number of nodes grows too."""
    game, random = game_of(TABLES[name], "reference"), Random(1)
    state = game.new_initial_state(seed=1).clone(explicit_chance=True)
    for _ in range(LONGEST):
        if state.is_terminal():
            break
        action = random.choice(state.legal_actions())
        try:
            outcomes = state.outcomes(action, FEW)
        except rw.TooManyOutcomes:
            outcomes = []
        state.apply_action(action)
        if outcomes and state.is_chance_node():
            assert merged(list(leaves(state))) == merged(outcomes)
        while state.is_chance_node():
            decided(state, random)


def pig() -> State:
    return rw.load("pig", players=2).new_initial_state(explicit_chance=True)


def test_a_small_event_is_one_node_and_a_large_one_many() -> None:
    dice = rw.load("cinq-o", players=2).new_initial_state(explicit_chance=True)
    dice.apply_action("roll everything")
    assert dice.is_chance_node()
    assert dice.chance_text(0).startswith("rolled dice: ")
    cards = rw.load("crazy-eights", players=2).new_initial_state(explicit_chance=True)
    assert cards.chance_ids()[51] == (51, Fraction(1, 52))
    cards.apply_action(0)
    assert len(cards.chance_ids()) == 51
    assert cards.chance_text(0).startswith("drawn cards: ")


def test_the_action_is_pending_until_chance_has_decided() -> None:
    state = pig()
    before = state.clone()
    state.apply_action("roll")
    assert state.is_chance_node()
    assert state.cells == before.cells
    assert state.history == before.history
    assert state.information_state_string(0) == before.information_state_string(0)
    assert state != before
    assert before != state
    assert [state.chance_text(number) for number in range(6)] == [
        f"rolled dice: {face}" for face in range(1, 7)
    ]
    state.apply_action(3)
    assert not state.is_chance_node()
    assert state.get("pot") == 4
    assert state.history[-1].happened[0] == {"rolled": "dice", "faces": ["4"]}
    assert state.chance_ids() == []


def test_nobody_can_act_at_a_chance_node() -> None:
    state = pig()
    state.apply_action("roll")
    for action in ("hold", state.game.action("hold")):
        assert [reason.id for reason in state.why_not(action)] == ["chance"]
        with pytest.raises(rw.IllegalAction, match="Chance has to decide first"):
            state.apply_action(action)
        with pytest.raises(rw.IllegalAction):
            state.outcomes(action)
    with pytest.raises(rw.IllegalAction, match=r"first\. The id of a result is given without `player`"):
        state.apply_action(0, player=0)
    with pytest.raises(rw.IllegalAction, match=r"first\. The id of a result is given without `chance`"):
        state.apply_action(0, state.game.fixed_chance())
    with pytest.raises(rw.IllegalAction, match=r"first\. The id of a result is a number, not a text"):
        state.apply_action("0")
    for number in (True, 1.0, None):
        with pytest.raises(rw.UnknownMove, match=f"{number} is neither an action nor a text, nor an id"):
            state.apply_action(number)  # type: ignore[arg-type]  # so it is meant
        with pytest.raises(ValueError, match=f"the id of a result is a whole number, not {number}"):
            state.chance_text(number)  # type: ignore[arg-type]  # so it is meant
    with pytest.raises(rw.UnknownMove, match="ids run from 0 to 5"):
        state.apply_action(6)
    with pytest.raises(ValueError, match="ids run from 0 to 5"):
        state.chance_text(-1)
    with pytest.raises(ValueError, match="Chance has to decide first"):
        state.undo()
    with pytest.raises(ValueError, match="resample"):
        state.resample(0, 1)
    with pytest.raises(ValueError, match="chance"):
        state.game.batch(1).reset(states=state)
    assert state.preferred("hold_at_20") == []
    assert len(state.chance_ids()) == 6


def test_copies_wait_at_chance_nodes_too() -> None:
    state = pig()
    state.apply_action("roll")
    for copy in (
        state.clone(),
        state.clone(seed=5),
        state.game.deserialize_state(state.serialize(history=False)),
    ):
        assert copy.is_chance_node()
        copy.apply_action(1)
        after = copy.outcomes("roll")[0][1]
        for each in (copy, after, copy.resample(0, 1), copy.chance_outcomes("hold")[0].state):
            each.apply_action("roll")
            assert each.is_chance_node()
    sampled = state.game.new_initial_state(seed=1)
    assert not sampled.is_chance_node()
    looking = sampled.clone(explicit_chance=True)
    looking.apply_action("roll")
    assert looking.is_chance_node()
    sampled.apply_action("roll")
    assert not sampled.is_chance_node()
    with pytest.raises(ValueError, match="no chance node"):
        sampled.chance_text(0)


def test_given_results_decide_an_action_at_once() -> None:
    state = pig()
    state.apply_action("roll", state.game.fixed_chance(rolled={"dice": [5]}))
    assert not state.is_chance_node()
    assert state.get("pot") == 5
    dealt = rw.load("crazy-eights", players=2)
    assert not dealt.new_initial_state(chance=dealt.fixed_chance(), explicit_chance=True).is_chance_node()


def test_a_set_up_that_waits_can_be_saved_and_not_recorded() -> None:
    state = rw.load("crazy-eights", players=2).new_initial_state(seed=3, explicit_chance=True)
    state.apply_action(7)
    assert state.game.deserialize_state(state.serialize()) == state
    with pytest.raises(ValueError, match="set-up"):
        state.record()


def test_a_chance_node_is_drawn_as_one() -> None:
    dealing = rw.load("crazy-eights", players=2).new_initial_state(seed=3, explicit_chance=True)
    assert str(dealing).startswith("Crazy Eights: round 0, deal, chance to decide\n")
    state = pig()
    assert str(state).startswith("Pig: round 1, turn, 1 to act\n")
    state.apply_action("roll")
    assert str(state).startswith("Pig: round 1, turn, chance to decide\n")
    state.apply_action(0)
    assert str(state).startswith("Pig: round 1, turn, 2 to act\n")


def test_games_without_chance_never_wait() -> None:
    state = rw.load("tic-tac-toe").new_initial_state(explicit_chance=True)
    assert type(state) is rw.State
    assert state.game.max_chance_outcomes == 0


def test_a_saved_state_whose_chance_has_nothing_to_decide_is_refused() -> None:
    state = pig()
    state.apply_action("roll")
    body = json.loads(state.serialize())
    del body["checksum"]
    cases: list[object] = [
        {"choice": body["explicit_chance"]["choice"], "results": [6]},
        {"choice": body["explicit_chance"]["choice"], "results": [2]},
        {"choice": [1, []], "results": []},
        {"seed": 1, "results": []},
        {"results": []},
        {"choice": [0, []]},
    ]
    for wrong in cases:
        with pytest.raises(rw.SavedStateError, match="damaged"):
            state.game.deserialize_state(serial.sealed({**body, "explicit_chance": wrong}))
