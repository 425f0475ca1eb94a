"""Results as data frames: a row for each record, a column for each value in it.

    to_frame(simulate(game, 1000))                  a row for each seat
    to_frame(simulate(game, 1000), "ends")          a row for each end
    to_frame(games)                                 of any records: games one by one, plies, entries

A record within a record becomes columns with both names (`score_mean`), and a tuple of numbers by seat a column for each seat (`scores_1`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, Final

from rulewright.author.testing.checking import Checked
from rulewright.author.tuning.tune import Tuned
from rulewright.play.advising.review import Decision, Luck, Review
from rulewright.play.comparing.result import Comparison
from rulewright.play.solve import Solved
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem
from rulewright.problems.quoting import series

_OF_PROBLEMS = ("severity", "code", "file", "line", "column", "message", "help")
_OF_DECISIONS = ("step", "player", "moves", "move", "better", "lost", "is_mistake")
MISSING: Final = (
    "data frames need pandas, which is not installed; in a copy of Rulewright: pip install '.[notebook]'"
)


def to_frame(
    found: object, table: str | None = None
) -> Any:  # Any: a `pandas.DataFrame`, where pandas is installed
    """The rows of a result, or of any records, as a `pandas.DataFrame`. `table` names other rows of a result than the usual ones. Raises
    ValueError with the names that there are, TypeError for what has no rows, and ImportError without pandas."""
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError(MISSING) from error
    return pandas.DataFrame(rows(found, table))


def rows(found: object, table: str | None = None) -> list[dict[str, object]]:
    """The same as plain rows."""
    known = _tables(found)
    if table is None:
        chosen = next(iter(known.values()))
    elif table in known:
        chosen = known[table]
    else:
        near = nearest(table, known)
        meant = f"did you mean `{near}`?" if near else f"there are {series([f'`{name}`' for name in known])}"
        raise ValueError(f"there is no table `{table}` here; {meant}")
    return [dict(_flat("", each)) for each in chosen]


def _tables(found: object) -> dict[str, Iterable[object]]:
    """The tables of a result by name, the usual one first."""
    if isinstance(found, Checked | list | tuple | Iterator):
        return {"rows": found}
    if isinstance(found, Comparison):
        return {"lines": found.lines, "rows": found.rows}
    if isinstance(found, Solved):
        return {"moves": found.answer.moves, "worths": found.answer.worths}
    if isinstance(found, Review):
        return {"decisions": list(map(_decision, found.decisions)), "lucks": list(map(_luck, found.lucks))}
    if isinstance(found, Tuned):
        return {"settings": list(_settings(found)), "figures": list(_figures(found))}
    if is_dataclass(found):
        tables = {each.name: _rows(getattr(found, each.name)) for each in fields(found)}
        there = {name: records for name, records in tables.items() if records is not None}
        if there:
            return dict(sorted(there.items(), key=lambda each: each[0] not in ("seats", "decisions")))
    raise TypeError(f"{type(found).__name__} has no rows for a data frame")


def _rows(value: object) -> Iterable[object] | None:
    """A field as rows: records, or counts by name."""
    if isinstance(value, tuple) and value and all(is_dataclass(each) for each in value):
        return value
    if isinstance(value, Mapping) and value and all(isinstance(each, int) for each in value.values()):
        return [{"name": name, "count": count} for name, count in value.items()]
    return None


def _decision(each: Decision) -> dict[str, object]:
    """A decision of a review, without everything that the search found out about its other moves."""
    row: dict[str, object] = {name: getattr(each, name) for name in _OF_DECISIONS}
    return row | {"worth": tuple(float(one.value) for one in each.worth or ())}


def _luck(each: Luck) -> dict[str, object]:
    return {
        "step": each.step,
        "player": each.player,
        "gains": tuple(float(one.value) for one in each.gains),
        "results": each.results,
    }


def _settings(found: Tuned) -> Iterator[dict[str, object]]:
    """The settings of the last games: that of today, the answer, and the others that came near."""
    last = (
        ("now", found.found.today),
        ("answer", found.answer),
        *(("other", each) for each in found.found.others),
    )
    for name, each in last:
        if each is not None:
            misses = {
                wish.text: one.value for wish, one in zip(found.found.wishes, each.figures, strict=True)
            }
            yield {"setting": name, **each.values, **misses}


def _figures(found: Tuned) -> Iterator[object]:
    """What became of each wish in the games of the answer."""
    if found.answer is not None:
        for wish, one in zip(found.found.wishes, found.answer.figures, strict=True):
            yield {"wish": wish.text, **dict(_flat("", one))}


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    """The values of a record with the names of their columns."""
    start = f"{name}_" if name else ""
    if isinstance(value, Problem):
        yield from _flat(name, {each: getattr(value, each) for each in _OF_PROBLEMS})
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield from _flat(f"{start}{key}", each)
    elif hasattr(value, "to_json"):
        yield from _flat(name, value.to_json())
    elif is_dataclass(value):
        for field in fields(value):
            yield from _flat(f"{start}{field.name}", getattr(value, field.name))
    elif isinstance(value, tuple | list) and value and all(type(each) in (int, float) for each in value):
        for number, each in enumerate(value, 1):
            yield f"{start}{number}", each
    else:
        yield name, float(value) if isinstance(value, Fraction) else value
