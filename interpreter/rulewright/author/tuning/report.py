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
from rulewright.language.literals import literal
from rulewright.play.tuning.searching import CONFIDENCE, Answer, Found, Measured
from rulewright.play.tuning.wishes import Wish, loss
from rulewright.problems.quoting import counted, series

Table: TypeAlias = tuple[tuple[str, ...], list[tuple[str, ...]]]
MOST_COMPROMISES = 6
MOST_REFUSED = 3
_VERDICTS = {"holds": "holds", "missed": "missed", "open": "not settled"}


def report(found: Found, opener: Opener) -> list[list[str | Table]]:
    """The whole result as parts of sentences and tables, for every form in which it is printed."""
    answer = found.answer
    parts: list[list[str | Table]] = [[heading(found, opener)], [*verdict(found)]]
    if answer is not None:
        parts += [[_settings(found, opener, answer)], [_wishes(found, answer)]]
    parts += [[*_compromises(found)], [*_refused(found)]]
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
    names: dict[str, list[str]] = {name: [] for name in _VERDICTS}
    for wish, figure in zip(found.wishes, answer.figures, strict=True):
        names[figure.verdict].append(f"`{wish.text}`")
    sure = f"with {CONFIDENCE:.0%} confidence".replace("%", " %")
    if answer.holds:
        which = "The wish holds" if len(found.wishes) == 1 else f"All {len(found.wishes)} wishes hold"
        yield f"{which} at this setting, {sure}."
        return
    if names["missed"]:
        yield f"No setting was found that holds {'the wish' if len(found.wishes) == 1 else 'all wishes'}. This one comes nearest."
        yield f"It misses {series(names['missed'])}, {sure}."
    else:
        yield "This setting comes nearest to all wishes."
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
        else "more of them may (--games)"
    )


def _settings(found: Found, opener: Opener, answer: Answer) -> Table:
    rows: list[tuple[str, ...]] = []
    for knob in found.space.knobs:
        value = answer.values[knob.name]
        shown = (
            {True: "on", False: "off"}[value]
            if isinstance(value, bool) and opener.now(knob) == "off"
            else literal(value)
        )
        rows.append((knob.name, opener.now(knob), shown))
    return ("KNOB", "now", "answer"), rows


def _wishes(found: Found, answer: Answer) -> Table:
    rows: list[tuple[str, ...]] = []
    now = found.today.figures if found.today else ()
    for wish, before, after in zip_longest(found.wishes, now, answer.figures):
        rows.append((wish_text(wish), *figure(wish, before), *figure(wish, after), _VERDICTS[after.verdict]))
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


def _compromises(found: Found) -> Iterator[str | Table]:
    answer = found.answer
    if answer is None or answer.holds or len(found.wishes) < 2 or len(found.front) < 2:
        return
    yield "Compromises among the settings that were tried (no other setting is better in every wish):"
    nearest = sorted(found.front, key=lambda each: loss(found.wishes, [one.value for one in each.figures]))
    shown = nearest[:MOST_COMPROMISES]
    rows = [(knob.name, *(literal(each.values[knob.name]) for each in shown)) for knob in found.space.knobs]
    for place, wish in enumerate(found.wishes):
        rows.append((wish.text, *(_with_miss(wish, each.figures[place]) for each in shown)))
    rows.append(("games", *(f"{each.games:,}" for each in shown)))
    yield ("", *(f"({letter})" for letter in ascii_lowercase[: len(shown)])), rows


def _with_miss(wish: Wish, measured: Measured) -> str:
    return figure(wish, measured)[0] + (f", {measured.miss:.2g} % off" if measured.miss else "")


def _refused(found: Found) -> Iterator[str]:
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


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
