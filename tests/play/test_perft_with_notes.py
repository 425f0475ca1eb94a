"""Counting games in which positions are noted: exact, and equal positions are one wherever their notes cannot matter."""

from __future__ import annotations

from functools import cache
from typing import Literal

import pytest

import rulewright as rw
from rulewright.game.playouts.without_notes import Unread, least_told

LIGHTS = """\
rulebook: 1
name: lights
about: Players change a light, until it has been so before.
players: 2
enums: {Light: [red, green, blue]}
variables:
  light: {type: Light}
positions:
  lit: {of: [light, me], most: 50OPTIONAL}
phases:
  turn:
    actions:
      change:
        choose: {to: Light}
        when: {other: to != light}
        do:
          - {set: light, to: to}
          - end_turn
end:
  again: {at: turn, when: times(lit) >= 3, result: {wins: seat(1)}}
"""


@cache
def lights(engine: Literal["reference", "native"], more: str = "", when: str = "times(lit) >= 3") -> rw.Game:
    text = LIGHTS.replace("OPTIONAL", more).replace("times(lit) >= 3", when)
    return rw.load_text(text, engine=engine)


def after(state: rw.State, action: rw.Action) -> rw.State:
    following = state.clone()
    following.apply_action(action)
    return following


def counted_one_by_one(game: rw.Game, depth: int) -> list[tuple[int, int, int]]:
    """Sequences, positions without notes, and sequences that end, of each ply: from states, and nothing merged."""
    width, found = game.program.layout.before_notes, []
    states = [game.new_initial_state()]
    for _ in range(depth):
        states = [after(state, action) for state in states for action in state.legal_actions()]
        if not states:
            break
        positions = {tuple(state.cells[:width]) for state in states}
        found.append((len(states), len(positions), sum(state.is_terminal() for state in states)))
    return found


WAYS = ["times(lit) >= 3", "times(lit) > 1", "3 <= times(lit)", "times(lit) mod 4 == 3"]


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("when", WAYS)
def test_every_sequence_is_counted_and_every_position_once(
    when: str, engine: Literal["reference", "native"]
) -> None:
    game = lights(engine, when=when)
    plies = [(ply.sequences, ply.positions, ply.ended) for ply in rw.perft(game, 7)]
    assert plies == counted_one_by_one(lights("reference", when=when), 7)


def test_the_least_number_that_a_rule_tells_from_smaller_ones() -> None:
    least = [least_told(lights("reference", when=when).program)["lit"] for when in WAYS]
    assert least == [3, 2, 3, 1]


def test_notes_are_left_out_as_soon_as_they_cannot_matter() -> None:
    """Noted once each: within two turns none can be noted a third time, within three turns it can."""
    game = lights("reference")
    unread, cells = Unread(game), game.new_initial_state().cells
    assert unread.of(cells, 2) == cells[: game.program.layout.before_notes]
    assert unread.of(cells, 3) is None
    assert len(unread.of(cells, 0) or ()) == unread.game.program.layout.size


def test_a_note_too_many_is_a_failure_in_counting_too() -> None:
    game = rw.load_text(LIGHTS.replace("50OPTIONAL", "4"), engine="reference")
    with pytest.raises(rw.RuleFailure, match="notes at most 4 positions"):
        list(rw.perft(game, 5))
