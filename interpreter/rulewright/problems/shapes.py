"""Shapes of data from outside: each format is described once, and data are checked against the description before they are
used.

    step = Fields({"player": Whole(0, 1), "action": Text()}, {"chance": Many(Fields({}))})
    fault(Fields({"steps": Many(step)}), {"steps": [{"player": 7, "action": "roll"}]})
        Fault(("steps", 0, "player"), "is 7, and has to be a whole number from 0 to 1")

A description gives the sort and range of each value on its own. Whether values fit one another is checked by the modules
that know their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias, assert_never

from rulewright.problems.quoting import shortened, shown
from rulewright.source.dataclass import dataclass

LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; truth values are none, although they are in Python."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A text."""


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """`null`."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Any data of JSON, not too deep, for values that are only shown and compared."""

    deep: int = 4


@dataclass(frozen=True, slots=True)
class Either:
    """One of several shapes, which differ in their sort."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Many:
    """A list of values of one shape."""

    item: Shape
    least: int = 0
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A list of fixed length, with a shape for each place."""

    items: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """Values of one shape by names; `names` are the allowed ones, None for any."""

    item: Shape
    names: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Fields:
    """Values by names, each with a shape of its own. `others` is the shape of values by other names; None if these are ignored,
    since programs may add data of their own."""

    needed: Mapping[str, Shape]
    may: Mapping[str, Shape] = field(default_factory=dict)
    others: Shape | None = None


Shape: TypeAlias = Whole | Text | Flag | Nothing | Plain | Either | Many | Row | Named | Fields

Place = tuple[str | int, ...]
"""The path to a value: names, and indices in lists from 0."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake in data, and its place."""

    place: Place
    says: str

    def __str__(self) -> str:
        return f"`{written(self.place)}` {self.says}" if self.place else f"it {self.says}"


def fault(shape: Shape, value: object, place: Place = ()) -> Fault | None:
    """The first mistake in a value; None if it has the shape."""
    match shape:
        case Many():
            return _in_list(shape, value, place)
        case Row():
            return _in_row(shape, value, place)
        case Named():
            return _in_names(shape, value, place)
        case Fields():
            return _in_fields(shape, value, place)
        case Either():
            return _in_either(shape, value, place)
        case Whole() | Text() | Flag() | Nothing() | Plain():
            return None if _is_so(shape, value) else _other(shape, value, place)
        case _:
            assert_never(shape)


def written(place: Place) -> str:
    """A path as people write it: `steps[3].luck[0]`."""
    text = ""
    for part in place:
        text += f"[{part}]" if isinstance(part, int) else f".{shortened(part)}" if text else shortened(part)
    return text


def _is_so(shape: Whole | Text | Flag | Nothing | Plain, value: object) -> bool:
    match shape:
        case Whole(low=low, high=high):
            return type(value) is int and (low is None or low <= value) and (high is None or value <= high)
        case Text():
            return isinstance(value, str)
        case Flag():
            return isinstance(value, bool)
        case Nothing():
            return value is None
        case Plain(deep=deep):
            return _is_plain(value, deep)
        case _:
            assert_never(shape)


def _is_plain(value: object, deep: int) -> bool:
    if value is None or isinstance(value, str | int | float):
        return True
    if isinstance(value, list):
        return deep > 0 and all(_is_plain(item, deep - 1) for item in value)
    return (
        isinstance(value, dict)
        and deep > 0
        and all(isinstance(name, str) and _is_plain(item, deep - 1) for name, item in value.items())
    )


def _in_list(shape: Many, value: object, place: Place) -> Fault | None:
    if not isinstance(value, list):
        return _other(shape, value, place)
    if len(value) < shape.least or (shape.most is not None and len(value) > shape.most):
        return Fault(place, f"has {len(value)} entries, and has to be {_wanted(shape)}")
    found = (fault(shape.item, item, (*place, number)) for number, item in enumerate(value))
    return next(filter(None, found), None)


def _in_row(shape: Row, value: object, place: Place) -> Fault | None:
    if not isinstance(value, list) or len(value) != len(shape.items):
        return _other(shape, value, place)
    pairs = zip(shape.items, value, strict=True)
    found = (fault(item, each, (*place, number)) for number, (item, each) in enumerate(pairs))
    return next(filter(None, found), None)


def _in_names(shape: Named, value: object, place: Place) -> Fault | None:
    if not isinstance(value, dict) or not all(isinstance(name, str) for name in value):
        return _other(shape, value, place)
    if shape.names is not None and set(value) != shape.names:
        return Fault(place, f"names {_listed(value)}, and has to name {_listed(shape.names)}")
    found = (fault(shape.item, item, (*place, name)) for name, item in value.items())
    return next(filter(None, found), None)


def _in_fields(shape: Fields, value: object, place: Place) -> Fault | None:
    if not isinstance(value, dict):
        return _other(shape, value, place)
    missing = next((name for name in shape.needed if name not in value), None)
    if missing is not None:
        return Fault((*place, missing), f"is missing, and has to be {_wanted(shape.needed[missing])}")
    if not all(isinstance(name, str) for name in value):
        return _other(shape, value, place)
    looks = {**shape.needed, **shape.may}
    found = (
        fault(look, each, (*place, name))
        for name, each in value.items()
        if (look := looks.get(name, shape.others)) is not None
    )
    return next(filter(None, found), None)


def _in_either(shape: Either, value: object, place: Place) -> Fault | None:
    """The mistake in a value, compared with the one of several shapes that was meant."""
    faults = [fault(each, value, place) for each in shape.shapes]
    if None in faults:
        return None
    inside = next((each for each in faults if each is not None and len(each.place) > len(place)), None)
    return inside or _other(shape, value, place)


def _other(shape: Shape, value: object, place: Place) -> Fault:
    return Fault(place, f"is {shortened(_shown(value), LONGEST_SHOWN)}, and has to be {_wanted(shape)}")


def _shown(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case list():
            return f"a list of {len(value)}"
        case dict():
            return f"an object with {_listed(value)}"
        case _:
            return shown(value)


def _listed(names: Mapping[str, object] | frozenset[str]) -> str:
    return ", ".join(f"`{shortened(str(name))}`" for name in list(names)[:3]) or "no names"


def _wanted(shape: Shape) -> str:
    """The expected value, in words."""
    match shape:
        case Whole():
            return f"a whole number{_range(shape)}"
        case Text():
            return "a text"
        case Flag():
            return "true or false"
        case Nothing():
            return "null"
        case Plain():
            return "plain data, not nested too deep"
        case Either(shapes=shapes):
            return " or ".join(map(_wanted, shapes))
        case Many(least=least, most=most):
            few = f" of at least {least}" if least else ""
            return f"a list{few}{f' of at most {most}' if most is not None else ''}"
        case Row(items=items):
            return f"a list of {len(items)}"
        case Named() | Fields():
            return "an object"
        case _:
            assert_never(shape)


def _range(shape: Whole) -> str:
    if shape.low is None or shape.high is None:
        return f" from {shape.low} on" if shape.low is not None else ""
    return f" from {shape.low} to {shown(shape.high)}" if shape.low < shape.high else f", {shape.low}"
