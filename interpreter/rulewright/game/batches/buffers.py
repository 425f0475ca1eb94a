"""Buffers that callers give to a batch: of any type with as many elements, written and read without a copy where their
type allows it.

    Room(given, games, width).write(numbers)        a caller's buffer, filled, or a ValueError
    numbers([3, -1, 5], 3)                          ids as 64-bit numbers
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sized
from operator import index
from typing import Any, Protocol, TypeVar

from rulewright.game.errors import IllegalAction, Reason
from rulewright.problems.quoting import counted, shown

WHOLE = "?bBhHiIlLqQnN"
"""The formats of `struct` for whole numbers: all but `c`, `e`, `f` and `d`."""

ALIGNED = 64
"""The alignment that libraries need to take memory of others without a copy (jax)."""


class Row(Protocol):
    """A writable buffer: a NumPy array, an `array.array`, a `bytearray`."""

    def __len__(self) -> int: ...
    def __setitem__(
        self, place: Any, value: Any, /
    ) -> None: ...  # Any: each decorated method has its own parameters


Into = TypeVar("Into", bound=Row)


class Room:
    """A caller's buffer with `width` elements for each game. ValueError if it has another length, is read-only or is
    not contiguous."""

    __slots__ = ("_given", "_view")

    def __init__(self, given: Row, games: int, width: int) -> None:
        self._given = given
        self._view = _view(given)
        found = self._elements()
        if found != games * width:
            raise ValueError(
                f"{games * width} elements are needed, there are {found}{_shape(given)}: {counted(games, 'game')} with {width} each"
            )

    def bytes(self, formats: str, size: int) -> memoryview | None:
        """The buffer as bytes, if its elements have `size` bytes each and one of these formats of `struct`; otherwise None."""
        view = self._view
        if view is None or not view.c_contiguous or view.itemsize != size or view.format not in (*formats,):
            return None
        return view.cast("B")

    def write(self, numbers: array[int]) -> None:
        """Write all elements. ValueError, before anything is written, if a number is out of range for the buffer's format."""
        self._fitting(numbers)
        if self._view is None or self._view.ndim == 1:
            self._given[:] = numbers
            return
        flat = getattr(self._given, "reshape", None)
        if flat is None:
            raise ValueError(
                "a buffer of one dimension is needed for elements of this type, or a NumPy array"
            )
        flat(-1)[:] = numbers

    def _fitting(self, numbers: array[int]) -> None:
        view = self._view
        if view is None or view.format[-1] not in WHOLE or numbers.typecode == "b":
            return
        least, most = _range(view.format[-1], view.itemsize)
        outside = [number for number in (min(numbers), max(numbers)) if not least <= number <= most]
        if outside:
            raise ValueError(
                f"{outside[0]} has no room in this buffer, whose elements are {least} to {most}: take wider ones, with a sign"
            )

    def _elements(self) -> int:
        view = self._view
        if view is None:
            if not hasattr(self._given, "__setitem__"):
                raise TypeError(f"a buffer that can be written over is needed, not {self._given!r}")
            return len(self._given)
        if view.readonly:
            raise ValueError("this buffer is for reading only: one that can be written over is needed")
        if view.ndim == 1:
            return len(view)
        if not view.c_contiguous:
            raise ValueError(
                "the rows of this buffer do not lie one after the other: a whole one is needed, made by "
                "`numpy.zeros` for instance, and no part or transposition of another"
            )
        return view.nbytes // view.itemsize


def _range(format: str, size: int) -> tuple[int, int]:
    """The lowest and highest whole number of this format."""
    if format == "?":
        return 0, 1
    if format.islower():
        return -(1 << 8 * size - 1), (1 << 8 * size - 1) - 1
    return 0, (1 << 8 * size) - 1


def marked(places: Iterable[int]) -> list[bool] | None:
    """The values of a buffer or list of bools; None for anything else."""
    view = _view(places)
    if view is not None:
        return [bool(place) for place in places] if view.format == "?" and view.ndim == 1 else None
    if isinstance(places, list) and places and all(isinstance(place, bool) for place in places):
        return [bool(place) for place in places]
    return None


def numbers(ids: Iterable[int], needed: int) -> array[int]:
    """Ids as 64-bit numbers, as many as are `needed`. TypeError for values that are not whole numbers; ValueError for another number of them;
    IllegalAction for numbers that need more than 64 bits."""
    seen = _view(ids)
    code = _code(seen) if seen is not None and seen.ndim else ""
    if seen is not None and code:
        numbered = array(code, seen.tobytes())
        _as_many(numbered, needed, ids)
        return numbered if code == "q" else array("q", numbered)
    if seen is not None and seen.ndim and seen.format[-1:] in "efd?":
        raise TypeError(f"ids of actions are whole numbers, one for each game, not {_sort(ids, seen)}")
    flat = ids.reshape(-1) if seen is not None and seen.ndim > 1 and hasattr(ids, "reshape") else ids
    try:
        listed = list(flat)
    except TypeError:
        raise TypeError(f"ids of actions are whole numbers, one for each game, not {shown(ids)}") from None
    wrong = [sort for sort in {*map(type, listed)} if sort is bool or not hasattr(sort, "__index__")]
    if wrong:
        row = next(row for row, number in enumerate(listed) if type(number) in wrong)
        raise TypeError(f"ids of actions are whole numbers, not {shown(listed[row])} (row {row})")
    _as_many(listed, needed, ids)
    try:
        return array("q", listed)
    except TypeError as error:  # a tensor of floats
        raise TypeError(f"ids of actions are whole numbers, one for each game: {error}") from error
    except OverflowError:
        given = enumerate(map(index, listed))
        place, number = next((place, number) for place, number in given if abs(number) >= 2**63)
        raise no_action(place, f"There is no action {number}.", number) from None


def _as_many(listed: Sized, needed: int, given: object) -> None:
    if len(listed) != needed:
        raise ValueError(
            f"{len(listed)} {'id is' if len(listed) == 1 else 'ids are'} given{_shape(given)}, {needed} needed: one for each game"
        )


def _shape(given: object) -> str:
    """The shape of a buffer of several dimensions, to add to a message."""
    view = _view(given)
    return f" (the shape {view.shape})" if view is not None and view.ndim > 1 else ""


def _sort(given: object, view: memoryview) -> str:
    """The type of the elements of a buffer, in words."""
    known = getattr(given, "dtype", None)
    return "bools" if view.format == "?" else f"numbers of type {known if known is not None else view.format}"


def _code(view: memoryview) -> str:
    """The type code of an array with the same numbers; empty if there is none, or they may not fit into 64 bits with a sign."""
    code = view.format.removeprefix("=")
    code = "q" if code == "l" and view.itemsize == 8 else code
    return code if code in (*"bBhHiIlq",) and array(code).itemsize == view.itemsize else ""


def no_action(place: int, says: str, number: int) -> IllegalAction:
    """The error for an id that belongs to no action, in the game at a place."""
    return IllegalAction(f"id {number}", [Reason("impossible", says[0].upper() + says[1:])], place)


def _view(given: object) -> memoryview | None:
    try:
        return memoryview(given)  # type: ignore[arg-type]  # whether it is a buffer is asked here
    except (TypeError, ValueError, BufferError):
        return None


def aligned(size: int) -> memoryview[int]:
    """New bytes at an address that is a multiple of ALIGNED."""
    numbers = array("B", bytes(size + ALIGNED))
    start = -numbers.buffer_info()[0] % ALIGNED
    return memoryview(numbers)[start : start + size]


def none_given(into: Row | None) -> None:
    """ValueError if a buffer is given together with `copy=False`."""
    if into is not None:
        raise ValueError("`copy=False` returns memory of the batch: leave it out, or `into`")
