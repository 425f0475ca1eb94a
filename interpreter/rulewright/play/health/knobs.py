"""What each house rule and each option moves: the game with it alone, next to the game as it is, with the same luck.

    knobs = Knobs("bold", games=300, looks=42, turned=(Turned("target = 50", "option", 300, (Moved("decisions", ...), ...)), ...))
    knobs.ranked            those that surely move something, the one that moves most first

Figures differ in units, so a move is measured in per cent of the usual value, for rates in games of 100.  All intervals hold together (Bonferroni), and knobs
are ranked by the end of an interval that is nearer to nothing: what they surely move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from rulewright.play.comparing.result import Line
from rulewright.play.figures.simulation import Table
from rulewright.play.figures.statistics import Z95
from rulewright.play.health.shares import distance_for
from rulewright.play.health.words import HUNDRED, rounded, who
from rulewright.problems.plain_data import compared, json_of
from rulewright.problems.quoting import counted, listed, series
from rulewright.source.dataclass import dataclass

SURE = 0.05
"""The probability that any of all these effects is none."""
GROUPS = (
    ("length", ("decisions", "rounds")),
    ("who wins", ("wins.",)),
    ("endings", ("shared", "nobody", "end.")),
    ("choices", ("choices_per_decision",)),
    ("lead changes", ("lead_changes",)),
)
"""What figures are about, with their ids or the starts of their ids."""
MOST_MOVES = 4
"""The most figures that are listed of a knob."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure of the game as it is (`usual`) and with a knob turned. `low`..`high`: the interval of the difference that holds for all figures of all knobs together, in
    per cent of the usual value, or in games of 100 for a rate; `sure`: whether it is an effect."""

    id: str
    name: str
    is_rate: bool
    usual: float
    turned: float
    moved: float
    low: float
    high: float
    sure: bool

    @property
    def surely(self) -> float:
        """How much it is moved at least, up or down."""
        return min(abs(self.low), abs(self.high)) if self.sure else 0.0

    @property
    def words(self) -> str:
        """The interval: `12 to 18 % more`."""
        low, high = sorted((abs(self.low), abs(self.high)))
        unit = " of 100 games" if self.is_rate else " %"
        ends = f"{rounded(low)}" if rounded(low) == rounded(high) else f"{rounded(low)} to {rounded(high)}"
        return f"{ends}{unit} {'more' if self.moved > 0 else 'less'}"


@dataclass(frozen=True, slots=True)
class Turned:
    """A knob that was turned alone: a value of an option, a house rule, or a variant (`sort`), in a number of games. `refused`: why it cannot be played here."""

    name: str
    sort: str
    games: int
    figures: tuple[Moved, ...]
    refused: str = ""

    @property
    def moves(self) -> tuple[Moved, ...]:
        """The figures that it surely moves, the one that it moves most first."""
        return tuple(sorted((each for each in self.figures if each.sure), key=lambda each: -each.surely))


@dataclass(frozen=True, slots=True)
class Knobs:
    """All knobs that were turned, between these players. `looks`: the number of figures for which intervals hold together."""

    players: str
    looks: int
    turned: tuple[Turned, ...]

    @property
    def ranked(self) -> tuple[Turned, ...]:
        """The knobs that surely move something, the one that moves most first."""
        moving = [each for each in self.turned if each.moves]
        return tuple(sorted(moving, key=lambda each: -each.moves[0].surely))

    def to_json(self) -> dict[str, object]:
        """Plain data, ranked."""
        order = [*self.ranked, *(each for each in self.turned if not each.moves)]
        return {
            **json_of(self, "players", "looks"),
            "turned": [
                {**json_of(each, *compared(each)), "moves": [moved.id for moved in each.moves]}
                for each in order
            ],
        }


def is_looked_at(line: Line) -> bool:
    """Whether the report looks at a figure of a comparison."""
    return line.a is not None and line.b is not None and group_of(line.id) is not None


def group_of(figure: str) -> str | None:
    """What a figure is about."""
    for name, starts in GROUPS:
        if any(figure == start or (start.endswith(".") and figure.startswith(start)) for start in starts):
            return name
    return None


def knobs_of(players: str, compared_: Sequence[tuple[str, str, int, Sequence[Line], str]]) -> Knobs:
    """The knobs from the lines of their comparisons: (name, sort, games, lines, refused) of each."""
    looks = sum(is_looked_at(line) for *_, lines, _ in compared_ for line in lines)
    turned = [
        Turned(
            name, sort, games, tuple(moved_of(line, looks) for line in lines if is_looked_at(line)), refused
        )
        for name, sort, games, lines, refused in compared_
    ]
    return Knobs(players, looks, tuple(turned))


def moved_of(line: Line, looks: int) -> Moved:
    """A figure from its line. It is an effect if its interval leaves out 0 and its level is small enough for this number of looks, which may differ in few games."""
    usual, turned = line.a or 0.0, line.b or 0.0
    is_rate = line.kind == "rate"
    scale = 1.0 if is_rate else HUNDRED / abs(usual) if usual else 0.0
    wider = distance_for(looks) / Z95
    low = line.difference - wider * (line.difference - line.low)
    high = line.difference + wider * (line.high - line.difference)
    sure = not low <= 0 <= high and line.p * looks <= SURE and line.verdict in ("effect", "perhaps")
    least, most = -HUNDRED, HUNDRED if is_rate else inf  # no figure is less than nothing
    return Moved(
        line.id, line.name, is_rate, usual, turned, scale * line.difference, max(scale * low, least), min(scale * high, most), bool(sure and scale)
    )  # fmt: skip


def said_of(knobs: Knobs) -> Iterator[str]:
    """A sentence for the verdict, if there is something to say."""
    played = [each for each in knobs.turned if each.games]
    if not played:
        return
    most = []
    for group in ("length", "who wins", "choices"):
        best = strongest(knobs, group)
        if best is not None:
            turned, moved = best
            most.append(f"{group} most by `{turned.name}` ({moved.name}: {moved.words})")
    what = counted(len(played), "house rule or value of an option", "house rules and values of options")
    if most:
        yield f"{len(knobs.ranked)} of {what} surely move{'s' if len(knobs.ranked) == 1 else ''} something: {series(most)}."
    else:
        yield f"Of {what} none surely moves length, wins, endings or choices."


def strongest(knobs: Knobs, group: str) -> tuple[Turned, Moved] | None:
    """The knob that surely moves a figure of a group most."""
    found = [(each, moved) for each in knobs.turned for moved in each.moves if group_of(moved.id) == group]
    return max(found, key=lambda pair: pair[1].surely, default=None)


def section_of(knobs: Knobs) -> Iterator[str | Table]:
    """Sentences and tables for the report."""
    played = [each for each in knobs.turned if each.games]
    if played:
        yield (
            f"Each alone, next to the game as it is, with the same luck, between {who(knobs.players)}. Intervals hold for all {knobs.looks:,} figures together; "
            "the order is that of what is surely moved, in per cent or in games of 100."
        )
    rows: list[tuple[str, ...]] = [
        (each.name if first else "", each.sort if first else "", f"{each.games:,}" if first else "", moved.name,
         _number(moved, moved.usual), _number(moved, moved.turned), moved.words)
        for each in knobs.ranked
        for first, moved in zip((True, *(False,) * MOST_MOVES), each.moves[:MOST_MOVES], strict=False)
    ]  # fmt: skip
    if rows:
        yield ("knob", "", "games", "moves", "as it is", "with it", "by, for all lines"), rows
    still = [each.name for each in played if not each.moves]
    if still:
        yield f"No effect was found of {listed(still)}."
    refused = [each for each in knobs.turned if each.refused]
    for each in refused:
        yield f"`{each.name}` cannot be played at this table: {each.refused}"


def _number(moved: Moved, value: float) -> str:
    return f"{value:.1f}" if moved.is_rate else f"{value:,.4g}"
