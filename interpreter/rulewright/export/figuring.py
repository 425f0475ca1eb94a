"""Figures of many games that kernels play: a simulation, or a comparison of two sets of rules.

    run = Simulating(game, "greedy,random", games=100_000, seed=1)
    run.plan()                          what the page has to let kernels play
    run.take(0, [about], [rows])        some of these games, in any order
    run.result()                        headings, sentences and tables for the page

The sums are those of `simulate` and `compare`, and so are the figures for the same seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

from rulewright.author.comparison.verdict import label, verdict
from rulewright.export.received import Buffer, Received
from rulewright.game.game import Game, from_text
from rulewright.language.players import RANDOM
from rulewright.play.compare import Comparing
from rulewright.play.comparing import result as comparisons
from rulewright.play.figures import simulation
from rulewright.play.figures.tally import Tally
from rulewright.play.running.games import Plan
from rulewright.play.simulate import TotalsOf, whole_rotations
from rulewright.runtime.counted import columns_of

Json = dict[str, Any]

MOST_ACTIONS: Final = 10_000
"""The decisions after which a game is broken off, as by `simulate`."""
COUNTED: Final = 50_000
"""The games of a part that is counted."""
MEASURED: Final = 2_000
"""The games of a part that is measured, which has a row for each."""


class Run(Protocol):
    """A run of many games."""

    def plan(self) -> Json: ...

    def take(self, first: int, parts: Sequence[Mapping[str, Any]], buffers: Sequence[Buffer]) -> None: ...

    def result(self) -> Json: ...


def simulated(game: Game) -> Game:
    """The same game, whose whole games come from a kernel."""
    return from_text(game.to_text(), Received)


def seated(players: Sequence[str], strategies: Iterable[str]) -> list[int]:
    """The players as a kernel numbers them: 0 is random, then come the strategies in their order."""
    known = [RANDOM, *strategies]
    return [known.index(name) for name in players]


class Simulating:
    """A simulation."""

    def __init__(self, game: Game, players: Sequence[str], games: int, seed: int) -> None:
        self._game = game
        rotated = len(set(players)) > 1
        self._games = whole_rotations(games, players) if rotated else games
        self._plan = Plan(seed, MOST_ACTIONS, tuple(players), rotated)
        self._tally = Tally(game, seed, players if rotated else None, players)

    def plan(self) -> Json:
        """`sides`: the rules that play, here one; `tables`: the players of each game, in turn; `size`: the games of a part."""
        program, counted = self._game.program, columns_of(self._game.program) is not None
        part = "measured" if not counted else "totals" if self._plan.at_random else "played"
        return {
            "part": part,
            "tables": _tables(self._plan, program.strategies),
            "games": self._games,
            "seed": self._plan.seed,
            "most": MOST_ACTIONS,
            "size": COUNTED if counted else MEASURED,
        }

    def take(self, first: int, parts: Sequence[Mapping[str, Any]], buffers: Sequence[Buffer]) -> None:
        """Add the games of a part, the first of which has this number."""
        [about] = parts
        executor = self._game.executor
        assert isinstance(executor, Received)
        numbers = range(first, first + about["games"])
        if "counts" in about:
            executor.put_counted(
                numbers, len(self._plan.players) if self._plan.rotated else 1, about, buffers[0]
            )
        else:
            executor.put_measured(len(numbers), about, *buffers)
        self._tally.totals.join(TotalsOf(self._plan)((self._game,), numbers))

    def result(self) -> Json:
        """The report of the games so far."""
        found = self._tally.simulation()
        heading, *rest = [each for part in simulation.report(found) for each in part]
        return {
            "heading": heading,
            "games": found.games,
            "parts": [each if isinstance(each, str) else _table(*each) for each in rest],
            "notes": _failed(found.failed, found.games),
        }


class Measuring:
    """A comparison of two games."""

    def __init__(self, games: tuple[Game, Game], players: Sequence[str], many: int, seed: int) -> None:
        self._comparing = Comparing(games, tuple(players), seed)
        self._many = self._comparing.most(many, None)
        self._plan = Plan(seed, MOST_ACTIONS, tuple(players), len(set(players)) > 1)

    def plan(self) -> Json:
        """As that of a simulation, for both sides."""
        a, b = (each.program.strategies for each in self._comparing.games)
        return {
            "part": "measured",
            "tables": _tables(self._plan, a),
            "other": _tables(self._plan, b),
            "games": self._many,
            "seed": self._plan.seed,
            "most": MOST_ACTIONS,
            "size": MEASURED,
        }

    def take(self, first: int, parts: Sequence[Mapping[str, Any]], buffers: Sequence[Buffer]) -> None:
        """Add the same games of both sides."""
        numbers = range(first, first + parts[0]["games"])
        for side, (game, about) in enumerate(zip(self._comparing.games, parts, strict=True)):
            executor = game.executor
            assert isinstance(executor, Received)
            executor.put_measured(len(numbers), about, *buffers[2 * side : 2 * side + 2])
        self._comparing.add(numbers)

    def result(self) -> Json:
        """The report of the games so far."""
        found = self._comparing.comparison()
        tables = [
            _table(
                (section, "A", "B", "B against A"),
                [(label(line.name), a, b, line.words) for line, a, b in rows],
            )
            for section, rows in comparisons.sections(found)
        ]
        said = verdict(found) if found.games else []
        return {
            "heading": comparisons.heading(found),
            "games": found.played,
            "parts": [*comparisons.cautions(found), *said, *tables],
            "notes": " ".join(comparisons.how_to_read(found)),
        }


def _tables(plan: Plan, strategies: Iterable[str]) -> list[list[int]]:
    """The players of games 0, 1, ..., until they repeat, as a kernel numbers them."""
    known = list(strategies)
    return [seated(plan.seats(number), known) for number in range(len(plan.players) if plan.rotated else 1)]


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Json:
    return {"headings": list(headings), "rows": [list(row) for row in rows]}


def _failed(failed: int, games: int) -> str:
    return f"In {failed:,} of {games:,} games a rule failed; these do not count." if failed else ""
