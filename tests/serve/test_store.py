"""The database: nothing that was acknowledged is lost, changes fail alone, and older and foreign files are handled."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from rulewright.serve import migrations, store
from rulewright.serve.database import CannotStore, Database, connected
from rulewright.serve.hosting.stored import by_rules, finished
from rulewright.serve.store import Change, StoredSeat, StoredTable

HEADER = {"game": "x", "players": 1, "texts": {"version": "1", "checksum": "c", "files": {"x": "text"}}}


def table(id_: str = "T") -> StoredTable:
    seats = (StoredSeat(0, "person", "Ann", None, "hash"),)
    return StoredTable(id_, time.time(), "x", "X", False, "server", "o", "j", 0, 0, 0, False, seats)


def step(number: int) -> Change:
    return Change("step", 0, {"player": 0, "action": str(number), "chance": []}, number, 0, False)


def test_writes_that_wait_share_a_commit_and_each_is_there_afterwards(tmp_path: Path) -> None:
    async def written() -> None:
        async with Database(tmp_path / "t.sqlite3") as database:
            await database.write(lambda connection: store.insert(connection, table(), HEADER))
            works = [
                database.write(partial(store.append, table="T", revision=n, change=step(n + 1)))
                for n in range(100)
            ]
            await asyncio.gather(*works)

    asyncio.run(written())
    connection = connected(tmp_path / "t.sqlite3")
    assert [row.body["action"] for row in store.steps_of(connection, "T")] == [str(n + 1) for n in range(100)]
    found = store.find(connection, "T")
    assert found is not None
    assert (found.revision, found.step) == (100, 100)
    connection.close()


def test_a_write_that_fails_is_undone_alone(tmp_path: Path) -> None:
    async def written() -> list[object]:
        async with Database(tmp_path / "t.sqlite3") as database:
            await database.write(lambda connection: store.insert(connection, table(), HEADER))
            twice = [
                database.write(partial(store.append, table="T", revision=n, change=step(1)))
                for n in (0, 0, 1)
            ]
            return await asyncio.gather(*twice, return_exceptions=True)

    first, second, third = asyncio.run(written())
    assert (first, third) == (None, None)
    assert isinstance(second, sqlite3.IntegrityError)


def test_a_full_disk_refuses_a_write_and_loses_nothing(tmp_path: Path) -> None:
    async def written() -> tuple[int, int]:
        async with Database(tmp_path / "t.sqlite3") as database:
            await database.write(lambda connection: store.insert(connection, table(), HEADER))
            await database.write(lambda connection: store.append(connection, "T", 0, step(1)))
            pages = await database.read(
                lambda connection: connection.execute("PRAGMA page_count").fetchone()[0]
            )
            await database.read(
                lambda connection: connection.execute(f"PRAGMA max_page_count={pages}").fetchone()
            )
            long = Change("step", 0, {"player": 0, "action": "x" * 100_000, "chance": []}, 2, 0, False)
            with pytest.raises(CannotStore, match="cannot be written"):
                await database.write(lambda connection: store.append(connection, "T", 1, long))
            await database.read(
                lambda connection: connection.execute("PRAGMA max_page_count=100000").fetchone()
            )
            before = len(await database.read(lambda connection: store.steps_of(connection, "T")))
            await database.write(lambda connection: store.append(connection, "T", 1, long))
            return before, len(await database.read(lambda connection: store.steps_of(connection, "T")))

    assert asyncio.run(written()) == (1, 2)


def test_one_server_at_a_time_has_a_database(tmp_path: Path) -> None:
    async def both() -> None:
        async with Database(tmp_path / "t.sqlite3"):
            with pytest.raises(CannotStore, match="in use by another server"):
                Database(tmp_path / "t.sqlite3")
        async with Database(tmp_path / "t.sqlite3"):
            pass

    asyncio.run(both())


def test_undone_steps_are_kept_in_the_log_and_left_out_of_the_game(tmp_path: Path) -> None:
    connection = connected(tmp_path / "t.sqlite3")
    store.insert(connection, table(), HEADER)
    changes = [step(1), step(2), step(3), Change("undo", 0, {"back": 2}, 1, 0, False), step(4)]
    for revision, change in enumerate(changes):
        store.append(connection, "T", revision, change)
    assert [row.body["action"] for row in store.steps_of(connection, "T")] == ["1", "4"]
    assert len(store.rows_of(connection, "T")) == 5
    connection.close()


def test_tables_that_nobody_used_are_deleted_with_all_that_is_theirs(tmp_path: Path) -> None:
    connection = connected(tmp_path / "t.sqlite3")
    for name in ("old", "used", "new"):
        store.insert(connection, table(name), HEADER)
        store.append(connection, name, 0, step(1))
    connection.execute("UPDATE tables SET touched=100 WHERE id != 'new'")
    assert store.delete_unused(connection, 200, frozenset({"used"})) == 1
    assert store.all_ids(connection) == ["new", "used"] or store.all_ids(connection) == ["used", "new"]
    assert connection.execute("SELECT count(*) FROM log").fetchone()[0] == 2
    store.delete(connection, "used")
    store.delete(connection, "new")
    for name in ("log", "seats", "texts"):
        assert connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] == 0
    connection.close()


def test_an_older_form_is_brought_up_to_date_and_a_newer_one_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "t.sqlite3"
    connection = connected(path)
    store.insert(connection, table(), HEADER)
    connection.close()
    newer = (*migrations.FORMS, "ALTER TABLE seats ADD COLUMN colour TEXT;")
    with monkeypatch.context() as later:
        later.setattr(migrations, "FORMS", newer)
        connection = connected(path)
        assert connection.execute("SELECT colour FROM seats").fetchone()[0] is None
        connection.close()
    with pytest.raises(CannotStore, match="newer version of Rulewright"):
        connected(path)


def test_files_that_are_no_database_of_ours_are_left_alone(tmp_path: Path) -> None:
    text, foreign = tmp_path / "text", tmp_path / "foreign.sqlite3"
    text.write_text("This is a text that is long enough to be no empty file.\n" * 20)
    with pytest.raises(CannotStore, match="not a database"):
        connected(text)
    other = sqlite3.connect(foreign)
    other.execute("CREATE TABLE tables (x)")
    other.commit()
    other.close()
    with pytest.raises(CannotStore, match="another program"):
        connected(foreign)
    with pytest.raises(CannotStore, match="cannot be used"):
        connected(tmp_path / "nowhere" / "t.sqlite3")


def test_news_of_a_table_are_kept_in_their_order_and_go_with_it(tmp_path: Path) -> None:
    connection = connected(tmp_path / "t.sqlite3")
    store.insert(connection, table(), HEADER)
    for number in range(store.MOST_NEWS + 3):
        store.put_news(connection, "T", number, f"news {number}")
    found = store.news_of(connection, "T")
    assert [each["step"] for each in found] == list(range(3, store.MOST_NEWS + 3))
    assert found[-1]["words"] == f"news {store.MOST_NEWS + 2}"
    store.delete(connection, "T")
    assert store.news_of(connection, "T") == []
    connection.close()


def test_tables_are_listed_by_their_rules_and_only_those_that_are_over_by_name(tmp_path: Path) -> None:
    connection = connected(tmp_path / "t.sqlite3")
    for id_, rules, over in (("A", "one", True), ("B", "one", False), ("C", "two", True), ("D", "one", True)):
        store.insert(
            connection,
            replace(table(id_), over=over),
            {**HEADER, "fingerprint": rules, "options": {"hand": 3}},
        )
    found = {each["rules"]: each for each in by_rules(connection)}
    assert {rules: (each["finished"], each["running"]) for rules, each in found.items()} == {
        "one": (2, 1),
        "two": (1, 0),
    }
    assert found["one"]["options"] == {"hand": 3}
    assert sorted(finished(connection, "one")) == ["A", "D"]
    connection.close()
