"""The tables of a server by their rules, read from the database, for its host."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from rulewright.serve import store
from rulewright.serve.records import record_of

Json = dict[str, Any]

MOST_RECORDS = 500
"""How many games of one rulebook are counted, the newest ones."""

RULES = "json_extract(header, '$.fingerprint')"
"""The same for tables with the same rules, options and number of players."""


def by_rules(connection: sqlite3.Connection) -> list[Json]:
    """What is played: for each game at each number of players how many tables are over and how many are not, and when the last move
    was made."""
    rows = connection.execute(
        f"SELECT {RULES} AS rules, json_extract(header, '$.players') AS players, json_extract(header, '$.options') AS options, game, title, "
        "sum(over) AS finished, sum(NOT over) AS running, max(touched) AS touched "
        "FROM tables GROUP BY rules, players ORDER BY touched DESC"
    )  # the text is ours
    return [{**dict(row), "options": json.loads(row["options"] or "{}")} for row in rows]


def finished(connection: sqlite3.Connection, rules: str) -> list[str]:
    """The ids of tables with these rules whose games are over, the newest first."""
    rows = connection.execute(
        f"SELECT id FROM tables WHERE over AND {RULES}=? ORDER BY touched DESC LIMIT ?", (rules, MOST_RECORDS)
    )
    return [row["id"] for row in rows]


def played(connection: sqlite3.Connection, rules: str) -> Json | None:
    """The records of games that are over, without texts, and the header with the texts; None if there are none."""
    tables = finished(connection, rules)
    if not tables:
        return None
    records = [record_of(connection, table) for table in tables]
    for record in records:
        del record["texts"]
    return {"header": store.header_of(connection, tables[0]), "tables": tables, "records": records}
