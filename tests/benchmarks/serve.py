"""A server with many tables: how long a move takes to reach the other seat, and whether memory grows.

    python -m tests.benchmarks.serve [--tables 200] [--seconds 180] [--stored 10000] [--moves-a-minute 6] [--workers 2]

A server in a process of its own gets a database with stored tables, and then new tables of the five games for two players each. The players
are real websocket clients in this process, which choose moves at random from the frames that they get. A time is that from sending a
move to having read the frame of the other seat, so it includes both ways through the network of the machine and the work of the
clients. Memory is that of the server and its workers together (Linux).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import rulewright
from rulewright.serve import store
from rulewright.serve.database import connected
from rulewright.serve.store import Change, StoredSeat, StoredTable
from rulewright.serve.tokens import hashed
from tests.serve.servers import Server, people, served

Json = dict[str, Any]
GAMES = ("cinq-o", "red-hot-yott", "crib-ino", "sino", "cinco")
WANTED = 0.1
"""Seconds that 95 of 100 moves may take at most."""


@dataclass(slots=True)
class Figures:
    """What was measured."""

    times: list[float] = field(default_factory=list)
    refused: int = 0
    finished: int = 0
    memory: list[tuple[float, int]] = field(default_factory=list)


def main(given: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, default in (("tables", 200), ("seconds", 180), ("stored", 10_000), ("workers", 2)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--moves-a-minute", type=float, default=6.0)
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        began = time.perf_counter()
        fill(database, asked.stored)
        size = database.stat().st_size / 1e6
        print(
            f"{asked.stored:,} stored tables: {size:,.0f} MB, written in {time.perf_counter() - began:.0f} s"
        )
        many = str(asked.stored + 100 * asked.tables)
        options = ("--max-tables", many, "--new-tables", "1000000", "--workers", str(asked.workers))
        with served(database, *GAMES, *options) as server:
            figures = asyncio.run(played(server, asked.tables, asked.seconds, 60 / asked.moves_a_minute))
    print(told(figures, asked.seconds))


def fill(database: Path, tables: int) -> None:
    """Write stored tables, each with the log of a game of some moves."""
    connection = connected(database)
    headers, steps = {}, {}
    for name in GAMES:
        state = rulewright.load(name, players=2).new_initial_state(seed=3)
        rng = random.Random(name)
        while not state.is_terminal() and len(state.history) < 30:
            state.apply_action(rng.choice(state.legal_ids()))
        record = state.record(texts=True)
        steps[name] = record.pop("steps")
        headers[name] = {key: value for key, value in record.items() if key != "result"}
    connection.execute("BEGIN")
    for number in range(tables):
        name = GAMES[number % len(GAMES)]
        seats = tuple(
            StoredSeat(seat, "person", f"Player {seat + 1}", None, hashed(str(seat))) for seat in (0, 1)
        )
        table = StoredTable(
            secrets.token_urlsafe(9), time.time(), name, name, False, "server", hashed("o"), None, 0, 0, 0, False, seats
        )  # fmt: skip
        store.insert(connection, table, headers[name])
        for revision, step in enumerate(steps[name]):
            store.append(
                connection, table.id, revision, Change("step", step["player"], step, revision + 1, 0, False)
            )
    connection.execute("COMMIT")
    connection.close()


async def played(server: Server, tables: int, seconds: float, pause: float) -> Figures:
    """The figures of tables that are played for some time, after all of them have begun."""
    figures, begin = Figures(), asyncio.Event()
    rng = random.Random(1)
    playing = [
        asyncio.create_task(
            at_a_table(server, GAMES[number % len(GAMES)], pause, rng.random() * pause, begin, figures)
        )
        for number in range(tables)
    ]
    watching = asyncio.create_task(watch(server, figures))
    await asyncio.sleep(min(60.0, 5 + tables / 10))
    figures.times.clear()
    begin.set()
    await asyncio.sleep(seconds)
    for task in (*playing, watching):
        task.cancel()
    ended = await asyncio.gather(*playing, watching, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
    return figures


async def at_a_table(
    server: Server, game: str, pause: float, late: float, begin: asyncio.Event, figures: Figures
) -> None:
    """Two players at one table after another, who move at a steady pace."""
    rng = random.Random(game)
    made: Json | None = None
    while True:
        made = await asyncio.to_thread(server.create, game=game, players=2, seats=people(2))
        address = f"ws://127.0.0.1:{server.port}/ws/{made['table']}"
        async with connect(address, max_size=None) as ann, connect(address, max_size=None) as bob:
            sockets = (ann, bob)
            frames = [
                await greeted(socket, made["seats"][seat]["token"]) for seat, socket in enumerate(sockets)
            ]
            await begin.wait()
            await asyncio.sleep(late)
            while not frames[0]["scene"]["over"]:
                due = time.perf_counter() + pause
                await one_move(sockets, frames, rng, figures)
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            figures.finished += 1


async def greeted(socket: ClientConnection, token: str) -> Json:
    """The first frame of a seat."""
    await socket.send(json.dumps({"hello": 1, "token": token}))
    return await frame_after(socket, -1)


async def one_move(
    sockets: Sequence[ClientConnection], frames: list[Json], rng: random.Random, figures: Figures
) -> None:
    """Make a move in the seat to act, and wait until both have the next frame."""
    mover = next(seat for seat, frame in enumerate(frames) if frame["scene"]["moves"])
    number, move = frames[mover]["number"], rng.choice(frames[mover]["scene"]["moves"])
    began = time.perf_counter()
    await sockets[mover].send(json.dumps({"id": number + 1, "do": "move", "move": move["id"], "at": number}))
    frames[1 - mover] = await frame_after(sockets[1 - mover], number)
    figures.times.append(time.perf_counter() - began)
    frames[mover] = await frame_after(sockets[mover], number)


async def frame_after(socket: ClientConnection, number: int) -> Json:
    """The next frame with a larger number than this."""
    while True:
        message: Json = json.loads(await socket.recv())
        if message["type"] == "frame" and message["number"] > number:
            return message


async def watch(server: Server, figures: Figures) -> None:
    """Note the memory of the server and its workers every few seconds."""
    while True:
        figures.memory.append((time.perf_counter(), memory(server.process.pid)))
        await asyncio.sleep(5)


def memory(process: int) -> int:
    """The memory of a process and its children that is in use, in bytes."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    total = 0
    for each in (process, *map(int, children)):
        text = Path(f"/proc/{each}/smaps_rollup").read_text()
        total += next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return total * 1024


def told(figures: Figures, seconds: float) -> str:
    """The figures in lines."""
    times = sorted(figures.times)
    if not times:
        return "no move was made"
    at = {share: times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99)}
    third = [size for _, size in figures.memory][len(figures.memory) // 3 :]
    grown = statistics.linear_regression(range(len(third)), third).slope / 5 * 3600 if len(third) > 2 else 0.0
    lines = (
        f"{len(times):,} moves in {seconds:.0f} s, {figures.finished} games ended",
        (
            f"from a move to the other seat's frame: median {1000 * at[0.5]:.0f} ms, p95 {1000 * at[0.95]:.0f} ms "
            f"(at most {1000 * WANTED:.0f} ms is wanted), p99 {1000 * at[0.99]:.0f} ms, longest {1000 * times[-1]:.0f} ms"
        ),
        (
            f"memory: {third[0] / 1e6:,.0f} MB after the first third, {third[-1] / 1e6:,.0f} MB at the end, "
            f"{grown / 1e6:+,.0f} MB an hour by a straight line"
        ),
    )
    return "\n".join(lines)


if __name__ == "__main__":
    main(sys.argv[1:])
