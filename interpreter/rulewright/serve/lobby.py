"""The lobby: the catalogue of games, new tables, and the tables that are in use.

lobby = Lobby(settings, database, pools)
await lobby.open()                      the catalogue is read
await lobby.create({...})               a new table, with the tokens of its seats
async with lobby.at(id) as table: ...   a table in use; the last one to leave puts it away
"""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

from rulewright.language.players import BUILT_IN_PLAYERS, HUMAN
from rulewright.serve import store
from rulewright.serve.database import Database
from rulewright.serve.orders import NewTable
from rulewright.serve.settings import Settings
from rulewright.serve.store import BOT, PERSON, StoredSeat, StoredTable
from rulewright.serve.table import Table, refused
from rulewright.serve.tokens import hashed, new_table_id, new_token
from rulewright.serve.workers import Pools, Stalled, Worker

Json = dict[str, Any]
DAY = 86_400.0
TOO_LONG = "Reading this rulebook took too long or too much memory, so it was given up."
FULL = "This server has as many tables as it may keep."
CATALOGUE_SECONDS = 300.0
ANY_GAME = tuple(name for name in BUILT_IN_PLAYERS if name != HUMAN)
"""The bots that every game has."""


class Lobby:
    """All tables of a server."""

    def __init__(self, settings: Settings, database: Database, pools: Pools, host: str = "") -> None:
        self.settings, self.database, self.pools = settings, database, pools
        self.host = host
        """The hash of the token of the server's host."""
        self.games: dict[str, Json] = {}
        self._tables: dict[str, tuple[Table, list[int]]] = {}
        self._opening = asyncio.Lock()
        self._loading = asyncio.Semaphore(1)

    async def open(self) -> None:
        """Read the catalogue. Raises Refused for a rulebook that cannot be played."""
        asked = {"do": "catalogue", "games": list(self.settings.games)}
        answer = await self.pools.first.ask(asked, CATALOGUE_SECONDS)
        self.games = {game["name"]: game for game in answer["games"]}

    def offered(self) -> list[Json]:
        """The catalogue, as everybody may see it."""
        return [{key: value for key, value in game.items() if key != "texts"} for game in self.games.values()]

    def bots_of(self, table: Table) -> list[str]:
        """The bots that can take a seat of a table: those of its game, or for texts of strangers those that play any game."""
        game = None if table.stored.stranger else self.games.get(table.stored.game)
        return list(ANY_GAME) if game is None else [bot["name"] for bot in game["bots"]]

    # ------------------------------------------------------------------------------------------------ new tables

    async def create(self, order: NewTable) -> Json:
        """A new table: its id and tokens. Raises Refused."""
        if await self.database.read(store.count) >= self.settings.limits.tables:
            raise refused(FULL)
        made = await self._made(order)
        table, owner, joining = new_table_id(), new_token(), new_token()
        seats = [_seat(number, order, made["seats"]) for number in range(len(made["seats"]))]
        stored = StoredTable(
            table, time.time(), made["game"], made["title"], order.is_strange, order.dice, hashed(owner), hashed(joining),
            0, 0, made["to_act"], made["over"], tuple(seat for seat, _ in seats),
        )  # fmt: skip
        await self.database.write(lambda connection: store.insert(connection, stored, made["header"]))
        tokens = [{"seat": seat.seat, "token": token} for seat, token in seats]
        return {"table": table, "owner": owner, "join": joining, "seats": tokens}

    async def again(self, table: Table) -> Json:
        """Another game for the people of a table, at a new one with the same seats and tokens: its id. Raises Refused."""
        async with table.lock:
            if not table.stored.over:
                raise refused("The game is not over.")
            if table.stored.next is None:
                await self._lead_on(table)
            return {"table": table.stored.next}

    async def _lead_on(self, table: Table) -> None:
        old, id_ = table.stored, new_table_id()
        if await self.database.read(store.count) >= self.settings.limits.tables:
            raise refused(FULL)
        header = await self.database.read(lambda connection: store.header_of(connection, old.id))
        asked = {"do": "again", "header": header, "seed": secrets.randbits(63)}
        made = await self._answer(self.pools.thinking(old.stranger), asked)
        new = replace(
            old, id=id_, created=time.time(), revision=0, step=0, to_act=made["to_act"], over=made["over"]
        )

        def put(connection: sqlite3.Connection) -> None:
            store.insert(connection, new, made["header"])
            store.lead_on(connection, old.id, id_)

        await self.database.write(put)
        table.stored = replace(old, next=id_)
        table.tell_table()

    async def describe(self, order: NewTable) -> Json:
        """What can be chosen for a table with texts that somebody sent, as in the catalogue. Raises Refused."""
        return await self._ask(order, {"do": "describe"})

    async def _made(self, order: NewTable) -> Json:
        return await self._ask(order, {"do": "create", "seed": secrets.randbits(63)})

    async def _ask(self, order: NewTable, request: Json) -> Json:
        """Let a worker open the game of an order. Texts of strangers are read by one process at a time, with limits of time and
        memory."""
        whole, load = {**request, "texts": self._texts(order), **order.asked()}, self.pools.work.load
        try:
            if not order.is_strange:
                return await self.pools.first.ask(whole, load)
            async with self._loading:
                return await self.pools.loading.ask(whole, load)
        except Stalled:
            raise refused(TOO_LONG) from None

    def _texts(self, order: NewTable) -> Json | None:
        """The texts of the game of the catalogue that is meant; None if a rulebook was sent."""
        if order.rulebook is not None:
            return None
        game = self.games.get(order.game)
        if game is None:
            raise refused(f"There is no game called {order.game!r} on this server.")
        texts: Json = game["texts"]
        return texts

    # -------------------------------------------------------------------------------------------- tables in use

    @asynccontextmanager
    async def at(self, id_: str) -> AsyncIterator[Table | None]:
        """A table in use; None if there is none with this id."""
        async with self._opening:
            table = await self._find(id_)
        if table is None:
            yield None
            return
        users = self._tables[id_][1]
        users[0] += 1
        try:
            yield table
        finally:
            users[0] -= 1
            if not users[0]:
                del self._tables[id_]
                await table.close()

    async def _find(self, id_: str) -> Table | None:
        if id_ not in self._tables:
            stored = await self.database.read(lambda connection: store.find(connection, id_))
            if stored is None:
                return None
            self._tables[id_] = Table(stored, self.database, self.pools), [0]
        return self._tables[id_][0]

    async def sheet(self, id_: str) -> str | None:
        """The rule sheet of a table, as a page; None if there is no such table. Raises Refused."""
        async with self.at(id_) as table:
            if table is None:
                return None
            header = await self.database.read(lambda connection: store.header_of(connection, id_))
            answer = await self._answer(
                self.pools.thinking(table.stored.stranger), {"do": "sheet", "header": header}
            )
            return str(answer["html"])

    async def _answer(self, worker: Worker, asked: Json) -> Json:
        """The answer of a worker that has time to think. Raises Refused."""
        try:
            return await worker.ask(asked, self.pools.work.think)
        except Stalled:
            raise refused("This took too long.") from None

    # -------------------------------------------------------------------------------------------------- retention

    async def clean_up(self) -> int:
        """Delete the tables that nobody has used for as long as the settings say; how many they were."""
        days = self.settings.keep_days
        if days is None:
            return 0
        before, used = time.time() - days * DAY, frozenset(self._tables)
        return await self.database.write(lambda connection: store.delete_unused(connection, before, used))

    async def delete(self, id_: str) -> None:
        """Delete a table with its log, and send everybody away."""
        async with self.at(id_) as table:
            if table is None:
                return
            async with table.lock:
                await self.database.write(lambda connection: store.delete(connection, id_))
            for connection in table.connections:
                connection.send({"type": "dismissed", "error": "This table was deleted by its owner."})
                connection.closed.set()

    async def clean_up_hourly(self) -> None:
        """Clean up now and every hour."""
        while True:
            with suppress(Exception):  # the next hour may have a disk again
                await self.clean_up()
            await asyncio.sleep(3600)


def _seat(number: int, order: NewTable, ids: list[str]) -> tuple[StoredSeat, str | None]:
    wanted: Mapping[str, Any] = order.seats[number] if number < len(order.seats) else {}
    sort, name, bot = wanted.get("sort", "open"), wanted.get("name") or "", wanted.get("bot")
    token = new_token() if sort == PERSON else None
    usual = f"Player {ids[number]}" if ids[number].isdigit() else ids[number].replace("_", " ").capitalize()
    name = name or (f"{bot} {number + 1}" if sort == BOT else usual)
    kept = StoredSeat(number, sort, name, bot if sort == BOT else None, hashed(token) if token else None)
    return kept, token
