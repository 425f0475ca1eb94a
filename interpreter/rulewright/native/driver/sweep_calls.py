"""Sweeps by machine code: the Python side of `sweeps.kernel`."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Any

from rulewright.native.driver import machine
from rulewright.native.driver.machine import address
from rulewright.native.sweeps.kernel import TABLE, TEXT
from rulewright.runtime.sweeps import Row, Sweep, padded

NAME = "rulewright.sweep"


@cache
def function() -> Any:  # Any: a function of ctypes
    """The function, compiled once for each process. Raises `machine.NoMachine`."""
    signature = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)
    return machine.load(machine.object_code(TEXT), {NAME: signature})[NAME]


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
        sources = array("Q", [0 if row is None else address(row.source) + 8 * row.first for row in rows])
        places = array("Q", [0 if row is None else address(row.places) for row in rows])
        gains = array("d", [0.0 if row is None else row.gain for row in rows])
        words = {
            "leaves": sweep.leaves, "sources": address(sources), "places": address(places), "gains": address(gains),
            "steps": address(sweep.steps), "many": sweep.many, "weights": address(sweep.weights), "wide": wide,
            "rows": address(self._rows),
        }  # fmt: skip
        table = array("Q", (words[name] for name in TABLE))
        self._work_out(address(table))
        return self._rows
