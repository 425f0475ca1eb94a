"""Records: what they take, what they refuse, and that whatever reads dataclasses reads them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, ClassVar

import pytest

from rulewright.source.record import Record


class Point(Record):
    x: int
    y: int = 0
    marks: list[str] = field(default_factory=list)
    place: str = field(default="here", repr=False)
    known: ClassVar[int] = 3


class Named(Record, kw_only=True):
    name: str
    about: str | None = None


class Placed(Named, kw_only=True):
    at: Point


def test_fields_are_given_in_order_or_by_name() -> None:
    assert (Point(1, 2).y, Point(y=2, x=1).y, Point(1).y) == (2, 2, 0)
    assert Placed(at=Point(1), name="a").about is None


@pytest.mark.parametrize("given", [(), (1, 2, [], "", 5)])
def test_another_number_of_values_is_refused(given: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        Point(*given)


def test_fields_by_name_alone_are_refused_in_order() -> None:
    with pytest.raises(TypeError):
        Named("a")  # type: ignore[call-arg]  # what is tested


def test_each_record_has_a_list_of_its_own() -> None:
    assert Point(1).marks is not Point(1).marks


def test_a_record_does_not_change() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]  # what is tested
    with pytest.raises(FrozenInstanceError):
        del point.x
    assert point.x == 1


def test_a_record_equals_itself_alone() -> None:
    point, other = Point(1), Point(1)
    assert point == point
    assert point != other
    assert len({point, point, other}) == 2


def test_what_reads_dataclasses_reads_records() -> None:
    assert [each.name for each in fields(Placed)] == ["name", "about", "at"]
    assert replace(Point(1, 2), x=5).y == 2
    assert repr(Point(1)) == "Point(x=1, y=0, marks=[])"
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_a_copy_has_the_same_fields(copied: Callable[[Point], Point]) -> None:
    made = copied(Point(1, 2, ["a"]))
    assert (made.x, made.y, made.marks, made.place) == (1, 2, ["a"], "here")
