"""Masks and observations without copies: buffers of callers, and views of memory that a batch writes again and again."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import rulewright as rw
from rulewright.game.batches.batch import RANDOM, Batch
from rulewright.game.batches.buffers import ALIGNED

ENGINES = ("reference", "native")
SIZE = 3


def batch_of(name: str, engine: str) -> Batch[rw.State]:
    return rw.load(name, engine=engine).batch(SIZE)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_view_of_the_mask_is_written_again_by_the_next_call(engine: str) -> None:
    batch = batch_of("connect-four", engine)
    view = batch.legal_mask(copy=False)
    mask = numpy.asarray(view)
    assert mask.shape == (SIZE, 7)
    assert mask.dtype == numpy.bool_
    assert view[2, 6] is True
    for _ in range(12):
        batch.apply([0 if 0 in batch.legal_ids(place) else RANDOM for place in range(SIZE)])
        assert numpy.shares_memory(numpy.asarray(batch.legal_mask(copy=False)), mask)
        assert mask.tobytes() == bytes(batch.legal_mask())
    assert not mask[:, 0].any()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["crazy-eights", "pig"])
def test_a_view_of_observations_is_written_again_by_the_next_call(name: str, engine: str) -> None:
    batch = batch_of(name, engine)
    seen = numpy.asarray(batch.observations(copy=False))
    assert seen.shape == (SIZE, batch.width)
    assert seen.dtype == numpy.int32
    for player in (None, 0, 1, "spectator"):
        batch.apply([RANDOM] * SIZE)
        again = numpy.asarray(batch.observations(player, copy=False))
        assert numpy.shares_memory(again, seen)
        assert array("i", seen.tobytes()) == batch.observations(player)


def test_what_was_copied_does_not_change() -> None:
    batch = batch_of("tic-tac-toe", "native")
    mask, seen = batch.legal_mask(), batch.observations()
    kept = bytes(mask), seen[:]
    view = batch.legal_mask(copy=False), batch.observations(copy=False)
    batch.apply([0] * SIZE)
    batch.legal_mask(copy=False), batch.observations(copy=False)
    assert (bytes(mask), seen) == kept
    assert [bytes(each) for each in view] == [bytes(batch.legal_mask()), batch.observations().tobytes()]


def test_a_view_outlives_its_batch() -> None:
    batch = batch_of("tic-tac-toe", "native")
    mask = numpy.asarray(batch.legal_mask(copy=False))
    del batch
    assert mask.all()


def test_a_view_that_was_released_does_no_harm() -> None:
    batch = batch_of("tic-tac-toe", "native")
    with batch.legal_mask(copy=False), batch.observations(copy=False):
        pass
    assert numpy.asarray(batch.legal_mask(copy=False)).all()
    assert not numpy.asarray(batch.observations(copy=False)).ctypes.data % ALIGNED


def test_arrays_go_on_to_other_libraries_by_dlpack() -> None:
    batch = batch_of("tic-tac-toe", "native")
    mask = numpy.from_dlpack(numpy.asarray(batch.legal_mask(copy=False)))
    seen = numpy.from_dlpack(numpy.asarray(batch.observations(copy=False)))
    batch.apply([4] * SIZE)
    batch.legal_mask(copy=False)
    batch.observations(copy=False)
    assert not mask[:, 4].any()
    assert bytes(seen) == batch.observations().tobytes()


BUFFERS: list[Callable[[int], Any]] = [  # Any: buffers of several types
    bytearray, lambda many: array("b", bytes(many)), lambda many: memoryview(bytearray(many)),
    lambda many: memoryview(bytearray(many)).cast("?", (SIZE, many // SIZE)),
    lambda many: numpy.zeros((SIZE, many // SIZE), dtype=numpy.bool_), lambda many: numpy.zeros(many, dtype=numpy.float32),
]  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("make", BUFFERS)
def test_any_buffer_can_be_written(make: Callable[[int], Any], engine: str) -> None:
    batch = batch_of("tic-tac-toe", engine)
    batch.apply([0, 4, 8])
    given = make(SIZE * 9)
    assert batch.legal_mask(given) is given
    assert numpy.asarray(given).reshape(-1).tolist() == list(batch.legal_mask())
    assert batch.legal_mask(given, over=1) is given


def test_a_buffer_and_a_view_are_not_asked_for_at_once() -> None:
    batch: Any = batch_of("tic-tac-toe", "native")  # Any: type checkers refuse both calls
    into = bytearray(27)
    with pytest.raises(ValueError, match="leave it out, or `into`"):
        batch.legal_mask(into, copy=False)
    with pytest.raises(ValueError, match="leave it out, or `into`"):
        batch.observations(into=into, copy=False)
