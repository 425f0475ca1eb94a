"""Who may be told what: the player to act, the others, and whoever looks on."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.game.game import State
from rulewright.game.knowledge.visibility import Viewer

FEW_CARDS = """
rulebook: 1
name: few-cards
players: 2
enums:
  Suit: [suns, moons]
pieces:
  cards: {one_per: {suit: Suit, rank: 1..2}, label: <rank> of <suit>}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  table: {holds: cards, order: kept}
setup:
  - for: p in players
    do: [{move: 1 cards, from: deck, to: p.hand}]
phases:
  turn:
    actions:
      play:
        choose: {card: me.hand}
        when:
          a_sun_first: card.suit == suns or table.count > 0
        do: [{move: card, to: table}, end_turn]
      swap:
        when:
          nothing_fits: not can(play)
        do:
          - {move: all me.hand, to: deck}
          - {move: 1 cards, from: deck, to: me.hand}
          - end_turn
      give:
        choose: {card: me.hand}
        do: [{move: card, to: me.left.hand}, end_turn]
end:
  done: {when: table.count == 2 or round > 2, result: draw}
"""


@cache
def few_cards() -> rw.Game:
    return rw.load_text(FEW_CARDS)


def ways(most: int) -> Iterator[State]:
    """Every state of the small game that moves and luck lead to, down to a depth."""
    level = [state for _, state in few_cards().initial_outcomes()]
    for _ in range(most):
        yield from level
        level = [
            after
            for state in level
            for action in state.legal_actions()
            for _, after in state.outcomes(action)
        ]
    yield from level


def everything_told(state: State, viewer: Viewer) -> str:
    """All that a seat, or who looks on, can find out from a program that hands on what the reference says it may."""
    game = state.game
    asked = [
        *(str(game.action_from_id(number)) for number in range(game.num_distinct_actions)),
        "seat(2).hand",
    ]
    told: list[object] = [
        state.observation(viewer),
        [str(entry) for entry in state.history_for(viewer)],
        state.record(viewer),
        [str(action) for action in state.legal_actions(viewer)],
        [[str(reason), *map(str, reason.inside)]
         for text in asked[:-1] for reason in state.why_not(text, viewer)],
        [refusal(state, text, viewer) for text in asked[:-1]],
        [str(state.trace(text, viewer)) for text in asked],
    ]  # fmt: skip
    return json.dumps(told)


def refusal(state: State, text: str, viewer: Viewer) -> str:
    try:
        state.clone().apply_action(text, player=viewer)
    except rw.IllegalAction as refused:
        return str(refused)
    return ""


@pytest.mark.parametrize("viewer", [0, 1])
def test_states_that_a_player_cannot_tell_apart_tell_this_player_the_same(viewer: int) -> None:
    """All states there are: the luck is gone through, not drawn."""
    alike: dict[str, list[State]] = defaultdict(list)
    for state in ways(2):
        alike[state.information_state_string(viewer)].append(state)
    several = [group for group in alike.values() if len({state.cells.tobytes() for state in group}) > 1]
    assert len(several) > 5
    assert any(state.current_player() != viewer for group in several for state in group)
    for group in several:
        assert len({everything_told(state, viewer) for state in group}) == 1


def test_who_looks_on_is_told_no_more_than_every_player() -> None:
    alike: dict[str, set[str]] = defaultdict(set)
    for state in ways(2):
        seen = json.dumps([
            state.observation("spectator"), [str(entry) for entry in state.history_for("spectator")]
        ])  # fmt: skip
        alike[seen].add(everything_told(state, "spectator"))
    assert len(alike) > 2
    assert all(len(told) == 1 for told in alike.values())


def test_who_looks_on_sees_no_hand_and_nothing_that_goes_from_one_to_another() -> None:
    state = few_cards().new_initial_state(seed=1)
    cards = [card for seat in (1, 2) for card in state.get(f"seat({seat}).hand")]  # type: ignore[attr-defined]  # names of cards
    state.apply_action(f"give {cards[0]}")
    zones = state.observation("spectator")["zones"]["cards"]
    assert [(zones[f"seat({seat}).hand"]["count"], zones[f"seat({seat}).hand"]["pieces"]) for seat in (1, 2)] == [
        (0, None), (2, None)
    ]  # fmt: skip
    moved = [told for told in state.history_for("spectator")[-1].happened if "moved" in told]
    assert moved == [{"moved": "cards", "count": 1, "from": "seat(1).hand", "to": "seat(2).hand"}]
    assert all(cards[0] in json.dumps(state.history_for(seat)[-1].happened) for seat in (0, 1))
    assert state.record("spectator")["seat"] == "spectator"
    assert "seed" not in state.record("spectator")
    assert not [card for card in cards if card in json.dumps(state.record("spectator")["start"])]
    assert state.trace("seat(2).hand", "spectator").hidden
    state = few_cards().new_initial_state(seed=1)
    shown = json.dumps([state.observation(None), state.observation("spectator")])
    assert all(card in shown for card in cards)


@pytest.mark.parametrize("text", ["play 1 of suns", "play 2 of moons", "swap", "give 1 of moons"])
def test_whoever_is_not_to_act_is_told_whose_turn_it_is_and_no_more(text: str) -> None:
    for seed in range(6):
        state = few_cards().new_initial_state(seed)
        before = state.cells
        others: tuple[Viewer, ...] = (1, "spectator")
        for viewer in others:
            assert state.legal_actions(viewer) == []
            (reason,) = state.why_not(text, viewer)
            assert (reason.id, reason.says, reason.inside) == ("not_your_turn", "It is seat 1's turn.", ())
            with pytest.raises(rw.IllegalAction, match="is not allowed now: It is seat 1's turn") as refused:
                state.apply_action(text, player=viewer)
            assert refused.value.reasons == [reason]
        assert state.cells == before


def test_the_player_to_act_gets_what_everybody_got_who_does_not_say_who_asks() -> None:
    state = few_cards().new_initial_state(seed=1)
    assert state.legal_actions(0) == state.legal_actions() != []
    for number in range(state.game.num_distinct_actions):
        action = state.game.action_from_id(number)
        assert state.why_not(action, 0) == state.why_not(action)
    state.apply_action(state.legal_actions(0)[0], player=0)
    assert state.current_player() == 1


def test_after_the_end_it_is_nobody_s_turn() -> None:
    state, random = few_cards().new_initial_state(seed=1), Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    for viewer in (0, 1):
        assert state.legal_actions(viewer) == []
        assert [reason.says for reason in state.why_not("swap", viewer)] == ["The game is over."]
        with pytest.raises(rw.IllegalAction, match="The game is over"):
            state.apply_action("swap", player=viewer)


@pytest.mark.parametrize("viewer", [2, -1, "1", "spectators", 0.5])
def test_nobody_else_is_told_anything(viewer: Any) -> None:  # Any: on purpose
    state = few_cards().new_initial_state(seed=1)
    asks: tuple[Callable[[Any], object], ...] = (
        state.observation, state.history_for, state.record, state.legal_actions
    )  # fmt: skip
    for ask in asks:
        with pytest.raises(ValueError, match="there is no seat"):
            ask(viewer)
    with pytest.raises(ValueError, match="there is no seat"):
        state.apply_action("swap", player=viewer)


def test_a_saved_state_of_before_tells_who_looks_on_less_and_not_more() -> None:
    """Earlier versions did not write down what spectators saw."""
    state = few_cards().new_initial_state(seed=3)
    body = json.loads(state.serialize())
    everyone = 0b11
    for step in body["steps"]:
        for happened in step["happened"]:
            happened[2] &= everyone
    del body["checksum"]
    plain = json.dumps(body, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    body["checksum"] = sha256(plain.encode()).hexdigest()[:16]
    again = state.game.deserialize_state(json.dumps(body))
    assert again == state
    assert [again.history_for(seat) for seat in (0, 1)] == [state.history_for(seat) for seat in (0, 1)]
    assert again.observation("spectator") == state.observation("spectator")
