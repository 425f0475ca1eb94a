"""A batch that begins in the middle of games, and states that come out of one."""

from __future__ import annotations

from functools import cache

import numpy
import pytest

import rulewright as rw
from rulewright.game.batches.batch import RANDOM, Batch
from rulewright.game.game import State
from rulewright.runtime.chance.random_words import seed_of

NAMES = ("pig", "tic-tac-toe", "crazy-eights", "yahtzee", "connect-four")
ENGINES = ("reference", "native")


@cache
def game(name: str, engine: str) -> rw.Game:
    return rw.load(name, engine=engine)


def later(name: str, engine: str, seed: int = 3, steps: int = 4) -> State:
    state = game(name, engine).new_initial_state(seed)
    for number in range(steps):
        legal = state.legal_actions()
        state.apply_action(legal[number % len(legal)])
    return state


def row(batch: Batch[State], place: int) -> list[int]:
    return list(batch.cells[place * batch.width : (place + 1) * batch.width])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_games_go_on_from_a_state_with_luck_of_their_own(name: str, engine: str) -> None:
    state, batch = later(name, "reference"), game(name, engine).batch(6)
    batch.reset(seed=5, states=state)
    assert all(row(batch, place) == list(state.cells) for place in range(6))
    assert list(batch.seeds) == [seed_of(5, place) for place in range(6)]
    assert batch.legal_ids(2) == [action.id for action in state.legal_actions()]
    singly = [state.clone(seed_of(5, place)) for place in range(6)]
    for step in range(12):
        chosen = [
            state.legal_actions()[step % len(state.legal_actions())] if not state.is_terminal() else None
            for state in singly
        ]
        batch.apply([action.id if action else RANDOM for action in chosen])
        for place, (each, action) in enumerate(zip(singly, chosen, strict=True)):
            if action is not None:
                each.apply_action(action)
            assert row(batch, place) == list(each.cells)
    assert list(batch.terminal) == [each.is_terminal() for each in singly]


@pytest.mark.parametrize("name", NAMES)
def test_players_at_random_go_on_alike_on_both_engines(name: str) -> None:
    ends = []
    for engine in ENGINES:
        batch = game(name, engine).batch(4)
        batch.reset(seed=1, states=later(name, engine))
        for _ in range(30):
            batch.apply([RANDOM] * 4)
        ends.append((bytes(batch.cells), list(batch.seeds), list(batch.returns)))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["crazy-eights", "yahtzee"])
def test_a_batch_is_put_away_and_taken_up_again(name: str, engine: str) -> None:
    first, again = game(name, engine).batch(3), game(name, engine).batch(3)
    first.reset(seed=8)
    for _ in range(9):
        first.apply([RANDOM] * 3)
    saved = [first.state(place).serialize() for place in range(3)]
    again.reset(states=[game(name, engine).deserialize_state(text) for text in saved])
    assert again.seeds == first.seeds
    for _ in range(9):
        chosen = [first.legal_ids(place)[0] if not first.terminal[place] else RANDOM for place in range(3)]
        for batch in (first, again):
            batch.apply(chosen)
        assert again.cells == first.cells


@pytest.mark.parametrize("engine", ENGINES)
def test_some_places_go_on_and_the_others_stay(engine: str) -> None:
    batch = game("pig", engine).batch(3)
    batch.reset(seed=1)
    before = [row(batch, place) for place in range(3)]
    state = later("pig", engine)
    batch.reset(places=[1], states=state, seeds=[77])
    assert [row(batch, place) for place in range(3)] == [before[0], list(state.cells), before[2]]
    assert batch.seeds[1] == 77
    over = numpy.array([True, False, False])
    batch.reset(places=over, states=[state])
    assert row(batch, 0) == list(state.cells)
    assert batch.seeds[0] == state.luck.seed


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_that_is_over_can_be_put_there(engine: str) -> None:
    state = game("tic-tac-toe", engine).new_initial_state()
    for move in ("a1", "a2", "b1", "b2", "c1"):
        state.apply_action(f"mark {move}")
    assert state.is_terminal()
    batch = game("tic-tac-toe", engine).batch(2)
    batch.reset(states=state)
    assert list(batch.returns) == state.returns() * 2
    assert bytes(batch.terminal) == b"\1\1"
    assert batch.state(1).is_terminal()


def test_what_does_not_fit_is_refused_and_changes_nothing() -> None:
    own, other = game("pig", "native"), game("yahtzee", "native")
    batch = own.batch(3)
    before = batch.cells[:]
    state = own.new_initial_state()
    with pytest.raises(ValueError, match="is of another game, or of other rules, options or players"):
        batch.reset(states=other.new_initial_state())
    with pytest.raises(ValueError, match="other rules"):
        batch.reset(states=rw.load("pig", options={"target": 50}).new_initial_state())
    with pytest.raises(ValueError, match="3 states are needed, 2 are given"):
        batch.reset(states=[state] * 2)
    with pytest.raises(ValueError, match="3 states are needed, more are given"):
        batch.reset(states=[state] * 4)
    with pytest.raises(TypeError, match="`states` are states of pig, not 7"):
        batch.reset(states=[state, state, 7])  # type: ignore[list-item]  # it is refused
    with pytest.raises(ValueError, match="`seed` or `seeds`"):
        batch.reset(seed=1, seeds=[1, 2, 3])
    with pytest.raises(ValueError, match="3 bools are needed"):
        batch.reset(places=numpy.array([True, False]))
    with pytest.raises(IndexError, match="there is no game 3"):
        batch.state(3)
    with pytest.raises(ValueError, match="`over` is 0 or 1, not 2"):
        batch.legal_mask(over=2)
    assert batch.cells == before


def test_a_buffer_that_is_too_narrow_is_refused_and_left_alone() -> None:
    cards = game("crazy-eights", "native").batch(2)
    for narrow in (numpy.uint8, numpy.uint16, numpy.bool_):
        seen = numpy.full((2, cards.width), 1, dtype=narrow)
        with pytest.raises(ValueError, match=r"-2 has no room in this buffer, whose elements are 0 to \d+"):
            cards.observations(0, into=seen)
        assert (seen == 1).all()
    wide = numpy.zeros(2 * cards.width, dtype=numpy.int16)
    assert list(cards.observations(0, into=wide)) == list(cards.observations(0))
    points = rw.load("pig", options={"target": 1000}, engine="native")
    dice, score = points.batch(1), points.column("score").start
    cells = points.new_initial_state().cells
    cells[score] = 200
    dice.reset(states=points.state_at(cells))
    with pytest.raises(ValueError, match="200 has no room in this buffer, whose elements are -128 to 127"):
        dice.observations(0, into=numpy.zeros(dice.width, dtype=numpy.int8))


def test_ids_that_have_no_room_are_refused() -> None:
    batch = game("yahtzee", "native").batch(64)
    (strategy, *_) = batch.game.program.strategies
    for _ in range(3):
        batch.apply([RANDOM] * 64)
    with pytest.raises(ValueError, match="has no room in this buffer"):
        batch.choose(strategy, into=numpy.zeros(64, dtype=numpy.uint8))
