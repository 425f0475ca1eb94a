"""What callers of a batch give: buffers to write over, of any shape, and ids to read.

    seen = Room(numpy.zeros((64, batch.width), numpy.int32), 64, batch.width)
    seen.bytes("i", 4)           its bytes, for machine code to write 32-bit numbers there; None if they lie otherwise
    seen.write(numbers)          whatever its elements are

A buffer of several dimensions is taken as its elements one after the other, which it has to hold that way.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from operator import index
from typing import Any, Protocol

from rulewright.game.errors import IllegalAction, Reason
from rulewright.problems.quoting import counted

WHOLE = "?bBhHiIlLqQnN"
"""The formats of whole numbers; `c`, `e`, `f` and `d` are none."""


class Row(Protocol):
    """What can be written over: a NumPy array, an `array.array`, a `bytearray`."""

    def __len__(self) -> int: ...
    def __setitem__(self, place: Any, value: Any, /) -> None: ...  # Any: each of them takes other things


class Room:
    """A buffer with `width` elements for each game. ValueError for any other number of them, and for one that cannot be written
    over from its first element to its last."""

    __slots__ = ("_given", "_view")

    def __init__(self, given: Row, games: int, width: int) -> None:
        self._given = given
        self._view = _view(given)
        found = self._elements()
        if found != games * width:
            raise ValueError(
                f"{games * width} elements are needed, there are {found}: {counted(games, 'game')} with {width} each"
            )

    def bytes(self, formats: str, size: int) -> memoryview | None:
        """All bytes one after the other, if the elements have so many bytes each and one of these formats of `struct`."""
        view = self._view
        if view is None or not view.c_contiguous or view.itemsize != size or view.format not in (*formats,):
            return None
        return view.cast("B")

    def write(self, numbers: array[int]) -> None:
        """Write over all elements. ValueError, before anything is written, if one of the numbers has no room there."""
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
    """The least and the most that a whole number of this format can be."""
    if format == "?":
        return 0, 1
    if format.islower():
        return -(1 << 8 * size - 1), (1 << 8 * size - 1) - 1
    return 0, (1 << 8 * size) - 1


def marked(places: Iterable[int]) -> list[bool] | None:
    """Bools, where a buffer of them or a list is given; None for anything else."""
    view = _view(places)
    if view is not None:
        return [bool(place) for place in places] if view.format == "?" and view.ndim == 1 else None
    if isinstance(places, list) and places and all(isinstance(place, bool) for place in places):
        return [bool(place) for place in places]
    return None


def numbers(ids: Iterable[int]) -> array[int]:
    """Ids as numbers of 64 bits. TypeError for what is no whole number; raises IllegalAction for what has no room there, and so is no
    id either."""
    found = array("q")
    seen = _view(ids)
    if seen is not None and seen.format in ("q", "l") and seen.itemsize == 8 and seen.c_contiguous:
        found.frombytes(seen.cast("B"))
        return found
    if seen is not None and seen.ndim > 1 and seen.c_contiguous and hasattr(ids, "reshape"):
        ids = ids.reshape(-1)
    try:
        given = list(map(index, ids))
    except TypeError as error:
        raise TypeError(f"the ids of actions are whole numbers, one for each game: {error}") from error
    try:
        found.extend(given)
    except OverflowError:
        place, number = next((place, number) for place, number in enumerate(given) if abs(number) >= 2**63)
        raise no_action(place, number) from None
    return found


def no_action(place: int, number: int) -> IllegalAction:
    """The refusal of an id that no action has."""
    reason = Reason("impossible", f"Game {place}: there is no action {number}.")
    return IllegalAction(f"id {number}", [reason], place)


def _view(given: object) -> memoryview | None:
    try:
        return memoryview(given)  # type: ignore[arg-type]  # whether it is a buffer is asked here
    except (TypeError, ValueError, BufferError):
        return None
