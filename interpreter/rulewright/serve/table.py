"""A table that is in use: its connections, moves one after another, bots, and undo.

    table = Table(stored, database, pools)
    await table.move(connection, {"move": 3, "at": 12})

A move goes to the worker that has the position, then into the log on disk, and only then to anybody. While a table is changed its
lock is held, so that the log, the worker and what people see have the same revision.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rulewright.serve import store
from rulewright.serve.connection import Connection
from rulewright.serve.database import CannotStore, Database
from rulewright.serve.store import BOT, OPEN, PERSON, STEP, TYPED, UNDO, Change, StoredSeat, StoredTable
from rulewright.serve.tokens import fits, hashed, new_token
from rulewright.serve.words import SPECTATOR
from rulewright.serve.workers import NeedsLog, Pools, Refused, Stalled, Worker
from rulewright.source.dataclass import dataclass

Json = dict[str, Any]

SNAPSHOT_EVERY = 100
"""A snapshot is kept each time a game has this many more steps."""
LOST = "The server could not carry this out. Please try again."
FULL_DISK = "The server cannot store anything now, so the move was not made."
GIVEN = "This seat was given to somebody else."
LEFT = "You have left your seat, and watch now."
MOVED_ON = "Something happened at the table meanwhile; look at it, and choose again."


@dataclass(frozen=True, slots=True)
class Rolling:
    """A move that waits for real dice: the rolls that were typed so far, and the dice that are rolled now."""

    seat: int
    move: int | str
    rolls: list[list[str]]
    dice: Json


class Table:
    """A table in use. `stored` is what the database has of it, apart from the log."""

    def __init__(self, stored: StoredTable, database: Database, pools: Pools) -> None:
        self.stored = stored
        self.connections: set[Connection] = set()
        self.lock = asyncio.Lock()
        self.database = database
        self.pools = pools
        self._agreed: set[int] = set()
        self._asked: int | None = None
        self._rolling: Rolling | None = None
        self._bots: asyncio.Task[None] | None = None
        self._awaited: set[int] = set()
        """The seats that were given to new persons who have not come yet."""

    # ------------------------------------------------------------------------------------------- who is there

    @property
    def names(self) -> list[str]:
        """The names of the people and bots, by seat."""
        return [seat.name for seat in self.stored.seats]

    @property
    def people(self) -> set[int]:
        """The seats that are people's."""
        return {seat.seat for seat in self.stored.seats if seat.sort == PERSON}

    def seat_with(self, token: str | None) -> int | None:
        """The seat that a token opens."""
        found = [seat.seat for seat in self.stored.seats if fits(token, seat.token)]
        return found[0] if found else None

    def is_owner(self, token: str | None) -> bool:
        """Whether a token is the owner's."""
        return fits(token, self.stored.owner)

    def may_join(self, token: str) -> bool:
        """Whether a token lets people sit down at open seats."""
        return fits(token, self.stored.joining)

    async def sit_down(
        self, name: str | None, wanted: int | None = None, connection: Connection | None = None
    ) -> tuple[int, str]:
        """Give an open seat, the wanted one or the first, to a person: its number and its token. Everybody sees the new name. Raises
        Refused if there is none."""
        async with self.lock:
            free = [seat for seat in self.stored.seats if seat.sort == OPEN and wanted in (None, seat.seat)]
            if not free:
                taken = "All seats of this table are taken." if wanted is None else "This seat is taken."
                raise refused(f"{taken} You can watch.")
            seat, token = free[0].seat, new_token()
            called = name or free[0].name
            await self._put(
                StoredSeat(seat, PERSON, called, None, hashed(token)),
                f"{called} sits down in seat {seat + 1}.",
            )
            if connection is not None:
                connection.seat = seat
            with suppress(Refused):  # the seat is taken already
                await self.show_all()
            return seat, token

    async def news(self) -> list[Json]:
        """What everybody is to read about the seats."""
        return await self.database.read(lambda connection: store.news_of(connection, self.stored.id))

    async def enter(self, connection: Connection) -> None:
        """Add a connection. Everybody reads who opens the link of a seat that was given to a new person."""
        self.connections.add(connection)
        seat = connection.seat
        if seat is not None and seat in self._awaited:
            self._awaited.discard(seat)
            who = "The owner of the table" if connection.owner else "A new person"
            async with self.lock:
                await self._put(self.stored.seats[seat], f"{who} sits in seat {seat + 1} now.")

    def exit(self, connection: Connection) -> None:
        """Remove a connection; the seat stays its owner's."""
        self.connections.discard(connection)
        self.tell_table()

    def seats_told(self) -> list[Json]:
        """The seats as everybody may know them."""
        here = {connection.seat for connection in self.connections}
        owners = {connection.seat for connection in self.connections if connection.owner}
        return [
            {"seat": seat.seat, "name": seat.name, "sort": seat.sort, "bot": seat.bot,
             "here": seat.sort == BOT or seat.seat in here, "owner": seat.seat in owners}
            for seat in self.stored.seats
        ]  # fmt: skip

    def told(self) -> Json:
        """The table as everybody may know it."""
        stored = self.stored
        return {"name": stored.game, "title": stored.title, "players": len(stored.seats), "seats": self.seats_told(),
                "dice": stored.dice, "over": stored.over, "next": stored.next}  # fmt: skip

    def tell_table(self) -> None:
        """Send everybody who sits where."""
        self._to_all({"type": "table", "table": self.told(), "seats": self.seats_told()})

    # --------------------------------------------------------------------------------------------------- looking

    async def show(self, connection: Connection) -> None:
        """Send the present frame to one connection."""
        async with self.lock:
            answer = await self.ask({"do": "look", **self._viewers({connection})})
            self._send_frames(answer, {connection})
        self.start_bots()

    async def show_all(self) -> None:
        """Send the present frame to everybody, after names or seats have changed. The lock is held."""
        answer = await self.ask({"do": "look", **self._viewers(self.connections)})
        self._send_frames(answer, self.connections)

    async def ask(self, request: Mapping[str, Any], seconds: float = 0.0) -> Json:
        """Ask the worker that has the position. The lock is held. Raises Refused."""
        worker = self.pools.of_table(self.stored.id, self.stored.stranger)
        return await self._ask(worker, request, seconds or self.pools.work.move)

    async def think(self, request: Mapping[str, Any]) -> Json:
        """Ask the worker for long questions. Raises Refused."""
        worker = self.pools.thinking(self.stored.stranger)
        return await self._ask(worker, request, self.pools.work.think)

    async def _ask(self, worker: Worker, request: Mapping[str, Any], seconds: float) -> Json:
        whole = {"table": self.stored.id, "revision": self.stored.revision, **request}
        try:
            try:
                return await worker.ask(whole, seconds)
            except (
                NeedsLog,
                Stalled,
            ):  # a worker that another table stalled was replaced, and has no positions
                log = await self.database.read(lambda connection: store.log_of(connection, self.stored.id))
                return await worker.ask({**whole, "log": log}, seconds)
        except (NeedsLog, Stalled):
            raise refused(LOST) from None

    # --------------------------------------------------------------------------------------------------- playing

    async def move(self, connection: Connection, request: Mapping[str, Any]) -> Json:
        """Carry out a person's move; the answer, after it is on disk. Raises Refused."""
        seat = connection.seat
        if seat is None:
            raise refused("You are watching; only players move.")
        move = request.get("move")
        if isinstance(move, bool) or not isinstance(move, int | str):
            raise refused("A move is a number or a text.")
        async with self.lock:
            if request.get("at", self.stored.revision) != self.stored.revision:
                raise refused(MOVED_ON)
            try:
                answer = await self._act(seat, move, [] if self.stored.dice == TYPED else None)
            except Refused as error:
                await self._note_refused(seat, move, error)
                raise
        self.start_bots()
        return answer

    async def roll(self, connection: Connection, faces: list[str]) -> Json:
        """Go on with the move of a person who has rolled real dice; the answer is as for the move. Raises Refused."""
        async with self.lock:
            rolling = self._rolling
            if rolling is None or rolling.seat != connection.seat:
                raise refused("No move of yours waits for dice.")
            answer = await self._act(rolling.seat, rolling.move, [*rolling.rolls, faces])
        self.start_bots()
        return answer

    async def call_off(self, connection: Connection) -> Json:
        """Call off a person's move that waits for real dice. Raises Refused."""
        async with self.lock:
            if self._rolling is None or self._rolling.seat != connection.seat:
                raise refused("No move of yours waits for dice.")
            self._rolling = None
            await self.show_all()
        return {}

    async def _act(self, seat: int, move: int | str, rolls: list[list[str]] | None = None) -> Json:
        asked = {"do": "act", "seat": seat, "move": move, "rolls": rolls, **self._viewers(self.connections)}
        answer = await self.ask(asked)
        if "roll" in answer:
            self._rolling = Rolling(seat, move, rolls or [], answer["roll"])
            await self.show_all()
            return {"number": self.stored.revision, "roll": answer["roll"]}
        await self._append(STEP, seat, answer["step"], answer["status"])
        self._send_frames(answer, self.connections)
        await self._keep_snapshot()
        return {"number": self.stored.revision}

    async def _append(self, what: str, seat: int | None, body: object, status: Mapping[str, Any]) -> None:
        """Write a change into the log, on disk, and make it the state of the table."""
        stored = self.stored
        change = Change(what, seat, body, status["step"], status["to_act"], status["over"], status["result"])
        try:
            await self.database.write(
                lambda connection: store.append(connection, stored.id, stored.revision, change)
            )
        except CannotStore:
            raise refused(FULL_DISK) from None
        except sqlite3.IntegrityError:  # another server writes into the same database
            raise refused(LOST) from None
        self._agreed, self._asked, self._rolling = set(), None, None
        self.stored = store.after(stored, change)

    async def _note_refused(self, seat: int, move: int | str, error: Refused) -> None:
        table, revision, text, reason = (
            self.stored.id,
            self.stored.revision,
            str(move)[:200],
            str(error)[:200],
        )
        with suppress(CannotStore):
            await self.database.write(
                lambda connection: store.refuse(connection, table, revision, seat, text, reason)
            )

    async def _keep_snapshot(self) -> None:
        step = self.stored.step
        if step == 0 or step % SNAPSHOT_EVERY:
            return
        answer, table = await self.ask({"do": "snapshot"}), self.stored.id
        with suppress(CannotStore):
            await self.database.write(
                lambda connection: store.keep_snapshot(connection, table, step, answer["text"])
            )

    # ------------------------------------------------------------------------------------------------------ undo

    async def undo(self, connection: Connection) -> Json:
        """Take back the last move of a person, or ask the others for it. Raises Refused."""
        if connection.seat is None:
            raise refused("You are watching; only players take moves back.")
        async with self.lock:
            found = await self._may_undo(connection.seat)
            if not found["asks"]:
                await self._undo(connection.seat, found["back"])
                return {"done": True}
            self._asked, self._agreed = connection.seat, {connection.seat}
            await self.show_all()
        return {"done": False, "asked": sorted(self.people - self._agreed)}

    async def agree(self, connection: Connection, yes: bool) -> Json:
        """Agree to an undo, or not. Raises Refused."""
        async with self.lock:
            seat, asked = connection.seat, self._asked
            if seat is None or asked is None or seat not in self.people:
                raise refused("Nobody has asked you to take a move back.")
            if not yes:
                self._asked, self._agreed = None, set()
                await self.show_all()
                return {"done": False}
            self._agreed.add(seat)
            if self.people - self._agreed:
                await self.show_all()
                return {"done": False, "asked": sorted(self.people - self._agreed)}
            found = await self._may_undo(asked)
            await self._undo(asked, found["back"])
            return {"done": True}

    async def _may_undo(self, seat: int) -> Json:
        return await self.ask({"do": "may_undo", "seat": seat, "people": sorted(self.people)})

    async def _undo(self, seat: int, back: int) -> None:
        answer = await self.ask({"do": "undo", "back": back, **self._viewers(self.connections)})
        agreed = sorted(self._agreed | {seat})
        await self._append(UNDO, seat, {"back": back, "agreed": agreed}, answer["status"])
        self._send_frames(answer, self.connections)

    # ------------------------------------------------------------------------------------------------------ seats

    async def rename(self, connection: Connection, name: str) -> Json:
        """Give the person in a seat another name. Raises Refused."""
        if connection.seat is None:
            raise refused("You have no seat, and so no name at this table.")
        async with self.lock:
            old = self.stored.seats[connection.seat]
            await self._put(StoredSeat(old.seat, old.sort, name, old.bot, old.token))
            await self.show_all()
        return {}

    async def give(self, seat: int, sort: str, bot: str | None, why: str = GIVEN) -> Json:
        """Give a seat to a bot, to a new person (the answer has the token), or to the first person who sits down. Raises Refused."""
        async with self.lock:
            if not 0 <= seat < len(self.stored.seats):
                raise refused(f"There is no seat {seat + 1}.")
            token = new_token() if sort == PERSON else None
            if sort == BOT:
                await self.ask({"do": "is_bot", "bot": bot})
            name, old = (
                f"{bot} {seat + 1}" if sort == BOT else f"Player {seat + 1}",
                self.stored.seats[seat].name,
            )
            (self._awaited.add if sort == PERSON else self._awaited.discard)(seat)
            given = StoredSeat(
                seat, sort, name, bot if sort == BOT else None, hashed(token) if token else None
            )
            await self._put(given, _given(old, given, why == LEFT))
            self._dismiss(seat, why)
            await self.show_all()
        self.start_bots()
        return {"token": token}

    async def leave(self, connection: Connection) -> Json:
        """Leave a seat for somebody else. Raises Refused."""
        if connection.seat is None:
            raise refused("You have no seat to leave.")
        return await self.give(connection.seat, OPEN, None, LEFT)

    def _dismiss(self, seat: int, why: str) -> None:
        """Let the people in a seat watch from now on: its token is no longer good."""
        for connection in [each for each in self.connections if each.seat == seat]:
            connection.send({"type": "dismissed", "error": why})
            connection.seat = None

    async def _put(self, seat: StoredSeat, words: str = "") -> None:
        """Store a seat in place of what it was, with a sentence that everybody is to read."""
        table, step = self.stored.id, self.stored.step

        def put(connection: sqlite3.Connection) -> None:
            store.put_seat(connection, table, seat)
            if words:
                store.put_news(connection, table, step, words)

        try:
            await self.database.write(put)
        except CannotStore:
            raise refused("The server cannot store anything now.") from None
        self.stored = store.with_seat(self.stored, seat)
        if words:
            self._to_all({"type": "news", "step": step, "words": words})
        self.tell_table()

    # ------------------------------------------------------------------------------------------------------- bots

    def start_bots(self) -> None:
        """Let the bots move, as long as it is their turn and somebody is there."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_move())

    async def _let_bots_move(self) -> None:
        with suppress(Refused):
            while self.connections and await self._bot_moved():
                pass

    async def _bot_moved(self) -> bool:
        """One move of a bot, if it is its turn."""
        stored = self.stored
        bot = None if stored.to_act is None else stored.seats[stored.to_act].bot
        if stored.over or bot is None:
            return False
        chosen = await self.think({"do": "choose", "seat": stored.to_act, "bot": bot})
        async with self.lock:
            if self.stored.revision == stored.revision and self.stored.seats == stored.seats:
                assert stored.to_act is not None, "a bot is to act"
                await self._act(stored.to_act, chosen["move"])
        return True

    # ---------------------------------------------------------------------------------------------------- private

    def _viewers(self, connections: set[Connection]) -> Json:
        viewers = sorted({connection.viewer for connection in connections})
        return {"viewers": viewers, "names": self.names, "people": sorted(self.people)}

    def _send_frames(self, answer: Mapping[str, Any], connections: set[Connection]) -> None:
        """Send each connection its own view, which a worker has cut for this viewer alone."""
        status, rolling = answer["status"], self._rolling
        common = {
            "seats": self.seats_told(),
            "undo_asked": self._undo_told(),
            "rolling": rolling and rolling.seat,
        }
        for viewer, view in answer["views"].items():
            scene = view.pop("scene")
            you = None if viewer == SPECTATOR else int(viewer)
            frame = {
                "type": "frame",
                "number": self.stored.revision,
                "step": status["step"],
                "you": you,
                **view,
                **common,
            }
            if rolling is not None and rolling.seat == you:
                frame["roll"] = rolling.dice
            text = f'{json.dumps(frame)[:-1]}, "scene": {scene}}}'
            for connection in connections:
                if connection.viewer == viewer:
                    connection.send(text)

    def _undo_told(self) -> Json | None:
        if self._asked is None:
            return None
        return {
            "seat": self._asked,
            "agreed": sorted(self._agreed),
            "waits_for": sorted(self.people - self._agreed),
        }

    def _to_all(self, message: Json) -> None:
        for connection in self.connections:
            connection.send(message)

    async def close(self) -> None:
        """Stop the bots. The position of a game that is over is needed no more."""
        if self.stored.over:
            worker = self.pools.of_table(self.stored.id, self.stored.stranger)
            worker.tell({"do": "forget", "table": self.stored.id})
        if self._bots is not None:
            self._bots.cancel()
            with suppress(asyncio.CancelledError):
                await self._bots


def _given(old: str, seat: StoredSeat, left: bool) -> str:
    """The sentence about a seat that was given away."""
    if left:
        return f"{old} has left seat {seat.seat + 1}, which is open now."
    to = {
        BOT: f"to the bot {seat.bot}", OPEN: "to the next person who sits down", PERSON: "to a new person, by a link of its own",
    }[seat.sort]  # fmt: skip
    return f"The owner of the table gave seat {seat.seat + 1}, which was {old}'s, {to}."


def refused(error: str) -> Refused:
    """A refusal with a sentence."""
    return Refused({"error": error, "reasons": [], "problems": []})
