"""`rulewright serve`: wrong arguments end with one sentence, and records of tables can be written to a folder."""

from __future__ import annotations

import json
import random
import signal
import socket
import sys
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import rulewright
from tests.cli.conftest import Run
from tests.serve.servers import people, play, served


def test_a_port_in_use_is_one_sentence(run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run("serve", "--port", str(port))
    assert ended.status == 1
    assert ended.err.count("\n") <= 2
    assert f"port {port} cannot be used" in ended.err
    assert not Path("rulewright-tables.sqlite3").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "99999"), "99999 is not in the range"),
        (("--host", "no.such.host.invalid", "--port", "0"), "no.such.host.invalid"),
        (("--port", "0", "--database", "nowhere/tables.sqlite3"), "cannot be used as a database"),
        (("--port", "0", "--database", "."), "directory"),
        (("--export", "records"), "there is no database"),
        (("--keep", "0"), "0 is not in the range"),
    ],
)
def test_wrong_arguments_are_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ended = run("serve", *arguments)
    assert ended.status in (1, 2)
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_a_game_that_does_not_exist_is_refused_with_the_nearest_name(run: Run, tmp_path: Path) -> None:
    ended = run("serve", "tic-tac-to", "--port", "0", "--database", str(tmp_path / "t.sqlite3"))
    assert ended.status == 1
    assert "did you mean `tic-tac-toe`?" in ended.err


def test_records_of_all_tables_are_written_while_the_server_runs(run: Run, tmp_path: Path) -> None:
    database, records = tmp_path / "t.sqlite3", tmp_path / "records"
    with served(database, "tic-tac-toe") as server:
        made = [server.create(game="tic-tac-toe", seats=people(2)) for _ in range(2)]
        with server.seat(made[0], 0) as ann, server.seat(made[0], 1) as bob:
            play((ann, bob), random.Random(1))
            assert not ann.ask("move", move=0)["ok"]
        ended = run("serve", "--export", str(records), "--database", str(database))
    assert ended.out.strip() == f"2 records in {records}"
    record = json.loads((records / f"tic-tac-toe-{made[0]['table']}.record.json").read_text("utf-8"))
    assert rulewright.replay(record).is_terminal()
    assert len(record["times"]) == len(record["steps"])
    assert record["times"] == sorted(record["times"])
    assert len(record["refused"]) == 1
    again = run("replay", str(records / f"tic-tac-toe-{made[0]['table']}.record.json"))
    assert again.status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_ctrl_c_ends_the_server_while_people_are_at_a_table(tmp_path: Path) -> None:
    with served(tmp_path / "t.sqlite3", "tic-tac-toe") as server:
        made = server.create(game="tic-tac-toe", seats=people(2))
        with server.seat(made, 0) as ann:
            children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
            workers = children.read_text().split() if children.exists() else []
            server.process.send_signal(signal.SIGINT)
            with pytest.raises(ConnectionClosed):
                ann.receive("frame")
            assert server.process.wait(15) == 0
    assert not [each for each in workers if Path(f"/proc/{each}").exists()]
