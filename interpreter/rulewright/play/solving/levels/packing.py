"""What was found of a level, as text for a file.

    packed(explorer.found())             {"starts": "eNq...", "leaves": [...], "steps": "eNq...", ...}
    unpacked(data)                       the same again

Positions are kept column by column: most cells hold the same in all of them, and others have few values, so that a million positions take a few million bytes.
"""

from __future__ import annotations

import zlib
from array import array
from base64 import b64decode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulewright.game.turns.levels import Found, Leaf, Steps
from rulewright.play.solving.keeping import numbers, text_of
from rulewright.runtime import sweeps

Json = dict[str, Any]  # Any: JSON
SMALL = range(-128, 128)


def packed(found: Found) -> Json:
    """Plain data."""
    rows, weights = array("i"), array("d")
    for what, values, shares in found.steps:
        rows.extend((what, len(values), *values))
        weights.extend(shares)
    return {
        "starts": _columns(found.starts),
        "leaves": [[leaf.start, [*leaf.adds], leaf.rounds, leaf.gain, leaf.turned] for leaf in found.leaves],
        "steps": text_of(rows),
        "weights": text_of(weights),
        "positions": _columns([key for key, _ in found.positions]),
        "values": text_of(array("i", (value for _, value in found.positions))),
    }


def unpacked(data: Mapping[str, Any]) -> Found:
    """What `packed` had. Raises one of `keeping.DAMAGED` for anything else."""
    leaves = [
        Leaf(int(start), tuple(map(int, adds)), int(rounds), int(gain), bool(turned))
        for start, adds, rounds, gain, turned in data["leaves"]
    ]
    steps = list(_steps(numbers(data["steps"], "i"), numbers(data["weights"])))
    keys, values = _keys(data["positions"]), numbers(data["values"], "i")
    return Found(_keys(data["starts"]), leaves, steps, list(zip(keys, values, strict=True)))


def _steps(rows: array[int], weights: array[float]) -> Iterable[Steps]:
    at = weight = 0
    while at < len(rows):
        what, many = rows[at], rows[at + 1]
        values = tuple(rows[at + 2 : at + 2 + many])
        if many < 1 or len(values) != many:
            raise ValueError("a step is cut off")
        means = many if what == sweeps.MEAN else 0
        yield what, values, tuple(weights[weight : weight + means])
        at, weight = at + 2 + many, weight + means


def _columns(keys: Sequence[bytes]) -> Json:
    cells = array("i")
    cells.frombytes(b"".join(keys))
    width = len(cells) // max(len(keys), 1)
    columns: list[int | str] = []
    for first in range(width):
        column = cells[first::width]
        low, high = min(column), max(column)
        if low == high:
            columns.append(low)
        else:
            columns.append(text_of(array("b", column) if low in SMALL and high in SMALL else column))
    return {"many": len(keys), "columns": columns}


def _keys(data: Mapping[str, Any]) -> list[bytes]:
    many, columns = int(data["many"]), data["columns"]
    width = len(columns)
    cells = array("i", (0,)) * (many * width)
    for first, column in enumerate(columns):
        if isinstance(column, int):
            cells[first::width] = array("i", (column,)) * many
            continue
        plain = zlib.decompress(b64decode(column))
        row = array("b" if len(plain) == many else "i")
        row.frombytes(plain)
        cells[first::width] = array("i", row)
    whole = cells.tobytes()
    return [whole[at : at + 4 * width] for at in range(0, len(whole), 4 * width)] if width else []
