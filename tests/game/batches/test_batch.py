"""A batch plays the games that single states play, on every engine."""

from __future__ import annotations

from array import array
from functools import cache
from random import Random

import numpy
import pytest

import rulewright as rw
from rulewright.game.batches.batch import NOBODY, RANDOM, plain_scores
from rulewright.game.playouts.playout import play_out
from tests.games.books import TESTS

NAMES = ("pig", "tic-tac-toe", "crazy-eights", "yahtzee")
ENGINES = ("reference", "native")
RULEBOOKS = TESTS / "rulebooks"


@cache
def game(name: str, engine: str) -> rw.Game:
    return rw.load(name, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_each_game_is_the_game_of_its_seed(name: str, engine: str) -> None:
    batch, random = game(name, engine).batch(4), Random(name)
    batch.reset(seeds=range(10, 14))
    states = [game(name, "reference").new_initial_state(seed) for seed in range(10, 14)]
    for _ in range(40):
        for place, state in enumerate(states):
            player = state.current_player()
            legal = state.legal_actions()
            assert batch.current_player[place] == (NOBODY if player is None else player)
            assert bool(batch.terminal[place]) == state.is_terminal()
            assert batch.legal_ids(place) == [action.id for action in legal]
            assert batch.cells[place * batch.width : (place + 1) * batch.width] == state.cells
            seats = game(name, engine).num_players
            assert list(batch.returns[place * seats : (place + 1) * seats]) == state.returns()
        chosen = [random.choice(s.legal_actions()) if not s.is_terminal() else None for s in states]
        batch.apply([action.id if action else RANDOM for action in chosen])
        for state, action in zip(states, chosen, strict=True):
            if action is not None:
                state.apply_action(action)
    assert list(batch.scores()) == [score for state in states for score in state.scores()]


@pytest.mark.parametrize("engine", ENGINES)
def test_games_of_random_players_are_playouts(engine: str) -> None:
    batch = game("pig", engine).batch(5)
    batch.reset(seed=3)
    for _ in range(10_000):
        if all(batch.terminal):
            break
        batch.apply([RANDOM] * 5)
    scores = batch.scores()
    for place, seed in enumerate(batch.seeds):
        usual = play_out(game("pig", "reference"), seed, 10_000)
        assert tuple(scores[2 * place : 2 * place + 2]) == usual.scores
        assert tuple(batch.returns[2 * place : 2 * place + 2]) == usual.returns


def test_observations_hide_what_a_seat_does_not_see() -> None:
    own = game("crazy-eights", "reference")
    batch = own.batch(2)
    batch.reset(seed=1)
    for player in range(own.num_players):
        seen = batch.observations(player)
        for place in range(2):
            row = slice(place * batch.width, (place + 1) * batch.width)
            assert array("i", seen[row]) == own.sight.masked(batch.cells[row], player)
            assert -2 in seen[row]
    acting = batch.current_player[0]
    assert batch.observations()[: batch.width] == batch.observations(acting)[: batch.width]
    with pytest.raises(ValueError, match="no seat"):
        batch.observations(9)


def test_buffers_are_the_callers_if_they_like() -> None:
    own = game("tic-tac-toe", "reference")
    batch = own.batch(3)
    mask = numpy.zeros(3 * own.num_distinct_actions, dtype=numpy.bool_)
    seen = numpy.zeros(3 * batch.width, dtype=numpy.int32)
    players = numpy.asarray(batch.current_player)
    assert batch.legal_mask(mask) is mask
    assert mask.all()
    assert batch.observations(into=seen) is seen
    assert list(seen) == list(batch.cells)
    batch.apply([0, 4, RANDOM])
    assert list(players) == [1, 1, 1]  # seen without a copy
    batch.legal_mask(mask)
    rows = mask.reshape(3, -1)
    assert (rows.sum(axis=1) == 8).all()
    assert not rows[0][0]
    assert not rows[1][4]
    assert bytes(batch.legal_mask()) == mask.tobytes()
    with pytest.raises(ValueError, match="27 elements are needed, there are 5"):
        batch.legal_mask(bytearray(5))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("row", ["current_player", "terminal", "returns", "cells", "seeds"])
def test_nobody_makes_a_buffer_shorter_or_longer(row: str, engine: str) -> None:
    batch = game("pig", engine).batch(3)
    buffer = getattr(batch, row)
    for change in (
        buffer.pop,
        lambda: buffer.append(0),
        lambda: buffer.extend(buffer[:1]),
        lambda: buffer.__delitem__(0),
    ):
        with pytest.raises(BufferError):
            change()
    untouched = game("pig", engine).batch(3)
    for each in (batch, untouched):
        each.apply([RANDOM] * 3)
    assert bytes(getattr(batch, row)) == bytes(getattr(untouched, row))


def test_games_that_are_over_stay_or_begin_anew() -> None:
    own = game("tic-tac-toe", "reference")
    stays, again = own.batch(2), own.batch(2, auto_reset=True)
    for batch in (stays, again):
        batch.reset(seeds=[5, 6])
        for _ in range(9):
            if all(batch.terminal):
                break
            batch.apply([RANDOM] * 2)
            if any(batch.terminal):
                break
    (over,) = [place for place in range(2) if stays.terminal[place]][:1]
    before, seed = stays.cells[:], again.seeds[over]
    stays.apply([RANDOM] * 2)
    row = slice(over * stays.width, (over + 1) * stays.width)
    assert stays.cells[row] == before[row]
    again.apply([RANDOM] * 2)
    assert not again.terminal[over]
    assert again.seeds[over] != seed
    assert again.cells[row] == own.new_initial_state(again.seeds[over]).cells


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    batch = game("tic-tac-toe", "native").batch(2)
    batch.apply([4, 0])
    before = batch.cells[:]
    with pytest.raises(
        rw.IllegalAction, match=r"game 1: `mark a1` is not allowed now: The square must be empty"
    ):
        batch.apply([0, 0])
    for wrong in (9, -3, 10**12, 2**64 - 1, -(2**70)):
        with pytest.raises(rw.IllegalAction, match=f"id {wrong}") as refused:
            batch.apply([1, wrong])
        assert f"game 1: `id {wrong}` is not allowed now: There is no action {wrong}" in str(refused.value)
        assert refused.value.place == 1
    assert batch.cells == before
    with pytest.raises(ValueError, match="1 id is given, 2 needed: one for each game"):
        batch.apply([0])
    with pytest.raises(ValueError, match="2 seeds are needed, 3 are given"):
        batch.reset(seeds=[1, 2, 3])
    with pytest.raises(ValueError, match="whole number from 1, not 0"):
        game("pig", "reference").batch(0)
    with pytest.raises(ValueError, match=r"whole number from 1, not 2\.5"):
        game("pig", "reference").batch(2.5)  # type: ignore[arg-type]  # it is refused
    with pytest.raises(MemoryError, match="no room for"):
        game("pig", "reference").batch(10**15)
    with pytest.raises(MemoryError, match="no room for"):
        game("pig", "native").batch(2**70)
    assert repr(batch) == "<Batch of 2 games of tic-tac-toe, 0 over>"


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("pig", True),
        (str(RULEBOOKS / "hidden-hand.rulebook.yaml"), True),
        ("red-hot-yott", False),
        ("tic-tac-toe", False),
    ],
)
def test_scores_are_those_of_states_wherever_they_stand(name: str, plain: bool, engine: str) -> None:
    """Scores that stand in a variable of players or of teams are read off all games at once, others worked out."""
    table = game(name, engine)
    assert (plain_scores(table.program) is not None) == plain
    batch, width = table.batch(30), table.program.layout.size
    batch.reset(seed=4)
    for _ in range(40):
        batch.apply([RANDOM] * 30)
    states = [table.state_at(batch.cells[place * width : (place + 1) * width]) for place in range(30)]
    assert list(batch.scores()) == [score for state in states for score in state.scores()]
    assert any(batch.scores()) == (name != "tic-tac-toe")


PARTNERS = """\
rulebook: 1
name: partners
title: Partners
players: 4
teams: {count: 2, seats: alternate}
variables: {points: {per: teams, type: number}}
pieces: {dice: {count: 1, faces: 1..6}}
zones: {cup: {holds: dice, start: all}}
phases:
  turn:
    actions:
      roll: {do: [{roll: cup}, {add: sum(d.face for d in cup), to: me.team.points}, end_turn]}
end: {far_enough: {when: any(t.points >= 20 for t in teams), result: highest points}}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_partners_share_the_score_of_their_team(engine: str) -> None:
    table = rw.load_text(PARTNERS, engine=engine)
    assert plain_scores(table.program) is not None
    batch = table.batch(3)
    batch.reset(seed=1)
    for _ in range(5):
        batch.apply([RANDOM] * 3)
    for place in range(3):
        row = list(batch.scores()[4 * place : 4 * place + 4])
        state = table.state_at(batch.cells[place * batch.width : (place + 1) * batch.width])
        assert row == state.scores()
        assert row[:2] == row[2:] == list(state.get("points"))  # type: ignore[call-overload]  # it is a tuple
