"""Records of tables: what `rulewright replay` and `rulewright stats` read.

A record of a table is that of a game (`game.history.record`) with `names` and `played_by`, and with

    "times": [1700000000.0, ...]          when each step of the record was made, in seconds since 1970
    "begun": 1700000000.0                 when the table was made
    "undos": [{"at": ..., "step": 7, "back": 2, "seat": 0}, ...]
    "refused": [{"at": ..., "step": 7, "seat": 1, "move": "...", "reason": "..."}, ...]

`step` is the number of steps that the game had then.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulewright.serve import store
from rulewright.serve.store import BOT, STEP, TYPED, UNDO, Row
from rulewright.source import output

Json = dict[str, Any]


def record_of(connection: sqlite3.Connection, table: str) -> Json:
    """The record of a table, as far as it was played. It contains the seed."""
    stored = store.find(connection, table)
    assert stored is not None, "the table was found before"
    rows = store.rows_of(connection, table)
    steps = store.left(rows)
    header = store.header_of(connection, table)
    texts = header.pop("texts")
    refused = connection.execute("SELECT * FROM refused WHERE place=? ORDER BY at", (table,))
    counts = list(_counts(rows))
    return {
        **header,
        "steps": [row.body for row in steps],
        "result": store.result_of(connection, table),
        "names": [seat.name for seat in stored.seats],
        "played_by": [seat.bot if seat.sort == BOT and seat.bot else "human" for seat in stored.seats],
        "dice": "typed" if stored.dice == TYPED else "rolled",
        "begun": stored.created,
        "times": [row.at for row in steps],
        "undos": [
            {"at": row.at, "step": counts[number], "back": row.body["back"], "seat": row.seat}
            for number, row in enumerate(rows) if row.what == UNDO
        ],
        "refused": [
            {"at": row["at"], "step": counts[row["revision"]], "seat": row["seat"], "move": row["move"], "reason": row["reason"]}
            for row in refused
        ],
        "texts": texts,
    }  # fmt: skip


def export(connection: sqlite3.Connection, folder: Path) -> Iterator[Path]:
    """Write the record of every table into a folder; the paths of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in store.all_ids(connection):
        record = record_of(connection, table)
        path = folder / f"{record['game']}-{table}.record.json"
        output.write(path, json.dumps(record, ensure_ascii=False, indent=1) + "\n")
        yield path


def _counts(rows: list[Row]) -> Iterator[int]:
    """The number of steps before each change of the log, and at its end."""
    count = 0
    for row in rows:
        yield count
        count += 1 if row.what == STEP else -row.body["back"] if row.what == UNDO else 0
    yield count
