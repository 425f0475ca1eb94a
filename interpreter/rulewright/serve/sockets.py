"""A websocket at a table: who it is, then requests and frames, until it closes.

The first message of a client says who it is; see `docs/reference/serve.md` for all messages.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rulewright.serve.connection import Connection
from rulewright.serve.lobby import Lobby
from rulewright.serve.orders import faces_in, name_in
from rulewright.serve.store import BOT, OPEN, PERSON
from rulewright.serve.table import Table, refused
from rulewright.serve.workers import Refused

Json = dict[str, Any]
Message = Mapping[str, Any]

GONE, FORBIDDEN, NO_TABLE, TOO_MANY, TOO_BIG = 1001, 4403, 4404, 4429, 1009


async def sit(lobby: Lobby, socket: WebSocket) -> None:
    """Serve a websocket from its first message to its end."""
    await socket.accept()
    with suppress(WebSocketDisconnect, RuntimeError):  # the other side is gone
        try:
            async with asyncio.timeout(lobby.settings.limits.silent):
                hello = _read(await socket.receive_text())
        except TimeoutError:
            await socket.close(GONE, "nothing was received")
            return
        async with lobby.at(str(socket.path_params["table"])) as table:
            if table is None:
                await socket.close(NO_TABLE, "there is no such table")
            elif len(table.connections) >= lobby.settings.limits.connections_a_table:
                await socket.close(TOO_MANY, "too many people are at this table")
            else:
                await _at_table(lobby, table, socket, hello)


async def _at_table(lobby: Lobby, table: Table, socket: WebSocket, hello: Message) -> None:
    try:
        connection, token = await _entering(lobby, table, hello)
    except Refused as error:
        await socket.send_text(json.dumps({"type": "refused", **error.answer}))
        await socket.close(FORBIDDEN)
        return
    with suppress(Refused):
        await table.enter(connection)
    sending = asyncio.create_task(connection.deliver(socket.send_text))
    receiving = asyncio.create_task(_receive(lobby, table, connection, socket))
    closing = asyncio.create_task(connection.closed.wait())
    try:
        connection.send(
            {"type": "welcome", "seat": connection.seat, "token": token, "owner": connection.owner, "table": table.told(),
             "bots": lobby.bots_of(table), "news": await table.news()}
        )  # fmt: skip
        with suppress(Refused):
            await table.show(connection)
        table.tell_table()
        await asyncio.wait((sending, receiving, closing), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, receiving, closing):
            task.cancel()
        await asyncio.gather(sending, receiving, closing, return_exceptions=True)
        table.exit(connection)
        if socket.client_state is WebSocketState.CONNECTED:
            with suppress(RuntimeError):
                await socket.close(GONE)


async def _entering(lobby: Lobby, table: Table, hello: Message) -> tuple[Connection, str | None]:
    """The connection of a person who says who they are, and the token of a seat that was given to them. Raises Refused."""
    if hello.get("hello") != 1:
        raise refused("The first message has to say who you are; reload the page.")
    token, joining, owner = (_text(hello, key) for key in ("token", "join", "owner"))
    rights = table.is_owner(owner) or table.is_owner(token)
    seat, limits = table.seat_with(token), lobby.settings.limits
    if seat is None and token is not None and not table.is_owner(token):
        raise refused("This link is not good any more: the seat was given to somebody else.")
    given = None
    if seat is None and joining is not None:
        if not table.may_join(joining):
            raise refused("This link to join is not good.")
        wanted = None if hello.get("seat") is None else _number(hello, "seat")
        seat, given = await table.sit_down(name_in(hello.get("name"), limits), wanted)
    return Connection(seat, rights, limits), given


async def _receive(lobby: Lobby, table: Table, connection: Connection, socket: WebSocket) -> None:
    """Carry out requests one after another."""
    while True:
        text = await socket.receive_text()
        if not connection.rate.take(time.monotonic()):
            await asyncio.sleep(1 / lobby.settings.limits.messages_a_second)
        request = _read(text)
        try:
            answer = {"ok": True, **await _answer(lobby, table, connection, request)}
        except Refused as error:
            answer = {"ok": False, **error.answer}
        connection.send({"type": "answer", "id": request.get("id"), **answer})


async def _answer(lobby: Lobby, table: Table, connection: Connection, request: Message) -> Json:
    """The answer to a request. Raises Refused."""
    viewer: Json = {"viewer": connection.viewer, "names": table.names}
    match request.get("do"):
        case "move":
            return await table.move(connection, request)
        case "dice":
            if request.get("cancel") is True:
                return await table.call_off(connection)
            return await table.roll(connection, faces_in(request.get("results")))
        case "undo":
            return await table.undo(connection)
        case "agree":
            return await table.agree(connection, request.get("yes") is True)
        case "why_not":
            return await _seated(table, connection, {"do": "why_not", "move": _move(request), **viewer})
        case "preview":
            return await _seated(table, connection, {"do": "preview", "move": _move(request), **viewer})
        case "history":
            return await _now(table, {"do": "history", **viewer})
        case "look":
            return await _look(table, {"do": "earlier", "at": _number(request, "at"), **viewer})
        case "trace":
            return await table.think({"do": "trace", "of": _text(request, "of"), **viewer})
        case "advice":
            return await _advice(table, connection)
        case "rename":
            return await table.rename(
                connection, name_in(request.get("name"), lobby.settings.limits) or "Nobody"
            )
        case "leave":
            return await table.leave(connection)
        case "join":
            return await _join(lobby, table, connection, request)
        case "again":
            if not connection.owner:
                raise refused("Only the owner of the table begins another game.")
            return await lobby.again(table)
        case "seat":
            return await _give(table, connection, request)
        case other:
            raise refused(f"There is no request {str(other)[:40]!r}.")


async def _now(table: Table, request: Json) -> Json:
    async with table.lock:
        return await table.ask(request)


async def _look(table: Table, request: Json) -> Json:
    answer = await _now(table, request)
    return {**answer, "scene": json.loads(answer["scene"])}


async def _seated(table: Table, connection: Connection, request: Json) -> Json:
    if connection.seat is None:
        raise refused("You are watching; only players ask about their moves.")
    return await _now(table, {**request, "seat": connection.seat})


async def _advice(table: Table, connection: Connection) -> Json:
    if connection.seat is None:
        raise refused("You are watching; only players get advice.")
    return await table.think({"do": "advice", "seat": connection.seat, "names": table.names})


async def _join(lobby: Lobby, table: Table, connection: Connection, request: Message) -> Json:
    """A spectator sits down at an open seat."""
    joining = _text(request, "join")
    if connection.seat is not None:
        raise refused("You have a seat.")
    if joining is None or not table.may_join(joining):
        raise refused("This link to join is not good.")
    name = name_in(request.get("name"), lobby.settings.limits)
    wanted = None if request.get("seat") is None else _number(request, "seat")
    seat, token = await table.sit_down(name, wanted, connection)
    return {"seat": seat, "token": token}


async def _give(table: Table, connection: Connection, request: Message) -> Json:
    if not connection.owner:
        raise refused("Only the owner of the table gives seats away.")
    sort, bot = _text(request, "sort"), _text(request, "bot")
    if sort not in (PERSON, BOT, OPEN):
        raise refused("A seat is for a person, a bot, or open.")
    if sort == BOT and bot is None:
        raise refused("Which bot?")
    return await table.give(_number(request, "seat"), sort, bot)


def _read(text: str) -> Message:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        data = None
    return data if isinstance(data, dict) else {}


def _text(message: Message, key: str) -> str | None:
    value = message.get(key)
    return value if isinstance(value, str) else None


def _number(message: Message, key: str) -> int:
    value = message.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise refused(f"`{key}` is a number.")
    return value


def _move(message: Message) -> int | str:
    move = message.get("move")
    if isinstance(move, bool) or not isinstance(move, int | str):
        raise refused("A move is a number or a text.")
    return move
