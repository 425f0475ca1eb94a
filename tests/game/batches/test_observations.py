"""What a batch shows to a seat is what the seat sees of each state, by machine code and without, in buffers of any shape."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

import numpy
import numpy.typing
import pytest

import rulewright as rw
from rulewright.document.library import bundled
from rulewright.game.batches.batch import RANDOM, Batch
from rulewright.game.batches.vectorised import AtOnce
from rulewright.game.knowledge.visibility import Viewer

SIZE = 5
VEILED = """
rulebook: 1
name: veiled
players: 4
teams: {count: 2, seats: alternate}

pieces:
  dice:  {count: 6, faces: 1..6}
  coin:  {count: 3, faces: [heads, tails], of: players}
  gems:  {one_per: {k: 0..2}, faces: 1..6}
  cards: {one_per: {rank: 1..9}}
  cubes: {count: 4}

zones:
  tray:  {holds: dice, start: all}
  cup:   {per: players, holds: dice, size: 2, seen_by: owner}
  purse: {per: players, holds: coin, start: all, seen_by: team}
  chest: {holds: gems, start: all}
  sack:  {per: players, holds: gems, seen_by: owner}
  deck:  {holds: cards, start: all, order: shuffled, seen_by: nobody}
  pile:  {holds: cards, order: kept, seen_by: nobody}
  hand:  {per: players, holds: cards, seen_by: owner}
  bag:   {holds: cubes, start: all, seen_by: nobody}

variables:
  bid:    {per: players, type: 0..99, seen_by: owner}
  shared: {per: teams, type: 0..99, seen_by: team}
  secret: {type: 0..99, seen_by: nobody}
  open:   {type: 0..99}

turns:
  begin:
    - {roll: tray}
    - {roll: me.purse}
    - {roll: chest}

phases:
  main:
    actions:
      hide:
        choose: {die: tray}
        when: {room: me.cup.count < 2}
        do: [{move: die, to: me.cup}, {add: 1, to: me.bid}, end_turn]
      give:
        choose: {die: me.cup}
        do: [{move: die, to: tray}, {add: 1, to: me.team.shared}, end_turn]
      pocket:
        choose: {gem: chest}
        do: [{move: gem, to: me.sack}, {add: 1, to: secret}, end_turn]
      unpack:
        choose: {gem: me.sack}
        do: [{move: gem, to: chest}, {add: 1, to: open}, end_turn]
      draw:
        when: {some_left: not deck.empty}
        do: [{move: 1 cards, from: deck, to: me.hand}, end_turn]
      lay:
        choose: {card: me.hand}
        do: [{move: card, to: pile}, end_turn]
end:
  over: {at: round, when: round > 12, result: draw}
"""


def rows(batch: Batch[rw.State]) -> list[array[int]]:
    """The cells, a row for each game."""
    return [batch.cells[place * batch.width : (place + 1) * batch.width] for place in range(batch.size)]


@pytest.mark.parametrize("name", ["veiled", *(name for name, _ in bundled())])
def test_each_row_is_what_a_seat_sees_of_the_state(name: str) -> None:
    game = rw.load_text(VEILED, engine="native") if name == "veiled" else rw.load(name, engine="native")
    batch, random = game.batch(SIZE, auto_reset=True), Random(name)
    assert isinstance(batch._way, AtOnce)
    viewers: list[Viewer] = [*range(game.num_players), "spectator"]
    for _ in range(40):
        batch.apply([random.choice([RANDOM, *batch.legal_ids(place)]) for place in range(SIZE)])
        states = [
            game.state_at(row) if not over else None
            for row, over in zip(rows(batch), batch.terminal, strict=True)
        ]
        for viewer in viewers:
            seen = batch.observations(viewer)
            for place, state in enumerate(states):
                if state is not None:
                    row = seen[place * batch.width : (place + 1) * batch.width]
                    assert row == state.observation_row(viewer)
        acting = batch.observations()
        for place, state in enumerate(states):
            if state is not None:
                player = state.current_player()
                assert player is not None
                row = acting[place * batch.width : (place + 1) * batch.width]
                assert row == state.observation_row(player)


def test_the_game_with_veils_hides_something_of_every_kind() -> None:
    game = rw.load_text(VEILED)
    batch = game.batch(SIZE)
    hidden = set[str]()
    for _ in range(40):
        batch.apply([RANDOM] * SIZE)
        for row, state in zip(rows(batch), map(game.state_at, rows(batch)), strict=True):
            seen = state.observation_row(0)
            hidden |= {
                column.name
                for column in game.columns
                if seen[column.start : column.stop] != row[column.start : column.stop]
            }
    assert hidden == {
        "bid", "shared", "secret", "dice.count", "coin.count", "gems.place", "gems.face", "cards.place", "cards.order.pile",
    }  # fmt: skip


def test_rows_say_what_observations_say() -> None:
    game = rw.load("crazy-eights", players=2)
    state = game.new_initial_state(seed=3)
    place, hand = game.column("cards.place"), {"0": "seat(1).hand", "1": "seat(2).hand"}
    for player in range(2):
        row, told = state.observation_row(player), state.observation(player)
        lying = {
            card: None if row[place.at(card)] == -2 else place.words[row[place.at(card)]]
            for card in place.keys[0]
        }
        zones = told["zones"]
        assert isinstance(zones, dict)
        own = zones["cards"][hand[str(player)]]["pieces"]
        assert {card for card, where in lying.items() if where == hand[str(player)]} == set(own)
        assert hand[str(1 - player)] not in lying.values()
    with pytest.raises(ValueError, match="what somebody sees"):
        state.observation_row(None)  # type: ignore[arg-type]  # asked for everything


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("type_", [numpy.int32, numpy.int64, numpy.float32, numpy.int16])
def test_observations_fill_any_whole_buffer(engine: str, type_: type) -> None:
    for name in ("crazy-eights", "tic-tac-toe"):
        batch = rw.load(name, engine=engine).batch(3)
        batch.reset(seed=5)
        wanted = list(batch.observations(0))
        for shape in ((3 * batch.width,), (3, batch.width), (1, 3, batch.width)):
            into: numpy.typing.NDArray[Any] = numpy.zeros(shape, type_)
            assert batch.observations(0, into=into) is into
            assert into.reshape(-1).tolist() == wanted
        plain = memoryview(bytearray(12 * batch.width)).cast("i", (3, batch.width))
        assert batch.observations(0, into=plain) is plain
        assert plain.cast("B").cast("i").tolist() == wanted
    listed = [0] * len(wanted)
    assert batch.observations(0, into=listed) == wanted


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("type_", [numpy.bool_, numpy.uint8, numpy.float32])
def test_masks_fill_any_whole_buffer(engine: str, type_: type) -> None:
    batch = rw.load("tic-tac-toe", engine=engine).batch(3)
    batch.apply(numpy.array([[0], [4], [8]], dtype=numpy.int32))
    wanted = list(batch.legal_mask())
    assert [row.index(0) for row in (wanted[:9], wanted[9:18], wanted[18:])] == [0, 4, 8]
    for shape in ((27,), (3, 9), (3, 3, 3)):
        mask: numpy.typing.NDArray[Any] = numpy.zeros(shape, type_)
        assert batch.legal_mask(mask) is mask
        assert mask.reshape(-1).tolist() == wanted
    for type_ids in ("<i8", ">i8", "<i4", "u1", "O"):
        batch.reset()
        batch.apply(numpy.array([[[0], [4], [8]]], dtype=type_ids))
        assert list(batch.legal_mask()) == wanted


def test_what_is_no_whole_buffer_is_refused() -> None:
    batch = rw.load("tic-tac-toe").batch(4)
    with pytest.raises(ValueError, match="36 elements are needed, there are 35: 4 games with 9 each"):
        batch.legal_mask(bytearray(35))
    with pytest.raises(
        ValueError, match=r"36 elements are needed, there are 32 \(the shape \(4, 8\)\): 4 games with 9 each"
    ):
        batch.legal_mask(numpy.zeros((4, 8), numpy.bool_))
    with pytest.raises(ValueError, match="do not lie one after the other"):
        batch.legal_mask(numpy.zeros((9, 4), numpy.bool_).T)
    with pytest.raises(ValueError, match="for reading only"):
        batch.legal_mask(bytes(36))  # type: ignore[call-overload]  # nothing to write over
    fixed = numpy.zeros((4, batch.width), numpy.int32)
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="for reading only"):
        batch.observations(into=fixed)
    with pytest.raises(TypeError, match="whole numbers, one for each game, not numbers of type float64"):
        batch.apply(numpy.zeros(4))  # floats
    with pytest.raises(ValueError, match=r"6 ids are given \(the shape \(2, 3\)\), 4 needed"):
        batch.apply(numpy.zeros((2, 3), numpy.int64))
    for wrong in (5, "a" * 36):
        with pytest.raises(TypeError, match="a buffer that can be written over is needed"):
            batch.legal_mask(wrong)  # type: ignore[call-overload]  # no buffer
    with pytest.raises(ValueError, match="one dimension is needed"):
        batch.observations(into=memoryview(bytearray(8 * 4 * batch.width)).cast("q", (4, batch.width)))
    with pytest.raises(IndexError, match="there is no game 'x'"):
        batch.legal_ids("x")  # type: ignore[arg-type]
    with pytest.raises(IndexError, match="there is no game 9; those of this batch are 0 to 3"):
        batch.legal_ids(9)


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_rows_of_games_that_are_over_have_something_to_choose_among_if_that_is_wanted(engine: str) -> None:
    batch = rw.load("tic-tac-toe", engine=engine).batch(2, auto_reset=True)
    for ids in ([0, 8], [3, 7], [1, 6], [4, 5], [2, 0]):
        batch.apply(ids)
    assert list(batch.terminal) == [1, 0]
    assert list(batch.legal_mask())[:9] == [0] * 9
    filled = list(batch.legal_mask(over=1))
    assert filled[:9] == [1] * 9
    assert filled[9:] == list(batch.legal_mask())[9:]
    assert batch.legal_mask(numpy.zeros((2, 9), numpy.float32), over=1).reshape(-1).tolist() == filled
    batch.apply([8, RANDOM])
    assert not batch.terminal[0]
