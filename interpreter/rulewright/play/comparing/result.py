"""What comes of a comparison: both sides, and a line for each figure. All of it is plain data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace

from rulewright.play.comparing.figures import RULES, TURNS, Figure
from rulewright.play.comparing.histogram import Histogram
from rulewright.play.comparing.partners import rows
from rulewright.play.comparing.stopping import Precision
from rulewright.play.comparing.sums import Estimate
from rulewright.play.comparing.verdicts import MOST_FAILED, Verdict, verdict_of, words_of
from rulewright.play.running.games import Failed
from rulewright.play.running.measured import Curve
from rulewright.problems.nearest import nearest


@dataclass(frozen=True, slots=True)
class Line:
    """A figure on both sides. A rate is in 100 games; `low`..`high` is the 95 % interval of `difference` (b - a), and `error` its
    standard error. `a` or `b` is None where that side can have no such thing. `p`: how probable so great a difference would be if
    there were none; `adjusted`: at which level it is an effect among all lines, None where one side only has the figure. `differing`:
    in how many games the sides are not alike. `worth`: how many games of different luck a pair is worth, None where all pairs
    differ alike."""

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
    """The line of a figure; `adjusted` as above, `sound` as in `Comparison`."""
    verdict = verdict_of(figure, estimate, adjusted, sound)
    return Line(
        figure.id, figure.section, figure.name, figure.kind, figure.unit,
        estimate.a if figure.a else None, estimate.b if figure.b else None,
        estimate.difference, estimate.low, estimate.high, estimate.error, estimate.p, adjusted, estimate.differing,
        estimate.worth, verdict, words_of(figure, estimate, verdict),
    )  # fmt: skip


def by_turns(lines: Sequence[Line]) -> Iterator[Line]:
    """Where games became longer or shorter, how often rules fire is told by the turn as well: what happens in every third
    turn happens less often in a shorter game, though nothing about it changed."""
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
    """One of the two games, and in how many of its games a rule failed or that were broken off. `curve`: how scores grew in its
    finished games; `distributions`: how often each number came up, of some figures."""

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

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name, "title": self.title, "fingerprint": self.fingerprint, "variant": self.variant,
            "options": self.options, "overlays": list(self.overlays), "failed": self.failed,
            "unfinished": self.unfinished, "failures": [failed.to_json() for failed in self.failures],
            "curve": asdict(self.curve),
            "distributions": {name: seen.to_json() for name, seen in self.distributions.items()},
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of all games. `played` on each side, `games` of them finished on both, which alone count; `tests`: among how many
    lines an effect has to be one; `bots` by player; `paired`: whether both sides had the same luck; `reached`: whether the
    precision that was asked for is, None without one; `changed_strategies`: those that players here follow and that are
    written otherwise on side B, `rollouts` following all; `changed_parts`: by strategy, whether or not somebody follows it, the places of
    what is written otherwise; `teams`: that of each seat, all different where the sides have other teams. Printed, it is the table of
    the command line."""

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
        """The lines of a table: one for partners who win and score alike."""
        return tuple(rows(self.lines, self.teams))

    @property
    def sound(self) -> bool:
        """Whether so few games failed that the others stand for all. If not, no line has a verdict about a difference."""
        return is_sound(self.played, self.a.failed, self.b.failed)

    def __str__(self) -> str:
        from rulewright.play.comparing.words import as_text

        return as_text(self)

    def line(self, id_: str) -> Line:
        """The line of a figure. ValueError if there is none."""
        found = {line.id: line for line in self.lines}
        if id_ not in found:
            raise ValueError(no_such_figure(id_, found))
        return found[id_]

    def to_json(self) -> dict[str, object]:
        """Plain data, the same for any number of jobs."""
        return {
            "a": self.a.to_json(), "b": self.b.to_json(), "players": self.players, "bots": list(self.bots),
            "changed_strategies": list(self.changed_strategies),
            "changed_parts": {name: list(parts) for name, parts in self.changed_parts.items()},
            "seed": self.seed, "paired": self.paired, "played": self.played, "games": self.games,
            "sound": self.sound, "precision": asdict(self.precision) if self.precision else None, "reached": self.reached,
            "tests": self.tests, "lines": [asdict(line) for line in self.lines],
        }  # fmt: skip


def is_sound(played: int, *failed: int) -> bool:
    """Whether of so many games few enough failed on each side."""
    return all(each <= MOST_FAILED * played for each in failed)


def no_such_figure(id_: str, known: Iterable[str]) -> str:
    """What to say of the name of a figure that there is not."""
    names = list(known)
    near = nearest(id_, names)
    meant = f"did you mean `{near}`?" if near else f"there are {', '.join(names)}"
    return f"no figure is called `{id_}`; {meant}"
