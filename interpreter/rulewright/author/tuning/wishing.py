"""Wishes as people write them.

    median rounds in 18..22
    seat 1 wins in 48..52 %, at level:2
    level:4 beats level:2 in 60..70 %, weight 3
    decisions stays within 10 %
    every seat wins in 30..37 %
    every action is taken in at least 2 % of the decisions where it is legal, at level:4

A wish names a figure, by its id or its name in `compare`, and the range in which it should be. After commas follow `at`, with the players who
play (joined by `and`), and `weight`, with a number.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

from rulewright.game.game import Game
from rulewright.play.bots import refuse_unknown
from rulewright.play.comparing.figures import Figure
from rulewright.play.health.measuring import PER_DECISION
from rulewright.play.tuning.trials import known_figures, seats_of
from rulewright.play.tuning.wishes import BEATS, TAKEN, Measure, Wish
from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import series

_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_CORE = re.compile(
    rf"(?:(?P<median>median)|(?P<mean>mean)|(?P<percent>[0-9]{{1,2}}) ?% of)? ?(?P<figure>.+?) "
    rf"(?:in (?P<low>{_NUMBER})(?: ?\.\. ?(?P<high>{_NUMBER}))?|(?:in )?at least (?P<least>{_NUMBER})|(?:in )?at most (?P<most>{_NUMBER})"
    rf"|(?:stays|stay) within (?P<within>{_NUMBER}))(?P<share> ?%)?"
)
_BEATS = re.compile(r"(\S+) beats (\S+)")
_EVERY_SEAT, _EVERY_ACTION = "every seat ", "every action is taken "
_WHERE_LEGAL = re.compile(r"(is taken [^,]*%) of the decisions (?:where|in which) it is legal")
_LEVEL = re.compile(r"\blevel (?=[0-9])")
_SHORT = {
    "ties": "shared",
    "draws": "nobody",
    "options": "choices_per_decision",
    "lead changes": "lead_changes",
}
_FORMS = (
    "`median rounds in 18..22`, `seat 1 wins in 48..52 %`, `decisions at most 60`, `level:4 beats level:2 in 60..70 %`, "
    "`rounds stays within 10 %`, `every action is taken in at least 2 %`"
)


class WishError(ValueError):
    """A wish that cannot be understood. The message has the wish, what is wrong, and what could be written."""

    def __init__(self, text: str, what: str) -> None:
        super().__init__(f"`{text}`: {what}")


def read_wishes(texts: Sequence[str], game: Game, players: Sequence[str]) -> list[Wish]:
    """The wishes about a game whose usual players these are; a wish about every seat or action is one for each. Raises WishError."""
    if not texts:
        raise WishError("", f"there is no wish; wishes look like {_FORMS}")
    return [wish for text in texts for one in _one_by_one(text, game) for wish in [_read(one, game, players)]]


def _one_by_one(text: str, game: Game) -> Iterator[str]:
    text = _WHERE_LEGAL.sub(r"\1", _LEVEL.sub("level:", " ".join(text.split())))
    if text.startswith(_EVERY_SEAT):
        for seat in range(1, game.num_players + 1):
            yield f"seat {seat} {text.removeprefix(_EVERY_SEAT)}"
    elif text.startswith(_EVERY_ACTION):
        names = [name for phase in game.program.phases if len(phase.actions) > 1 for name in phase.actions]
        if not names:
            raise WishError(text, "players of this game never choose between actions")
        for name in names:
            yield f"action {name} is taken {text.removeprefix(_EVERY_ACTION)}"
    else:
        yield text


def _read(text: str, game: Game, usual: Sequence[str]) -> Wish:
    core, *extras = (part.strip() for part in text.split(","))
    players, weight = _extras(text, extras)
    match = _CORE.fullmatch(core)
    if match is None:
        raise WishError(text, f"a wish looks like {_FORMS}")
    for name in players:
        _check_player(text, game, name)
    percent = 50 if match["median"] else int(match["percent"]) if match["percent"] else None
    measure = _measure(text, game, match["figure"], percent, players, usual)
    return _ranged(text, measure, match, weight)


def _extras(text: str, extras: Sequence[str]) -> tuple[tuple[str, ...], float]:
    players, weight = tuple[str, ...](), 1.0
    for extra in extras:
        word, _, rest = extra.partition(" ")
        if word == "at" and rest:
            players = tuple(each.strip() for each in rest.split(" and "))
        elif word == "weight" and re.fullmatch(_NUMBER, rest) and float(rest) > 0:
            weight = float(rest)
        else:
            raise WishError(
                text, f"`{extra}` after a comma: only `at PLAYERS` and `weight NUMBER` can follow there"
            )
    return players, weight


def _check_player(text: str, game: Game, name: str) -> None:
    try:
        refuse_unknown(game, name, files=True)
    except ValueError as error:
        raise WishError(text, str(error)) from None


def _measure(
    text: str, game: Game, figure: str, percent: int | None, players: tuple[str, ...], usual: Sequence[str]
) -> Measure:
    duel = _BEATS.fullmatch(figure)
    if duel is not None:
        return _duel(text, game, (duel[1], duel[2]), percent, players)
    try:
        known = known_figures(game, seats_of(game, players or usual))
    except ValueError as error:
        raise WishError(text, str(error)) from None
    found = _figure(text, known, figure)
    if percent is not None and found.kind != "mean":
        raise WishError(
            text, f"{found.name} is no number of each game, so it has no median; leave that word out"
        )
    if percent is not None and found.parts != 1:
        raise WishError(text, f"{found.name} is a mean over the seats; name one seat, such as `score.1`")
    return Measure(found.id, percent, players, found.kind == "rate" or found.id.startswith(TAKEN))


def _duel(
    text: str, game: Game, pair: tuple[str, str], percent: int | None, players: tuple[str, ...]
) -> Measure:
    if percent is not None or players:
        raise WishError(text, "`A beats B` names its players itself, and has no median")
    if game.num_players < 2:
        raise WishError(text, "one player alone beats nobody")
    for name in pair:
        _check_player(text, game, name)
    if pair[0] == pair[1]:
        raise WishError(text, f"both are {pair[0]}; name two different players")
    return Measure(BEATS, None, pair, is_share=True)


def _figure(text: str, known: Mapping[str, Figure], name: str) -> Figure:
    wanted = _SHORT.get(name, name)
    wanted = f"end.{wanted.removeprefix('ends by ')}" if wanted.startswith("ends by ") else wanted
    if wanted in known:
        return known[wanted]
    named = [figure for figure in known.values() if figure.name == wanted]
    if len(named) == 1:
        return named[0]
    if named:
        raise WishError(
            text, f"`{name}` may be {series([f'`{each.id}`' for each in named], 'or')}; write one of these"
        )
    if wanted in ("seconds", "minutes", "hours"):
        raise WishError(
            text, f"games are not timed, their decisions are counted: at {PER_DECISION:.0f} seconds a decision, 18 to 22 minutes are "
            f"`decisions in {18 * 60 / PER_DECISION:.0f}..{22 * 60 / PER_DECISION:.0f}`"
        )  # fmt: skip
    near = nearest(wanted, [*known, *(figure.name for figure in known.values())])
    guess = (
        f"did you mean `{near}`?" if near else f"figures are {series([f'`{each}`' for each in known], 'and')}"
    )
    raise WishError(text, f"there is no figure `{name}`; {guess}")


def _ranged(text: str, measure: Measure, match: re.Match[str], weight: float) -> Wish:
    if match["within"]:
        if not match["share"]:
            raise WishError(text, "`stays within` takes a percentage, as in `stays within 10 %`")
        by = float(match["within"]) / 100
        return Wish(text, measure, 1 - by, 1 + by, weight, as_now=True)
    low = float(match["low"] or match["least"] or "-inf")
    high = float(match["high"] or match["most"] or match["low"] or "inf")
    if low > high:
        raise WishError(text, f"{low:g} is above {high:g}; write the smaller number first")
    if match["share"]:
        if not measure.is_share:
            raise WishError(text, "this figure is no share; leave `%` out")
        low, high = low / 100, high / 100
    elif measure.is_share and any(math.isfinite(end) for end in (low, high)):
        raise WishError(text, "this figure is a share; write its range with `%`, as in `48..52 %`")
    return Wish(text, measure, low, high, weight)
