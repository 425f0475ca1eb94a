"""Sweeps by machine code, and bounds: the Python side of `sweeps.kernel` and `sweeps.bounds`."""

from __future__ import annotations

import ctypes
import struct
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

from rulewright.native.driver import machine
from rulewright.native.driver.machine import address
from rulewright.native.sweeps import bounds
from rulewright.native.sweeps.kernel import TABLE, TEXT
from rulewright.runtime.sweeps import Choosing, Row, Sweep, padded

NAME = "rulewright.sweep"
IMPROVE = "rulewright.improve"


@cache
def function() -> Any:  # Any: a function of ctypes
    """The function, compiled once for each process. Raises `machine.NoMachine`."""
    signature = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
    return machine.load(machine.object_code(TEXT), {NAME: signature})[NAME]


@cache
def improve() -> Any:  # Any: a function of ctypes
    """The function that improves bounds, compiled once for each process. Raises `machine.NoMachine`."""
    signature = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)
    return machine.load(machine.object_code(bounds.TEXT), {IMPROVE: signature})[IMPROVE]


class NativeImproving:
    """See `runtime.sweeps.Improves`."""

    def __init__(self, choosing: Choosing) -> None:
        self._choosing = choosing
        """Its arrays are read and written at their addresses."""
        self._improve = improve()
        self._words = {name: address(row) for name, row in choosing._asdict().items() if name != "slack"}
        self._words["slack"] = int.from_bytes(struct.pack("=d", choosing.slack), sys.byteorder)

    def __call__(self, numbers: array[int]) -> float:
        words = {**self._words, "many": len(numbers), "numbers": address(numbers)}
        table = array("Q", (words[name] for name in bounds.TABLE))
        return float(self._improve(address(table)))


class NativeSweeping:
    """See `runtime.sweeps.Sweeping`."""

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep
        self._work_out = function()
        self._rows: array[float] = array("d", (0.0,))

    def work_out(self, rows: Sequence[Row | None], cases: int) -> array[float]:
        sweep, wide = self._sweep, padded(cases)
        numbers = (sweep.leaves + sweep.many) * wide
        if len(self._rows) != numbers:
            self._rows = array("d", (0.0,)) * numbers
        sources, places, gains = array("Q"), array("Q"), array("d")
        for row in rows:
            if row is None:
                sources.append(0)
                places.append(0)
                gains.append(0.0)
            else:
                source, first, where, gain = row
                sources.append(source.buffer_info()[0] + 8 * first)
                places.append(where.buffer_info()[0])
                gains.append(gain)
        words = {
            "leaves": sweep.leaves, "sources": address(sources), "places": address(places), "gains": address(gains),
            "steps": address(sweep.steps), "many": sweep.many, "weights": address(sweep.weights), "wide": wide,
            "rows": address(self._rows),
        }  # fmt: skip
        table = array("Q", (words[name] for name in TABLE))
        self._work_out(address(table))
        return self._rows
