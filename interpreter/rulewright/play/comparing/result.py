"""The result of a comparison: both sides and a line for each figure, as plain data and in words.

    heading(found)          "2,000 games on each side with the same luck, 2 players who choose at random, seed 0"
    values(line)            ("71.3", "64.1")

`print(compare(...))` shows it as text, and the command line fits the same lines into its terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import chain, groupby
from typing import Any, TypeAlias

from rulewright.language.players import RANDOM
from rulewright.play.comparing.figures import ENDS, RULES, TURNS, Figure, players_named
from rulewright.play.comparing.histogram import Histogram
from rulewright.play.comparing.stopping import Precision
from rulewright.play.comparing.sums import Estimate
from rulewright.play.comparing.verdicts import MOST_FAILED, Verdict, numbers, verdict_of, words_of
from rulewright.play.figures.statistics import FEW, wilson
from rulewright.play.figures.texts import aligned
from rulewright.play.running.games import Failed
from rulewright.play.running.measured_games import Curve
from rulewright.problems.nearest import nearest
from rulewright.problems.plain_data import compared, json_of
from rulewright.problems.quoting import counted, series
from rulewright.runtime.fallbacks import NONE, Fallbacks
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Tabular


@dataclass(frozen=True, slots=True)
class Line:
    """A figure on both sides. A rate is in 100 games; `low`..`high` is the 95 % interval of `difference` (b - a), and `error` its
    standard error. `a` or `b` is None if that side does not have the figure. `p`: the probability of such a difference if
    there were none; `adjusted`: the level at which it is an effect among all lines, None if only one side has the figure. `differing`:
    the number of games in which the sides differ. `worth`: how many games with different luck a pair is worth, None if all pairs
    have the same difference."""

    id: str
    section: str
    name: str
    kind: str
    unit: str
    a: float | None
    b: float | None
    difference: float
    low: float
    high: float
    error: float
    p: float
    adjusted: float | None
    differing: int
    worth: float | None
    verdict: Verdict
    words: str


def line_of(figure: Figure, estimate: Estimate, adjusted: float | None, sound: bool) -> Line:
    """The line of a figure; `adjusted` as in `Line`, `sound` as in `Comparison`."""
    verdict = verdict_of(figure, estimate, adjusted, sound)
    return Line(
        figure.id, figure.section, figure.name, figure.kind, figure.unit,
        estimate.a if figure.a else None, estimate.b if figure.b else None,
        estimate.difference, estimate.low, estimate.high, estimate.error, estimate.p, adjusted, estimate.differing,
        estimate.worth, verdict, words_of(figure, estimate, verdict),
    )  # fmt: skip


def by_turns(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, with the frequency of rules also given per turn if games became longer or shorter: a rule that fires in every third
    turn fires less often in a shorter game, though nothing about it changed."""
    turns = next((line for line in lines if line.id == TURNS and line.verdict == "effect"), None)
    for line in lines:
        if (
            turns is None
            or not (turns.a and turns.b)
            or line.verdict not in ("effect", "perhaps")
            or line.section != RULES
            or (line.a, line.b) == (turns.a, turns.b)
        ):
            yield line
        else:
            a, b = (line.a or 0.0) / turns.a, (line.b or 0.0) / turns.b
            yield replace(line, words=f"{line.words}; {a:.3g} and {b:.3g} a turn")


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two games, with the numbers of its games in which a rule failed and that were broken off. `curve`: how scores grew
    in its finished games; `distributions`: histograms of some figures; `engine`: the one that played, and `fallbacks` what the
    reference carried out because machine code gave up."""

    name: str
    title: str
    fingerprint: str
    variant: str | None
    options: dict[str, int | bool | str | None]
    overlays: tuple[str, ...]
    failed: int
    unfinished: int
    failures: tuple[Failed, ...]
    curve: Curve
    distributions: dict[str, Histogram]
    engine: str = field(default="", compare=False)
    fallbacks: Fallbacks = field(default=NONE, compare=False)

    @property
    def broken_off(self) -> int:
        """The number of games that were broken off, as in a simulation."""
        return self.unfinished

    def to_json(self) -> dict[str, Any]:  # Any: JSON
        return json_of(self, *compared(self), "broken_off")


OF_SEATS = {"wins": "seats {} win", "score": "seats {}"}
"""Figures of a seat, by the start of their ids, with their names for several seats."""


def together(lines: Sequence[Line], teams: Sequence[int]) -> Iterator[Line]:
    """The lines, with one for all seats of a team where their figures are the same. `teams`: the team of each seat."""
    known = {line.id: line for line in lines}
    told: set[str] = set()
    for line in lines:
        what, _, seat = line.id.rpartition(".")
        if line.id in told:
            continue
        if what not in OF_SEATS or not seat.isdigit():
            yield line
            continue
        partners = [number for number, team in enumerate(teams, 1) if team == teams[int(seat) - 1]]
        several = [known[f"{what}.{number}"] for number in partners]
        if len(several) > 1 and all(replace(each, id=line.id, name=line.name) == line for each in several):
            told.update(each.id for each in several)
            yield replace(line, name=OF_SEATS[what].format(series(list(map(str, partners)))))
        else:
            yield line


@dataclass(frozen=True, slots=True, repr=False)
class Comparison(Tabular):
    """The result of all games. `played`: games on each side; `games`: those that both sides finished, and which alone count; `tests`:
    the number of lines for which effects are corrected; `bots` by player; `paired`: whether both sides had the same luck; `reached`:
    whether the precision that was asked for is reached, None without one; `changed_strategies`: those that players follow and that
    differ on side B (`rollouts` follows all); `changed_parts`: by strategy, followed or not, the places that differ; `teams`: the team
    of each seat, all different if the sides have different teams. Printed, it is the table of the command line."""

    a: Side
    b: Side
    players: int
    bots: tuple[str, ...]
    changed_strategies: tuple[str, ...]
    changed_parts: dict[str, tuple[str, ...]]
    seed: int
    paired: bool
    played: int
    games: int
    precision: Precision | None
    reached: bool | None
    tests: int
    lines: tuple[Line, ...]
    teams: tuple[int, ...]

    @property
    def rows(self) -> tuple[Line, ...]:
        """The lines of the table, with one for partners who win and score alike."""
        return tuple(together(self.lines, self.teams))

    @property
    def engine(self) -> str:
        """The engine that played: native if it played one of the sides."""
        return self.a.engine if self.a.engine == self.b.engine else "native"

    @property
    def fallbacks(self) -> Fallbacks:
        """What the reference carried out on both sides because machine code gave up."""
        return self.a.fallbacks + self.b.fallbacks

    @property
    def sound(self) -> bool:
        """Whether few enough games failed for the others to represent all. If not, no line has a verdict about a difference."""
        return is_sound(self.played, self.a.failed, self.b.failed)

    def __str__(self) -> str:
        return as_text(self)

    def _in_short(self) -> str:
        return f" of {self.a.title} and {self.b.title}: {counted(self.games, 'game')}"

    def line(self, id_: str) -> Line:
        """The line of a figure. Raises ValueError if there is none."""
        found = {line.id: line for line in self.lines}
        if id_ not in found:
            raise ValueError(no_such_figure(id_, found))
        return found[id_]

    def to_json(self) -> dict[str, Any]:  # Any: JSON
        """Plain data, the same for any number of jobs."""
        return json_of(
            self, "a", "b", "players", "bots", "changed_strategies", "changed_parts", "seed", "paired", "played", "games",
            "sound", "precision", "reached", "tests", "lines",
        )  # fmt: skip


def is_sound(played: int, *failed: int) -> bool:
    """Whether few enough of the played games failed on each side."""
    return all(each <= MOST_FAILED * played for each in failed)


def no_such_figure(id_: str, known: Iterable[str]) -> str:
    """The message for an unknown name of a figure."""
    names = list(known)
    near = nearest(id_, names)
    meant = f"did you mean `{near}`?" if near else f"there are {', '.join(names)}"
    return f"no figure is called `{id_}`; {meant}"


# ---------------------------------------------------------------------------------------------------- in words

WORTHWHILE = 1.5
"""The number of games with different luck that a pair must be worth for the same luck to count as a help."""
MOST_LISTED = 4
"""The largest number of strategies, or parts of them, that a sentence names."""


def as_text(found: Comparison) -> str:
    """The whole comparison as text, with columns as wide as their contents."""
    first = [f"{letter}  {called(side, other)}" for letter, side, other in _sides(found)]
    parts = ["\n".join([*first, heading(found), *cautions(found)])]
    if not found.games:
        return parts[0]
    tables = [
        [(section.upper(), "A", "B", ""), *((line.name, a, b, line.words) for line, a, b in rows)]
        for section, rows in sections(found)
    ]
    lines = iter(aligned(*chain(*tables), words=True).splitlines())
    parts += ["\n".join(next(lines) for _ in table) for table in tables]
    return "\n\n".join([*parts, "\n".join(how_to_read(found))])


def heading(found: Comparison) -> str:
    """The games that were played, in one sentence without a full stop."""
    games = f"{counted(found.played, 'game')} on each side"
    luck = "with the same luck" if found.paired else "with luck of its own"
    return f"{games} {luck}, {_players(found)}, seed {found.seed}"


def _players(found: Comparison) -> str:
    kinds = set(found.bots)
    if kinds == {RANDOM}:
        return f"{counted(found.players, 'player who chooses', 'players who choose')} at random"
    if len(kinds) == 1:
        return f"{counted(found.players, 'player')}: {found.bots[0]}"
    return f"players: {', '.join(players_named(found.bots))} (one seat further with each game)"


def values(line: Line) -> tuple[str, str]:
    """The figure on both sides; `-` for a side that does not have it."""
    there = [value for value in (line.a, line.b) if value is not None]
    interval = (0.0, 0.0) if line.verdict == "same" else (line.low, line.high)
    told = iter(numbers(interval, *there))
    percent = " %" if line.kind == "rate" else ""
    a, b = ("-" if value is None else f"{next(told)}{percent}" for value in (line.a, line.b))
    return a, b


Row: TypeAlias = tuple[Line, str, str]
"""A line with its values on both sides."""


def sections(found: Comparison) -> Iterator[tuple[str, list[Row]]]:
    """The rows under their headings, without those of figures that are 0 on both sides."""
    there = [line for line in found.rows if line.verdict != "never"]
    for section, lines in groupby(there, key=lambda line: line.section):
        yield section, [(line, *values(line)) for line in lines]


def never(found: Comparison) -> str | None:
    """The figures that are 0 on both sides, as a sentence; None if there are none."""
    names = [line.name for line in found.rows if line.verdict == "never"]
    return f"Never, on either side: {', '.join(names)}." if names else None


def cautions(found: Comparison) -> Iterator[str]:
    """Warnings about the reliability of the figures, in sentences."""
    for letter, side in (("A", found.a), ("B", found.b)):
        yield from _left_out(letter, side, found.played)
    if not found.games:
        yield "No game was finished on both sides."
        return
    if not found.sound:
        yield "Too many failed; those that are left are not like all games: no line says what the change does."
    if found.games < found.played:
        kept = (
            f"Figures are of the {found.games:,} of {counted(found.played, 'game')} that both sides finished"
        )
        shorter = found.a.unfinished or found.b.unfinished
        yield f"{kept}, and so of shorter ones than usual." if shorter else f"{kept}."
    if found.games < FEW:
        yield f"With fewer than {FEW} games intervals are rough."
    if not any(
        line.a is not None and line.b is not None for line in found.lines if line.section in (ENDS, RULES)
    ):
        yield "A and B have no action, rule or end in common, so the same luck is not the same game."
    yield from _changed_strategies(found)


def _changed_strategies(found: Comparison) -> Iterator[str]:
    """A sentence on strategies that differ on side B; those that no player follows are mentioned only if nothing else differs."""
    same_rules = found.a.fingerprint == found.b.fingerprint
    strategies = found.changed_strategies or (tuple(found.changed_parts) if same_rules else ())
    if not strategies:
        return
    names = _listed([f"`{name}`" for name in strategies])
    places = _listed(list(dict.fromkeys(part for name in strategies for part in found.changed_parts[name])))
    if not same_rules:
        written = "strategy {} is" if len(strategies) == 1 else "strategies {} are"
        yield (
            f"The {written.format(names)} written differently on the two sides ({places}), so it is not the rules alone "
            "that differ."
        )
        return
    nobody = "" if found.changed_strategies else ", and nobody here plays so (--bots)"
    plays = "plays" if len(strategies) == 1 else "play"
    yield f"The rules of A and B are the same. What differs is how {names} {plays} ({places}){nobody}."


def _listed(names: Sequence[str]) -> str:
    """All names, or the first `MOST_LISTED` and the number of the others."""
    more = [f"{len(names) - MOST_LISTED} more"]
    return series([*names[:MOST_LISTED], *more] if len(names) > MOST_LISTED + 1 else names)


def _sides(found: Comparison) -> tuple[tuple[str, Side, Side], tuple[str, Side, Side]]:
    return ("A", found.a, found.b), ("B", found.b, found.a)


def called(side: Side, other: Side) -> str:
    """A side by its title, with the variant, house rules and options that the other side does not have."""
    told = [f"variant {side.variant}"] if side.variant else []
    told += [name for name in side.overlays if name not in other.overlays]
    told += [f"{name} {value}" for name, value in side.options.items() if other.options.get(name) != value]
    return f"{side.title} ({', '.join(told)})" if told else side.title


def _left_out(letter: str, side: Side, played: int) -> Iterator[str]:
    if side.failed:
        yield f"In {letter} a rule failed in {side.failed:,} of {counted(played, 'game')}."
    if side.unfinished:
        yield f"In {letter} {side.unfinished:,} of {counted(played, 'game')} {'was' if side.unfinished == 1 else 'were'} broken off (--max-actions)."


def who_wins(found: Comparison) -> Iterator[str]:
    """For different players, the interval (Wilson) of each one's share of wins, in a sentence for each side."""
    if len(set(found.bots)) == 1 or not found.sound or not found.games:
        return
    names = players_named(found.bots)
    lines = [found.line(f"wins.{name.replace(' ', '.')}") for name in names]
    for side in ("A",) if all(line.verdict == "same" for line in lines) else ("A", "B"):
        told = []
        for name, line in zip(names, lines, strict=True):
            rate = (line.a if side == "A" else line.b) or 0.0
            low, high = (100 * end for end in wilson(round(rate * found.games / 100), found.games))
            least, most = numbers((low, high), low, high, rounded=True)
            told.append(f"{name} {least} to {most}")
        yield f"Wins of each player in 100 games of {side}, 95 % intervals: {', '.join(told)}."


def how_to_read(found: Comparison) -> Iterator[str]:
    """The meaning of the words in the lines, as far as they come up, in sentences."""
    unseen = never(found)
    if unseen:
        yield unseen
    yield from who_wins(found)
    verdicts = {line.verdict for line in found.lines}
    if verdicts & {"effect", "perhaps", "none"}:
        yield "Each interval alone contains the true difference with 95 % confidence."
    if "perhaps" in verdicts:
        others = "; the other effects hold among all lines" if "effect" in verdicts else ""
        yield f"`perhaps`: among {found.tests} lines this may be chance{others}."
    if found.paired:
        yield from _worth_of_a_pair(found)


def _worth_of_a_pair(found: Comparison) -> Iterator[str]:
    """The effect of the same luck on both sides, for the first figure that differs in some games."""
    varying = (line for line in found.rows if line.verdict in ("effect", "perhaps", "none"))
    first = next((line for line in varying if line.worth is not None), None)
    if first is None or first.worth is None:
        return
    told = f"a game says as much about {first.name} as {first.worth:.1f} with different luck."
    yield f"{use_of_luck(first.worth)} {told}"


def use_of_luck(worth: float) -> str:
    if round(worth, 1) < 1:
        return "The same luck does harm here (--unpaired gives each side its own):"
    return "With the same luck" if worth >= WORTHWHILE else "The same luck helps little here:"
