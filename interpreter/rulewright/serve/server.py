"""The server: it opens the database, starts workers, and answers requests until it is ended.

run(settings, ready=print)          `ready` gets the address when people may come, and the token of the server's host
"""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn

from rulewright.serve.app import application
from rulewright.serve.database import CannotStore, Database
from rulewright.serve.lobby import Lobby
from rulewright.serve.settings import Settings
from rulewright.serve.tokens import hashed, new_token
from rulewright.serve.workers import Pools, Refused, Stalled

Ready = Callable[[str, str], None]


OFTEN = (2_000, 10, 10)
"""How often Python's cyclic garbage collector runs. The command line sets it to run rarely, and closed connections are cycles."""


class CannotServe(Exception):
    """The server cannot start, with the reason in a sentence."""


def run(settings: Settings, ready: Ready) -> None:
    """Serve until the process is interrupted. Raises CannotServe."""
    listening = _listening(settings)
    try:
        database = Database(settings.database)
    except CannotStore as error:
        listening.close()
        raise CannotServe(str(error)) from None
    gc.set_threshold(*OFTEN)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(settings, database, listening, ready))


async def _serve(settings: Settings, database: Database, listening: socket.socket, ready: Ready) -> None:
    pools, host = Pools(settings.work), new_token()
    try:
        async with database:
            lobby = Lobby(settings, database, pools, hashed(host))
            try:
                await lobby.open()
            except Refused as error:
                raise CannotServe(_told(error)) from None
            except Stalled:
                raise CannotServe("the processes that run rules do not start") from None
            cleaning = asyncio.create_task(lobby.clean_up_hourly())
            server = uvicorn.Server(_configuration(settings, lobby))
            with _interrupts_end(server):
                ready(address(settings.host, listening.getsockname()[1]), host)
                await server.serve([listening])
            cleaning.cancel()
    finally:
        await pools.close()
        listening.close()


@contextmanager
def _interrupts_end(server: uvicorn.Server) -> Iterator[None]:
    """A context in which an interrupt ends the server, and nothing else: uvicorn raises the signal again when it has ended."""

    def end(number: int, frame: object) -> None:
        server.should_exit = True

    ends = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(each, end) for each in ends]
    try:
        yield
    finally:
        for each, handler in zip(ends, before, strict=True):
            signal.signal(each, handler)


def _configuration(settings: Settings, lobby: Lobby) -> uvicorn.Config:
    return uvicorn.Config(
        application(lobby), log_level="warning", access_log=False, server_header=False, date_header=False,
        ws="websockets-sansio", ws_max_size=settings.limits.message, ws_max_queue=16, timeout_graceful_shutdown=2,
        lifespan="off", limit_concurrency=settings.limits.connections + 200,
    )  # fmt: skip


def _listening(settings: Settings) -> socket.socket:
    """A socket at the address of the settings. Raises CannotServe."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    if sys.platform != "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((settings.host, settings.port))
        listening.listen(256)
    except OSError as error:
        listening.close()
        where = f"{settings.host}, port {settings.port}"
        raise CannotServe(
            f"{where} cannot be used: {error.strerror or error}; --port chooses another one"
        ) from None
    return listening


def address(host: str, port: int) -> str:
    """The address of a server, as a link."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _told(error: Refused) -> str:
    problems = error.answer.get("problems") or []
    return str(problems[0]["text"] if problems else error)
