"""The result of `tune` as sentences and tables, and as plain data.

WISH                              now                      answer
median rounds in 8..9              30   29.8 to 31.1            8   7.9 to 8.2      holds
seat 1 wins in 48..52 %        54.8 %   50.6 to 58.9 %     54.1 %   52.0 to 56.1 %  open
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import zip_longest
from string import ascii_lowercase
from typing import Any, TypeAlias

from rulewright.author.tuning.opening import Opener
from rulewright.author.tuning.turning import is_house_rule
from rulewright.language.literals import literal
from rulewright.play.tuning.effects import Effect, Point, effects
from rulewright.play.tuning.knobs import Knob, Value
from rulewright.play.tuning.searching import CONFIDENCE, Answer, Found, Measured
from rulewright.play.tuning.wishes import Wish, loss
from rulewright.problems.quoting import counted, series

Table: TypeAlias = tuple[tuple[str, ...], list[tuple[str, ...]]]
MOST_COMPROMISES = 6
MOST_REFUSED = 3
MOST_COUNTED = 1_000
"""Of more settings nobody expects that all were tried."""
MOST_KNOBS = 8
MOST_VALUES = 5
VERDICTS = {"holds": "holds", "missed": "missed", "open": "not settled"}


def report(found: Found, opener: Opener) -> list[list[str | Table]]:
    """The whole result as parts of sentences and tables, for every form in which it is printed."""
    answer = found.answer
    parts: list[list[str | Table]] = [[heading(found, opener)], [*verdict(found)]]
    if answer is not None:
        parts += [[settings(found, opener, answer)], [_wishes(found, answer)]]
    parts += [[*_knobs(found)], [*compromises(found)], [*refused(found)]]
    return [part for part in parts if part]


def heading(found: Found, opener: Opener) -> str:
    """What was played, in one line."""
    game = opener.book.game
    tried = (
        f"{found.tried:,} of {counted(found.size, 'setting')}"
        if found.size > found.tried
        else counted(found.tried, "setting")
    )
    return (
        f"{game.title}, {counted(game.num_players, 'player')}: {tried} tried in {found.games:,} games, "
        f"seed {found.trials.conditions.seed}"
    )


def verdict(found: Found) -> Iterator[str]:
    """What was found, in sentences."""
    answer = found.answer
    if answer is None:
        yield "No answer was found." if found.interrupted else "No setting that was tried can be played."
        return
    if found.interrupted:
        yield "The search was stopped before its end; this is what was known by then."
    names: dict[str, list[str]] = {name: [] for name in VERDICTS}
    for wish, figure in zip(found.wishes, answer.figures, strict=True):
        names[figure.verdict].append(f"`{wish.text}`")
    sure = f"with {CONFIDENCE:.0%} confidence".replace("%", " %")
    if answer.holds:
        which = {1: "The wish holds", 2: "Both wishes hold"}.get(
            len(found.wishes), f"All {len(found.wishes)} wishes hold"
        )
        yield f"{which} at this setting, {sure}."
        return
    if names["missed"]:
        yield f"No setting was found that holds {'the wish' if len(found.wishes) == 1 else 'all wishes'}. This one comes nearest."
        yield f"It misses {series(names['missed'])}, {sure}."
    else:
        yield "This setting comes nearest to all wishes."
    if found.tried < found.size <= MOST_COUNTED and not found.interrupted:
        yield f"{found.size - found.tried:,} of {found.size:,} settings were not tried; another search (--seed, --way) tries others."
    if names["open"]:
        few = len(names["open"]) == 1
        yield f"Whether {series(names['open'])} {'holds' if few else 'hold'} is not settled by these games: {_open(found, answer)}."


def _open(found: Found, answer: Answer) -> str:
    exact = all(
        wish.low == wish.high
        for wish, figure in zip(found.wishes, answer.figures, strict=True)
        if figure.verdict == "open"
    )
    return (
        "a range that is a single number is never certain to be met"
        if exact
        else "more games (--games) may settle it"
    )


def settings(found: Found, opener: Opener, answer: Answer) -> Table:
    """The values of the knobs, today and in the answer."""
    rows: list[tuple[str, ...]] = [
        (knob.name, opener.now(knob), value_of(knob, answer.values[knob.name])) for knob in found.space.knobs
    ]
    return ("KNOB", "now", "answer"), rows


def _wishes(found: Found, answer: Answer) -> Table:
    rows: list[tuple[str, ...]] = []
    now = found.today.figures if found.today else ()
    for wish, before, after in zip_longest(found.wishes, now, answer.figures):
        rows.append((wish_text(wish), *figure(wish, before), *figure(wish, after), VERDICTS[after.verdict]))
    return (
        "WISH",
        "now",
        f"{CONFIDENCE:.0%}".replace("%", " %"),
        "answer",
        f"{CONFIDENCE:.0%}".replace("%", " %"),
        "",
    ), rows


def wish_text(wish: Wish) -> str:
    """A wish as it was written, with its range if that depends on the game as it is."""
    if "within" not in wish.text or not all(map(math.isfinite, (wish.low, wish.high))):
        return wish.text
    return f"{wish.text} ({number(wish, wish.low)} to {number(wish, wish.high)})"


def figure(wish: Wish, found: Measured | None) -> tuple[str, str]:
    """A figure and its interval; empty if it was not measured."""
    if found is None or math.isnan(found.value):
        return "", ""
    unit = " %" if wish.measure.is_share else ""
    return (
        f"{number(wish, found.value)}{unit}",
        f"{number(wish, found.low)} to {number(wish, found.high)}{unit}",
    )


def number(wish: Wish, value: float) -> str:
    """A value of a wish's figure, shares in per cent, with as many digits as its interval can bear."""
    if wish.measure.is_share:
        return f"{100 * value:.1f}"
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def _knobs(found: Found) -> Iterator[str | Table]:
    for number, own in enumerate(effects(found)[:MOST_KNOBS]):
        if not number:
            yield what_knobs_do(found)
        points = own[0].points
        shown = sorted({at * (len(points) - 1) // (MOST_VALUES - 1) for at in range(MOST_VALUES)})
        rows = [
            (each.wish.text, *(with_half(each.wish, each.points[place]) for place in shown)) for each in own
        ]
        yield (own[0].knob.name, *(values_of(own[0].knob, points[place]) for place in shown)), rows


def what_knobs_do(found: Found) -> str:
    """What the figures of knobs are, in a sentence."""
    alone = len(found.space.knobs) == 1
    others = "" if alone else ", with the others as in the answer, as if their effects add up"
    return f"What {'the knob does' if alone else 'each knob does'}{others} (games of the search, with 95 % intervals):"


def values_of(knob: Knob, point: Point) -> str:
    """The values of a knob at a point: `40`, `on`, or `40 to 60` where several are taken together."""
    first, last = (value_of(knob, knob.values[point.places[end]]) for end in (0, -1))
    return first if len(point.places) == 1 else f"{first} to {last}"


def value_of(knob: Knob, value: Value) -> str:
    """A value of a knob as text; a house rule is on or off."""
    if is_house_rule(knob):
        return "on" if value else "off"
    return literal(value)


def with_half(wish: Wish, point: Point) -> str:
    """A figure and half of its interval: `7.1 ± 0.3`."""
    times = 100 if wish.measure.is_share else 1
    half = times * (point.high - point.low) / 2
    digits = min(max(1 - math.floor(math.log10(half)), 0), 2) if half > 0 else 1
    unit = " %" if wish.measure.is_share else ""
    return f"{times * point.value:.{digits}f} ± {half:.{digits}f}{unit}"


def compromises(found: Found) -> Iterator[str | Table]:
    """Settings that no other one beats in every wish, if no setting holds all of them."""
    answer = found.answer
    if answer is None or answer.holds or len(found.wishes) < 2 or len(found.front) < 2:
        return
    yield "Compromises among the settings that were tried (no other setting is better in every wish):"
    nearest = sorted(found.front, key=lambda each: loss(found.wishes, [one.value for one in each.figures]))
    shown = nearest[:MOST_COMPROMISES]
    rows = [
        (knob.name, *(value_of(knob, each.values[knob.name]) for each in shown)) for knob in found.space.knobs
    ]
    for place, wish in enumerate(found.wishes):
        rows.append((wish.text, *(_with_miss(wish, each.figures[place]) for each in shown)))
    rows.append(("games", *(f"{each.games:,}" for each in shown)))
    yield ("", *(f"({letter})" for letter in ascii_lowercase[: len(shown)])), rows


def _with_miss(wish: Wish, measured: Measured) -> str:
    return figure(wish, measured)[0] + (
        f", {measured.miss:{'.2g' if measured.miss < 99 else '.0f'}} % off" if measured.miss else ""
    )


def refused(found: Found) -> Iterator[str]:
    """Settings that cannot be played, with the reasons."""
    if not found.refused:
        return
    many = len(found.refused)
    yield f"{counted(many, 'setting')} cannot be played and {'was' if many == 1 else 'were'} left out:"
    by_reason: dict[str, list[str]] = {}
    for setting, reason in found.refused.items():
        values = found.space.values(setting)
        text = ", ".join(f"{name} {literal(value)}" for name, value in values.items())
        by_reason.setdefault(reason, []).append(text)
    for reason, settings in list(by_reason.items())[:MOST_REFUSED]:
        more = f" (and {len(settings) - 1} more)" if len(settings) > 1 else ""
        yield f"  {settings[0]}{more}: {reason}"


def how_found(found: Found) -> Iterator[str]:
    """How the search went, in sentences for people who were not there."""
    conditions = found.trials.conditions
    yield f"{series([f'`{name}`' for name in dict.fromkeys(conditions.players)], 'and')} played, unless a wish says otherwise."
    yield (
        f"{found.tried:,} of {counted(found.size, 'setting')} played in the search, all with the same luck. The best of them, and the game of "
        f"today, then played fresh games: the answer {found.answer.games if found.answer else 0:,} of them, with luck that the search had not seen."
    )
    yield "With 95 % confidence all intervals of the wishes hold together."


# ------------------------------------------------------------------------------------------------------- data


def as_json(found: Found, opener: Opener) -> dict[str, object]:
    """The whole result as plain data."""
    game = opener.book.game
    return {
        "game": game.name,
        "title": game.title,
        "fingerprint": game.fingerprint,
        "players": game.num_players,
        "seed": found.trials.conditions.seed,
        "bots": list(found.trials.conditions.players),
        "way": found.way,
        "settings": found.size,
        "tried": found.tried,
        "games": found.games,
        "confidence": CONFIDENCE,
        "interrupted": found.interrupted,
        "knobs": [
            {"name": knob.name, "now": opener.now(knob), "values": list(knob.values)}
            for knob in found.space.knobs
        ],
        "wishes": [
            {
                "wish": wish.text,
                "low": _finite(wish.low),
                "high": _finite(wish.high),
                "weight": wish.weight,
            }
            for wish in found.wishes
        ],
        "now": _answer(found.today),
        "answer": _answer(found.answer),
        "others": [_answer(each) for each in found.others],
        "compromises": [_answer(each) for each in found.front],
        "effects": [_effect(each) for own in effects(found) for each in own],
        "refused": [
            {"values": found.space.values(setting), "why": why} for setting, why in found.refused.items()
        ],
    }


def _answer(answer: Answer | None) -> dict[str, Any] | None:  # Any: JSON
    if answer is None:
        return None
    return {
        "values": answer.values,
        "games": answer.games,
        "holds": answer.holds,
        "figures": [
            {
                "value": _finite(each.value),
                "low": _finite(each.low),
                "high": _finite(each.high),
                "verdict": each.verdict,
                "miss": _finite(each.miss),
            }
            for each in answer.figures
        ],
    }


def _effect(effect: Effect) -> dict[str, object]:
    return {
        "knob": effect.knob.name,
        "wish": effect.wish.text,
        "points": [
            {
                "values": [effect.knob.values[place] for place in point.places],
                "value": point.value,
                "low": point.low,
                "high": point.high,
                "games": point.games,
            }
            for point in effect.points
        ],
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
