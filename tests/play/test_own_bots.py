"""Bots of one's own play many games: alone or with players by name, in their seats or going round, here or in other processes."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulewright as rw
from rulewright.document.bundled import rulebooks_folder
from rulewright.game.game import State
from rulewright.game.moves.action import Action
from rulewright.play.bots import Bot, RandomBot, bot_names
from rulewright.play.compare import compare
from rulewright.play.running.games import Plan, play
from rulewright.play.running.players import seated
from rulewright.play.simulate import simulate

SOURCE = (rulebooks_folder() / "classics" / "dice" / "pig.rulebook.yaml").read_text(encoding="utf-8")


def pig(target: int = 30, players: int = 2) -> rw.Game:
    return rw.load("pig", players=players, options={"target": target}, engine="reference")


class Holds:
    """Holds from so many points on; what it draws hangs on the game alone."""

    def __init__(self, least: int) -> None:
        self.least = least
        self._random = Random()

    def begin(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, state: State, player: int) -> Action:
        assert state.current_player() == player
        enough = state.get("pot")
        assert isinstance(enough, int)
        return state.game.action("hold" if enough >= self.least + self._random.randrange(2) else "roll")


class NoSeed:
    """Takes no seed."""

    def begin(self) -> None:
        pass

    def choose(self, state: State, player: int) -> Action:
        return state.legal_actions()[0]


class Gives:
    """Gives whatever it was made with."""

    def __init__(self, what: Any) -> None:  # Any: what no bot should give
        self.what = what

    def begin(self, seed: int) -> None:
        pass

    def choose(self, state: State, player: int) -> Any:
        return self.what


class Named(Holds):
    name = "brave"


def test_names_and_own_bots_sit_together() -> None:
    result = simulate(pig(), 30, bots=[Holds(8), "hold_at_20"])
    assert result.finished == 30
    assert result.bots == ("Holds", "hold_at_20")
    alone = simulate(pig(), 30, bots=Holds(8))
    assert alone.bots == ("Holds", "Holds")
    assert alone == simulate(pig(), 30, bots=[Holds(8)])


@pytest.mark.parametrize("jobs", [1, 2])
def test_own_bots_that_go_round_are_counted_as_players(jobs: int) -> None:
    bots: list[str | Bot] = [Holds(3), "hold_at_20", Holds(12)]
    result = simulate(pig(players=3), 31, seed=4, bots=bots, rotated=True, jobs=jobs)
    assert [each.player for each in result.by_player] == ["Holds 1", "hold_at_20", "Holds 2"]
    assert result.games == 33
    # The same games with everybody put into the seat by hand; of each only those count in which it was so.
    wins, points = [0, 0, 0], [0, 0, 0]
    for shift in range(3):
        order = [bots[(seat - shift) % 3] for seat in range(3)]
        who = seated(pig(players=3), order)
        for part in play(pig(players=3), range(33), Plan(4, 10_000, who.names, rotated=False, own=who.own)):
            for place in (place for place, number in enumerate(part.numbers) if number % 3 == shift):
                for player in range(3):
                    seat = (player + shift) % 3
                    wins[player] += part.winners[place] >> seat & 1
                    points[player] += part.scores[seat][place]
    assert [each.wins for each in result.by_player] == wins
    assert [round(each.score.mean * 33) for each in result.by_player if each.score] == points


def test_own_bots_are_compared_with_the_same_luck_and_seats() -> None:
    found = compare(pig(30), pig(20), games=40, bots=[Holds(5), "hold_at_20"])
    assert found.bots == ("Holds", "hold_at_20")
    assert found.line("turns").verdict == "effect"
    assert found.line("wins.Holds").a is not None
    assert (
        found.to_json()
        == compare(pig(30), pig(20), games=40, bots=[Holds(5), "hold_at_20"], jobs=2).to_json()
    )
    same = compare(pig(), pig(), games=20, bots=[Holds(5), Holds(9)])
    assert {line.verdict for line in same.lines} <= {"same", "never"}


def test_a_comparison_and_a_simulation_have_the_same_games() -> None:
    bots = [Holds(5), Holds(11)]
    found = compare(pig(), pig(20), games=30, seed=7, bots=bots)
    alone = simulate(pig(), 30, seed=7, bots=bots, rotated=True)
    for player in alone.by_player:
        assert found.line(f"wins.{player.player.replace(' ', '.')}").a == pytest.approx(100 * player.win_rate)


def test_a_name_means_the_same_player_on_both_sides() -> None:
    shy = Named(4)
    with_brave = rw.load_text(SOURCE.replace("strategies:", "strategies:\n  brave: {prefer: {hold: 1}}", 1))
    found = compare(rw.load("pig"), with_brave, games=6, bots=[shy, "hold_at_20"])
    assert found.bots == ("own brave", "hold_at_20")
    assert {line.verdict for line in found.lines} <= {"same", "never"}


def test_names_tell_bots_apart() -> None:
    one, other = Holds(3), Holds(4)
    game = pig(players=3)
    assert seated(game, [one, other, one]).names == ("Holds 1", "Holds 2", "Holds 1")
    assert seated(game, [Named(1), one, "random"]).names == ("brave", "Holds", "random")
    shy = Named(1)
    shy.name = "hold_at_20"
    assert seated(game, [shy, "hold_at_20", "random"]).names == ("own hold_at_20", "hold_at_20", "random")
    assert seated(game, "random,greedy,rollouts:5").names == ("random", "greedy", "rollouts:5")


@pytest.mark.parametrize(
    ("bots", "error", "message"),
    [
        ([Holds(1), "hold_at_2"], ValueError, "seat 2: nobody called `hold_at_2` plays Pig; did you mean"),
        (
            [Holds, Holds],
            TypeError,
            r"seat 1: `Holds` cannot be called without arguments .*: give a bot, `Holds\(\.\.\.\)`, or",
        ),
        (Holds, TypeError, "`Holds` cannot be called without arguments"),
        ([partial(Holds), "random"], TypeError, "missing a required argument: 'least'"),
        ([Holds(1), None], TypeError, "seat 2: None cannot play: a bot is a name"),
        (5, TypeError, "5 cannot play: .* a list with one for each seat"),
        ([Holds(1)] * 3, ValueError, "3 bots are given, and 2 play"),
        ([], ValueError, "0 bots are given"),
        ("greedyy", ValueError, "did you mean `greedy`"),
    ],
)
def test_who_cannot_play_is_told_before_any_game(bots: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        simulate(pig(), 2, bots=bots)
    with pytest.raises(error, match=message):
        compare(pig(), pig(), 2, bots=bots)


@pytest.mark.parametrize(
    ("gives", "message"),
    [
        (0, r"gave 0, .* `state.game.action_from_id\(0\)` makes one of an id \(`Gives` in seat 2, after 1 actions"),
        (None, "gave None, .*: is a `return` missing"),
        (3.5, "gave 3.5, and one of"),
    ],
)  # fmt: skip
def test_a_bot_that_gives_no_action_is_named(gives: object, message: str) -> None:
    bots = [Gives("hold"), Gives(gives)]
    with pytest.raises(TypeError, match=message.replace("`Gives`", "`Gives 2`")):
        simulate(pig(), 2, bots=bots)
    with pytest.raises(TypeError, match="`choose` of `Gives 2`"):
        compare(pig(), pig(), 2, bots=bots)


def test_what_goes_wrong_in_a_bot_says_where() -> None:
    game = rw.load("tic-tac-toe")
    with pytest.raises(rw.IllegalAction) as refused:
        simulate(game, 2, bots=[Gives(game.action("mark a1")), "random"])
    assert "`Gives` in seat 1, after 2 actions of the game with seed" in refused.value.__notes__[0]
    with pytest.raises(rw.UnknownMove) as unknown:
        simulate(game, 2, bots=[Gives("plaice a1"), "random"], jobs=2)
    assert "`Gives` in seat 1, after 0 actions" in unknown.value.__notes__[0]
    with pytest.raises(TypeError, match="begin") as begun:
        simulate(game, 2, bots=["random", NoSeed()])  # type: ignore[list-item]  # so it is meant
    assert "`NoSeed` in seat 2, in `begin`, before the game with seed" in begun.value.__notes__[0]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"games": 0}, ValueError, "`games` is a whole number from 1 on, not 0"),
        ({"games": -3}, ValueError, "not -3"),
        ({"games": "3"}, TypeError, "`games` is a whole number from 1 on, not '3'"),
        ({"games": 3, "jobs": 0}, ValueError, "`jobs` is a whole number from 1 on"),
        ({"games": 3, "max_actions": 0}, ValueError, "`max_actions`"),
    ],
)
def test_numbers_that_cannot_be_are_told(given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        simulate(pig(), **given)
    with pytest.raises(error, match=message):
        compare(pig(), pig(), **given)


def test_games_that_were_not_loaded_are_told() -> None:
    with pytest.raises(TypeError, match=r"`game_a` has to be a game .*: rulewright.load\('pig'\)"):
        compare("pig", "x.overlay.yaml")  # type: ignore[arg-type]  # what somebody might write
    with pytest.raises(TypeError, match="`game_b`"):
        compare(pig(), "x.overlay.yaml")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"`game` has to be a game that was loaded, and is 'pig'"):
        bot_names("pig")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`game` has to be a game"):
        simulate("pig", 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="both say who plays"):
        simulate(pig(), 3, bots=RandomBot(), players=("random", "random"))


class Eight(Holds):
    """A class whose call makes a bot."""

    def __init__(self) -> None:
        super().__init__(8)


def makes_eight() -> Bot:
    return Holds(8)


class Counts(Holds):
    """Knows how many games it began, which pickle would copy."""

    made = 0

    def __init__(self) -> None:
        super().__init__(8)
        type(self).made += 1

    def __reduce__(self) -> Any:
        raise AssertionError("bots of a factory are not copied")


@pytest.mark.parametrize("factory", [Eight, makes_eight, partial(Holds, 8), partial(partial(Holds), least=8)])
def test_classes_and_functions_make_bots(factory: Any) -> None:
    mine = simulate(pig(), 20, bots=[Holds(8), "hold_at_20"])
    made = simulate(pig(), 20, bots=[factory, "hold_at_20"])
    assert made.seats == mine.seats
    assert made.bots[0] == {Eight: "Eight", makes_eight: "makes_eight"}.get(factory, "Holds")
    assert simulate(pig(), 20, bots=[factory, "hold_at_20"], jobs=2) == made
    with ThreadPoolExecutor(2) as threads:
        assert simulate(pig(), 20, bots=[factory, "hold_at_20"], executor=threads) == made
    both = compare(pig(), pig(20), games=20, bots=[factory, "hold_at_20"]).to_json()
    assert compare(pig(), pig(20), games=20, bots=[factory, "hold_at_20"], jobs=2).to_json() == both


def test_each_seat_has_a_bot_of_its_own_from_a_factory() -> None:
    Counts.made = 0
    assert simulate(pig(), 30, bots=Counts).bots == ("Counts", "Counts")
    assert Counts.made == 2
    with ThreadPoolExecutor(1) as threads:
        assert simulate(pig(), 30, bots=Counts, executor=threads) == simulate(pig(), 30, bots=Counts)


def test_bots_of_the_caller_play_on_a_pool_of_processes() -> None:
    bots: list[str | Bot | Callable[[], Bot]] = [partial(Holds, 3), Holds(9)]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as processes:
        assert simulate(pig(), 40, bots=bots, executor=processes) == simulate(pig(), 40, bots=bots)
        found = compare(pig(), pig(20), games=30, bots=bots, executor=processes)
    assert found.to_json() == compare(pig(), pig(20), games=30, bots=bots).to_json()


def test_bots_that_cannot_be_sent_to_other_processes_are_named_before_any_game() -> None:
    class Local(Holds):
        pass

    never = ThreadPoolExecutor(1)
    never.shutdown()
    ways = r"cannot be sent to other processes .*at the top of a module .*functools\.partial\(Class, \.\.\.\).*use jobs=1"
    for bot, name in ((Local(3), "Local"), (lambda: Holds(3), "lambda"), (partial(Local, 3), "Local")):
        with pytest.raises(TypeError, match=f"the bot `{name}` {ways}"):
            simulate(pig(), 20, bots=[bot, "random"], jobs=2)
        with pytest.raises(TypeError, match=f"the bot `{name}` {ways}"):
            simulate(pig(), 20, bots=[bot, "random"], executor=never)
        with pytest.raises(TypeError, match=f"the bot `{name}` {ways}"):
            compare(pig(), pig(), games=20, bots=[bot, "random"], executor=never)
        assert simulate(pig(), 2, bots=[bot, "random"]).bots == (name, "random")


def test_what_a_factory_makes_has_to_be_a_bot() -> None:
    with pytest.raises(TypeError, match="`int` made 0, which cannot play"):
        simulate(pig(), 2, bots=int)  # type: ignore[arg-type]  # no bot
    with pytest.raises(ZeroDivisionError) as raised:
        simulate(pig(), 2, bots=[lambda: 1 // 0, "random"])  # type: ignore[list-item, return-value]  # no bot
    assert raised.value.__notes__ == ["`lambda` was called to make a bot"]


SCRIPT = """
import rulewright as rw
from rulewright.play.bots import RandomBot
from rulewright.play.simulate import simulate
simulate(rw.load("tic-tac-toe"), 40, bots=RandomBot(), jobs=2)
"""


def test_a_program_without_a_guard_ends_with_what_to_do(tmp_path: Path) -> None:
    script = tmp_path / "measure.py"
    script.write_text(SCRIPT)
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=60, env=os.environ, check=False
    )
    assert ran.returncode == 1
    assert 'so the program has to do its work under `if __name__ == "__main__":`' in ran.stderr


def test_a_printed_simulation_is_the_table_of_the_command_line() -> None:
    from click.testing import CliRunner

    from rulewright.cli.simulate import command

    told = CliRunner().invoke(command, ["pig", "--bots", "keep_pace,hold_at_20", "--rotate", "--games", "20"])
    result = simulate(rw.load("pig"), 20, bots="keep_pace,hold_at_20", rotated=True)
    assert str(result) + "\n" == told.stdout
    nobody = simulate(pig(), 2, max_actions=1)
    assert str(nobody) == "Pig: 2 games, 2 players, seed 0\nNo game was finished."


def test_a_printed_comparison_has_a_line_for_each_figure() -> None:
    text = str(compare(pig(30), pig(20), games=20, bots=[Holds(5), "hold_at_20"]))
    lines = text.splitlines()
    assert lines[:2] == ["A  Pig (target 30)", "B  Pig (target 20)"]
    assert "20 games on each side with the same luck, players: Holds, hold_at_20" in lines[2]
    first = next(place for place, line in enumerate(lines) if line.startswith("WHO WINS"))
    heading, *wins = lines[first : lines.index("", first)]
    assert heading.split() == ["WHO", "WINS", "A", "B"]
    assert wins[0].startswith("Holds wins ")
    assert {line.index(" %") for line in wins} == {heading.index("A") - 1}
