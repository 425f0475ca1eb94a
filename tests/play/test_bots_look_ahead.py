"""What a bot of one's own tries out neither moves the game nor tells what will be rolled."""

from __future__ import annotations

import rulewright as rw
from rulewright.play.simulate import simulate


class Mine:
    """Rolls once and holds; `looks` says what it does before."""

    def begin(self, seed: int) -> None:
        pass

    def looks(self, state: rw.State) -> None:
        pass

    def choose(self, state: rw.State, player: int) -> rw.Action:
        rolled = bool(state.get("pot"))
        self.looks(state)
        return state.game.action("hold" if rolled else "roll")


class Careless(Mine):
    """Tries out what it should have tried out on a copy."""

    def looks(self, state: rw.State) -> None:
        state.apply_action("roll")


class Peeping(Mine):
    """Holds whenever a copy rolls a one."""

    def choose(self, state: rw.State, player: int) -> rw.Action:
        copy = state.clone()
        copy.apply_action("roll")
        lost = copy.current_player() != player
        return state.game.action("hold" if lost and state.get("pot") else "roll")


def test_a_bot_that_moves_its_state_moves_no_game() -> None:
    game = rw.load("pig")
    still, moving = (simulate(game, 8, bots=[bot, "hold_at_20"]) for bot in (Mine(), Careless()))
    assert [seat.score for seat in still.seats] == [seat.score for seat in moving.seats]
    assert still.failed == moving.failed == 0


def test_a_bot_that_looks_at_copies_does_not_know_the_dice() -> None:
    found = simulate(rw.load("pig"), 40, bots=[Peeping(), "hold_at_20"])
    assert found.seats[0].wins < 30  # who knows the dice wins nearly all
    again = simulate(rw.load("pig"), 40, bots=[Peeping(), "hold_at_20"])
    assert again.seats == found.seats
