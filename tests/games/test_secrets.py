"""What a rulebook's own texts and a taken back move could tell of what is hidden."""

from __future__ import annotations

import pytest

import rulewright as rw

BOOK = """
rulebook: 1
name: secrets
players: 4
teams: {count: 2, seats: alternate}
pieces:
  cards: {one_per: {rank: 1..9}}
  dice: {count: 1, of: players, faces: 1..6}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
  cup: {per: players, holds: dice, start: all, seen_by: owner}
variables:
  bid: {per: players, type: 0..9, start: 3, seen_by: owner}
  plan: {per: teams, type: 0..9, seen_by: team}
  fate: {type: 0..9, seen_by: nobody}
  pot: {type: 0..9}
  score: {per: players, type: 0..9}
define:
  bid_of: {of: {p: players}, is: p.bid}
setup: [{roll: dice}, {for: p in players, do: [{move: 1 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      pass: {do: [end_turn]}
      bold: {when: {enough: me.bid > 2}, do: [end_turn]}
      ask: {when: {late: {holds: round > 5, says: "It is <TOLD>."}}, do: [end_turn]}
      fall: {do: [{pick: n in 0..9, do: [{set: fate, to: n}, {if: n > 4, do: [{set: pot, to: 1}]}]}]}
      hide: {do: [{pick: n in 0..9, do: [{set: fate, to: n}]}]}
end: {late: {when: round > 99, result: draw}}
"""


def told(text: str) -> str:
    return rw.load_text(BOOK.replace("TOLD", text)).new_initial_state(seed=2).why_not("ask")[0].says


@pytest.mark.parametrize(
    "text",
    [
        "sum(p.bid for p in players)",
        "sum(p.bid_of for p in players)",
        "max(t.plan for t in teams)",
        "first(p for p in players if p.bid == 3)",
        "any(c.place == me.left.hand for c in cards)",
        "most_alike(dice.face)",
        "can(bold, me.left)",
    ],
)
def test_a_reason_does_not_tell_what_is_worked_out_from_something_hidden(text: str) -> None:
    assert told(text) == "It is ?."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("me.bid", "3"),
        ("sum(p.score for p in players)", "0"),
        ("sum(p.hand.count for p in players)", "4"),
        ("count(c for c in me.hand)", "1"),
        ("can(bold)", "true"),
    ],
)
def test_a_reason_tells_what_is_open_or_my_own(text: str, said: str) -> None:
    assert told(text) == f"It is {said}."


def test_a_hidden_pick_that_also_wrote_something_open_cannot_be_taken_back() -> None:
    game = rw.load_text(BOOK.replace("TOLD", "me.bid"))
    state = game.new_initial_state(seed=2)
    state.apply_action("hide")
    assert state.can_undo() is None
    state.apply_action("fall")
    assert state.can_undo() == "The last move drew on chance, and its result may have been seen."
