"""Our `dataclass` does what Python's does, only later."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any, Generic, TypeVar

import pytest

from rulewright.source.dataclass import dataclass, replace

Of = TypeVar("Of")


@dataclass(frozen=True, slots=True)
class Place(Generic[Of]):
    """A place."""

    row: Of
    column: int = 2
    marks: list[int] = field(default_factory=list, compare=False)
    short: str = field(default="", kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Deep(Place[int]):
    level: int = 0
    known: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        self.known[1] = self.level


@dataclass(slots=True)
class Open:
    self: int
    shut: bool = field(init=False, default=False)


@dataclass(frozen=True)
class Plain:
    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and self.value % 10 == other.value % 10

    def __hash__(self) -> int:
        return self.value % 10


@dataclass(frozen=True, slots=True, order=True)
class Ordered:
    first: int
    second: str = ""


@dataclass(slots=True, eq=False)
class Unlike:
    value: int = 0


def pythons(kind: type, **flags: Any) -> Any:  # Any: a class like `kind`
    """The class that Python's decorator makes of the same fields."""
    fields = [
        (
            each.name,
            each.type,
            field(
                default=each.default,
                default_factory=each.default_factory,
                init=each.init,
                repr=each.repr,
                compare=each.compare,
                kw_only=each.kw_only,
            ),
        )
        for each in dataclasses.fields(kind)
    ]
    after = {"__post_init__": kind.__post_init__} if hasattr(kind, "__post_init__") else {}
    return dataclasses.make_dataclass(
        kind.__name__, fields, namespace={"__qualname__": kind.__name__, **after}, **flags
    )


@pytest.mark.parametrize(
    ("kind", "given", "flags"),
    [
        (Place, ((1,), (1, 3), (1, 3, [4])), {"frozen": True, "slots": True}),
        (Deep, ((1,), (1, 3, [], 5)), {"frozen": True, "slots": True}),
        (Open, ((1,), (2,)), {"slots": True}),
        (Ordered, ((1,), (1, "b"), (0, "c")), {"frozen": True, "slots": True, "order": True}),
    ],
)
def test_it_does_what_pythons_does(
    kind: Any, given: Any, flags: dict[str, bool]
) -> None:  # Any: classes and values
    like = pythons(kind, **flags)
    mine, its = [kind(*each) for each in given], [like(*each) for each in given]
    assert str(inspect.signature(kind)) == str(inspect.signature(like))
    assert kind.__match_args__ == like.__match_args__
    assert list(map(repr, mine)) == list(map(repr, its))
    assert list(map(dataclasses.astuple, mine)) == list(map(dataclasses.astuple, its))
    for a, b in zip(mine, its, strict=True):
        assert [a == each for each in mine] == [b == each for each in its]
        assert (kind.__hash__ is None) == (like.__hash__ is None)
        if kind.__hash__ is not None:
            assert hash(a) == hash(b)
        assert copy.deepcopy(a) == a == pickle.loads(pickle.dumps(a)) == dataclasses.replace(a)
        with pytest.raises(TypeError):
            a < object()  # noqa: B015
    if flags.get("order"):
        assert [mine.index(each) for each in sorted(mine)] == [its.index(each) for each in sorted(its)]


def test_frozen_ones_do_not_change_and_others_do() -> None:
    with pytest.raises(FrozenInstanceError, match="row"):
        Place(1).row = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError, match="row"):
        del Place(1).row
    with pytest.raises(FrozenInstanceError, match="value"):
        Plain(1).value = 2  # type: ignore[misc]
    changed = Open(1)
    changed.shut = True
    assert repr(changed) == "Open(self=1, shut=True)"


def test_methods_of_the_class_itself_stay() -> None:
    assert Plain(1) == Plain(11)
    assert hash(Plain(1)) == hash(Plain(11))
    assert Unlike() != Unlike()
    assert len({Unlike(), Unlike()}) == 2


def test_what_is_wrong_is_a_type_error() -> None:
    several: tuple[tuple[Any, ...], ...] = ((), (1, 2, [], 3))  # Any: what no place takes
    for wrong in several:
        with pytest.raises(TypeError, match="Place"):
            Place(*wrong)
    with pytest.raises(TypeError, match="lenght"):
        Place(1, lenght=3)  # type: ignore[call-arg]


def test_a_class_below_finds_the_methods_of_the_one_above() -> None:
    @dataclass(frozen=True, slots=True)
    class Above:
        value: int

    class Below(Above):
        __slots__ = ()

        def __init__(self) -> None:
            super().__init__(4)

    assert Below().value == 4
    assert Below() == Below()
    assert Below() != Above(4)
    assert {Below(): 1}[Below()] == 1
    assert Above(4) == Above(4)


def test_a_class_without_a_docstring_has_its_fields() -> None:
    assert Ordered.__doc__ == "Ordered(first, second)"
    assert Place.__doc__ == "A place."


def test_what_holds_itself_is_shown() -> None:
    around = Place(1)
    around.marks.append(around)  # type: ignore[arg-type]
    assert repr(around) == "Place(row=1, column=2, marks=[...])"


def test_replacing_does_what_pythons_does() -> None:
    several: list[tuple[Any, dict[str, Any]]] = [  # Any: instances and their fields
        (Place(1, 3, [4], short="p"), {"row": 2, "short": "q"}),
        (Deep(1, level=2), {"level": 5}),
        (Open(2), {"self": 3}),
    ]
    for one, changes in several:
        assert replace(one, **changes) == dataclasses.replace(one, **changes)
        assert replace(one) == one
        for wrong in ("rows", "known", "shut"):
            with pytest.raises(TypeError, match=wrong):
                replace(one, **{wrong: 1})


def test_a_class_keeps_the_repr_that_it_inherits_if_it_wants_none() -> None:
    @dataclass(frozen=True, slots=True, repr=False)
    class Short(Ordered):
        def __repr__(self) -> str:
            return "short"

    @dataclass(frozen=True, slots=True, repr=False)
    class Shorter(Short):
        more: int = 0

    assert repr(Shorter(1)) == "short"
