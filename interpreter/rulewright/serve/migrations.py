"""The form of the database, and its changes from version to version: a database of an older version is brought up to date.

Version 1: tables with their headers, seats, the log, attempts that were refused, and snapshots. Version 2: what
everybody at a table is to read about its seats. Version 3: the table at which the same people play again. A change of the form is a
new entry of `FORMS`, never a change of an old one.
"""

from __future__ import annotations

import sqlite3

APPLICATION = 0x52756C65
"""The application id of the file: it shows whether a file is a database of ours."""

FORMS = (
    """
    CREATE TABLE texts (checksum TEXT PRIMARY KEY, body TEXT NOT NULL);
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, created REAL NOT NULL, touched REAL NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL,
        header TEXT NOT NULL, texts TEXT NOT NULL REFERENCES texts, stranger INTEGER NOT NULL, dice TEXT NOT NULL,
        owner TEXT NOT NULL, joining TEXT, revision INTEGER NOT NULL, step INTEGER NOT NULL, to_act INTEGER,
        over INTEGER NOT NULL, result TEXT
    ) WITHOUT ROWID;
    CREATE INDEX tables_touched ON tables (touched);
    CREATE TABLE seats (
        place TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, seat INTEGER NOT NULL, sort TEXT NOT NULL, name TEXT NOT NULL,
        bot TEXT, token TEXT, PRIMARY KEY (place, seat)
    ) WITHOUT ROWID;
    CREATE TABLE log (
        place TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, revision INTEGER NOT NULL, at REAL NOT NULL,
        what TEXT NOT NULL, seat INTEGER, body TEXT NOT NULL, PRIMARY KEY (place, revision)
    ) WITHOUT ROWID;
    CREATE TABLE refused (
        place TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, at REAL NOT NULL, revision INTEGER NOT NULL,
        seat INTEGER NOT NULL, move TEXT NOT NULL, reason TEXT NOT NULL
    );
    CREATE INDEX refused_place ON refused (place);
    CREATE TABLE snapshots (
        place TEXT PRIMARY KEY REFERENCES tables ON DELETE CASCADE, steps INTEGER NOT NULL, text TEXT NOT NULL
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE news (
        place TEXT NOT NULL REFERENCES tables ON DELETE CASCADE, at REAL NOT NULL, step INTEGER NOT NULL, words TEXT NOT NULL
    );
    CREATE INDEX news_place ON news (place);
    """,
    "ALTER TABLE tables ADD COLUMN next TEXT;",
)


def migrated(connection: sqlite3.Connection) -> str:
    """Bring a database to the newest form, in one transaction; what is wrong if that is impossible."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > len(FORMS):
        return f"was written by a newer version of Rulewright (form {version}; this one knows {len(FORMS)})"
    if application != APPLICATION and (version or _has_tables(connection)):
        return "is a database of another program"
    if version < len(FORMS):
        script = "".join(FORMS[version:])
        connection.executescript(
            f"BEGIN IMMEDIATE; {script} PRAGMA application_id={APPLICATION}; PRAGMA user_version={len(FORMS)}; COMMIT;"
        )
    return ""


def _has_tables(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
