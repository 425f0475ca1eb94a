"""The result of a simulation, as data and as tables of text: lengths of games, wins, scores, ends.

PLAYER        wins             95 %     score             95 %   least   median   most
bold        54.1 %   53.4 to 54.8 %     75.36   74.90 to 75.82       0      100    105

`print(simulate(...))` shows these tables, and the command line fits the same ones into its terminal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypeAlias

from rulewright.language.players import RANDOM
from rulewright.play.comparing.result import is_sound
from rulewright.play.figures.rotation import Duel, Player
from rulewright.play.figures.statistics import FEW, Summary
from rulewright.play.figures.texts import aligned
from rulewright.play.running.games import Failed
from rulewright.problems.plain_data import compared, json_of
from rulewright.problems.quoting import counted, series
from rulewright.runtime.fallbacks import NONE, Fallbacks
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Tabular

Table: TypeAlias = tuple[tuple[str, ...], list[tuple[str, ...]]]
"""Headings, and rows with the same number of cells."""
MOST_WORTHS = 12
"""The most numbers in the line on how much results count."""
FIGURES = ("95 %", "least", "median", "most")


@dataclass(frozen=True, slots=True)
class Seat:
    """The results of one seat. `wins` includes shared ones; `low`..`high` is the 95 % interval of the win rate; `score` is
    None if the game keeps none, `returns` (as `state.returns()`) if every result counts once."""

    seat: str
    wins: int
    shared: int
    win_rate: float
    low: float
    high: float
    score: Summary | None
    returns: Summary | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Simulation(Tabular):
    """The result of all games. `draws`: games that nobody won; `ties`: games that several sides won; `unfinished`: seeds of the
    first games that were broken off, at most 10,000; `margin`: by how many points the winner is ahead of the second, in games with a
    winner, None if games have no margins (`play.figures.margins`); `worths`: how many results that somebody won or lost count how much, empty if
    every result counts once. Everything but `failures` and `unfinished` counts finished games only. `rotated`: players moved
    one seat on with each game; then `by_player` has the results of each player, and `duels` compare the first player with the others.
    `bots` are the names of the players, by seat, or by player if `rotated`; `teams` is the team of each seat, from 0; `options` are all
    options, `overlays` the names of the house rules, and `fingerprint` identifies the rules. `engine` is the
    one that played, and `fallbacks` what the reference carried out because machine code gave up; they are not compared. Printed, it is the table of the command
    line."""

    game: str
    players: int
    games: int
    seed: int
    finished: int
    decisions: Summary | None
    rounds: Summary | None
    seats: tuple[Seat, ...]
    draws: int
    ties: int
    ends: dict[str, int]
    failed: int
    failures: tuple[Failed, ...]
    unfinished: tuple[int, ...]
    rotated: bool
    by_player: tuple[Player, ...]
    duels: tuple[Duel, ...]
    bots: tuple[str, ...] = ()
    title: str = ""
    variant: str | None = None
    teams: tuple[int, ...] = ()
    options: dict[str, int | bool | str | None] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()
    fingerprint: str = ""
    margin: Summary | None = None
    engine: str = field(default="", compare=False)
    fallbacks: Fallbacks = field(default=NONE, compare=False)
    worths: dict[int, int] = field(default_factory=dict)

    @property
    def broken_off(self) -> int:
        """The number of games that were broken off."""
        return self.games - self.finished - self.failed

    def __str__(self) -> str:
        return as_text(self)

    def _in_short(self) -> str:
        return f" of {self.game} for {self.players}: {counted(self.games, 'game')}"

    def to_json(self) -> dict[str, Any]:  # Any: JSON
        """Plain data, the same for any number of jobs. Failed games are numbered from 1."""
        return json_of(self, *compared(self), "broken_off")


def as_text(result: Simulation) -> str:
    """The whole result as text, with columns as wide as their contents."""
    return "\n\n".join(
        "\n".join(each if isinstance(each, str) else aligned(each[0], *each[1]) for each in part)
        for part in report(result)
    )


def report(result: Simulation) -> list[list[str | Table]]:
    """The whole result as parts of sentences and tables, for every form in which it is printed."""
    if not result.finished:
        return [[heading(result), NOTHING]]
    parts: list[list[str | Table]] = [[heading(result), *cautions(result)], [lengths(result)]]
    if result.margin is not None:
        parts.append([course(result)])
    if result.rotated:
        parts += [[players(result)], [*duels(result)]]
    return [*filter(None, parts), [seats(result)], [*endings(result)]]


NOTHING = "No game was finished."


def heading(result: Simulation) -> str:
    """The games that were played, in one line."""
    many = counted(result.players, "player")
    variant = f", variant {result.variant}" if result.variant else ""
    rotated = ", everybody one seat on with each game" if result.rotated else ""
    games = f"{result.games} game{'' if result.games == 1 else 's'}"
    return f"{result.title}: {games}, {many}{variant}, seed {result.seed}{rotated}"


def cautions(result: Simulation) -> Iterator[str]:
    """Warnings about the reliability of the figures, in sentences."""
    if result.finished == 1:
        yield "One finished game gives no interval of a mean, and a rough one of how often somebody wins."
    elif result.finished < FEW:
        yield f"With fewer than {FEW} games intervals are rough."


def lengths(result: Simulation) -> Table:
    """The table of lengths of games."""
    rows: list[tuple[str, ...]] = [
        (name, *_figures(each)) for name, each in (("decisions", result.decisions), ("rounds", result.rounds))
    ]
    return ("LENGTH", "mean", *FIGURES), rows


def course(result: Simulation) -> Table:
    """The table of margins."""
    return ("COURSE", "mean", *FIGURES), [("margin", *_figures(result.margin))]


def players(result: Simulation) -> Table:
    """The table of players, each in all seats."""
    rows = [
        (
            each.player,
            *_rates(each),
            *(_figures(each.score) if each.score is not None else ()),
            *(_figures(each.returns)[:2] if each.returns is not None else ()),
        )
        for each in result.by_player
    ]
    return ("PLAYER", "wins", "95 %", *_score(result), *_returns(result)), rows


def seats(result: Simulation) -> Table:
    """The table of seats, with the names of the bots unless all are the same; partners with equal figures share a row."""
    plain = result.rotated or set(result.bots) == {RANDOM}
    together = sorted(_together(result))
    rows = [
        (series([result.seats[seat].seat for seat in several]),
         *(() if plain else (series(list(dict.fromkeys(result.bots[seat] for seat in several))),)),
         *_rates(result.seats[several[0]]),
         *(_figures(result.seats[several[0]].score) if _score(result) else ()),
         *(_figures(result.seats[several[0]].returns)[:2] if _returns(result) else ()))
        for several in together
    ]  # fmt: skip
    heading = "SEATS" if len(together) < len(result.seats) else "SEAT"
    return (
        heading,
        *(() if plain else ("played by",)),
        "wins",
        "95 %",
        *_score(result),
        *_returns(result),
    ), rows


def duels(result: Simulation) -> Iterator[str]:
    """The comparisons of the first player with the others, a sentence for each."""
    if result.duels and not is_sound(result.games, result.failed):
        yield "Too many games failed to say which player is stronger."
        return
    for duel in result.duels:
        yield f"{duel.player} against {duel.other}: {duel.words}."


def endings(result: Simulation) -> Iterator[str]:
    """The numbers of games by end, and of those that did not end, in lines."""
    yield f"Ended by: {', '.join(f'{name} {count}' for name, count in result.ends.items())}"
    if result.worths:
        decided = sum(result.worths.values())
        mean = sum(worth * many for worth, many in result.worths.items()) / decided
        listed = ", ".join(f"{worth} in {many}" for worth, many in shortened(result.worths).items())
        yield f"Results worth: {listed}; {mean:.2f} on average"
    left = [f"broken off: {result.broken_off}"] if result.unfinished else []
    left += [f"failed: {result.failed}"] if result.failed else []
    yield " · ".join([f"Ties (shared wins): {result.ties}", f"draws (nobody won): {result.draws}", *left])


# --------------------------------------------------------------------------------------------------- private


def _together(result: Simulation) -> Iterator[list[int]]:
    """The seats in groups: those of a team with equal figures, as partners who share their points have, and single seats."""
    for team in dict.fromkeys(result.teams):
        members = [seat for seat, of in enumerate(result.teams) if of == team]
        figures = [replace(result.seats[seat], seat="") for seat in members]
        yield from [members] if figures.count(figures[0]) == len(figures) else ([seat] for seat in members)


def _score(result: Simulation) -> Sequence[str]:
    """The headings of scores, none in a game that keeps none."""
    return ("score", *FIGURES) if any(seat.score is not None for seat in result.seats) else ()


def _returns(result: Simulation) -> Sequence[str]:
    """The headings of returns, none in a game in which every result counts once."""
    return ("returns", "95 %") if any(seat.returns is not None for seat in result.seats) else ()


def shortened(worths: Mapping[int, int]) -> dict[str, int]:
    """How many results count how much, in words: where they are more than can be read, in steps of ten, a hundred and so on."""
    step = 1
    while len({worth // step for worth in worths}) > MOST_WORTHS:
        step *= 10
    found: Counter[int] = Counter()
    for worth, many in worths.items():
        found[worth // step] += many
    return {
        str(each) if step == 1 else f"{each * step} to {each * step + step - 1}": found[each]
        for each in sorted(found)
    }


def _rates(seat: Seat | Player) -> tuple[str, str]:
    """The win rate and its interval."""
    return f"{100 * seat.win_rate:.1f} %", f"{100 * seat.low:.1f} to {100 * seat.high:.1f} %"


def _figures(summary: Summary | None) -> tuple[str, str, str, str, str]:
    """Mean, its interval (empty for a single game), least, median, most."""
    if summary is None:
        return "-", "", "", "", ""
    return (
        f"{summary.mean:.2f}",
        "" if summary.low is None else f"{summary.low:.2f} to {summary.high:.2f}",
        f"{summary.least:g}",
        f"{summary.median:g}",
        f"{summary.most:g}",
    )
