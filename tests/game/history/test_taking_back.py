"""Taking back among people at one table: where all see the same, with real dice, and before the next one has looked."""

from __future__ import annotations

import pytest

from rulewright import load, load_text


def test_a_stack_that_nobody_sees_does_not_set_players_apart() -> None:
    open_hands, hidden_hands = load("crib-ino"), load("cinco")
    assert open_hands.hides
    assert not open_hands.sight.differs(range(open_hands.num_players))
    assert hidden_hands.sight.differs(range(hidden_hands.num_players))
    assert not hidden_hands.sight.differs([0])


def test_where_all_see_the_same_anybodys_move_is_taken_back_together() -> None:
    state = load("crib-ino").new_initial_state(seed=3)
    state.apply_action(state.legal_actions()[0])
    assert "only your own" in str(state.can_undo())
    assert state.can_undo(together=True) is None


def test_real_dice_that_all_saw_can_be_typed_anew() -> None:
    state = load("pig").new_initial_state(seed=3)
    state.apply_action("roll")
    assert "chance" in str(state.can_undo(together=True))
    assert state.can_undo(together=True, real_dice=True) is None
    state.undo(together=True, real_dice=True)
    assert len(state.history) == 1


def test_a_spectator_takes_nothing_back() -> None:
    state = load("tic-tac-toe").new_initial_state()
    assert state.can_undo(player="spectator") == "There is nothing to take back."
    state.apply_action("mark a1")
    assert state.can_undo(player=0) is None
    assert state.can_undo(together=True) is None
    refused = "The last move was made by X, and only your own can be taken back."
    for together in (False, True):
        assert state.can_undo(together, player="spectator") == refused
        with pytest.raises(ValueError, match=refused):
            state.undo(together, player="spectator")
    assert len(state.history) == 2


def test_who_moved_takes_back_before_the_next_one_has_looked() -> None:
    state = load("cinco").new_initial_state(seed=3)
    state.apply_action("exchange")
    mover = state.tip.player
    assert "only your own" in str(state.can_undo())
    assert "only your own" in str(state.can_undo(player=1 - mover))
    assert "chance" in str(state.can_undo(player=mover)), "new cards were drawn and seen"
    assert "chance" in str(state.can_undo(player=mover, real_dice=True)), "by one player alone"
    with pytest.raises(ValueError, match="seat"):
        state.can_undo(player=7)


MARKED = """\
rulebook: 1
name: marked
players: 2
pieces: {cards: {one_per: {rank: 1..4}}}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {per: players, holds: cards, seen_by: owner}
variables:
  marked: {type: cards or none}
  there: {type: bool, start: false}
setup: [{for: p in players, do: [{move: 2 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      mark:
        choose: {card: cards}
        do: [{set: marked, to: card}]
      ask:
        when: {named: marked != none}
        do: [{if: "marked.place == me.left.hand", do: [{set: there, to: true}]}]
      done: {do: [end_turn]}
end: {late: {when: round > 9, result: draw}}
"""


def test_a_card_that_is_asked_where_it_lies_was_looked_at() -> None:
    """By its name and not by its place: nothing says which places may be looked through, so all of them count."""
    state = load_text(MARKED, players=2).new_initial_state(seed=3)
    state.apply_action("mark 1")
    assert state.can_undo() is None
    state.apply_action("ask")
    assert "hidden" in str(state.can_undo())
