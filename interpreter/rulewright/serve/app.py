"""The application: pages, new tables, records, and the websockets of tables, with the headers that keep pages safe."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from rulewright.serve.doors import Doors, is_same_site
from rulewright.serve.hosting.figures import Host
from rulewright.serve.limits import Buckets
from rulewright.serve.lobby import Lobby
from rulewright.serve.orders import NewTable, new_table
from rulewright.serve.records import record_of
from rulewright.serve.sockets import FORBIDDEN, TOO_MANY, sit
from rulewright.serve.table import refused
from rulewright.serve.tokens import bearer
from rulewright.serve.workers import Refused

CarryOut = Callable[[NewTable], Awaitable[dict[str, Any]]]
STATIC = Path(__file__).parent / "static"


class Site:
    """The handlers of one server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.limits = lobby.settings.limits
        self._new, self._described = (
            Buckets(self.limits.new_tables_a_minute / 60, self.limits.new_tables_a_minute) for _ in range(2)
        )
        self._open = 0

    def routes(self) -> list[Any]:  # Starlette's routes have no common type
        """What is where."""
        return [
            Route("/", self.page("index.html")),
            Route("/tables", self.page("host.html")),
            *Host(self.lobby).routes(),
            Route("/api/games", self.games, methods=["GET"]),
            Route("/api/games", self.describe, methods=["POST"]),
            Route("/api/tables", self.create, methods=["POST"]),
            Route("/t/{table}", self.page("table.html"), methods=["GET"]),
            Route("/t/{table}", self.delete, methods=["DELETE"]),
            Route("/t/{table}/sheet", self.sheet),
            Route("/t/{table}/record", self.record),
            WebSocketRoute("/ws/{table}", self.socket),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]

    def page(self, name: str) -> Any:
        """The handler of a page that is a file."""

        async def handler(request: Request) -> Response:
            return FileResponse(STATIC / name, media_type="text/html")

        return handler

    async def games(self, request: Request) -> Response:
        """The catalogue."""
        return JSONResponse(self.lobby.offered())

    async def create(self, request: Request) -> Response:
        """A new table."""
        return await self._ordered(request, self._new, self.lobby.create)

    async def describe(self, request: Request) -> Response:
        """What can be chosen for a table with texts that somebody sends, as in the catalogue."""
        return await self._ordered(request, self._described, self.lobby.describe)

    async def _ordered(self, request: Request, rate: Buckets, carry_out: CarryOut) -> Response:
        """The answer to a request that describes a new table."""
        if not is_same_site(request.headers):
            return _error(403, "This request comes from another site.")
        if not rate.take(request.client.host if request.client else "", time.monotonic()):
            return _error(429, "Too many new tables at once; wait a minute.")
        body = await _body(request, self.limits.body)
        if body is None:
            return _error(413, f"This is larger than {self.limits.body:,} bytes.")
        try:
            order = new_table(_json(body), self.lobby.settings.uploads, self.limits)
            return JSONResponse(await carry_out(order))
        except Refused as error:
            return JSONResponse(error.answer, 400)

    async def sheet(self, request: Request) -> Response:
        """The rule sheet of a table."""
        try:
            html = await self.lobby.sheet(request.path_params["table"])
        except Refused as error:
            return _error(503, str(error))
        return _no_table() if html is None else HTMLResponse(html)

    async def record(self, request: Request) -> Response:
        """The record of a game that is over. Before that nobody gets it: it has every hand, and the luck to come."""
        id_ = request.path_params["table"]
        async with self.lobby.at(id_) as table:
            if table is None:
                return _no_table()
            if not table.stored.over:
                return _error(403, "The game is not over: until then its record would show every hand.")
            record = await self.lobby.database.read(lambda connection: record_of(connection, id_))
        named = f'attachment; filename="{table.stored.game}-{id_}.record.json"'
        return JSONResponse(record, headers={"Content-Disposition": named})

    async def delete(self, request: Request) -> Response:
        """Delete a table, for its owner."""
        id_ = request.path_params["table"]
        async with self.lobby.at(id_) as table:
            if table is None:
                return _no_table()
            if not table.is_owner(bearer(request.headers.get("authorization", ""))):
                return _error(403, "Only the owner of the table deletes it.")
        await self.lobby.delete(id_)
        return JSONResponse({"deleted": id_})

    async def socket(self, socket: WebSocket) -> None:
        """The websocket of a table."""
        if not is_same_site(socket.headers):
            await socket.close(FORBIDDEN)
        elif self._open >= self.limits.connections:
            await socket.close(TOO_MANY)
        else:
            self._open += 1
            try:
                await sit(self.lobby, socket)
            finally:
                self._open -= 1


def application(lobby: Lobby) -> Doors:
    """The application of a server."""
    site = Starlette(
        routes=Site(lobby).routes(),
        exception_handlers={404: _not_found, 500: _failed},
    )
    return Doors(site, lobby.settings)


async def _not_found(request: Request, error: Exception) -> Response:
    return PlainTextResponse("There is nothing here.", 404)


async def _failed(request: Request, error: Exception) -> Response:
    return PlainTextResponse("The server could not answer.", 500)


def _error(status: int, sentence: str) -> Response:
    return JSONResponse({"error": sentence, "problems": []}, status)


def _no_table() -> Response:
    return _error(404, "There is no such table.")


async def _body(request: Request, most: int) -> bytes | None:
    """The body of a request; None if it is too large."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            return None
        parts.append(part)
    return b"".join(parts)


def _json(body: bytes) -> object:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise refused("A new table is described by a JSON object.") from None
