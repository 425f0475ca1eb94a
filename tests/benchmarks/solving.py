"""Exact answers that are known, and what it takes to find them.

    python -m tests.benchmarks.solving [--only NAME] [--quick]
    python -m tests.benchmarks.solving --threads 2 [--only NAME] [--rounds 3]

Each row is a game, what it is worth, how many positions were looked at, the time, and the most memory of the process so far. A value that
differs from the known one, or a count, ends the run with an error. `--quick` leaves out what takes more than a minute.

`--threads` compares one thread with that number, in turns, in one sitting: the least time of each, and their ratio. The ratio that threads can give at most
follows from the share of processor time that is spent in them; on a busy machine it is the figure to go by. A solution that differs ends the run with an error.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import rulewright as rw
from rulewright.game.playouts.layers import Layers
from rulewright.play.running.crews import Crew
from rulewright.play.solving.hidden import solve_hidden
from rulewright.play.solving.layered import LayeredSolution
from rulewright.play.solving.levels.by_levels import LevelsSolution
from rulewright.play.solving.solve import solve
from rulewright.play.solving.turn_by_turn import TurnsSolution, solve_by_turns
from rulewright.play.solving.ways import solve_any
from tests.games.books import books
from tests.play.solving.small_games import MORRIS, loaded

KALAH = {
    (2, 1): 1, (2, 2): -1, (2, 3): -1, (2, 4): -1, (3, 1): 0, (3, 2): 1, (3, 3): 1,
}  # fmt: skip
"""By houses and seeds, who wins: Irving, Donkers and Uiterwijk (2000)."""


CONNECT_FOUR = {(4, 4): 161_029, (5, 4): 1_706_255, (4, 5): 3_945_711, (5, 5): 69_763_700}
"""By rows and columns the number of positions: a table of John Tromp has the same."""


@dataclass(frozen=True)
class Found:
    """What was found: a value to the first seat with a bound on its error, and the number of positions."""

    value: float
    error: float
    positions: int


@dataclass(frozen=True)
class Case:
    """A known answer. `within`: how exactly it is known. `slow`: it takes more than a minute."""

    name: str
    value: float
    find: Callable[[], Found]
    positions: int | None = None
    within: float = 1e-12
    slow: bool = False


def opened(game: rw.Game, *players: str, every: bool | None = None, most: int = 5_000_000) -> Found:
    solution = solve(game, most, every, players=players)
    worth = solution.answer.worths[0]
    return Found(worth.value, worth.error, solution.size.positions)


def by_turns(game: rw.Game, rolls: int = 2, chips: bool = False) -> Found:
    """The expected points of a game for one player."""
    solution = solve_any(game)
    assert isinstance(solution, TurnsSolution)
    last_turn_both_ways(game, solution, rolls, chips)
    worth = solution.answer.worths[0]
    return Found(worth.value, worth.error, solution.size.positions)


def last_turn_both_ways(game: rw.Game, found: TurnsSolution, rolls: int, chips: bool) -> None:
    """Compare with the solution position by position, where the last turn of a random game has one roll left. Raises AssertionError."""
    drawn = Random(1)
    for seed in range(5):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            last = state.get("count(c for c in Category if seat(1).sheet(c) == none)") == 1
            if (
                last
                and int(str(state.get("rolls"))) >= rolls
                and (not chips or state.get("seat(1).purse.count") == 1)
            ):
                one, other = solve(state).at(state), found.at(state)
                assert [move.action for move in one.moves] == [move.action for move in other.moves]
                for exact, bounds in zip(one.moves, other.moves, strict=True):
                    assert exact.worth.exact is not None
                    assert bounds.worth.low <= exact.worth.exact <= bounds.worth.high, (exact, bounds)
                break
            again: list[rw.Action] = []
            others: list[rw.Action] = []
            for action in state.legal_actions():
                (again if str(action).startswith(("reroll", "trade")) else others).append(action)
            state.apply_action(drawn.choice(again if last and again else others))


def alone(folder: Path) -> rw.Game:
    """Red Hot Yott for one player."""
    text = Path(books()["red-hot-yott"]).read_text(encoding="utf-8").partition("\nexamples:")[0]
    assert "players: 2..4" in text
    path = folder / "red-hot-yott.rulebook.yaml"
    path.write_text(text.replace("players: 2..4", "players: 1..4") + "\n", encoding="utf-8")
    return rw.load(path, players=1)


def cinq_o(**options: int) -> rw.Game:
    """Cinq-O Solitaire."""
    return rw.load("cinq-o", variant="solitaire", options=options)


def one_turn(folder: Path) -> rw.Game:
    """One round of Cinq-O, for as many points as can be had."""
    text = Path(books()["cinq-o"]).read_text(encoding="utf-8")
    before = text.partition("\nexamples:")[0]
    path = folder / "cinq-o.rulebook.yaml"
    path.write_text(f"{before}\n{ONE_TURN}", encoding="utf-8")
    return rw.load(path, variant="one_turn")


ONE_TURN = """
variants:
  one_turn:
    title: One round of Cinq-O
    about: As many points as can be had in a round.
    change: {players: 1, turns: {first: seat(1)}}
    remove: [options.first_player, options.target, options.target_check, end.target_reached, end.target_reached_this_round]
    add:
      end: {first_round: {at: round, when: round >= 1, result: highest score}}
"""


def by_levels(game: rw.Game) -> Found:
    """The fewest rounds, or the most points, of a game for one player."""
    solution = solve_any(game)
    assert isinstance(solution, LevelsSolution)
    worth = solution.answer.worths[0]
    return Found(worth.value, worth.error, solution.size.positions)


def in_layers(game: rw.Game) -> Found:
    """What the first player gets, and all positions."""
    solution = solve_any(game)
    assert isinstance(solution, LayeredSolution)
    worth = solution.answer.worths[0]
    return Found(worth.value, worth.error, solution.size.positions)


def chance(game: rw.Game, *players: str) -> Found:
    """The chance of the first seat to win."""
    found = opened(game, *players, every=False)
    return Found((1 + found.value) / 2, found.error / 2, found.positions)


def hidden(game: rw.Game) -> Found:
    solution = solve_hidden(game)
    worth = solution.answer.worths[0]
    return Found(worth.value, worth.error, solution.tree.size)


def free_joker(folder: Path) -> rw.Game:
    """Yahtzee alone in which a joker may be written into any box, and counts fully once its upper box is filled."""
    text = Path(books()["yahtzee"]).read_text(encoding="utf-8").partition("\nexamples:")[0]
    first, last = (
        text.index("          joker_upper_box_first:"),
        text.index("        do:\n          - if: joker"),
    )
    text = text[:first] + text[last:]
    for points in (25, 30, 40):
        assert f"{points} if joker or" in text
        text = text.replace(f"{points} if joker or", f"{points} if wild or")
    text = text.replace("  points:\n", "  wild: joker and me.sheet(own_box) != none\n  points:\n", 1)
    path = folder / "yahtzee.rulebook.yaml"
    path.write_text(text + "\n", encoding="utf-8")
    return rw.load(path, players=1)


def connect_four(folder: Path, rows: int, columns: int) -> rw.Game:
    """Connect four on a smaller board."""
    text = Path(books()["connect-four"]).read_text(encoding="utf-8").partition("\nexamples:")[0]
    assert BOARD in text
    path = folder / "connect-four.rulebook.yaml"
    path.write_text(text.replace(BOARD, f"{{rows: {rows}, columns: {columns}}}") + "\n", encoding="utf-8")
    return rw.load(path)


BOARD = "{rows: 6, columns: 7}"


def cases(folder: Path) -> Iterator[Case]:
    """Every known answer."""
    yield Case("tic-tac-toe", 0, lambda: opened(rw.load("tic-tac-toe")), 5_478)
    yield Case("three-mens-morris", 0, lambda: opened(loaded(folder, MORRIS)), 5_390)
    for (houses, seeds), value in KALAH.items():
        game = rw.load("kalah", options={"houses": houses, "seeds": seeds})
        yield Case(f"kalah {houses} {seeds}", value, partial(opened, game, every=False))
    yield Case("kuhn-poker", -1 / 18, lambda: hidden(rw.load("kuhn-poker", players=2)), within=1e-9)
    yield Case("leduc-poker", -0.085606424, lambda: hidden(rw.load("leduc-poker", players=2)), within=1e-9)
    yield Case("yahtzee alone", 254.587729, lambda: by_turns(rw.load("yahtzee", players=1)), within=5e-7)
    yield Case("yahtzee, joker anywhere", 254.589609, lambda: by_turns(free_joker(folder)), within=5e-7)
    yield Case("yatzy alone", 248.4399894, lambda: by_turns(rw.load("yatzy", players=1)), within=5e-8)
    yield Case(
        "red-hot-yott alone", 405.100114721, lambda: by_turns(alone(folder), 3, True), within=1e-8, slow=True
    )
    yield Case("cinq-o alone", 7.1599494461, lambda: by_levels(cinq_o()), within=1e-9, slow=True)
    yield Case(
        "cinq-o alone, two rolls",
        16.9996964271,
        lambda: by_levels(cinq_o(max_rolls=2)),
        within=1e-9,
        slow=True,
    )
    yield Case(
        "cinq-o, one round", 15.1923016511, lambda: by_levels(one_turn(folder)), within=1e-9, slow=True
    )
    for (rows, columns), positions in CONNECT_FOUR.items():
        game = connect_four(folder, rows, columns)
        name = f"connect-four {rows}x{columns}"
        yield Case(name, 0, partial(in_layers, game), positions, slow=positions > 10_000_000)
    pig = rw.load("pig", players=2)
    yield Case("pig", 0.5305927253, lambda: chance(pig), within=1e-10, slow=True)
    both = partial(chance, pig, "hold_at_20", "hold_at_20")
    yield Case("pig, both hold at 20", 0.5346983262, both, within=1e-10, slow=True)


def layered(game: rw.Game, jobs: int) -> object:
    """Everything that is worked out layer by layer."""
    layers = Layers(game)
    with Crew(jobs) as crew:
        layers.explore(game.new_initial_state().cells, 100_000_000, crew=crew)
        layers.judge(crew=crew)
    return layers.layers()


def turns(game: rw.Game, jobs: int) -> object:
    """What is worth what where turns begin."""
    return solve_by_turns(game, jobs=jobs).worths_of_starts()


def on_threads(folder: Path) -> Iterator[tuple[str, Callable[[int], object]]]:
    """What has work for several threads."""
    for rows, columns in ((4, 4), (5, 4), (4, 5)):
        yield f"connect-four {rows}x{columns}", partial(layered, connect_four(folder, rows, columns))
    for name in ("yahtzee", "yatzy"):
        yield f"{name} alone", partial(turns, rw.load(name, players=1))


@dataclass
class Timed:
    """The least time of a few runs, on the clock, of all threads together, and of those of the crew."""

    clock: float = float("inf")
    processor: float = float("inf")
    in_threads: float = 0.0

    def run(self, find: Callable[[int], object], jobs: int) -> object:
        """Once more."""
        clock, every, own = time.perf_counter(), time.process_time(), time.thread_time()
        found = find(jobs)
        every, own = time.process_time() - every, time.thread_time() - own
        self.clock = min(self.clock, time.perf_counter() - clock)
        if every < self.processor:
            self.processor, self.in_threads = every, every - own
        return found


def compare_threads(folder: Path, jobs: int, rounds: int, only: str) -> None:
    """Print a row for each. Raises AssertionError if solutions differ."""
    print(f"{'game':<24}{'1 thread':>10}{jobs:>4} threads{'ratio':>8}{'in threads':>12}{'at most':>9}")
    for name, find in on_threads(folder):
        if only not in name:
            continue
        find(1)
        one, several = Timed(), Timed()
        for _ in range(rounds):
            assert one.run(find, 1) == several.run(find, jobs), name
        share = several.in_threads / several.processor
        print(
            f"{name:<24}{one.clock:>8.2f} s{several.clock:>10.2f} s{one.clock / several.clock:>8.2f}{share:>12.0%}"
            f"{1 / (1 - share + share / jobs):>9.2f}",
            flush=True,
        )


def main() -> None:
    """Print a row for each case."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--threads", type=int)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if asked.threads is not None:
        with tempfile.TemporaryDirectory() as folder:
            compare_threads(Path(folder), asked.threads, asked.rounds, asked.only)
        return
    print(f"{'game':<24}{'value':>16}{'proved within':>15}{'positions':>15}{'seconds':>9}{'MB':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(Path(folder)):
            if asked.only in case.name and not (asked.quick and case.slow):
                show(case)


def show(case: Case) -> None:
    """Work a case out, and print its row. Raises AssertionError for another answer than the known one."""
    began = time.perf_counter()
    found = case.find()
    seconds, memory = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{case.name:<24}{found.value:>16.10f}{found.error:>15.0e}{found.positions:>15,}{seconds:>9.1f}{memory:>7.0f}",
        flush=True,
    )
    assert abs(found.value - case.value) <= case.within + found.error, f"{case.name}: {case.value} is known"
    assert case.positions in (None, found.positions), f"{case.name}: {case.positions:,} positions are known"


if __name__ == "__main__":
    main()
