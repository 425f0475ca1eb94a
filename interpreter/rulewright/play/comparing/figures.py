"""The figures that are measured for two games, in the order in which a game designer reads them.

    figures(game_a, game_b, ("bold", "cautious"))       turns, rounds, decisions, wins, scores, ...

First the length of games, then wins, scores, the course of play, the ends, and last every action and rule separately.
An action or rule that only one rulebook has is a figure too, which the other side does not have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import lcm
from operator import attrgetter
from typing import Literal, TypeAlias

from rulewright.game.game import Game
from rulewright.game.results.standing import keeps_score
from rulewright.language.types import Integer
from rulewright.play.comparing.sums import Column, Means, Rates, Ratios, Sums
from rulewright.play.figures.margins import shared, sides_of
from rulewright.play.figures.worths import Worths
from rulewright.play.running.measured_games import Measured
from rulewright.runtime.fast import counted_rules
from rulewright.source.dataclass import dataclass

Kind: TypeAlias = Literal["mean", "rate", "ratio"]
Read: TypeAlias = Callable[[Measured], Column]
"""Reads a figure from the columns of games: a whole number for each game."""

LENGTH, WINS, SCORES, COURSE, ENDS, RULES = (
    "length", "who wins", "scores", "course of play", "how it ends", "actions and rules",
)  # fmt: skip
A_GAME = "a game"
MOST_WORTHS = 12
"""The most numbers that results may count whose rates are figures each."""
TURNS = "turns"
"""The id, name and unit of the number of turns."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure. `a` and `b` read it from the games of a side, None if the side does not have it; a ratio is divided by `under`, a mean
    by `parts`. `up` and `down` are the words for more and less, `unit` is what is counted. A rate is in 100 games."""

    id: str
    section: str
    name: str
    kind: Kind
    up: str
    down: str
    unit: str
    a: Read | None
    b: Read | None
    under: Read | None = None
    parts: int = 1

    def sums(self) -> Sums:
        """Empty sums for this figure."""
        match self.kind:
            case "mean":
                return Means(self.parts)
            case "rate":
                return Rates()
            case "ratio":
                return Ratios()

    def add(self, sums: Sums, a: Measured, b: Measured) -> None:
        """Add the figure of some games. It is 0 on a side that does not have it."""
        one, other = (
            (0,) * len(games.numbers) if read is None else read(games)
            for read, games in ((self.a, a), (self.b, b))
        )
        if self.under is None:
            sums.add(one, other)
        else:
            sums.add(one, other, self.under(a), self.under(b))


def figures(game_a: Game, game_b: Game, bots: Sequence[str]) -> list[Figure]:
    """All figures of a comparison of two games with equal numbers of players."""
    return [
        *_lengths(),
        *_wins(game_a, game_b, bots),
        *_scores(game_a, game_b, bots),
        *_course(game_a, game_b),
        *_worths(game_a, game_b, bots),
        *_ends(game_a, game_b),
        *_rules(game_a, game_b),
    ]


def _lengths() -> Iterator[Figure]:
    for name in (TURNS, "rounds", "decisions"):
        read = attrgetter(name)
        yield Figure(name, LENGTH, name, "mean", "longer", "shorter", name, read, read)


def _wins(game_a: Game, game_b: Game, bots: Sequence[str]) -> Iterator[Figure]:
    def rate(id_: str, name: str, a: Read, b: Read | None = None) -> Figure:
        return Figure(id_, WINS, name, "rate", "more often", "less often", "in 100 games", a, b or a)

    players = game_a.num_players
    if len(set(bots)) > 1:
        for player, name in enumerate(players_named(bots)):
            yield rate(f"wins.{_in_ids(name)}", f"{name} wins", partial(_player_wins, player))
    for seat in range(players):
        yield rate(f"wins.{seat + 1}", f"seat {seat + 1} wins", partial(_seat_wins, seat))
    if players > 1:
        a, b = (partial(_shared, sides_of(game.program.teams)) for game in (game_a, game_b))
        yield rate("shared", "the win is shared", a, b)
        yield rate("nobody", "nobody wins", _nobody)


def players_named(bots: Sequence[str]) -> list[str]:
    """The names of bots by player, numbered where several are the same: `bold 1`, `bold 2`, `cautious`."""
    given: dict[str, int] = {}
    names: list[str] = []
    for bot in bots:
        given[bot] = given.get(bot, 0) + 1
        names.append(f"{bot} {given[bot]}" if bots.count(bot) > 1 else bot)
    return names


def _in_ids(name: str) -> str:
    """The name of a player in the id of a figure: `bold.1`."""
    return name.replace(" ", ".")


def _scores(game_a: Game, game_b: Game, bots: Sequence[str]) -> Iterator[Figure]:
    sides = [keeps_score(game.program) for game in (game_a, game_b)]
    if not any(sides):
        return

    def score(id_: str, name: str, read: Read, parts: int = 1) -> Figure:
        a, b = (read if scored else None for scored in sides)
        return Figure(id_, SCORES, name, "mean", "higher", "lower", "points", a, b, parts=parts)

    players = game_a.num_players
    yield score("score", "score" if players == 1 else "mean score", _all_scores, players)
    if len(set(bots)) > 1:
        for player, name in enumerate(players_named(bots)):
            yield score(f"score.{_in_ids(name)}", name, partial(_player_score, player))
    if players > 1:
        for seat in range(players):
            yield score(f"score.{seat + 1}", f"seat {seat + 1}", partial(_score, seat))


def _course(game_a: Game, game_b: Game) -> Iterator[Figure]:
    lead_changes = attrgetter("lead_changes")
    a, b = (lead_changes if keeps_score(game.program) else None for game in (game_a, game_b))
    if game_a.num_players > 1 and (a or b):
        yield Figure("lead_changes", COURSE, "lead changes", "mean", "more", "fewer", A_GAME, a, b)
    for unit, one, under in (("decisions", "turn", "turns"), ("choices", "decision", "decisions")):
        name, read = f"{unit} per {one}", attrgetter(unit)
        id_ = name.replace(" ", "_")
        yield Figure(id_, COURSE, name, "ratio", "more", "fewer", unit, read, read, attrgetter(under))


def _worths(game_a: Game, game_b: Game, bots: Sequence[str]) -> Iterator[Figure]:
    """What results count, and what each player gains, if an end of a game has a `worth`."""
    worths = [Worths(game) for game in (game_a, game_b)]
    if not any(each.exist for each in worths):
        return
    worth = attrgetter("worth")
    yield Figure("worth", COURSE, "worth of the result", "mean", "more", "less", "points", worth, worth)
    scale = lcm(*(each.scale for each in worths))
    players = list(enumerate(players_named(bots))) if len(set(bots)) > 1 else []
    for player, name in players:
        a, b = (partial(_player_returns, each, scale // each.scale, player) for each in worths)
        id_ = f"returns.{_in_ids(name)}"
        yield Figure(id_, COURSE, f"returns of {name}", "mean", "more", "less", "points", a, b, parts=scale)
    for seat in range(game_a.num_players):
        a, b = (partial(_seat_returns, each, scale // each.scale, seat) for each in worths)
        name = f"returns of seat {seat + 1}"
        yield Figure(f"returns.{seat + 1}", COURSE, name, "mean", "more", "less", "points", a, b, parts=scale)


def _ends(game_a: Game, game_b: Game) -> Iterator[Figure]:
    sides = [{end.id: number for number, end in enumerate(game.program.ends, 1)} for game in (game_a, game_b)]
    for name in dict.fromkeys((*sides[0], *sides[1])):
        a, b = (partial(_ended, side[name]) if name in side else None for side in sides)
        yield Figure(f"end.{name}", ENDS, name, "rate", "more often", "less often", "in 100 games", a, b)
    for worth in _few_worths(game_a, game_b):
        read = partial(_counts, worth)
        name = f"result worth {worth}"
        yield Figure(
            f"worth.{worth}", ENDS, name, "rate", "more often", "less often", "in 100 games", read, read
        )


def _few_worths(*games: Game) -> Sequence[int]:
    """How much a result may count, by the declared ranges, if these are few numbers and not only 1."""
    declared = [end.worth.type for game in games for end in game.program.ends if end.worth is not None]
    most = max((type_.high for type_ in declared if isinstance(type_, Integer)), default=1)
    return range(1, most + 1) if 1 < most <= MOST_WORTHS else ()


def _rules(game_a: Game, game_b: Game) -> Iterator[Figure]:
    sides = [
        {rule: number for number, rule in enumerate(counted_rules(game.program))} for game in (game_a, game_b)
    ]
    paths = list(dict.fromkeys((*sides[0], *sides[1])))
    for path, name in zip(paths, rules_named(paths), strict=True):
        a, b = (partial(_fired, side[path]) if path in side else None for side in sides)
        yield Figure(f"fired.{path}", RULES, name, "mean", "more often", "less often", A_GAME, a, b)


def rules_named(paths: Sequence[str]) -> list[str]:
    """Short names of actions and rules: the last part of their path, or the whole path if that is ambiguous."""
    shorts = [_short(path) for path in paths]
    return [short if shorts.count(short) == 1 else path for short, path in zip(shorts, paths, strict=True)]


def _short(path: str) -> str:
    parts = path.split(".")
    if parts[0] != "phases":
        return path
    return parts[-1] if parts[-2] == "as_soon_as" else ".".join(parts[1:])


# ----------------------------------------------------------------------------------------------- what is read


def _seat_wins(seat: int, games: Measured) -> Column:
    return [won >> seat & 1 for won in games.winners]


def _player_wins(player: int, games: Measured) -> Column:
    """Players move one seat on with each game; see `play.running.games.Plan`."""
    seats = len(games.scores)
    return [
        won >> (player + number) % seats & 1
        for won, number in zip(games.winners, games.numbers, strict=True)
    ]  # fmt: skip


def _player_score(player: int, games: Measured) -> Column:
    seats = len(games.scores)
    return [
        games.scores[(player + number) % seats][place] for place, number in enumerate(games.numbers)
    ]  # fmt: skip


def _shared(sides: Sequence[int], games: Measured) -> Column:
    return [shared(sides, won) for won in games.winners]


def _nobody(games: Measured) -> Column:
    return [won == 0 for won in games.winners]


def _all_scores(games: Measured) -> Column:
    return list(map(sum, zip(*games.scores, strict=True)))


def _score(seat: int, games: Measured) -> Column:
    return games.scores[seat]


def _counts(worth: int, games: Measured) -> Column:
    return [ended > 0 and each == worth for ended, each in zip(games.ended, games.worth, strict=True)]


def _seat_returns(worths: Worths, times: int, seat: int, games: Measured) -> Column:
    return [times * each for each in worths.returns(games, seat)]


def _player_returns(worths: Worths, times: int, player: int, games: Measured) -> Column:
    seats = [worths.returns(games, seat) for seat in range(len(games.scores))]
    return [
        times * seats[(player + number) % len(seats)][place] for place, number in enumerate(games.numbers)
    ]  # fmt: skip


def _ended(number: int, games: Measured) -> Column:
    return [ended == number for ended in games.ended]


def _fired(rule: int, games: Measured) -> Column:
    return games.fired[rule]
