"""Seeds, seats and ids that programs give: numbers of NumPy are as good as Python's, and what cannot be is refused in words."""

from array import array
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import rulewright as rw
from rulewright.game.batches.buffers import numbers
from rulewright.play.compare import compare
from rulewright.play.simulate import simulate

KINDS = [numpy.int64, numpy.uint64, numpy.int8]
NO_SEEDS: list[object] = [-1, 1.5, "7", [1, 2], numpy.float64(3.0), True]


@pytest.fixture(scope="module")
def cards() -> rw.Game:
    return rw.load("crazy-eights", players=2)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_numpy_seed_games_and_name_seats(cards: rw.Game, kind: Callable[[int], int]) -> None:
    state, same = cards.new_initial_state(seed=7), cards.new_initial_state(seed=kind(7))
    assert state.serialize() == same.serialize()
    assert state.resample(1, 3).serialize() == state.resample(kind(1), kind(3)).serialize()
    assert cards.state_at(state.cells, seed=kind(5)).luck == cards.state_at(state.cells, seed=5).luck
    for ask in (
        state.observation, state.information_state_string, state.history_for, state.record,
        lambda player: state.trace(player=player),
    ):  # fmt: skip
        assert repr(ask(kind(1))) == repr(ask(1))
    assert cards.action_from_id(kind(3)) == cards.action_from_id(3)


@pytest.mark.parametrize("kind", KINDS)
def test_numbers_of_numpy_seed_a_batch(cards: rw.Game, kind: Callable[[int], int]) -> None:
    batch, same = cards.batch(3), cards.batch(kind(3))
    batch.reset(seed=9)
    same.reset(seed=kind(9))
    assert (same.size, same.seeds, same.cells) == (3, batch.seeds, batch.cells)
    same.reset(seeds=numpy.asarray(batch.seeds))
    assert (same.seeds, same.cells) == (batch.seeds, batch.cells)
    again = cards.new_initial_state(numpy.asarray(batch.seeds)[1])
    assert again.cells == batch.cells[batch.width : 2 * batch.width]


@pytest.mark.parametrize("seed", NO_SEEDS, ids=repr)
def test_what_is_no_seed_is_refused_everywhere(cards: rw.Game, seed: int) -> None:
    state = cards.new_initial_state()
    batch = cards.batch(2)
    before = batch.seeds[:]
    for use in (
        cards.new_initial_state, batch.reset, lambda seed: batch.reset(seeds=[1, seed]),
        lambda seed: state.resample(0, seed), lambda seed: cards.state_at(state.cells, seed),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="a seed is a whole number from 0, not "):
            use(seed)
    assert batch.seeds == before


def test_seeds_of_a_batch_have_to_be_several() -> None:
    with pytest.raises(ValueError, match="seeds are whole numbers, one for each game, not 3"):
        rw.load("pig").batch(2).reset(seeds=3)  # type: ignore[arg-type]  # so it is meant


@pytest.mark.parametrize("seat", [2, -1, 1.0, "0", True, False, numpy.bool_(True), "spectators"], ids=repr)
def test_what_is_no_seat_is_refused_everywhere(cards: rw.Game, seat: int) -> None:
    state = cards.new_initial_state()
    for ask in (
        state.observation, state.information_state_string, state.history_for, state.record,
        lambda player: state.resample(player, 1), lambda player: state.trace(player=player),
    ):  # fmt: skip
        with pytest.raises(ValueError, match="there is no seat "):
            ask(seat)


@pytest.mark.parametrize("seat", [True, False], ids=repr)
def test_no_bool_acts_for_a_seat(cards: rw.Game, seat: int) -> None:
    state = cards.new_initial_state(seed=5)
    before = state.serialize()
    for ask in (
        state.legal_actions, state.legal_ids, state.legal_mask, state.observation_row,
        lambda player: state.why_not(0, player), lambda player: state.apply_action(0, player=player),
        lambda player: state.can_undo(player=player), cards.batch(2).observations,
    ):  # fmt: skip
        with pytest.raises(
            ValueError, match=f'there is no seat {seat}: a seat is a whole number from 0 to 1 or "spectator"'
        ):
            ask(seat)
    assert state.serialize() == before


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_no_bool_is_an_action(engine: str) -> None:
    game = rw.load("tic-tac-toe", engine=engine)
    state, batch = game.new_initial_state(), game.batch(2)
    for listed in (False, True):  # the ids of a state are known, or not
        assert not listed or 1 in state.legal_ids()
        for use in (state.apply_action, state.why_not, state.outcomes, state.describe, state.text):
            with pytest.raises(rw.UnknownMove, match="True is neither an action nor a text, nor an id"):
                use(True)
    for ids in ([True, False], [1, True], (1, False), numpy.array([True, False])):
        with pytest.raises(TypeError, match=r"ids of actions are whole numbers, .*(bools|True|False)"):
            batch.apply(ids)
    for ask in (batch.state, batch.legal_ids):
        with pytest.raises(IndexError, match="there is no game True"):
            ask(True)
    assert batch.state(-1) == batch.state(1)
    assert batch.legal_ids(-1) == batch.legal_ids(1)
    assert len(state.history) == 1
    assert list(batch.current_player) == [0, 0]


def test_a_text_of_an_id_gets_a_hint() -> None:
    state = rw.load("pig").new_initial_state()
    with pytest.raises(
        rw.UnknownMove, match=r"no action `1`; .* \(an id is a number, not a text\)$"
    ) as refused:
        state.apply_action("1")
    assert refused.value.candidates == ("roll", "hold")
    with pytest.raises(rw.UnknownMove, match=r"no action `rool`; did you mean `roll`") as other:
        state.apply_action("rool")
    assert "an id" not in str(other.value)


def test_what_a_batch_shows_is_not_replaced() -> None:
    batch = rw.load("pig").batch(2, auto_reset=True)
    for name in (
        "current_player",
        "terminal",
        "returns",
        "cells",
        "seeds",
        "size",
        "width",
        "game",
        "auto_reset",
    ):
        before = getattr(batch, name)
        with pytest.raises(
            AttributeError, match=f"`{name}` of a batch cannot be replaced: `apply` and `reset`"
        ):
            setattr(batch, name, before)
        assert getattr(batch, name) is before


@pytest.mark.parametrize("number", [1.0, "1", None, True], ids=repr)
def test_what_is_no_number_is_no_id(number: int) -> None:
    with pytest.raises(ValueError, match="the id of an action is a whole number, not "):
        rw.load("pig").action_from_id(number)


@pytest.mark.parametrize("size", [0, 1.5, "2", True], ids=repr)
def test_a_batch_has_a_whole_number_of_games(size: int) -> None:
    with pytest.raises(ValueError, match="a whole number from 1"):
        rw.load("pig").batch(size)


@pytest.mark.parametrize("given", [0, numpy.int64(0)], ids=repr)
def test_an_id_instead_of_a_text_gets_a_hint(given: Any) -> None:
    with pytest.raises(rw.UnknownMove, match=r"`game\.action_from_id\(0\)` makes one of an id"):
        rw.load("pig").action(given)


@pytest.mark.parametrize("given", [None, 2, -1, 1.0], ids=repr)
def test_what_is_no_id_either_gets_no_such_hint(given: object) -> None:
    with pytest.raises(rw.UnknownMove, match=r"is neither an action nor a text$"):
        rw.load("pig").action(given)  # type: ignore[arg-type]  # so it is meant


def test_players_as_arguments_of_an_action_may_be_numbers_of_numpy() -> None:
    bids = rw.load_text(GIFTS)
    for to in (0, 1, 2):
        assert bids.action("give", to=numpy.int64(to)) == bids.action("give", to=to)
    assert bids.action("give", to=numpy.int64(1)).args == {"to": 1}


GIFTS = """
rulebook: 1
name: gifts
players: 3
variables: {given: {type: 0..100, per: players}}
phases: {turn: {actions: {give: {choose: {to: players}, do: [{add: 1, to: to.given}]}}}}
end: {e: {after: give, when: round == 5, result: draw}}
"""


def test_seeds_of_many_games_are_seeds_too() -> None:
    pig = rw.load("pig")
    numbers: tuple[Any, Any] = (numpy.int64(5), numpy.uint64(3))
    five, three = numbers
    assert simulate(pig, five, seed=three).to_json() == simulate(pig, 5, seed=3).to_json()
    assert compare(pig, pig, games=five, seed=three).to_json() == compare(pig, pig, games=5, seed=3).to_json()
    uses: tuple[Callable[[Any], object], ...] = (
        lambda seed: simulate(pig, 2, seed=seed),
        lambda seed: compare(pig, pig, games=2, seed=seed),
    )
    for use in uses:
        for seed in NO_SEEDS:
            with pytest.raises(ValueError, match="a seed is a whole number from 0, not "):
                use(seed)


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "<i4", ">i4", ">i8", "=i4"])
@pytest.mark.parametrize("step", [1, -1, 2])
def test_ids_may_be_whole_numbers_of_any_type(kind: str, step: int) -> None:
    given = numpy.arange(6).astype(kind).reshape(2, 3)[:, ::step]
    assert numbers(given, given.size) == array("q", [int(number) for number in given.reshape(-1)])
    assert numbers(numpy.arange(4).astype(kind), 4) == array("q", range(4))
    if kind.lstrip("<>=")[0] == "i":
        assert numbers(numpy.array([-1, -2, 3]).astype(kind), 3) == array("q", [-1, -2, 3])


def test_ids_are_several_and_fit_into_64_bits() -> None:
    for wrong in (numpy.array(3), numpy.array([1.0]), 3, [1.5]):
        with pytest.raises(TypeError):
            numbers(wrong, 1)  # type: ignore[arg-type]  # this is the test
    with pytest.raises(rw.IllegalAction, match="There is no action 18446744073709551615"):
        numbers(numpy.array([2**64 - 1], dtype=numpy.uint64), 1)
