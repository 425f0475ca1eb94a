"""A real server in a process of its own, and clients of it, for tests and benchmarks.

with served(tmp_path / "tables.sqlite3", "tic-tac-toe") as server:
    table = server.create(game="tic-tac-toe", seats=people(2))
    with server.seat(table, 0) as ann, server.seat(table, 1) as bob: ...
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import Message as EmailMessage
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from rulewright.serve.database import connected
from rulewright.serve.records import record_of

Json = dict[str, Any]
WAIT = 20.0


def people(count: int, *names: str) -> list[Json]:
    """Seats for people."""
    return [
        {"sort": "person", "name": names[seat] if seat < len(names) else f"Person {seat + 1}"}
        for seat in range(count)
    ]


@dataclass(slots=True)
class Client:
    """A client at a table. `said` are all messages that came, as texts."""

    socket: ClientConnection
    said: list[str] = field(default_factory=list)
    frame: Json = field(default_factory=dict)
    _asked: int = 0

    def receive(self, kind: str) -> Json:
        """The next message of a kind; frames on the way are kept."""
        while True:
            text = str(self.socket.recv(WAIT))
            self.said.append(text)
            message: Json = json.loads(text)
            if message["type"] == "frame":
                self.frame = message
            if message["type"] == kind:
                return message

    def ask(self, do: str, **more: object) -> Json:
        """The answer to a request."""
        self._asked += 1
        self.socket.send(json.dumps({"id": self._asked, "do": do, **more}))
        answer = self.receive("answer")
        assert answer["id"] == self._asked
        return answer

    def until(self, number: int) -> Json:
        """The frame after a number of changes."""
        while self.frame.get("number", -1) < number:
            self.receive("frame")
        return self.frame

    @property
    def moves(self) -> list[Json]:
        """The moves of the last frame."""
        found: list[Json] = self.frame["scene"]["moves"]
        return found


@dataclass(slots=True)
class Server:
    """A server that runs."""

    link: str
    process: subprocess.Popen[str]
    database: Path
    host: str
    """The token of the host."""

    @property
    def port(self) -> int:
        return int(self.link.rstrip("/").rpartition(":")[2])

    def http(
        self,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        method: str | None = None,
    ) -> tuple[int, Mapping[str, str], str]:
        """(status, headers, text) of a request."""
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        asked = urllib.request.Request(
            f"{self.link}{path.lstrip('/')}", data, dict(headers or {}), method=method
        )
        try:
            with urllib.request.urlopen(asked, timeout=WAIT) as answer:
                return answer.status, _by_name(answer.headers), answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, _by_name(error.headers), error.read().decode()

    def create(self, **order: object) -> Json:
        """A new table: its id and tokens."""
        status, _, text = self.http("api/tables", order)
        assert status == 200, text
        made: Json = json.loads(text)
        return made

    @contextmanager
    def hello(self, table: str, **words: object) -> Iterator[Client]:
        """A client that says who it is."""
        with connect(f"ws://127.0.0.1:{self.port}/ws/{table}", max_size=None) as socket:
            socket.send(json.dumps({"hello": 1, **words}))
            yield Client(socket)

    @contextmanager
    def seat(self, made: Json, seat: int | None, **words: object) -> Iterator[Client]:
        """A client in a seat (None: a spectator) whose first frame has come."""
        token = None if seat is None else made["seats"][seat]["token"]
        with self.hello(made["table"], token=token, **words) as client:
            client.receive("frame")
            yield client

    def record(self, made: Json) -> Json:
        """The record of a table, over or not, read from the database."""
        connection = connected(self.database)
        try:
            return record_of(connection, made["table"])
        finally:
            connection.close()


@contextmanager
def served(database: Path, *arguments: str) -> Iterator[Server]:
    """A server with a database, at a free port, which is ended afterwards."""
    command = [
        sys.executable,
        "-m",
        "rulewright",
        "serve",
        "--port",
        "0",
        "--database",
        str(database),
        *arguments,
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Open http"), line
        yield Server(line.split()[1], process, database, process.stdout.readline().strip().rpartition("=")[2])
    finally:
        process.terminate()
        try:
            process.communicate(timeout=WAIT)
        finally:
            process.kill()


def play(clients: Sequence[Client], rng: random.Random, most: int = 1_000_000) -> int:
    """Let clients play at random, each in its own seat, until the game is over or a number of moves; how many there were."""
    made = 0
    while made < most and not clients[0].frame["scene"]["over"]:
        number = max(client.frame["number"] for client in clients)
        for client in clients:
            client.until(number)
        to_act = next(client for client in clients if client.moves)
        answer = to_act.ask("move", move=rng.choice(to_act.moves)["id"], at=number)
        assert answer["ok"], answer
        made += 1
        for client in clients:
            client.until(answer["number"])
    return made


def _by_name(headers: EmailMessage) -> dict[str, str]:
    """Headers by their names in small letters."""
    return {name.lower(): value for name, value in headers.items()}
