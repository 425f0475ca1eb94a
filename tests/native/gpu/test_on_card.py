"""Whole games on a graphics card are those of the processor: the same rows, totals and comparisons, played by a stand-in for the card."""

from __future__ import annotations

import ctypes
import threading
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("llvmlite")

from rulewright import Game, compare, load, load_text, simulate
from rulewright.cli.main import main
from rulewright.engines import NoEngine
from rulewright.native.gpu import executor, games, interface
from rulewright.native.gpu.interface import NoCard
from rulewright.runtime.fast import FAILED, Bulk, Measuring
from rulewright.source.cache import Cache
from tests.native.gpu.standin import (
    INVALID_VALUE,
    NO_DEVICE,
    OUT_OF_MEMORY,
    StandIn,
    standing_in,
)

FAILING = """
rulebook: 1
name: failing
players: 2
pieces: {die: {count: 1, faces: 1..6}}
zones: {tray: {holds: die, start: all}}
variables: {score: {per: players, type: 0..20}}
phases:
  turn:
    actions:
      throw: {do: [{roll: tray}, {add: tray.face, to: me.score}, end_turn]}
end:
  short: {at: round, when: round >= 4, result: highest score}
standing: highest score
"""
"""A score may exceed its range, so a game in three fails."""


@pytest.fixture(scope="module")
def card() -> Iterator[StandIn]:
    with standing_in() as card:
        yield card


@pytest.fixture(scope="module")
def pig(card: StandIn) -> Game:
    return load("pig", engine="cuda")


def both(name: str) -> tuple[Game, Game]:
    return load(name, engine="cuda"), load(name, engine="native")


@pytest.mark.parametrize("name", ["pig", "connect-four", "sino"])
def test_totals_and_comparisons_are_those_of_the_processor(card: StandIn, name: str) -> None:
    mine, other = both(name)
    bots = (*list(mine.program.strategies)[:1], "random", "random")[: mine.num_players]
    one, two = (simulate(each, 700, seed=3, bots=bots, rotated=True, jobs=2) for each in (mine, other))
    assert one.to_json() == two.to_json()
    assert (one.engine, two.engine) == ("cuda", "native")
    assert card.launched[-1] == "rulewright_totals"
    pair, same = (compare(each, each, 150, seed=5, bots=bots[0]) for each in (mine, other))
    assert pair.to_json() == same.to_json()
    assert card.launched[-1] == "rulewright_measured"


def test_rows_are_those_of_the_processor(card: StandIn, pig: Game) -> None:
    other = load("pig", engine="native").executor
    mine = pig.executor
    assert isinstance(mine, Bulk)
    assert isinstance(other, Bulk)
    assert isinstance(mine, Measuring)
    assert isinstance(other, Measuring)
    seeds = other.seeds_of(9, range(400))
    assert mine.play_many(seeds, 50) == other.play_many(seeds, 50)
    assert mine.play_many(seeds, 500, rounds=7) == other.play_many(seeds, 500, rounds=7)
    seats = [(None, "bold"), ("bold", None)] if "bold" in pig.program.strategies else [(None, None)]
    assert mine.play_measured(seeds, 500, seats) == other.play_measured(seeds, 500, seats)


def test_games_that_are_not_counted_come_back_in_order_however_many(
    monkeypatch: pytest.MonkeyPatch, pig: Game
) -> None:
    monkeypatch.setattr(games, "MOST_ROWS", 40)
    one, two = (simulate(each, 300, seed=4, max_actions=60) for each in (pig, load("pig", engine="native")))
    assert one.to_json() == two.to_json()
    assert 300 - one.finished > 40, "more than there is room for are broken off"


def test_games_in_which_a_rule_fails_are_played_again_by_the_reference(card: StandIn) -> None:
    mine, other = (load_text(FAILING, engine=engine) for engine in ("cuda", "native"))
    one, two = (simulate(each, 200, seed=1) for each in (mine, other))
    assert one.to_json() == two.to_json()
    assert 0 < one.finished < 200, "some games fail"
    rows = mine.executor
    assert isinstance(rows, Bulk)
    played = rows.play_many(rows.seeds_of(1, range(200)), 100)
    assert {played.reason(number) for number in played.column(FAILED) if number} == {"range-left"}


def test_threads_share_a_card(pig: Game) -> None:
    rows = pig.executor
    found: dict[int, array[int]] = {}
    assert isinstance(rows, Bulk)

    def play(number: int) -> None:
        found[number] = rows.play_many(array("Q", range(100)), 500).numbers

    threads = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found[0] == found[1] == found[2]


def test_lists_of_choices_take_only_a_part_of_the_memory(card: StandIn) -> None:
    kernel = load("sino", engine="cuda").executor._games("totals", (None,))  # type: ignore[attr-defined]
    kernel._list, card.free = 4000, 4 * 4000 * 128 * 3
    assert kernel._grid(10_000) == (3, 3 * 4000 * 128)
    card.free = 0
    assert kernel._grid(10_000) == (1, 4000 * 128), "at least one block is tried"


def test_a_card_that_plays_otherwise_is_not_believed(monkeypatch: pytest.MonkeyPatch, card: StandIn) -> None:
    game = load("pig", engine="cuda")
    honest = games.GamesOnCard.totals

    def forged(*given: object) -> object:
        many, counts, apart, rows = honest(*given)  # type: ignore[arg-type]
        counts[counts.index(1)] += 1
        return many, counts, apart, rows

    monkeypatch.setattr(games.GamesOnCard, "totals", forged)
    with pytest.raises(NoCard, match="otherwise than the processor"):
        simulate(game, 100, seed=1)


def test_a_card_with_other_luck_is_not_believed(monkeypatch: pytest.MonkeyPatch, card: StandIn) -> None:
    def forged(self: games.GamesOnCard, seed: int, to: int) -> int:
        ctypes.memset(to, 1, 4)
        return 0

    monkeypatch.setattr(games.GamesOnCard, "_answer", forged)
    with pytest.raises(NoCard, match="otherwise than the processor"):
        simulate(load("pig", engine="cuda"), 100, seed=1)


@pytest.mark.parametrize(
    ("failing", "error", "said"),
    [
        ("cuMemAlloc_v2", OUT_OF_MEMORY, "too little memory for this game (CUDA_ERROR_OUT_OF_MEMORY)"),
        ("cuLaunchKernel", 701, "too little memory for this game (error 701)"),
        ("cuCtxSynchronize", INVALID_VALUE, "failed in cuCtxSynchronize: CUDA_ERROR_INVALID_VALUE"),
    ],
)
def test_what_the_card_cannot_do_is_said(
    card: StandIn, pig: Game, failing: str, error: int, said: str
) -> None:
    card.fails = {failing: error}
    try:
        with pytest.raises(NoCard) as raised:
            simulate(pig, 100, seed=1)
    finally:
        card.fails = {}
    assert said in str(raised.value)
    assert "--engine native" in str(raised.value)


def test_assembly_that_the_driver_refuses_is_reported_with_its_words(card: StandIn) -> None:
    with interface.opened().using(), pytest.raises(NoCard, match="line 3: no kernel of ours"):
        interface.opened().load(b"no kernel")


def test_without_a_card_the_engine_says_what_is_missing(
    card: StandIn, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said() -> str:
        interface.opened.cache_clear()
        with pytest.raises(NoEngine) as raised:
            load("pig", engine="cuda")
        return str(raised.value)

    interface.opened.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(interface, "driver", card.driver)
        patch.setattr(interface, "library_name", lambda: "libnowhere.so.1")
        assert said() == (
            "the engine cuda needs an NVIDIA graphics card with its driver, and the library of the driver, libnowhere.so.1, is not "
            'here; --engine native (engine="native") plays the same games on the processor'
        )
        assert main(["simulate", "pig", "--games", "10", "--engine", "cuda"]) == 2
        assert "--engine native" in capsys.readouterr().err
    for fails, capability, words in (
        ({"cuInit": NO_DEVICE}, (9, 0), "finds none that it can use (CUDA_ERROR_NO_DEVICE)"),
        ({}, (6, 1), "is too old: its compute capability is 6.1, and 7.0 is needed"),
    ):
        with monkeypatch.context() as patch:
            other = StandIn()
            other.fails, other.capability = dict(fails), capability
            patch.setattr(interface, "driver", other.calls)
            assert words in said()
    interface.opened.cache_clear()


def test_players_who_are_no_strategies_play_on_the_processor(
    card: StandIn, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "only `random` and strategies of the rulebook play on a graphics card"
    for bots, noted in (("random", False), ("greedy", True)):
        assert main(["simulate", "tic-tac-toe", "--games", "1", "--bots", bots, "--engine", "cuda"]) == 0
        assert (words in " ".join(capsys.readouterr().err.split())) == noted


def test_a_kernel_is_kept_for_the_next_run(tmp_path: Path, card: StandIn, pig: Game) -> None:
    kept = Cache(tmp_path / "kept")
    one = card.compiled_kernel(pig.program, "playouts", (), "sm_75", kept)
    assert len(list(kept.folder.iterdir())) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "written_kernel", None)
        assert card.compiled_kernel(pig.program, "playouts", (), "sm_75", kept) == one
