"""Rules that never mattered: what no game has ever taken, fired or refused.

    idle = Idle(("random",), games=200, watched=21, rules=(IdleRule("phases.turn.actions.dig", ...),), settled=3)
    idle.bound              0.0149: with 95 % confidence each of them matters in fewer of the games
    idle.sure_bound         0.0296: the same for all of them together

Nothing was seen in n games, so more than a share p of games has it only if (1 - p)**n is at least 5 %: p is about 3 / n (the "rule of three").
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rulewright.play.figures.simulation import Table
from rulewright.play.health.words import HUNDRED, rounded, who
from rulewright.problems.plain_data import json_of
from rulewright.problems.quoting import counted, listed, series
from rulewright.source.dataclass import dataclass

MISSED = 0.05
"""How often a bound may be too small."""
RULES = ("phase", "action", "condition", "trigger", "end", "step", "rule", "definition", "line")
"""The sorts of places that are rules; others are parts of one."""
ENOUGH = 0.1
"""The verdict names such rules only if each of them matters in at most this share of the games."""
MOST_PARTS = 12
"""The most parts of rules that are listed."""
MOST_NAMED = 3
"""The most rules that a sentence names."""


@dataclass(frozen=True, slots=True)
class IdleRule:
    """A rule, or a part of one, that never mattered. `path`: the rule, and what in it; `file` and `line`: where it is; `reason`: in which way it did not matter;
    `inside`: how many parts of it did not matter for this reason."""

    path: str
    sort: str
    file: str
    line: int
    reason: str
    inside: int

    @property
    def is_part(self) -> bool:
        """Whether it is only a part of a rule."""
        return self.sort not in RULES


@dataclass(frozen=True, slots=True)
class Idle:
    """What never mattered in a number of games between these players, an equal share of each kind. `watched`: how many rules and parts might have; `settled`: how many others are
    switched on or off by options or the number of players before play."""

    players: tuple[str, ...]
    games: int
    watched: int
    rules: tuple[IdleRule, ...]
    settled: int

    @property
    def bound(self) -> float:
        """The share of games in which one of them may matter, with 95 % confidence."""
        return at_most(self.games)

    @property
    def sure_bound(self) -> float:
        """The same with 95 % confidence for all of them together."""
        return at_most(self.games, self.watched)

    def without(self, shown: Collection[str]) -> Idle:
        """The same without the actions and ends that mattered in other games, by their paths."""
        return replace(self, rules=tuple(each for each in self.rules if each.path not in shown))

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return json_of(self, "players", "games", "watched", "rules", "settled", "bound", "sure_bound")


def at_most(games: int, looks: int = 1) -> float:
    """The largest share of games that may have something that none of these had; for several looks with 95 % confidence for all of them together."""
    return float(1 - (MISSED / max(looks, 1)) ** (1 / games)) if games else 1.0


def said_of(idle: Idle) -> Iterator[str]:
    """A sentence for the verdict, if there is something to say."""
    whole = [each for each in idle.rules if not each.is_part]
    if idle.bound > ENOUGH:
        return
    if not whole:
        yield f"Every rule mattered at least once in {counted(idle.games, 'game')} between {_players(idle)}."
        return
    named = listed([each.path for each in whole], most=MOST_NAMED)
    yield (
        f"{counted(len(whole), 'rule')} never mattered in {counted(idle.games, 'game')} between {_players(idle)}: {named}. "
        f"With 95 % confidence {'each of them does' if len(whole) > 1 else 'it does'} in at most {_of_hundred(idle.bound)} of 100 games."
    )


def section_of(idle: Idle) -> Iterator[str | Table]:
    """Sentences and tables for the report."""
    if not idle.games:
        return
    whole = [each for each in idle.rules if not each.is_part]
    parts = [each for each in idle.rules if each.is_part]
    yield (
        f"Of {counted(idle.watched, 'rule and part', 'rules and parts')} that might matter at this table, {idle.watched - len(idle.rules):,} did in "
        f"{counted(idle.games, 'game')} between {_players(idle)}, or in the other games of this report."
    )
    for heading, rows in (("rule", whole), ("part of a rule", parts[:MOST_PARTS])):
        if rows:
            yield (heading, "where", "in all games"), [_row(each) for each in rows]
    if len(parts) > MOST_PARTS:
        yield f"And {counted(len(parts) - MOST_PARTS, 'more part', 'more parts')}: `simulate --coverage` lists them all."
    if idle.rules:
        yield (
            f"With 95 % confidence each of them matters in at most {_of_hundred(idle.bound)} of 100 games, and all of them together each in at most "
            f"{_of_hundred(idle.sure_bound)}. Other players may find what these did not."
        )
    if idle.settled:
        yield (
            f"Options and the number of players decide {counted(idle.settled, 'other place')} before play at this table."
        )


def _row(each: IdleRule) -> tuple[str, str, str]:
    more = f", and with it {each.inside} inside" if each.inside else ""
    return each.path, f"{each.file}:{each.line}", f"{each.reason}{more}"


def _players(idle: Idle) -> str:
    return series([who(each) for each in idle.players])


def _of_hundred(share: float) -> str:
    return f"{HUNDRED * share:.2g}" if share < 0.1 else rounded(HUNDRED * share)
