"""Batches on a graphics card have the rows of the processor's, whatever is played and whatever fails, by a stand-in for the card."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from random import Random

import pytest

pytest.importorskip("llvmlite")

from rulewright import BatchFailure, IllegalAction, load, load_text
from rulewright.game.batches.batch import RANDOM, STAY
from rulewright.native.gpu import batches
from rulewright.native.gpu.executor import OnCard
from rulewright.native.gpu.interface import NoCard
from tests.game.batches.test_failed_games import ASKS, BROKEN, LEAK, SHAKY
from tests.native.gpu.agree import SIZE, alike, pair, same, tried
from tests.native.gpu.standin import OUT_OF_MEMORY, StandIn, standing_in


@pytest.fixture(scope="module")
def card() -> Iterator[StandIn]:
    with standing_in() as card:
        yield card
        gc.collect()


@pytest.mark.parametrize("name", ["pig", "connect-four", "cinco", "sino", "hearts", "dominoes", "reversi"])
def test_a_game_is_the_same(card: StandIn, name: str) -> None:
    mine, other = pair(lambda engine: load(name, engine=engine))
    before = card.launched.count("rulewright_step")
    alike(mine, other, 40, Random(name))
    assert card.launched.count("rulewright_step") >= before + 40
    assert mine.engine == "cuda"
    assert not mine.fallbacks


@pytest.mark.parametrize("auto_reset", [False, True])
@pytest.mark.parametrize("text", [LEAK, ASKS])
def test_a_game_in_which_a_rule_fails_is_the_same(card: StandIn, text: str, auto_reset: bool) -> None:
    mine, other = pair(lambda engine: load_text(text, engine=engine), auto_reset)
    failed = 0
    for step in range(60):
        same(mine, other)
        ids = [RANDOM if (step + place) % 4 else STAY for place in range(SIZE)]
        came = tried(other.apply, ids)
        assert tried(mine.apply, ids) == came
        failed += came is not None
        if step == 30:
            mine.reset(seed=4)
            other.reset(seed=4)
        if "strategies" in text:
            assert tried(mine.choose, "steady") == tried(other.choose, "steady")
    assert failed, "nothing ever failed"
    assert {*mine.fallbacks.reasons} == {*other.fallbacks.reasons}


def test_a_set_up_that_fails_changes_nothing(card: StandIn) -> None:
    for engine in ("cuda", "native"):
        with pytest.raises(BatchFailure):
            load_text(BROKEN, engine=engine).batch(2)
    mine, other = (load_text(SHAKY, engine=engine).batch(3) for engine in ("cuda", "native"))
    failed = 0
    for seed in range(12):
        came = tried(other.reset, seed)
        assert tried(mine.reset, seed) == came
        failed += came is not None
        same(mine, other)
        mine.apply([RANDOM] * 3)
        other.apply([RANDOM] * 3)
        same(mine, other)
    assert 0 < failed < 12


def test_what_is_not_legal_changes_nothing_not_even_luck(card: StandIn) -> None:
    mine, other = pair(lambda engine: load("connect-four", engine=engine))
    for _ in range(6):
        for batch in (mine, other):
            with pytest.raises(IllegalAction) as refused:
                batch.apply([RANDOM, RANDOM, 99, RANDOM, 98, RANDOM])
            assert refused.value.place == 2
        mine.apply([RANDOM] * SIZE)
        other.apply([RANDOM] * SIZE)
        same(mine, other)


def test_there_is_room_for_any_number_of_choices(monkeypatch: pytest.MonkeyPatch, card: StandIn) -> None:
    monkeypatch.setattr(batches, "FEW", 1)
    mine, other = pair(lambda engine: load("reversi", engine=engine))
    alike(mine, other, 12, Random(1))


def test_rows_are_copied_when_they_are_asked_for(card: StandIn) -> None:
    mine = load("pig", engine="cuda").batch(SIZE)
    held, buffer = mine.cells[:], mine.cells
    mine.apply([RANDOM] * SIZE)
    assert buffer == held, "nobody has asked yet"
    assert mine.cells is buffer
    assert buffer != held
    with pytest.raises(AttributeError, match="cannot be replaced"):
        mine.cells = held  # type: ignore[misc]


def test_environments_without_copies_see_each_step(card: StandIn) -> None:
    environments = pytest.importorskip("rulewright.adapters.gymnasium")
    mine, other = (
        environments.GameVectorEnv("connect-four", 3, engine=engine, copy=False)
        for engine in ("cuda", "native")
    )
    for env in (mine, other):
        env.reset(seed=1)
    for _ in range(5):
        assert (mine.step([-1] * 3)[0] == other.step([-1] * 3)[0]).all()


def test_states_begin_and_leave_a_batch(card: StandIn) -> None:
    mine, other = pair(lambda engine: load("cinco", engine=engine))
    for batch in (mine, other):
        batch.apply([RANDOM] * SIZE)
        taken = batch.state(2)
        batch.reset(states=[taken], places=[5])
        batch.reset(places=[1])
    same(mine, other)
    assert mine.state(5).cells == mine.state(2).cells


def test_a_card_that_steps_otherwise_is_not_believed(monkeypatch: pytest.MonkeyPatch, card: StandIn) -> None:
    honest = batches.BatchOnCard.step

    def forged(self: batches.BatchOnCard, states: batches.StatesOnCard) -> None:
        honest(self, states)
        states.current[3] ^= 1

    monkeypatch.setattr(batches.BatchOnCard, "step", forged)
    with pytest.raises(NoCard, match="otherwise than the processor"):
        load("pig", engine="cuda").batch(2)


def test_a_card_that_prefers_otherwise_is_not_believed(
    monkeypatch: pytest.MonkeyPatch, card: StandIn
) -> None:
    honest = batches.PreferencesOnCard.prefer

    def forged(*given: object) -> int:
        found = honest(*given)  # type: ignore[arg-type]
        given[-1][0] ^= 1  # type: ignore[index]
        return found

    monkeypatch.setattr(batches.PreferencesOnCard, "prefer", forged)
    batch = load("pig", engine="cuda").batch(2)
    with pytest.raises(NoCard, match="otherwise than the processor"):
        batch.choose("hold_at_20")


def test_memory_goes_back_with_the_batch(card: StandIn) -> None:
    gc.collect()
    before, game = len(card.blocks), load("cinco", engine="cuda")
    batch = game.batch(3)
    batch.observations(0)
    batch.legal_mask()
    assert len(card.blocks) > before
    del batch
    gc.collect()
    assert len(card.blocks) == before
    card.fails = {"cuMemAlloc_v2": OUT_OF_MEMORY}
    try:
        with pytest.raises(NoCard, match="too little memory"):
            game.batch(3)
    finally:
        card.fails = {}


def test_the_reference_steps_games_whose_ids_are_too_wide(card: StandIn) -> None:
    executor = load("pig", engine="cuda").executor
    assert isinstance(executor, OnCard)
    vars(executor)["_rankable"] = False
    assert executor.states(2) is None
