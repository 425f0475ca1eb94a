"""What machine code gives up is reported, with the reason, wherever many games are played; bundled games give up nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, groupby, islice
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright.cli.main import main
from rulewright.engines import PATIENCE, engine_called
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game, from_text
from rulewright.native.driver.executor import Native
from rulewright.play.bots import RandomBot
from rulewright.play.compare import compare
from rulewright.play.figures.tally import Tally, Totals
from rulewright.play.perft import perft
from rulewright.play.running.games import Plan
from rulewright.play.simulate import chunks, simulate
from rulewright.runtime.fallbacks import WIDE_IDS, Collected, Fallbacks, of
from rulewright.source.cache import Cache
from tests.games.books import loaded
from tests.native.planted import gives_up, in_haste, planted
from tests.native.seatings import seatings

pytest.importorskip("llvmlite")

CODE = "endless"
"""The failure that the planted machine code reports from the second round on."""
NAMES = ("tic-tac-toe", "pig")


def with_engine(name: str) -> Game:
    """The game, with an executor of its own that reads no cache."""
    return from_text(loaded(name).to_text(), engine_called("native", cache=False))


@pytest.fixture
def giving_up() -> Iterator[Game]:
    """A game whose machine code gives up in each game, as long as the test lasts."""
    with planted(gives_up(CODE)), in_haste():
        yield with_engine("tic-tac-toe")


def test_games_that_machine_code_gives_up_are_counted_and_their_results_are_the_same(giving_up: Game) -> None:
    found = simulate(giving_up, 40, seed=3)
    assert found.fallbacks == Fallbacks(games=40, reasons={CODE: 40})
    assert found.engine == "native"
    assert found == simulate(with_engine("tic-tac-toe"), 40, seed=3)
    assert "fallbacks" not in found.to_json()


def test_the_sum_is_the_same_for_threads_tasks_and_one_job(giving_up: Game) -> None:
    one = simulate(giving_up, 40, seed=3).fallbacks
    assert simulate(giving_up, 40, seed=3, jobs=2).fallbacks == one
    with ThreadPoolExecutor(2) as pool:
        assert simulate(giving_up, 40, seed=3, executor=pool).fallbacks == one


def test_totals_in_a_checkpoint_keep_them(giving_up: Game) -> None:
    tally = Tally(giving_up, seed=3)
    for part in chunks(giving_up, range(5), Plan(3, 100, ("random", "random"))):
        tally.add(part)
    kept = Totals.of_json(json.loads(json.dumps(tally.totals.to_json())))
    assert kept == tally.totals
    assert kept.fallbacks.games == 5


def test_steps_and_playouts_of_bots_are_counted(giving_up: Game) -> None:
    found = simulate(giving_up, 2, seed=3, bots="greedy", max_actions=4).fallbacks
    assert found.steps
    assert set(found.reasons) == {CODE}
    assert not found.games


def test_both_sides_of_a_comparison_are_counted(giving_up: Game) -> None:
    found = compare(giving_up, giving_up, games=10)
    assert found.a.fallbacks == found.b.fallbacks == Fallbacks(games=10, reasons={CODE: 10})
    assert found.fallbacks == Fallbacks(games=20, reasons={CODE: 20})
    assert found.a.engine == "native"


def test_batches_and_counted_positions_count_steps(giving_up: Game) -> None:
    batch = giving_up.batch(4)
    assert not batch.fallbacks
    for _ in range(4):
        batch.apply([-1] * 4)
    assert batch.fallbacks.steps >= 4
    assert set(batch.fallbacks.reasons) == {CODE}
    with Collected() as found:
        assert [ply.sequences for ply in perft(giving_up, 4)] == [9, 72, 504, 3024]
    assert set(found.so_far().reasons) == {CODE}


def test_batches_whose_games_are_given_up_may_leave_some_alone(giving_up: Game) -> None:
    slow = rw.load("tic-tac-toe", engine="reference").batch(4, auto_reset=True)
    batch = giving_up.batch(4, auto_reset=True)
    random = Random(1)
    for _ in range(60):
        ids = [random.choice([batch.STAY, batch.RANDOM, *slow.legal_ids(place)[:1]]) for place in range(4)]
        batch.apply(ids)
        slow.apply(ids)
        assert (batch.cells, batch.terminal, batch.seeds) == (slow.cells, slow.terminal, slow.seeds)
        assert [batch.legal_ids(place) for place in range(4)] == [slow.legal_ids(place) for place in range(4)]
    assert batch.fallbacks.steps >= 4


@pytest.mark.parametrize(
    "command",
    ["simulate GAME --games 5", "compare GAME GAME --games 5", "perft GAME --depth 4", "test GAME --games 2"],
)
def test_commands_say_so_in_a_line_of_text_and_in_json(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [*command.replace("GAME", "tic-tac-toe").split(), "--engine", "native", "--no-cache"]
    with planted(gives_up(CODE)), in_haste():
        main(asked)
        assert f"by the reference ({CODE})." in capsys.readouterr().err
        main([*asked, "--format", "json"])
    timing = json.loads(capsys.readouterr().out)["timing"]
    assert timing["engine"] == "native"
    assert set(timing["fallbacks"]["reasons"]) == {CODE}


def in_auto(name: str) -> Game:
    return from_text(loaded(name).to_text(), engine_called("auto", cache=False))


def test_a_run_that_is_over_before_compiling_pays_was_played_by_the_reference() -> None:
    game = in_auto("tic-tac-toe")
    found = simulate(game, 3, bots=RandomBot(), seed=3)
    assert found.engine == "reference"
    assert found.fallbacks.early
    assert not found.fallbacks
    assert found == simulate(with_engine("tic-tac-toe"), 3, bots=RandomBot(), seed=3)


def test_early_steps_are_counted_apart_from_fallbacks() -> None:
    game = in_auto("tic-tac-toe")
    found = simulate(game, 200, bots=RandomBot())
    assert (found.engine, found.fallbacks.early, found.fallbacks.steps) == ("native", PATIENCE, 0)
    assert simulate(game, 10, bots=RandomBot()).fallbacks.early == 0
    assert simulate(in_auto("tic-tac-toe"), 10).engine == "native", "whole games are compiled at once"


def test_early_steps_of_parts_add_up() -> None:
    early, late = Fallbacks(early=7), Fallbacks(early=3, native=True)
    assert (early.engine("native"), late.engine("native")) == ("reference", "native")
    assert (early + late).engine("native") == "native"
    assert (early + late).early == 10
    assert Fallbacks.of_json((early + late).kept()) == early + late
    assert Fallbacks.of_json(early.kept()).engine("native") == "reference"
    assert (early + late).to_json() == {}


@pytest.mark.parametrize(
    ("command", "engine", "told"),
    [
        (
            "perft GAME --depth 2",
            "reference",
            "Played by the reference engine, since compiling did not pay yet.",
        ),
        ("simulate GAME --games 5", "native", "Played by the native engine."),
        ("simulate GAME --games 5 --engine reference", "reference", "Played by the reference engine."),
        ("test GAME --games 2 --engine reference", "reference", "Played by the reference engine."),
        ("compare GAME GAME --games 5", "native", "Played by the native engine."),
    ],
)
def test_commands_say_which_engine_played(
    command: str, engine: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = command.replace("GAME", "tic-tac-toe").split()
    main(asked)
    assert told in capsys.readouterr().err.splitlines()
    main([*asked, "--format", "json"])
    answered = capsys.readouterr()
    assert "Played by" not in answered.err
    assert json.loads(answered.out)["timing"]["engine"] == engine


WIDE = """
rulebook: 1
name: wide
players: 2
phases:
  turn:
    actions:
      pick:
        choose: {a: 1..2000, b: 1..2000, c: 1..2000}
        when: {one: a == 1, two: b == 2, few: c <= 3}
        do: [end_turn]
end: {late: {when: round > 4, result: draw}}
"""


def test_a_batch_whose_ids_need_more_than_32_bits_counts_its_steps() -> None:
    batch = rw.load_text(WIDE, engine="native").batch(3)
    assert batch.game.num_distinct_actions > 2**32
    assert batch.fallbacks == Fallbacks(singly=3, reasons={WIDE_IDS: 3})
    batch.apply([-1] * 3)
    assert batch.fallbacks == Fallbacks(singly=6, reasons={WIDE_IDS: 6})
    assert str(batch.fallbacks) == "6 steps of the batch were carried out one at a time (wide-ids)"
    assert batch.engine == "native"
    slow = rw.load_text(WIDE, engine="reference").batch(3)
    slow.apply([-1] * 3)
    assert slow.cells == batch.cells
    assert not slow.fallbacks
    assert slow.engine == "reference"


def test_a_rule_that_fails_in_the_reference_too_is_no_fallback() -> None:
    witness = rw.load(str(Path(__file__).with_name("witness.rulebook.yaml")), engine="native")
    found = simulate(witness, 200, seed=1, max_actions=200)
    assert found.failed
    assert not found.fallbacks


@pytest.mark.parametrize("name", NAMES)
def test_bundled_games_fall_back_nowhere(name: str) -> None:
    game = with_engine(name)
    batch = game.batch(4, auto_reset=True)
    for _ in range(40):
        batch.apply([-1] * 4)
    found = [simulate(game, 40).fallbacks, simulate(game, 2, bots="greedy").fallbacks, batch.fallbacks]
    assert found == [Fallbacks()] * 3


ALL = [each for each in seatings(with_options=False) if each.name != "witness"]
TABLES = {
    str(each): each
    for _, group in groupby(ALL, lambda seating: (seating.file, seating.variant))
    for tables in [[*group]]
    for each in dict.fromkeys((tables[0], tables[-1]))
}
"""Each rulebook and variant with as few and with as many players as it takes."""
MANY = 200


@pytest.mark.usefixtures("unoptimised")
@pytest.mark.parametrize("table", TABLES)
def test_bundled_games_fall_back_at_no_table(table: str) -> None:
    """Neither games of random players nor those of players who follow a strategy."""
    program = TABLES[table].program()
    game = Game(Native(program, Reference(program), Cache.of_user()))
    strategies = game.program.strategies or ("random",)
    seats = tuple(islice(cycle(strategies), game.num_players))
    assert simulate(game, MANY, seed=8).fallbacks == Fallbacks()
    assert simulate(game, MANY, bots=seats, seed=8).fallbacks == Fallbacks()


def test_sums_and_sentences() -> None:
    both = of("games", [CODE, CODE, "undefined"]) + of("steps", ["undefined"])
    assert both.to_json() == {"games": 3, "steps": 1, "reasons": {CODE: 2, "undefined": 2}}
    assert (
        both.sentence(1000)
        == "3 of 1,000 games and 1 step were carried out by the reference (endless: 2, undefined: 2)"
    )
    assert of("games", [CODE]).sentence(1000) == "1 of 1,000 games was played by the reference (endless)"
    assert Fallbacks.of_json(both.to_json()) == both
    assert Fallbacks().to_json() == {}
    assert str(Fallbacks()) == ""
