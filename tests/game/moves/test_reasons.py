"""What a reason shows of the values inside it: as people call them, and each expression once."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.game.game import State

BOOK = """
rulebook: 1
name: many-sorts
players: 2
seats: [south, north]
enums:
  Suit: {suns: Suns, moons: Moons}
  Rank: {one: the one, two: the two, three: the three}
pieces:
  cards: {one_per: {suit: Suit, rank: Rank}, label: <rank> of <suit>}
  dice: {count: 2, faces: 1..6}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  pile: {holds: cards, order: kept}
  tray: {holds: dice, start: all, size: 2}
variables:
  starter: {type: players, start: seat(2)}
  holder: {type: players or none}
setup:
  - for: p in players
    do: [{move: 3 cards, from: deck, to: p.hand}]
phases:
  turn:
    actions:
      beat:
        choose: {card: me.hand, at_most: 1..3}
        let: {lowest: card.rank}
        when:
          of_suns: {holds: card.suit == suns and lowest == one}
          somebody_s: {holds: holder == starter}
          next_one: {holds: me.left == holder}
          something_there: {holds: not pile.empty}
          nothing_rolled: {holds: not tray.full}
          same_card: {holds: pile.top == card}
          where: {holds: card.place == pile}
        do: [{move: card, to: pile}, end_turn]
      wait: {do: [end_turn]}
end:
  late: {when: round > 9, result: draw}
"""


def begun() -> State:
    return rw.load_text(BOOK).new_initial_state(seed=2)


def shown(state: State, text: str) -> dict[str, list[tuple[object, str]]]:
    found: dict[str, list[tuple[object, str]]] = {}
    for reason in state.why_not(text):
        for part in reason.inside:
            found.setdefault(part.text, []).append((part.value, part.shown))
    return found


def test_values_are_shown_as_people_call_them_and_given_as_get_gives_them() -> None:
    state = begun()
    hand = state.get("me.hand")
    assert hand == ("the three of Suns", "the one of Moons", "the two of Moons")
    found = shown(state, "beat the one of Moons 2")
    assert found["card.suit"] == [("moons", "Moons")]
    assert shown(state, "beat the three of Suns 2")["lowest"] == [("three", "the three")]
    assert found["holder"] == [(None, "none")] * 2
    assert found["starter"] == [(1, "north")]
    assert found["me.left"] == [(1, "north")]
    assert found["pile.top"] == [(None, "none")]
    assert found["card"] == [("the one of Moons", "the one of Moons")]
    assert found["card.place"] == [("seat(1).hand", "seat(1).hand")]
    assert json.loads(json.dumps(found))


@pytest.mark.parametrize("card", range(3))
def test_every_sort_of_value_of_every_card(card: int) -> None:
    state = begun()
    name = str(state.get("me.hand")[card])  # type: ignore[index]  # names of cards
    found = shown(state, f"beat {name} 1")
    assert not [
        (text, value) for text, values in found.items() for value, word in values if word.isdigit()
    ], found


def test_an_expression_stands_there_once_with_the_value_that_it_has() -> None:
    found = shown(begun(), f"beat {begun().get('me.hand')[0]} 1")  # type: ignore[index]  # names of cards
    assert found["pile.empty"] == [(True, "true")]
    assert found["tray.full"] == [(True, "true")]
    eights = rw.load("crazy-eights", players=2).new_initial_state(seed=5)
    (refused,) = (each for each in eights.why_not("pass") if each.id == "nothing_to_draw")
    assert [(part.text, part.shown) for part in refused.inside] == [("deck.empty", "false")]


def test_a_card_of_a_bundled_game_is_named_by_suit_and_rank() -> None:
    state = rw.load("crazy-eights", players=2).new_initial_state(seed=5)
    parts = {part.text: (part.value, part.shown) for part in state.why_not("play jack of hearts")[0].inside}
    assert parts["card.suit"] == ("hearts", "hearts")
    assert parts["card.rank"] == ("jack", "jack")
    assert parts["discard.top.rank"] == ("seven", "seven")


def test_a_compiled_game_shows_the_same(tmp_path: object) -> None:
    from rulewright.game.game import from_text

    state = rw.load("crazy-eights", players=2).new_initial_state(seed=5)
    again = from_text(state.game.to_text(), state.game.executor.remake).new_initial_state(seed=5)
    assert again.why_not("play jack of hearts") == state.why_not("play jack of hearts")


def test_a_card_that_is_not_held_is_told_so() -> None:
    eights = rw.load("crazy-eights", players=2).new_initial_state(seed=5)
    (reason,) = eights.why_not("play seven of clubs")
    assert (reason.id, reason.says) == ("impossible", "Seven of clubs is not in your hand.")


def test_a_zone_that_is_reached_through_a_player_has_its_cards() -> None:
    state = begun()
    assert state.get("me.left.hand") == state.get("seat(2).hand") == state.get("seat(1).left.hand")
    assert len(state.get("me.left.hand")) == state.get("me.left.hand.count") == 3  # type: ignore[arg-type]  # names of cards


def test_labels_name_all_that_an_observation_has() -> None:
    game = rw.load("cinq-o", players=2)
    called: Any = game.labels()
    state, random = game.new_initial_state(seed=3), Random(1)
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    seen: Any = state.observation(0)
    for kind, zones in seen["zones"].items():
        assert set(zones) == set(called["zones"][kind])
        for zone in zones.values():
            for piece in zone["pieces"]:
                text, face = (piece["piece"], piece["face"]) if isinstance(piece, dict) else (piece, None)
                assert text in called["pieces"][kind]
                assert face is None or kind not in called["faces"] or face in called["faces"][kind]
    assert seen["ended_by"] in called["ends"]
    assert called["faces"]["hilo"]["up1"] == "1 Hi"
    assert json.loads(json.dumps(called)) == called


def test_labels_say_whose_a_zone_is() -> None:
    zones: Any = rw.load("cinco", players=2).labels()["zones"]
    assert zones["cards"]["seat(2).hand"] == {"zone": "hand", "label": "hand", "owner": 1, "team": None}
    assert zones["tokens"]["team(1).supply"]["team"] == 0
    assert rw.load("reversi").labels()["seats"] == ["dark", "light"]
