"""Results as data frames: a row for each record, a column for each value in it.

    to_frame(simulate(game, 1000))                  a row for each seat
    to_frame(simulate(game, 1000), "ends")          a row for each end
    to_frame(games)                                 of any records: games one by one, plies, entries

A record within a record becomes columns with both names (`score_mean`), and a tuple of numbers by seat a column for each seat (`scores_1`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, Final, TypeAlias, get_args, get_origin, get_type_hints

from rulewright.author.testing.checking import Checked
from rulewright.author.tuning.tune import Tuned
from rulewright.play.advising.review import Decision, Luck, Review
from rulewright.play.comparing.result import Comparison, Line
from rulewright.play.figures.simulation import Simulation
from rulewright.play.solve import Solved
from rulewright.play.tuning.searching import Measured
from rulewright.problems.nearest import nearest
from rulewright.problems.problem import Problem
from rulewright.problems.quoting import series

Table: TypeAlias = tuple[Iterable[object], Sequence[str]]
"""Records, and the columns of a table without any."""
_OF_PROBLEMS = ("severity", "code", "file", "line", "column", "message", "help")
_OF_DECISIONS = ("step", "player", "moves", "move", "better", "lost", "is_mistake")
_OF_MOVES = ("action", "value", "error", "best")
_OF_ROTATED = ("by_player", "duels")
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
    there = rows(found, table)
    return pandas.DataFrame(there) if there else pandas.DataFrame(columns=_table(found, table)[1])


def rows(found: object, table: str | None = None) -> list[dict[str, object]]:
    """The same as plain rows."""
    return [dict(_flat("", each)) for each in _table(found, table)[0]]


def _table(found: object, table: str | None) -> Table:
    """A table of a result, by default the usual one. Raises ValueError if there is none with this name."""
    known = _tables(found)
    if table is None:
        return next(iter(known.values()))
    if table in known:
        return known[table]
    if isinstance(found, Simulation) and table in _OF_ROTATED:
        raise ValueError(f"`{table}` is there if the players were rotated: simulate(..., rotated=True)")
    near = nearest(table, known)
    meant = f"did you mean `{near}`?" if near else f"there are {series([f'`{name}`' for name in known])}"
    raise ValueError(f"there is no table `{table}` here; {meant}")


def _tables(found: object) -> dict[str, Table]:
    """The tables of a result by name, the usual one first."""
    if isinstance(found, Checked):
        return {"rows": (found, _OF_PROBLEMS)}
    if isinstance(found, list | tuple | Iterator):
        return {"rows": (found, ())}
    if isinstance(found, Comparison):
        return {"lines": (found.lines, _columns(Line)), "rows": (found.rows, _columns(Line))}
    if isinstance(found, Solved):
        return {"moves": (found.answer.moves, _OF_MOVES), "worths": (found.answer.worths, ("value", "error"))}
    if isinstance(found, Review):
        return {
            "decisions": (list(map(_decision, found.decisions)), _OF_DECISIONS),
            "lucks": (list(map(_luck, found.lucks)), ("step", "player", "results")),
        }
    if isinstance(found, Tuned):
        return {
            "settings": (list(_settings(found)), ("setting",)),
            "figures": (list(_figures(found)), ("wish", *_columns(Measured))),
        }
    tables = dict(_of_fields(found)) if is_dataclass(found) else {}
    if isinstance(found, Simulation) and not found.rotated:
        tables = {name: each for name, each in tables.items() if name not in _OF_ROTATED}
    if not tables:
        raise TypeError(f"{type(found).__name__} has no rows for a data frame")
    return dict(sorted(tables.items(), key=lambda each: each[0] not in ("seats", "decisions")))


def _of_fields(found: Any) -> Iterator[tuple[str, Table]]:  # Any: a record
    """The fields that hold records, or counts by name, also where they are empty."""
    types = _types(type(found))
    for each in fields(found):
        value, holds = getattr(found, each.name), get_args(types.get(each.name))
        if isinstance(value, tuple) and (kinds := {type(one) for one in value} or {*holds[:1]}):
            if all(is_dataclass(kind) for kind in kinds):
                yield each.name, (value, _columns(kinds.pop()))
        elif isinstance(value, Mapping) and holds[1:] == (int,):
            yield (
                each.name,
                ([{"name": name, "count": count} for name, count in value.items()], ("name", "count")),
            )


def _columns(kind: object) -> tuple[str, ...]:
    """The columns that records of a kind have, whatever they hold."""
    types = _types(kind)
    found: list[str] = []
    for each in fields(kind) if is_dataclass(kind) else ():
        of = types.get(each.name)
        if is_dataclass(of):
            found += [f"{each.name}_{name}" for name in _columns(of)]
        elif get_origin(of) not in (tuple, dict):
            found.append(each.name)
    return tuple(found)


def _types(kind: object) -> dict[str, object]:
    """The types of the fields of a record; empty if its module does not know them."""
    try:
        return get_type_hints(kind)
    except NameError:
        return {}


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
