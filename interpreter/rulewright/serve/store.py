"""What is stored of tables: headers, seats and the log. Each function is one piece of work for `database`.

The log has a row for each accepted action (`what` is "step", `body` a step of a record), for each undo ("undo", with the number of
steps that were taken back), and for each change of the seats ("seat"). The game is what is left of its steps: `steps_of`.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rulewright.source.dataclass import dataclass

Json = dict[str, Any]

PERSON, BOT, OPEN = "person", "bot", "open"
STEP, UNDO = "step", "undo"
ROLLED, TYPED = "server", "typed"
"""Who rolls the dice of people's moves: the server, or the people, who type what real dice show."""

MOST_NEWS = 50
"""How many sentences about the seats of a table are shown."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A seat: a `person` has it by the hash of a token, a `bot` by its name, or it is `open` for the first person who sits down."""

    seat: int
    sort: str
    name: str
    bot: str | None = None
    token: str | None = None


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table, without its log. `owner` and `joining` are hashes of tokens; `stranger`: its texts came from a stranger; `next` is the
    table at which the same people play again."""

    id: str
    created: float
    game: str
    title: str
    stranger: bool
    dice: str
    owner: str
    joining: str | None
    revision: int
    step: int
    to_act: int | None
    over: bool
    seats: tuple[StoredSeat, ...]
    next: str | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a table's log, and the position after it."""

    what: str
    seat: int | None
    body: object
    step: int
    to_act: int | None
    over: bool
    result: object = None
    """Of a game that is over, as in its record."""


def insert(connection: sqlite3.Connection, table: StoredTable, header: Json) -> None:
    """Store a new table."""
    texts, now = header["texts"], time.time()
    key = f"{texts['version']} {texts['checksum']}"
    bare = {name: value for name, value in header.items() if name != "texts"}
    connection.execute("INSERT OR IGNORE INTO texts VALUES (?, ?)", (key, json.dumps(texts)))
    connection.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)",
        (table.id, table.created, now, table.game, table.title, json.dumps(bare), key, table.stranger, table.dice,
         table.owner, table.joining, table.revision, table.step, table.to_act, table.over),
    )  # fmt: skip
    for seat in table.seats:
        put_seat(connection, table.id, seat)


def lead_on(connection: sqlite3.Connection, table: str, following: str) -> None:
    """Note at which table the people of this one play again."""
    connection.execute("UPDATE tables SET next=? WHERE id=?", (following, table))


def put_seat(connection: sqlite3.Connection, table: str, seat: StoredSeat) -> None:
    """Store a seat in place of what it was."""
    connection.execute(
        "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?)",
        (table, seat.seat, seat.sort, seat.name, seat.bot, seat.token),
    )


def put_news(connection: sqlite3.Connection, table: str, step: int, words: str) -> None:
    """Store a sentence that everybody at a table is to read, who was away as well."""
    connection.execute("INSERT INTO news VALUES (?, ?, ?, ?)", (table, time.time(), step, words))


def news_of(connection: sqlite3.Connection, table: str) -> list[Json]:
    """The news of a table: `at` (a time), `step` and `words`, the last ones."""
    rows = connection.execute(
        "SELECT at, step, words FROM news WHERE place=? ORDER BY at DESC LIMIT ?", (table, MOST_NEWS)
    )
    return [dict(row) for row in rows][::-1]


def append(connection: sqlite3.Connection, table: str, revision: int, change: Change) -> None:
    """Add a change to the log, as the one after `revision` changes. sqlite3.IntegrityError if another is there."""
    now = time.time()
    connection.execute(
        "INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)",
        (table, revision, now, change.what, change.seat, json.dumps(change.body)),
    )
    connection.execute(
        "UPDATE tables SET touched=?, revision=?, step=?, to_act=?, over=?, result=? WHERE id=?",
        (now, revision + 1, change.step, change.to_act, change.over, json.dumps(change.result), table),
    )


def refuse(
    connection: sqlite3.Connection, table: str, revision: int, seat: int, move: str, reason: str
) -> None:
    """Note a move that was refused."""
    connection.execute(
        "INSERT INTO refused VALUES (?, ?, ?, ?, ?, ?)", (table, time.time(), revision, seat, move, reason)
    )


def find(connection: sqlite3.Connection, table: str) -> StoredTable | None:
    """A table; None if there is none with this id."""
    row = connection.execute("SELECT * FROM tables WHERE id=?", (table,)).fetchone()
    if row is None:
        return None
    seats = connection.execute("SELECT * FROM seats WHERE place=? ORDER BY seat", (table,)).fetchall()
    return StoredTable(
        row["id"], row["created"], row["game"], row["title"], bool(row["stranger"]), row["dice"], row["owner"],
        row["joining"], row["revision"], row["step"], row["to_act"], bool(row["over"]),
        tuple(StoredSeat(each["seat"], each["sort"], each["name"], each["bot"], each["token"]) for each in seats),
        row["next"],
    )  # fmt: skip


def header_of(connection: sqlite3.Connection, table: str) -> Json:
    """The header of a table: its record without steps, with its texts."""
    row = connection.execute(
        "SELECT header, body FROM tables JOIN texts ON checksum = texts WHERE id=?", (table,)
    ).fetchone()
    header: Json = json.loads(row["header"])
    return {**header, "texts": json.loads(row["body"])}


def result_of(connection: sqlite3.Connection, table: str) -> object:
    """The result of a table; None if the game is not over."""
    row = connection.execute("SELECT result FROM tables WHERE id=?", (table,)).fetchone()
    return None if row["result"] is None else json.loads(row["result"])


def log_of(connection: sqlite3.Connection, table: str) -> Json:
    """What a worker needs to reach the position of a table."""
    log: Json = {
        "header": header_of(connection, table),
        "steps": [row.body for row in steps_of(connection, table)],
    }
    row = connection.execute("SELECT steps, text FROM snapshots WHERE place=?", (table,)).fetchone()
    if row is not None and row["steps"] <= len(log["steps"]):
        log["snapshot"] = {"steps": row["steps"], "text": row["text"]}
    return log


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the log."""

    at: float
    what: str
    seat: int | None
    body: Any


def rows_of(connection: sqlite3.Connection, table: str) -> list[Row]:
    """The whole log of a table."""
    rows = connection.execute(
        "SELECT at, what, seat, body FROM log WHERE place=? ORDER BY revision", (table,)
    )
    return [Row(row["at"], row["what"], row["seat"], json.loads(row["body"])) for row in rows]


def steps_of(connection: sqlite3.Connection, table: str) -> list[Row]:
    """The steps of a table that were not taken back."""
    return left(rows_of(connection, table))


def left(rows: Iterable[Row]) -> list[Row]:
    """The steps of a log that were not taken back."""
    steps: list[Row] = []
    for row in rows:
        if row.what == STEP:
            steps.append(row)
        elif row.what == UNDO:
            del steps[len(steps) - row.body["back"] :]
    return steps


def keep_snapshot(connection: sqlite3.Connection, table: str, steps: int, text: str) -> None:
    """Keep a saved state, from which the position is reached sooner."""
    connection.execute("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", (table, steps, text))


def drop_snapshot(connection: sqlite3.Connection, table: str, steps: int) -> None:
    """Drop a snapshot with more than a number of steps: they were taken back."""
    connection.execute("DELETE FROM snapshots WHERE place=? AND steps>?", (table, steps))


def count(connection: sqlite3.Connection) -> int:
    """How many tables there are."""
    return int(connection.execute("SELECT count(*) FROM tables").fetchone()[0])


def all_ids(connection: sqlite3.Connection) -> list[str]:
    """The ids of all tables, by age."""
    return [row["id"] for row in connection.execute("SELECT id FROM tables ORDER BY created")]


def delete(connection: sqlite3.Connection, table: str) -> None:
    """Delete a table with all that belongs to it, and texts that no other table has."""
    connection.execute("DELETE FROM tables WHERE id=?", (table,))
    connection.execute("DELETE FROM texts WHERE checksum NOT IN (SELECT texts FROM tables)")


def delete_unused(connection: sqlite3.Connection, before: float, kept: frozenset[str] = frozenset()) -> int:
    """Delete tables that nobody has used since a time, apart from those to keep; how many they were."""
    rows = connection.execute("SELECT id FROM tables WHERE touched<?", (before,)).fetchall()
    old = [row["id"] for row in rows if row["id"] not in kept]
    connection.executemany("DELETE FROM tables WHERE id=?", [(each,) for each in old])
    if old:
        connection.execute("DELETE FROM texts WHERE checksum NOT IN (SELECT texts FROM tables)")
    return len(old)


def with_seat(table: StoredTable, seat: StoredSeat) -> StoredTable:
    """The table with another seat in place of that of the same number."""
    return replace(table, seats=tuple(seat if each.seat == seat.seat else each for each in table.seats))


def after(table: StoredTable, change: Change) -> StoredTable:
    """The table after a change of its log."""
    return replace(
        table, revision=table.revision + 1, step=change.step, to_act=change.to_act, over=change.over
    )
