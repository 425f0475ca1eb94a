"""What strategies would take in the games of a batch: the same on both engines, and what they take in simulations."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import compress
from random import Random

import numpy
import pytest

import rulewright as rw
from rulewright.game.batches.batch import RANDOM, Batch
from rulewright.game.batches.vectorised import AtOnce
from rulewright.game.errors import BatchFailure
from rulewright.game.playouts.playout import Plain, measure
from rulewright.native.driver import executor
from rulewright.runtime.fast import Seats
from tests.games.books import loaded, with_strategies
from tests.native.modules.test_measured_games import ODD

SIZE = 6


def pair(load: Callable[[str], rw.Game]) -> tuple[Batch[rw.State], Batch[rw.State]]:
    """The same batch by the reference and by machine code."""
    slow, quick = (load(engine).batch(SIZE, auto_reset=True) for engine in ("reference", "native"))
    assert isinstance(quick._way, AtOnce)
    assert not isinstance(slow._way, AtOnce)
    return slow, quick


def named(name: str, engine: str = "native") -> rw.Game:
    return loaded(name, engine=engine)


def odd(engine: str) -> rw.Game:
    return rw.load_text(ODD, engine=engine)


@pytest.mark.parametrize("name", with_strategies())
def test_both_engines_choose_alike_whatever_is_played(name: str) -> None:
    slow, quick = pair(lambda engine: named(name, engine))
    random = Random(name)
    ways = [None, *slow.game.program.strategies]
    for _ in range(25):
        seats = [random.choice(ways) for _ in range(slow.game.num_players)]
        chosen = slow.choose(seats)
        assert quick.choose(seats) == chosen
        assert quick.choose(seats) == chosen, "asked twice it says something else"
        for place, number in enumerate(chosen):
            free = slow.terminal[place] or seats[slow.current_player[place]] is None
            assert number == RANDOM if free else number in slow.legal_ids(place)
        ids = array("q", (random.choice((number, number, RANDOM)) for number in chosen))
        slow.apply(ids)
        quick.apply(ids)
        assert quick.cells == slow.cells


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("seats", [("hold_at_20", "keep_pace"), ("keep_pace", None), (None, "hold_at_20")])
def test_a_batch_of_strategies_plays_the_games_of_simulations(seats: Seats, engine: str) -> None:
    game = named("pig", engine)
    batch = game.batch(8)
    batch.reset(seed=5)
    decisions = [0] * batch.size
    while not all(batch.terminal):
        for place in compress(range(batch.size), (not over for over in batch.terminal)):
            decisions[place] += 1
        batch.apply(batch.choose(seats))
    scores = batch.scores().tolist()
    for place, seed in enumerate(batch.seeds):
        usual = measure(game, seed, 10_000, Plain(game, seed, seats))
        assert tuple(scores[2 * place : 2 * place + 2]) == usual.scores
        assert decisions[place] == usual.decisions


def test_ties_are_drawn_and_not_always_the_same_is_taken() -> None:
    slow, quick = pair(odd)
    taken = set[int]()
    for _ in range(60):
        ids = slow.choose("truths")
        assert quick.choose("truths") == ids
        taken.update(ids)
        slow.apply(ids)
        quick.apply(ids)
        assert quick.cells == slow.cells
    assert len(taken) > 10


def test_a_preference_that_fails_says_in_which_games_and_moves_nothing() -> None:
    slow, quick = pair(odd)
    failed = list[BatchFailure]()
    for _ in range(40):
        told = []
        for batch in (slow, quick):
            try:
                told.append(str(list(batch.choose(["fails", "numbers", "fails"]))))
            except BatchFailure as failure:
                told.append(str([(each.place, each.seed, str(each.failure)) for each in failure.games]))
                failed.append(failure)
        assert told[0] == told[1]
        assert quick.cells == slow.cells
        slow.apply([RANDOM] * SIZE)
        quick.apply([RANDOM] * SIZE)
    assert 0 < len(failed) < 80
    assert all(each.failure.record is not None for failure in failed for each in failure.games)


def test_games_that_machine_code_cannot_list_are_asked_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executor, "HESITATION", 0)
    slow, quick = pair(lambda engine: named("pig", engine))
    way = quick._way
    assert isinstance(way, AtOnce)
    apart = 0
    for step in range(20):
        place, starts = step % SIZE, way._states.listed.starts
        apart += slow.current_player[place] == 0
        first, last = starts[place : place + 2]
        way._unlisted[place] = None
        for after in range(place + 1, SIZE + 1):
            starts[after] -= last - first
        width = len(way._states.listed.rows) // way._states.listed.room
        del way._states.listed.ids[first:last]
        del way._states.listed.rows[first * width : last * width]
        ids = slow.choose(["keep_pace", None])
        assert quick.choose(["keep_pace", None]) == ids
        if step % 2:
            ids[place] = RANDOM
        slow.apply(ids)
        quick.apply(ids)
        assert quick.cells == slow.cells
    assert quick.fallbacks.reasons["preference"] == apart


def test_ids_go_into_the_callers_buffer() -> None:
    batch = named("pig").batch(4)
    wide, narrow = numpy.zeros(4, numpy.int64), numpy.zeros((4, 1), numpy.int32)
    assert batch.choose("hold_at_20", into=wide) is wide
    assert batch.choose("hold_at_20", into=narrow) is narrow
    assert wide.tolist() == narrow.reshape(-1).tolist() == [batch.game.action("roll").id] * 4
    assert batch.choose("random").tolist() == [RANDOM] * 4
    with pytest.raises(ValueError, match="4 elements are needed, there are 3"):
        batch.choose("hold_at_20", into=numpy.zeros(3, numpy.int64))


def test_who_cannot_choose_is_refused() -> None:
    batch = named("pig").batch(2)
    with pytest.raises(ValueError, match="no strategy `hold_at_2`; did you mean `hold_at_20`"):
        batch.choose("hold_at_2")
    with pytest.raises(ValueError, match="no strategy `greedy`; there are hold_at_20, keep_pace, and None"):
        batch.choose(["greedy", None])
    with pytest.raises(ValueError, match="1 strategies are given, and 2 play"):
        batch.choose(["keep_pace"])
    with pytest.raises(TypeError, match="goes by its name, not 5"):
        batch.choose([None, 5])  # type: ignore[list-item]  # what somebody might write
    with pytest.raises(TypeError, match="or one for each seat, not 5"):
        batch.choose(5)  # type: ignore[call-overload]
    without = rw.load("tic-tac-toe")
    assert not without.program.strategies
    with pytest.raises(ValueError, match="has no `strategies:`"):
        without.batch(2).choose("bold")
