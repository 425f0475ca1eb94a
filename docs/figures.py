"""The figures of simulate, compare, perft, test and batches, with their names in print, in JSON and in Python.

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
from rulewright.cli.main import main
from rulewright.runtime.fallbacks import Fallbacks

NONE = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure. `text`: words of the report, empty if it does not have it; `json`: a path in which `[]` is each element of a list
    and `<name>` each key of an object; `python`: the same from the result. A path stands for everything below it. `same`: whether the
    values are compared."""

    what: str
    text: str
    json: str
    python: str
    same: bool = True


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


SUMMARY = (
    Row("mean", "mean", "mean", "mean"),
    Row("95 % interval of the mean", "95 %", "low", "low"),
    Row("its upper end", "95 %", "high", "high"),
    Row("least", "least", "least", "least"),
    Row("the same, older name", "least", "minimum", "minimum"),
    Row("median", "median", "median", "median"),
    Row("most", "most", "most", "most"),
    Row("the same, older name", "most", "maximum", "maximum"),
    Row("standard deviation", NONE, "sd", "sd"),
    Row("number of games", NONE, "count", "count"),
    Row("quantiles by percent", NONE, "quantiles.<percent>", "quantiles[percent]"),
)
ENGINE = (
    Row("engine that played", "Played by the", "timing.engine", "engine", False),
    Row("steps before compiling paid", "steps by the reference", "timing.early_steps", "fallbacks.early_steps", False),
    Row("what fell back to the reference", "by the reference (", "timing.fallbacks", "fallbacks", False),
)  # fmt: skip
TIMING = (Row("seconds", "s", "timing.seconds", NONE), Row("jobs", NONE, "timing.jobs", NONE))
SIMULATE = (
    Row("game", "Pig", "title", "title"),
    Row("its name", NONE, "game", "game"),
    Row("number of players", "2 players", "players", "players"),
    Row("games that were played", "40 games", "games", "games"),
    Row("games that were asked for (`--games`)", NONE, "games_asked", NONE),
    Row("whether Ctrl-C stopped it", "Stopped after", "interrupted", NONE),
    Row("seed", "seed 0", "seed", "seed"),
    Row("whether players move on", "one seat on with each game", "rotated", "rotated"),
    Row("games that ended", NONE, "finished", "finished"),
    Row("decisions: a summary", "decisions", "decisions", "decisions"),
    Row("rounds: a summary", "rounds", "rounds", "rounds"),
    Row("lead of the winner: a summary", "margin", "margin", "margin"),
    Row("name of a player", "PLAYER", "by_player[].player", "by_player[0].player"),
    Row("its bot", NONE, "by_player[].bot", "by_player[0].bot"),
    Row("wins of a player, shared ones too", NONE, "by_player[].wins", "by_player[0].wins"),
    Row("shared wins of a player", NONE, "by_player[].shared", "by_player[0].shared"),
    Row("share of games that a player wins", "wins", "by_player[].win_rate", "by_player[0].win_rate"),
    Row("its 95 % interval", "95 %", "by_player[].low", "by_player[0].low"),
    Row("its upper end", "95 %", "by_player[].high", "by_player[0].high"),
    Row("score of a player: a summary", "score", "by_player[].score", "by_player[0].score"),
    Row(
        "its return, where an end has a `worth`: a summary",
        "returns",
        "by_player[].returns",
        "by_player[0].returns",
    ),
    Row("first of two players compared", "against random", "duels[].player", "duels[0].player"),
    Row("the other", "against random", "duels[].other", "duels[0].other"),
    Row(
        "the difference of their shares",
        "wins more often by 100",
        "duels[].difference",
        "duels[0].difference",
    ),
    Row("its 95 % interval", "95 % interval", "duels[].low", "duels[0].low"),
    Row("its upper end", "95 % interval", "duels[].high", "duels[0].high"),
    Row("the sentence about them", "wins more often by", "duels[].words", "duels[0].words"),
    Row("name of a seat", "SEAT", "seats[].seat", "seats[0].seat"),
    Row("wins of a seat", NONE, "seats[].wins", "seats[0].wins"),
    Row("shared wins of a seat", NONE, "seats[].shared", "seats[0].shared"),
    Row("share of games that a seat wins", "wins", "seats[].win_rate", "seats[0].win_rate"),
    Row("its 95 % interval", "95 %", "seats[].low", "seats[0].low"),
    Row("its upper end", "95 %", "seats[].high", "seats[0].high"),
    Row("score of a seat: a summary", "score", "seats[].score", "seats[0].score"),
    Row(
        "its return, where an end has a `worth`: a summary", "returns", "seats[].returns", "seats[0].returns"
    ),
    Row("how many results count how much", "Results worth", "worths", "worths"),
    Row("how often each end came", "Ended by", "ends.<end>", "ends[end]"),
    Row("games that several won", "Ties (shared wins)", "ties", "ties"),
    Row("games that nobody won", "draws (nobody won)", "draws", "draws"),
    Row("games that were broken off", "broken off", "broken_off", "broken_off"),
    Row("seeds of the first of them", NONE, "unfinished", "unfinished"),
    Row("games in which a rule failed", "failed", "failed", "failed"),
    Row("the first of them", NONE, "failures", "failures"),
    Row("bots by seat", "played by", "bots", "bots"),
    Row("team of each seat", NONE, "teams", "teams"),
    Row("variant", "variant", "variant", "variant"),
    Row("options", NONE, "options.<option>", "options[option]"),
    Row("house rules", NONE, "overlays", "overlays"),
    Row("fingerprint of the rules", NONE, "fingerprint", "fingerprint"),
    Row("games a second", "a second", "timing.games_per_second", NONE),
    Row("the same, older name", "a second", "timing.playouts_per_second", NONE),
    *TIMING,
    *ENGINE,
)
COMPARE = (
    Row("names of both sides", "A  pig", "names", NONE),
    Row("what differs, as in `diff`", NONE, "change", NONE),
    Row("title of a side", NONE, "a.title", "a.title"),
    Row("its name", NONE, "a.name", "a.name"),
    Row("variant", "variant", "a.variant", "a.variant"),
    Row("options", NONE, "a.options.<option>", "a.options[option]"),
    Row("house rules", NONE, "a.overlays", "a.overlays"),
    Row("fingerprint of the rules", NONE, "a.fingerprint", "a.fingerprint"),
    Row("the first games of a side in which a rule failed", NONE, "a.failures", "a.failures"),
    Row("games of a side in which a rule failed", "a rule failed in", "a.failed", "a.failed"),
    Row("games of a side that were broken off", "broken off", "a.broken_off", "a.broken_off"),
    Row("the same, older name", "broken off", "a.unfinished", "a.unfinished"),
    Row("scores by round", NONE, "a.curve", "a.curve", False),
    Row("how often each value came", NONE, "a.distributions.<figure>", "a.distributions[figure]", False),
    Row("the other side", "B", "b", "b", False),
    Row("number of players", NONE, "players", "players"),
    Row("bots by player", "players: hold_at_20, random", "bots", "bots"),
    Row("strategies that differ", NONE, "changed_strategies", "changed_strategies"),
    Row("where they differ", NONE, "changed_parts", "changed_parts"),
    Row("seed", "seed 0", "seed", "seed"),
    Row("whether both sides had the same luck", "with the same luck", "paired", "paired"),
    Row("games that were played on each side", "40 games on each side", "played", "played"),
    Row("games that both sides finished", "that both sides finished", "games", "games"),
    Row("whether few enough games failed", "Too many failed", "sound", "sound"),
    Row("precision that was asked for", NONE, "precision", "precision"),
    Row("whether it was reached", "was asked for (--precision)", "reached", "reached"),
    Row("number of tests", NONE, "tests", "tests"),
    Row("its id for `line(id)`", NONE, "lines[].id", "lines[0].id"),
    Row("its section", "LENGTH", "lines[].section", "lines[0].section"),
    Row("its name", "turns", "lines[].name", "lines[0].name"),
    Row("its value on side A", "22.1", "lines[].a", "lines[0].a"),
    Row("its value on side B", "13.0", "lines[].b", "lines[0].b"),
    Row("the difference", "shorter by 9.1 turns", "lines[].difference", "lines[0].difference"),
    Row("its 95 % interval", "95 % interval", "lines[].low", "lines[0].low"),
    Row("its upper end", "95 % interval", "lines[].high", "lines[0].high"),
    Row("a mean, a rate or a ratio", NONE, "lines[].kind", "lines[0].kind"),
    Row("its unit", "turns", "lines[].unit", "lines[0].unit"),
    Row("standard error of the difference", NONE, "lines[].error", "lines[0].error"),
    Row("probability of such a difference by luck", NONE, "lines[].p", "lines[0].p"),
    Row("the same, adjusted for all lines", NONE, "lines[].adjusted", "lines[0].adjusted"),
    Row("games in which the sides differ", "in all 40 games", "lines[].differing", "lines[0].differing"),
    Row("the verdict", "no effect found", "lines[].verdict", "lines[0].verdict"),
    Row("the verdict in words", "shorter by", "lines[].words", "lines[0].words"),
    Row("games with other luck that a pair is worth", "says as much about", "lines[].worth", "lines[0].worth"),
    Row("whether Ctrl-C stopped it", "Stopped", "interrupted", NONE),
    *TIMING,
    *ENGINE,
)  # fmt: skip
PERFT = (
    Row("name of the game", NONE, "game", NONE),
    Row("number of players", NONE, "players", NONE),
    Row("ply", "ply", "plies[].ply", "[0].ply"),
    Row("sequences of moves", "sequences", "plies[].sequences", "[0].sequences"),
    Row("positions (`--unique`)", "positions", "plies[].positions", "[0].positions"),
    Row("sequences that end the game", "ended", "plies[].ended", "[0].ended"),
    Row("of these, won by a seat", "won by X", "plies[].won", "[0].won"),
    Row("won by several", "shared", "plies[].shared", "[0].shared"),
    Row("won by nobody", "drawn", "plies[].drawn", "[0].drawn"),
    Row("seconds", NONE, "timing.seconds", NONE),
    *(Row(row.what, row.text, row.json, NONE) for row in ENGINE),
)
TEST = (
    Row("seed", NONE, "seed", NONE),
    Row("a rulebook", "tic-tac-toe", "tested[].game", NONE),
    Row("whether nothing failed", "all passed", "tested[].fine", NONE),
    Row("problems because of which it cannot be tested", "cannot be tested", "tested[].problems", NONE),
    Row("examples, each with its result", "5 examples", "tested[].examples", NONE),
    Row("random games", "3 games", "tested[].games", NONE),
    Row("warnings of `validate`", "warnings: rulewright validate", "tested[].warnings", NONE),
    Row("values of options that were not played", "never played", "tested[].never_played", NONE),
    Row("promises that were broken", "failed", "tested[].broken", NONE),
    Row("whether Ctrl-C stopped it", "Stopped", "tested[].interrupted", NONE),
    Row("seconds", "s", "timing.seconds", NONE),
    *(Row(row.what, row.text, row.json, NONE) for row in ENGINE),
)
CONDITIONAL = {
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
