"""What a long solve has found so far, so that it can go on after an interruption.

    kept = Keeping({}, write=lambda parts: ...)         the parts of an earlier run, or none
    kept.of("worths")                                ["eNq...", ...]: what was kept under a name, in the order in which it was
    if kept.due(): kept.add("worths", text)          every few seconds

Parts are plain data, and are only added to. They are kept where they fit together: whatever came before a part is in the parts before it.
"""

from __future__ import annotations

import time
import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from dataclasses import field
from fractions import Fraction
from typing import Any

from rulewright.game.playouts.position_graph import Part
from rulewright.source.dataclass import dataclass

Parts = Mapping[str, list[Any]]  # Any: JSON
SECONDS = 5.0
"""The time between two versions of a file, at least."""
PATIENCE = 20
"""The time between two versions of a file is this many times as long as writing one, so that a large file costs little."""


class WrongParts(ValueError):
    """What was kept is not of this game, or damaged."""


@dataclass(slots=True)
class Keeping:
    """See the page of the module."""

    parts: dict[str, list[Any]] = field(default_factory=dict)
    write: Callable[[Parts], None] = lambda parts: None
    clock: Callable[[], float] = time.monotonic
    _written: float = field(init=False)
    _took: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self._written = self.clock()

    def of(self, name: str) -> list[Any]:
        """What was kept under a name."""
        return self.parts.get(name, [])

    def due(self) -> bool:
        """Whether it is time to keep more."""
        return self.clock() - self._written >= max(SECONDS, PATIENCE * self._took)

    def add(self, name: str, part: object) -> None:
        """Keep a part."""
        self.parts.setdefault(name, []).append(part)
        began = time.monotonic()
        self.write(self.parts)
        self._took = time.monotonic() - began
        self._written = self.clock()

    def numbers(self, name: str) -> array[float]:
        """The numbers that were kept under a name. Raises WrongParts."""
        found = array("d")
        try:
            for text in self.of(name):
                found += numbers(text)
        except DAMAGED as error:
            raise WrongParts(str(error)) from error
        return found


def packed_part(part: Part) -> dict[str, Any]:
    """A part of a position graph as plain data."""
    rows = {name: text_of(getattr(part, name)) for name in ROWS}
    keys = array("B", part.keys)
    return {
        "keys": text_of(keys), **rows, "fractions": list(map(str, part.fractions)),
        "payoffs": list(map(list, part.payoffs)), "layers": list(part.layers),
    }  # fmt: skip


def unpacked_part(told: Any) -> Part:
    """Back again. Raises one of DAMAGED."""
    rows = {name: numbers(told[name], code) for name, code in ROWS.items()}
    return Part(
        numbers(told["keys"], "B").tobytes(),
        **rows,
        fractions=list(map(Fraction, told["fractions"])),
        payoffs=[tuple(map(float, row)) for row in told["payoffs"]],
        layers=list(map(int, told["layers"])),
    )


ROWS = {"players": "b", "choices": "q", "edges": "q", "places": "i", "after": "i", "shares": "i"}
"""The rows of numbers of a part, with their types."""
DAMAGED = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, zlib.error)
"""What is raised for data that is not what was written (`binascii.Error` is a ValueError)."""


def text_of(row: array[int] | array[float]) -> str:
    """Numbers as text."""
    return b64encode(zlib.compress(row.tobytes(), 6)).decode("ascii")


def numbers(text: str, code: str = "d") -> array[Any]:
    """The numbers of a text. Raises one of DAMAGED."""
    row: array[Any] = array(code)
    row.frombytes(zlib.decompress(b64decode(text)))
    return row
