"""The figures of simulate, compare, health, tune, perft, test and batches, with their names in print, in JSON and in Python.

Each row is tried when the page is written: the words have to be in the text that the command prints, the path in its JSON and the
expression in Python, and both have to have the same value. A value in JSON that no row names is an error too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

import rulewright as rw
from docs.figure_rows import COMPARE, HEALTH, PERFT, SIMULATE, SUMMARY, TEST, TUNE, Row
from rulewright.cli.main import main
from rulewright.runtime.fallbacks import Fallbacks


@dataclass(frozen=True, slots=True)
class Section:
    """The figures of a command, and a run in which they can be found: its arguments, and the result of the same run in Python."""

    title: str
    about: str
    command: Sequence[str]
    result: Any  # Any: results of all kinds
    rows: Sequence[Row]
    below: str = ""
    """The path from which paths in JSON are given."""


CONDITIONAL = {
    "WHO IS AHEAD", "must take it", "luck", "not measured", "cannot be played", "Compromises",
    "cannot be tested", "warnings: rulewright validate", "never played",
    "Stopped after", "Stopped", "variant", "played by", "broken off", "failed", "a rule failed in", "that both sides finished",
    "Too many failed", "was asked for (--precision)", "shared", "steps by the reference", "by the reference (",
    "returns", "Results worth",
}  # fmt: skip
"""Words that a report has only if there is something to say, which these runs do not have."""


def sections() -> Iterator[Section]:
    """All sections, with the results of their runs."""
    pig, quick = (rw.load("pig", options={"target": target}, engine="reference") for target in (100, 60))
    bots = "hold_at_20,random"
    common = ["--games", "40", "--bots", bots, "--engine", "reference"]
    found = rw.simulate(pig, 40, bots=bots, rotated=True)
    yield Section(
        "simulate", "`found = rulewright.simulate(game, …)`, and `found.to_json()` has what is in JSON but for `timing` and what the "
        "command line adds (a dash in the last column).",
        ["simulate", "pig", "--rotate", *common], found, SIMULATE,
    )  # fmt: skip
    yield Section(
        "A summary", "What `decisions`, `rounds`, `margin` and `score` hold.",
        ["simulate", "pig", "--rotate", *common], found.decisions, SUMMARY, "decisions",
    )  # fmt: skip
    yield Section(
        "compare", "`found = rulewright.compare(game_a, game_b, …)`. Everything of `a` is also in `b`.",
        ["compare", "pig", "pig", "--set-b", "target=60", *common], rw.compare(pig, quick, 40, bots), COMPARE,
    )  # fmt: skip
    alone = ["--seed", "0", "--engine", "reference", "--jobs", "1"]
    yield Section(
        "health", "`found = rulewright.health(\"game\", …)`, and `found.to_json()` has what is in JSON but for the verdict and what the command line adds.",
        ["health", "pig", "--players", "2", "--levels", "none", "--games", "6", "--seconds", "0", *alone],
        rw.health("pig", (), 6, None, players=2, engine="reference"), HEALTH,
    )  # fmt: skip
    wishes, knobs = (
        ["decisions in 50..60", "seat 1 wins in 50..52 %"],
        ["options.target=60..100", "options.roll_first=true, false"],
    )
    yield Section(
        "tune", "`found = rulewright.tune(\"game\", …)`, and `found.to_json()` has what is in JSON but for `timing`.",
        ["tune", "pig", "--players", "2", *(part for each in wishes for part in ("--want", each)), *(part for each in knobs for part in ("--knob", each)),
         "--bots", "hold_at_20", "--games", "240", "--way", "halving", *alone],
        rw.tune("pig", wishes, knobs, 2, bots=["hold_at_20"], games=240, way="halving", engine="reference"), TUNE,
    )  # fmt: skip
    toe = rw.load("tic-tac-toe", engine="reference")
    yield Section(
        "perft", "`found = list(rulewright.perft(game, depth))`.",
        ["perft", "tic-tac-toe", "--depth", "3", "--unique", "--engine", "reference"], list(rw.perft(toe, 3)), PERFT,
    )  # fmt: skip
    yield Section(
        "test", "The command line alone.", ["test", "tic-tac-toe", "--games", "3", "--engine", "reference"], None, TEST,
    )  # fmt: skip


def tried(section: Section) -> list[tuple[str, str, str, str]]:
    """The rows of a table, each of which holds. Raises SystemExit with those that do not."""
    text = _printed([*section.command])
    data = json.loads(_printed([*section.command, "--format", "json"], notes=False))
    if section.below:
        data = data[section.below]
    wrong = [f"{row.what}: {why}" for row in section.rows if (why := _mistake(row, text, data, section))]
    named = {row.json for row in section.rows}
    wrong += [f"no row names {path}" for path in sorted(set(_leaves(data, named)))]
    if wrong:
        raise SystemExit("\n".join([f"figures of {section.title}:", *wrong]))
    return [(row.what, _code(row.text), _code(row.json), _code(row.python)) for row in section.rows]


def fallbacks() -> list[tuple[str, str, str, str]]:
    """The rows about fall-backs, of which good runs have none."""
    found = Fallbacks(3, 4, 5, {"endless": 10, "wide-ids": 2}, singly=2)
    data, text = found.to_json(), str(found)
    rows = [
        Row("whole games", "3 games", "games", "games"),
        Row("playouts of players who look ahead", "4 playouts", "playouts", "playouts"),
        Row("single steps", "5 steps", "steps", "steps"),
        Row("steps of a batch, one at a time", "2 steps of the batch", "singly", "singly"),
        Row("reasons, each with its number", "endless", "reasons", "reasons"),
    ]
    for row in rows:
        assert row.text in text, (row.text, text)
        assert data[row.json] == getattr(found, row.python), row
    assert {row.json for row in rows} == data.keys()
    kept = {
        "3 games": "games",
        "4 playouts": "playouts",
        "5 steps": "steps",
        "2 steps of the batch": "steps of the batch",
    }
    return [(row.what, _code(kept.get(row.text, "")), _code(row.json), _code(row.python)) for row in rows]


# ------------------------------------------------------------------------------------------- private


def _printed(arguments: list[str], notes: bool = True) -> str:
    out, other = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(other):
        main(arguments)
    return out.getvalue() + (other.getvalue() if notes else "")


def _mistake(row: Row, text: str, data: Any, section: Section) -> str:
    """Why a row does not hold, or an empty text."""
    if row.text and row.text not in text and row.text not in CONDITIONAL:
        return f"`{row.text}` is not printed"
    at, inside = data, section.result
    for part in row.json.replace("[]", ".[]").split("."):
        if part.startswith("<") or part == "[]":
            if not at:
                return f"{row.json} is empty"
            at = next(iter(at.values() if isinstance(at, dict) else at))
        elif part not in at:
            return f"JSON has no {row.json}"
        else:
            at = at[part]
    if row.python:
        inside = _value(section.result, row.python)
        if row.same and _plain(inside) != at:
            return f"{row.json} is {at!r}, and {row.python} is {inside!r}"
    return ""


def _value(result: Any, expression: str) -> Any:
    """The value of an expression such as `by_player[0].wins`; an index that is a name stands for the first key."""
    path, _, key = expression.partition("[")
    if key and not key[0].isdigit():
        return next(iter(_value(result, path).values()))
    joined = expression if expression.startswith("[") else f".{expression}"
    return eval(f"result{joined}", {"result": result})  # expressions of this module


def _plain(value: Any) -> Any:
    if hasattr(value, "to_json"):
        value = value.to_json()
    elif hasattr(value, "__dataclass_fields__"):
        value = {name: getattr(value, name) for name in value.__dataclass_fields__}
    return json.loads(json.dumps(value, default=_plain))


def _leaves(data: Any, named: set[str], path: str = "") -> Iterator[str]:
    """The paths of values below which no row names anything, and which no row names."""
    finer = any(name.startswith((f"{path}.", f"{path}[")) and "<" not in name for name in named)
    if any(name.partition(".<")[0] == path for name in named) and not finer:
        return
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _leaves(value, named, f"{path}.{key}" if path else key)
    elif isinstance(data, list) and data:
        yield from _leaves(data[0], named, f"{path}[]")
    else:
        yield path


def _code(text: str) -> str:
    return f"`{text}`" if text else "–"
