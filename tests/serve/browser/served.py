"""A server in a process of its own, and tables on it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import URLError

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as PlaywrightError

NAMES = ("Ann", "Bob", "Cleo", "Dan")
STARTS = 120
"""Seconds in which a server starts, on a slow day."""


@dataclass
class Served:
    """`rulewright serve` with a database of its own; it may be killed and started again at the same port."""

    database: Path
    games: Sequence[str]
    port: int = 0
    host: str = field(default="", init=False)
    """The link to the page of the host."""
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-u", "-m", "rulewright", "serve", *self.games]
        said = self.database.with_suffix(".log")
        with said.open("w", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port), "--database", str(self.database)],
                stdout=log, stderr=subprocess.STDOUT, start_new_session=True,
            )  # fmt: skip
        self._wait(said)

    def kill(self) -> None:
        """End it at once, with all its processes."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def _wait(self, said: Path) -> None:
        end = time.monotonic() + STARTS
        while time.monotonic() < end:
            found = re.search(r"http://[\d.]+:(\d+)/", said.read_text("utf-8"))
            try:
                assert self._process is not None
                assert self._process.poll() is None, said.read_text("utf-8")
                if found:
                    self.port = int(found[1])
                    self.host = re.findall(r"http\S+#host=\S+", said.read_text("utf-8"))[0]
                    urllib.request.urlopen(f"{self.address}/api/games", timeout=5).close()
                    return
            except (URLError, OSError):
                pass
            time.sleep(0.1)
        raise TimeoutError("the server does not answer")

    def table(self, game: str | None, players: int = 2, **more: Any) -> dict[str, Any]:
        """A new table for people."""
        seats = [{"sort": "person", "name": NAMES[number]} for number in range(players)]
        body = json.dumps({"game": game, "players": players, "seats": seats, **more}).encode()
        request = urllib.request.Request(
            f"{self.address}/api/tables", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found


class Player:
    """A person at a table, with the frames that the page received."""

    def __init__(self, context: BrowserContext, served: Served, table: dict[str, Any], seat: int) -> None:
        self.seat = seat
        self.frames: list[dict[str, Any]] = []
        self.messages: list[str] = []
        self.page: Page = context.new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._received))
        token = table["seats"][seat]["token"]
        self.page.goto(f"{served.address}/t/{table['table']}#seat={token}")
        self.page.wait_for_selector(".scene")

    def _received(self, text: str | bytes) -> None:
        self.messages.append(str(text))
        message = json.loads(text)
        if message["type"] == "frame":
            self.frames.append(message)

    @property
    def scene(self) -> dict[str, Any]:
        found: dict[str, Any] = self.frames[-1]["scene"]
        return found

    @property
    def number(self) -> int:
        return int(self.frames[-1]["number"])

    def wait_for(self, number: int) -> None:
        """Wait until the page has a frame with this number of moves."""
        end = time.monotonic() + 30
        while self.number < number:
            assert time.monotonic() < end, f"no frame {number}"
            self.page.wait_for_timeout(20)

    def move(self, move: dict[str, Any]) -> None:
        """Make a move as a person does: touch what it is about, then press its button if it was not made yet."""
        before, copies = self.number, dict[str, int]()
        done = self.page.locator(f'[data-key="move {move["id"]}"]')
        for touch in move["touches"]:
            if done.count():  # there is no other move left
                break
            key = "|".join((touch["sort"], touch["where"], touch["id"], touch["space"]))
            copy = copies[key] = copies.get(key, -1) + 1
            target = self._target(key, copy, move["label"])
            target.click()
        end = time.monotonic() + 10
        while self.number == before and not done.count():
            assert time.monotonic() < end, f"the move {move['text']} is not offered"
            self.page.wait_for_timeout(20)
        if self.number == before:
            with suppress(PlaywrightError):  # the move was made by the last touch, and the button is gone
                done.first.click(timeout=1000)
        self.wait_for(before + 1)

    def _target(self, key: str, copy: int, label: str) -> Any:
        page = self.page
        for wanted in (f"{key}#{copy}", f"{key}#0", f"{label} {key}"):
            found = page.locator(f'[data-key="{wanted}"]')
            if found.count():
                return found.first
        raise AssertionError(f"nothing can be touched for {key}")
