"""What players see, know and are told; and states that they cannot tell apart."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game, State
from rulewright.ir import nodes as ir
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b
from tests.game.tables import PROGRAMS, game


def play(table: Game, seed: int, most: int) -> State:
    random = Random(seed)
    state = table.new_initial_state(seed)
    for _ in range(most):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_an_observation_has_only_what_the_player_sees() -> None:
    state = game("cards").new_initial_state(seed=1)
    zones = state.observation(0)["zones"]["cards"]
    assert zones["seat(1).hand"] == {"count": 2, "pieces": ["three of red", "five of blue"]}
    assert zones["seat(2).hand"] == {"count": 2, "pieces": None}
    assert zones["deck"] == {"count": 3, "pieces": None}
    assert zones["pile"] == {"count": 1, "pieces": ["three of blue"]}
    bids = game("bids").new_initial_state()
    bids.apply_action("bid 3")
    assert bids.observation(0)["variables"]["bid"] == [3, {"hidden": True}, {"hidden": True}]
    assert bids.observation(1)["variables"]["bid"][0] == {"hidden": True}
    assert bids.observation(1)["variables"]["luck"] == {"hidden": True}


@pytest.mark.parametrize("name", PROGRAMS)
def test_observations_are_plain_data(name: str) -> None:
    state = play(game(name), 5, 6)
    for player in range(state.game.num_players):
        told = state.observation(player)
        assert json.loads(json.dumps(told)) == told


def test_a_drawn_card_is_named_to_who_drew_it_and_counted_for_the_others() -> None:
    state = game("cards").new_initial_state(seed=1)
    start = [state.history_for(player)[0].happened for player in range(3)]
    assert {
        "drawn": "cards",
        "pieces": ["five of red", "two of blue"],
        "from": "deck",
        "to": "seat(2).hand",
    } in start[1]
    assert {"drawn": "cards", "count": 2, "from": "deck", "to": "seat(2).hand"} in start[0]
    assert "two of blue" not in json.dumps(state.record(0))
    assert "two of blue" in json.dumps(state.record())


def test_a_secret_action_shows_the_others_only_its_name() -> None:
    state = game("bids").new_initial_state()
    state.apply_action("bid 3")
    assert [state.history_for(player)[-1].action for player in range(3)] == ["bid 3", "bid", "bid"]
    assert state.record()["steps"][0]["action"] == "bid 3"
    assert state.record(2)["steps"][0]["action"] == "bid"


def test_a_value_picked_into_a_hidden_variable_is_told_to_nobody() -> None:
    state = game("bids").new_initial_state()
    state.apply_action("bid 3")
    assert all("value" not in json.dumps(state.record(player)) for player in range(3))
    assert "value" in json.dumps(state.record())


def test_a_seat_s_record_has_no_seed() -> None:
    assert "seed" not in game("cards").new_initial_state(seed=99).record(0)


@pytest.mark.parametrize("name", ["cards", "bids"])
@pytest.mark.parametrize("seed", range(12))
def test_a_resampled_state_is_the_same_to_the_player_in_everything(name: str, seed: int) -> None:
    state = play(game(name), seed, seed % 6)
    for player in range(state.game.num_players):
        other = state.resample(player, seed=seed)
        assert other.observation(player) == state.observation(player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.record(player) == state.record(player)
        assert other.resample(player, 5).serialize() == state.resample(player, 5).serialize()
        if state.current_player() == player:
            assert [a.id for a in other.legal_actions()] == [a.id for a in state.legal_actions()]


def test_resampling_deals_the_hidden_cards_anew_and_keeps_all_of_them() -> None:
    state = game("cards").new_initial_state(seed=1)
    hands = {state.resample(0, seed).get("seat(2).hand") for seed in range(40)}
    assert len(hands) > 10
    for seed in range(10):
        zones = state.resample(0, seed).observation(None)["zones"]["cards"]
        pieces = [piece for zone in zones.values() for piece in zone["pieces"]]
        assert len(set(pieces)) == len(pieces) == 10


def test_resampling_reads_nothing_hidden() -> None:
    """Two different deals that look the same to player 0 give the same samples."""
    state = game("cards").new_initial_state(seed=1)
    deals = [state.resample(0, seed) for seed in range(8)]
    assert len({deal.cells.tobytes() for deal in deals}) > 1
    assert len({deal.resample(0, 77).serialize() for deal in deals}) == 1


def test_a_resampled_history_has_forgotten_what_the_player_did_not_see() -> None:
    state = game("cards").new_initial_state(seed=1)
    other = state.resample(0, seed=3)
    assert "two of blue" not in json.dumps(other.record())
    assert "two of blue" not in json.dumps(other.record(1))
    assert other.luck.seed != state.luck.seed
    state.apply_action(state.legal_actions()[0])
    assert "not known whole" in str(state.resample(1, 3).can_undo())


def test_a_resampled_state_plays_on() -> None:
    state = play(game("cards"), 2, 2).resample(1, 9)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert len(state.history) > 3


def test_what_was_seen_going_to_a_hidden_place_is_known_there() -> None:
    """A card given openly: everybody has seen it, so no sample puts it anywhere else."""
    program = PROGRAMS["cards"]
    show = replace(
        b.action("show", b.move("cards", b.one(ir_top()), b.place("cards", 2, b.me)), b.note("end_turn")),
        path="phases.turn.actions.show",
    )
    play = replace(program.actions["play"], conditions=())
    actions = {**program.actions, "play": play, "show": show}
    turn = replace(program.phases[1], actions=(*program.phases[1].actions, "show"))
    table = Game(Reference(replace(program, actions=actions, phases=(program.phases[0], turn))))
    state = table.new_initial_state(seed=1)
    giver = state.current_player()
    assert giver is not None
    state.apply_action("show")
    others = [player for player in range(3) if player != giver]
    for player in others:
        assert state.observation(player)["zones"]["cards"][f"seat({giver + 1}).hand"]["pieces"] is None
        for seed in range(20):
            assert "three of blue" in state.resample(player, seed).get(f"seat({giver + 1}).hand")  # type: ignore[operator]  # a list of cards


def ir_top() -> ir.Expression:
    return ir.Top("cards", b.const(1), NOWHERE)


def test_moves_that_draw_unseen_luck_can_be_taken_back_and_have_the_same_luck_again() -> None:
    program = PROGRAMS["bids"]
    bid = replace(program.actions["bid"], do=program.actions["bid"].do[:2])
    table = Game(Reference(replace(program, actions={"bid": bid})))
    state = table.new_initial_state(seed=4)
    state.apply_action("bid 2")
    drawn = state.get("luck")
    assert state.can_undo() is None
    state.undo()
    state.apply_action("bid 2")
    assert state.get("luck") == drawn


def test_a_move_whose_rules_looked_at_hidden_cards_cannot_be_taken_back() -> None:
    program = PROGRAMS["cards"]
    others_hand = b.at("cards", b.place("cards", 2, ir.Seat(b.me, 1, NOWHERE)))
    count = b.over("count", 0, b.clause(0, others_hand))
    peek = b.action("peek", b.put("passes", b.number("mod", count, 2)))
    rest = b.action("rest", b.put("passes", 0))
    actions = {**program.actions, "peek": peek, "rest": rest}
    turn = replace(program.phases[1], actions=("play", "peek", "rest"))
    table = Game(Reference(replace(program, actions=actions, phases=(program.phases[0], turn))))
    state = table.new_initial_state(seed=1)
    state.apply_action("rest")
    assert state.can_undo() is None
    state.apply_action("peek")
    assert state.can_undo() == "The last move may have shown what had been hidden."
