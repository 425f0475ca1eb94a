"""The benchmarks run, and their rulebook is the game that the baselines play. Nothing here looks at a clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from cProfile import Profile
from importlib import import_module
from importlib.util import find_spec
from shutil import which
from statistics import fmean

import pytest

import rulewright
from rulewright.game.playouts.playout import play_out
from rulewright.native.driver import machine
from rulewright.native.from_ir import module_text
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled
from tests.benchmarks import (
    beside_openspiel,
    compile_times,
    doors,
    edited,
    leaves,
    load,
    luck_apart,
    native_profile,
    native_speed,
    open_table,
    own_bots,
    playouts,
    published,
    scale,
    sequences,
    side_by_side,
    single_state,
    startup,
    with_figures,
)
from tests.benchmarks.sitting import differences, ratios, sitting

MEAN = 45.9
"""What the baselines agree on for random play; the scores of single games have a standard deviation near 19."""


@pytest.mark.parametrize(
    ("main", "told"),
    [
        (startup.main, "rulewright --version"),
        (load.main, "and loading cinq-o"),
        (open_table.main, "µs each"),
        (playouts.main, "by hand / reference"),
        (side_by_side.main, "native / reference"),
        (sequences.main, "positions of reversi a second"),
        (leaves.main, "leaves / by hand"),
    ],
)
def test_a_benchmark_prints_its_table(
    main: Callable[[Sequence[str]], None], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--quick"])
    assert told in capsys.readouterr().out


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_ways_of_tuning_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("scipy")
    games = import_module("tests.benchmarks.tuning.__main__").games
    games(runs=1, most=300, fresh=50, names="tune,NTBEA, 10 games")
    told = capsys.readouterr().out
    assert "the rules as they are" in told
    assert "times as many games as tune" in told


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_single_states_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    single_state.main(["--quick", "cinq-o"])
    told = capsys.readouterr().out
    assert "one state at a time" in told
    assert "bytes a game in progress" in told


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_strategies_against_own_bots_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    own_bots.main(["--quick", "pig"])
    assert "reference / machine code" in capsys.readouterr().out


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_figures_are_measured_beside_bare_games(capsys: pytest.CaptureFixture[str]) -> None:
    with_figures.main(["--quick", "tic-tac-toe"])
    assert "\ntic-tac-toe " in capsys.readouterr().out


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_the_doors_of_toolkits_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    doors.main(["--quick"])
    assert "masked policy in NumPy" in capsys.readouterr().out


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
@pytest.mark.skipif(find_spec("pyspiel") is None, reason="OpenSpiel is the yardstick")
def test_playouts_are_measured_beside_a_search(capsys: pytest.CaptureFixture[str]) -> None:
    beside_openspiel.main(["--quick", "connect-four"])
    told = capsys.readouterr().out
    assert "ours / simulations" in told
    assert "\n| connect-four | 2" in told


def test_without_luck_a_bot_is_as_good_as_itself_in_every_game() -> None:
    pig = rulewright.load("pig", players=2)
    names = "hold_at_20", "hold_at_20"
    same = luck_apart.played(pig, names, by="hold_at_20", games=4, seed=0)
    assert same.shares == [0.5] * 4
    assert {*same.counted} == {0, 1}


def test_without_luck_little_is_left_to_chance() -> None:
    """A player at random loses against a strategy, by about the same in every game."""
    pig = rulewright.load("pig", players=2)
    found = luck_apart.played(pig, ("hold_at_20", "random"), by="hold_at_20", games=4, seed=0)
    assert all(share > 0.6 for share in found.shares)


def test_a_game_that_is_not_bundled_is_not_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(beside_openspiel.PAIRS, "no-such-game", beside_openspiel.Pair("chess"))
    beside_openspiel.main(["--quick", "no-such-game"])
    told = capsys.readouterr().out
    assert "no-such-game: not bundled" in told or "not installed" in told


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tic-tac-toe"], "native / C"),
        (["hex"], "arXiv:2006.08295"),
        (["two-dice"], "native / reference"),
        (["--threads"], "at least 1.9 is wanted"),
        (["--compile"], "2 copies"),
        (["--memory"], "1,000 games"),
    ],
)
def test_the_benchmark_of_native_code_prints_its_tables(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if "C" in told and which("gcc") is None:
        pytest.skip("the baseline needs gcc")
    native_speed.main(["--quick", *words])
    assert told in capsys.readouterr().out


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_long_runs_are_measured_and_estimated(capsys: pytest.CaptureFixture[str]) -> None:
    scale.main(["--quick"])
    told = capsys.readouterr().out
    parts = (
        "overhead of tasks",
        "2 threads: ",
        "2 processes: ",
        "the first seat wins",
        "10^12 games of Cinq-O on 1,000",
    )
    assert [part for part in parts if part not in told] == []


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_from_an_edit_to_the_figures_every_stage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    edited.main(["--quick", "--games", "1"])
    told = capsys.readouterr().out
    stages = ("by the clock", "processor time", "start", "checking", "compiling", "playing", "telling")
    assert [stage for stage in stages if stage not in told] == []


@pytest.mark.skipif(find_spec("llvmlite") is None, reason="native code needs llvmlite")
def test_a_profile_tells_which_functions_take_the_time(capsys: pytest.CaptureFixture[str]) -> None:
    if not native_profile.can_look():
        pytest.skip("the C library cannot look where a process is")
    native_profile.main(["--quick", "tic-tac-toe"])
    told = capsys.readouterr().out
    assert "looks at native code" in told
    assert "%  " in told


def test_a_profile_leaves_every_function_apart() -> None:
    text = module_text(rulewright.load("pig").program, "playouts")
    loose, names = native_profile.apart(text)
    assert len(names) == text.count("define internal ")
    assert "game" in names
    assert "define internal" not in loose
    assert "alwaysinline" not in loose


def test_every_module_is_compiled_and_timed() -> None:
    found = compile_times.modules(rulewright.load("pig").program)
    assert {module.name for module in found} == set(machine.MODULES)
    assert [str(module) for module in found] == list(compile_times.COLUMNS)


def test_published_figures_are_of_games_that_are_measured_and_have_a_source() -> None:
    assert set(published.PUBLISHED) <= {*native_speed.CONTESTS, *native_speed.OTHERS}
    for name in published.PUBLISHED:
        [(_, _, note)] = published.published_rows(name)
        assert "arXiv:" in note
        assert "another machine" in note
    assert published.published_rows("pig") == []


def test_the_rulebook_is_sound() -> None:
    assert rulewright.check(playouts.RULEBOOK) == []


def test_the_rulebook_plays_like_the_baseline() -> None:
    game = playouts.load()
    played = [play_out(game, seed, playouts.MAX_ACTIONS) for seed in range(300)]
    assert {(one.decisions, one.rounds) for one in played} == {(39, 13)}
    assert fmean(one.scores[0] for one in played) == pytest.approx(MEAN, abs=5)


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ([3, 3, 3, 5, 6], {"threes": 9, "three_of_a_kind": 20, "four_of_a_kind": 0, "chance": 20}),
        ([4, 4, 4, 4, 2], {"fours": 16, "four_of_a_kind": 18, "full_house": 0, "twos": 2}),
        ([2, 2, 5, 5, 5], {"full_house": 25, "small_straight": 0, "fives": 15}),
        ([6, 6, 6, 6, 6], {"full_house": 0, "yahtzee": 50, "sixes": 30, "three_of_a_kind": 30}),
        ([1, 2, 3, 4, 6], {"small_straight": 30, "large_straight": 0, "ones": 1, "yahtzee": 0}),
        ([2, 3, 4, 5, 6], {"small_straight": 30, "large_straight": 40}),
    ],
)
def test_hands_score_as_in_the_baseline(dice: list[int], points: dict[str, int]) -> None:
    game = playouts.load()
    chance = Fixed(game.program, Sampled(game.program.streams), rolled={"dice": [face - 1 for face in dice]})
    state = game.new_initial_state(seed=1, chance=chance)
    by_hand = playouts.by_hand()["score_dice"]
    categories = ("ones", "twos", "threes", "fours", "fives", "sixes", "three_of_a_kind", "four_of_a_kind",
                  "full_house", "small_straight", "large_straight", "yahtzee", "chance")  # fmt: skip
    for place, category in enumerate(categories):
        scored = state.get(f"points({category})")
        assert scored == by_hand(place, dice)
        assert scored == points.get(category, scored)


def test_a_sitting_measures_in_turn_and_leaves_the_first_time_out() -> None:
    done: list[str] = []

    def way(name: str) -> Callable[[], float]:
        def measure() -> float:
            done.append(name)
            return len(done)

        return measure

    assert sitting({"a": way("a"), "b": way("b")}, rounds=2) == {"a": [3, 5], "b": [4, 6]}
    assert done == ["a", "b"] * 3
    assert differences([3, 5], [1, 1]) == [2, 4]
    assert ratios([6, 5], [2, 1]) == [3, 5]


@pytest.mark.parametrize("shape", ["row", "heaps"])
def test_a_candidate_takes_no_more_work_on_a_large_table(shape: str) -> None:
    executor, positions = open_table.positions(open_table.LAID)

    def calls(cards: int) -> float:
        """Functions called for a candidate, as one can count them without a clock."""
        with Profile() as profile:
            executor.legal(positions[shape, cards])
        spaces, _ = open_table.spaces_of(open_table.SHAPES[shape](cards))
        return sum(entry.callcount for entry in profile.getstats()) / spaces

    few, *more = [calls(cards) for cards in open_table.LAID]
    assert all(many <= 1.02 * few for many in more)
