"""Who plays alone follows only strategies that are not surely worse than another."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.game.playouts.playout import play_on
from rulewright.game.playouts.searching import judging_of
from rulewright.play.looking_ahead.following import worth_following
from rulewright.play.looking_ahead.lookahead import ANY, luck_of, usual_players, views_of
from rulewright.runtime.fast import Until

GAME = """\
rulebook: 1
name: collect
title: Collect
players: 1..2
pieces:
  dice: {count: 1, faces: 1..6, label: die, plural: dice}
zones:
  table: {holds: dice, start: all}
variables:
  points: {per: players, type: 0..1000}
phases:
  turn:
    actions:
      take:
        choose: {n: 0..3}
        do:
          - {roll: table}
          - {add: table.face + n, to: me.points}
          - end_turn
strategies:
  eager: {prefer: {take: n}}
  keen: {prefer: {take: n * n}}
  modest: {prefer: {take: 0 - n}}
end:
  ten_rounds: {at: round, when: round >= 10, result: highest points}
"""


@pytest.mark.parametrize(
    ("players", "followed"),
    [(1, ["eager", "keen"]), (2, ["eager", "keen", "modest"])],
    ids=["alone", "with a rival"],
)
@pytest.mark.parametrize("engine", ["reference", "native"])
def test_a_strategy_that_is_surely_worse_is_left_by_who_plays_alone(
    players: int, followed: list[str], engine: str
) -> None:
    game = rw.load_text(GAME, players=players, engine=engine)
    seats, luck = usual_players(game), luck_of(7, 0, 32)
    (view,) = views_of(game.new_initial_state(seed=7), 0, 7, 1)
    series = [play_on(game, view, [ANY], luck, Until(), each) for each in seats]
    found = worth_following(game, seats, series, judging_of(game, series))
    assert [names[0] for names in found] == followed
