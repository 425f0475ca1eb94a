"""The reference executor of a page, with whole games that a kernel has played for it in a worker.

    received.put(Totals(range(0, 5000), ...))
    received.play_counted(seed, range(0, 5000), 10_000, seats)         those games, as if it had played them

Whatever is not there it plays itself, so the figures are right in any case.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.ranking import standing_of
from rulewright.runtime.counted import Counted, columns_of
from rulewright.runtime.fast import SCORES, MeasuredRows, Played, Seats

Buffer = bytes | bytearray | memoryview


class Received(Reference):
    """See above. One part of a run is put in, and then asked for."""

    engine = "kernel"
    counted_at_once = 10_000_000

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self._counted: tuple[range, Counted] | None = None
        self._measured: MeasuredRows | None = None

    def put_counted(self, numbers: range, tables: int, about: Mapping[str, Any], rows: Buffer) -> None:
        """Games of these numbers that were counted. `about`: what `kernel.mjs` returns for them, but for the rows."""
        columns = columns_of(self.program)
        assert columns is not None
        found: Sequence[int] = about["found"]
        counts: Sequence[int] = about["counts"]
        by_table = []
        for table in range(tables):
            by_name: dict[str, dict[int, int]] = {}
            for name, column in columns.by_name.items():
                start = table * columns.slots + column.start
                low, high = bisect_left(found, start), bisect_left(found, start + column.size)
                by_name[name] = {
                    column.least + found[place] - start: counts[place] for place in range(low, high)
                }
            by_table.append(by_name)
        kept = about["kept"]
        played = Played(_numbers(rows), kept, _width(rows, kept), reason=_reason(about))
        self._counted = numbers, Counted(about["games"], tuple(by_table), array("i", about["apart"]), played)

    def put_measured(self, games: int, about: Mapping[str, Any], rows: Buffer, curve: Buffer) -> None:
        """Games that were measured, with a row for each."""
        lines = len(standing_of(self.program))
        grown = array("q")
        grown.frombytes(curve)
        self._measured = MeasuredRows(
            _numbers(rows),
            games,
            _width(rows, games),
            self.program.players,
            lines,
            grown,
            reason=_reason(about),
        )

    def play_counted(
        self, seed: int, numbers: range, max_actions: int, seats: Sequence[Seats]
    ) -> Counted | None:
        """See `runtime.counted.Adding`."""
        if self._counted is None or self._counted[0] != numbers:
            return None
        return self._counted[1]

    def play_measured(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        """See `runtime.fast.Measuring`. The games are those of the part that was put in last."""
        found = self._measured
        assert found is not None
        assert found.games == len(seeds), "the part that was put in has other games"
        return found


def _numbers(rows: Buffer) -> array[int]:
    found = array("i")
    found.frombytes(rows)
    return found


def _width(rows: Buffer, games: int) -> int:
    return len(rows) // 4 // games if games else SCORES


def _reason(about: Mapping[str, Any]) -> Any:
    reasons: Mapping[str, str] = about["reasons"]
    return lambda number: reasons.get(str(number), str(number))
