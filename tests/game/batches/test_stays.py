"""Games of a batch that stay as they are: the others move, and a game that waited plays on as if it never had."""

from __future__ import annotations

from functools import cache

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.game.batches.batch import RANDOM, STAY, Batch
from tests.game.batches.test_failed_games import ASKS, LEAK, failing

ENGINES = ("reference", "native")
NAMES = ("pig", "tic-tac-toe", "crazy-eights")
SIZE = 4
FIRST = 0
"""Drawn instead of an id: the first legal one."""


@cache
def game(name: str, engine: str) -> rw.Game:
    text = {"leak": LEAK, "asks": ASKS}.get(name)
    return rw.load(name, engine=engine) if text is None else rw.load_text(text, engine=engine)


def row(batch: Batch[rw.State], place: int) -> list[object]:
    """All that a batch shows of a game."""
    width, seats = batch.width, batch.game.num_players
    return [
        batch.current_player[place],
        batch.terminal[place],
        batch.seeds[place],
        batch.cells[place * width : (place + 1) * width],
        batch.returns[place * seats : (place + 1) * seats],
        batch.legal_ids(place),
    ]


def meant(batch: Batch[rw.State], place: int, drawn: int) -> int:
    """The id that is drawn for a game."""
    return batch.legal_ids(place)[0] if drawn == FIRST and not batch.terminal[place] else min(drawn, RANDOM)


steps = st.lists(
    st.lists(st.sampled_from([RANDOM, STAY, FIRST]), min_size=SIZE, max_size=SIZE), min_size=5, max_size=40
)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12, deadline=None)
@given(plan=steps, auto_reset=st.booleans())
def test_games_that_wait_play_the_games_that_they_play_alone(
    name: str, engine: str, plan: list[list[int]], auto_reset: bool
) -> None:
    together = game(name, engine).batch(SIZE, auto_reset)
    alone = [game(name, engine).batch(1, auto_reset) for _ in range(SIZE)]
    together.reset(seed=5)
    for place, batch in enumerate(alone):
        batch.reset(seeds=[together.seeds[place]])
    for drawn in plan:
        ids = [meant(together, place, number) for place, number in enumerate(drawn)]
        together.apply(ids)
        for batch, number in zip(alone, ids, strict=True):
            if number != STAY:
                batch.apply([number])
        assert [row(together, place) for place in range(SIZE)] == [row(batch, 0) for batch in alone]


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=12, deadline=None)
@given(plan=steps)
def test_with_places_all_others_stay(engine: str, plan: list[list[int]]) -> None:
    one, other = (game("crazy-eights", engine).batch(SIZE) for _ in range(2))
    for step, drawn in enumerate(plan):
        ids = [meant(one, place, number) for place, number in enumerate(drawn)]
        one.apply(ids)
        flags = [number != STAY for number in ids]
        places = [place for place, moves in enumerate(flags) if moves]
        if step % 2:
            places.reverse()
            other.apply([ids[place] for place in places], places=places)
        else:
            other.apply([ids[place] for place in places], places=numpy.array(flags))
        assert [row(one, place) for place in range(SIZE)] == [row(other, place) for place in range(SIZE)]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_game_that_is_over_starts_again_only_when_it_may(engine: str) -> None:
    batch = game("tic-tac-toe", engine).batch(2, auto_reset=True)
    while not all(batch.terminal):
        batch.apply([STAY if over else RANDOM for over in batch.terminal])
    before = [row(batch, place) for place in range(2)]
    batch.apply([STAY, STAY])
    assert [row(batch, place) for place in range(2)] == before
    batch.apply([RANDOM], places=[1])
    assert row(batch, 0) == before[0]
    assert not batch.terminal[1]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("auto_reset", [False, True])
def test_a_game_that_cannot_go_on_is_no_failure_as_long_as_it_stays(engine: str, auto_reset: bool) -> None:
    batch = game("asks", engine).batch(2, auto_reset)
    up, jump = (batch.game.action(name).id for name in ("up", "jump"))
    for number in (up, up, up):  # the condition of `odd` divides by 0 at 3
        batch.apply([number, STAY])
    cells = batch.cells[:]
    batch.apply([STAY, STAY])
    assert batch.cells == cells
    batch.apply([STAY, jump])
    with pytest.raises(rw.BatchFailure) as failure:
        batch.apply([up, STAY])
    assert [each.place for each in failure.value.games] == [0]
    batch.legal_ids(1)


@pytest.mark.parametrize("engine", ENGINES)
def test_games_that_stay_are_not_among_those_that_fail(engine: str) -> None:
    batch, moving = (game("leak", engine).batch(6) for _ in range(2))
    for each in (batch, moving):
        each.reset(seed=2)
    failed = {each.place for each in failing(moving).games}
    waits = min(failed)
    for _ in range(60):
        before = row(batch, waits)
        assert waits not in failures(batch, [STAY if place == waits else RANDOM for place in range(6)])
        assert row(batch, waits) == before


def failures(batch: Batch[rw.State], ids: list[int]) -> set[int]:
    """The places of the games that fail at a step."""
    try:
        batch.apply(ids)
    except rw.BatchFailure as failure:
        return {each.place for each in failure.games}
    return set()


def test_what_is_refused() -> None:
    batch = game("tic-tac-toe", "native").batch(3)
    before = batch.cells[:]
    with pytest.raises(ValueError, match="3 ids are given, 2 needed"):
        batch.apply([0, 0, 0], places=[0, 1])
    with pytest.raises(ValueError, match="places are whole numbers from 0 to 2, each once"):
        batch.apply([0, 0], places=[1, 1])
    with pytest.raises(
        rw.IllegalAction, match="game 2: `id 9` is not allowed now: There is no action 9: ids run from 0 to 8"
    ) as refused:
        batch.apply([0, 9], places=[0, 2])
    assert refused.value.place == 2
    assert batch.cells == before
    batch.apply([], places=[])
    assert batch.cells == before
    assert (batch.RANDOM, batch.STAY) == (RANDOM, STAY) == (-1, -2)
