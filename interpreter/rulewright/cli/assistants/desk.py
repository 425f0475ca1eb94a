"""The desk of the server: it passes requests to a worker, with a limit of time, and keeps the moves of games.

desk = Desk(folder)
await desk.ask({"do": "validate", "books": [{"rulebook": text}]}, seconds=40)
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import field
from typing import Any, Final

from rulewright.serve.settings import Work
from rulewright.serve.worker.refusals import Refused as Refused
from rulewright.serve.workers import Refused as RefusedByWorker
from rulewright.serve.workers import Stalled, Worker
from rulewright.source.dataclass import dataclass

Json = dict[str, Any]
MOST_GAMES: Final = 100
"""Games whose moves are kept; another one takes the place of that which was not used for longest."""
TOO_LONG: Final = "This took longer than {seconds:g} seconds or too much memory, so it was given up. Ask for fewer games, or for a smaller part."
GONE: Final = "There is no game {game!r}: begin one with `new_game`. The last {most} games are kept."


@dataclass(slots=True)
class Log:
    """How a game began, and the moves so far."""

    start: Json
    moves: list[str] = field(default_factory=list)


class Desk:
    """One worker, asked for one thing at a time."""

    def __init__(self, folder: str, work: Work | None = None) -> None:
        self.work = work or Work()
        self._folder = folder
        self._worker = Worker(self.work.memory, cache=False, program="rulewright.cli.assistants.worker")
        self._free = asyncio.Lock()
        self._numbers = itertools.count(1)
        self._games: OrderedDict[str, Log] = OrderedDict()

    async def ask(self, request: Mapping[str, Any], seconds: float | None = None) -> Json:
        """The answer of the worker. Raises Refused, with the reason for the assistant."""
        limit = self.work.load if seconds is None else seconds
        async with self._free:
            try:
                return await self._worker.ask({"folder": self._folder, **request}, limit)
            except RefusedByWorker as refused:
                raise Refused(_in_words(refused.answer)) from None
            except Stalled:
                raise Refused(TOO_LONG.format(seconds=limit)) from None

    async def command(
        self, books: list[Json], *arguments: str, bots: str = "", seconds: float | None = None
    ) -> Json:
        """The answer of a command line, with bots: its exit status, and what it printed."""
        request = {"do": "command", "books": books, "bots": bots}
        arguments += (f"--bots={bots}",) * bool(bots)
        return await self.ask({**request, "arguments": arguments}, seconds)

    async def new_game(self, start: Json) -> Json:
        """Begin a game; its number and first position."""
        number = f"game-{next(self._numbers)}"
        answer = await self._play(number, Log(start), [])
        self._games[number] = Log(start)
        while len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)
        return answer

    async def move(self, number: str, moves: list[str | Json]) -> Json:
        """Make moves in a game, all of them or none; the position after them."""
        log = self._games.get(number)
        if log is None:
            raise Refused(GONE.format(game=number, most=MOST_GAMES))
        self._games.move_to_end(number)
        answer = await self._play(number, log, moves)
        return answer

    async def _play(self, number: str, log: Log, moves: list[str | Json]) -> Json:
        request = {"do": "play", "game": number, **log.start, "moves": log.moves, "next": moves}
        answer = await self.ask(request, self.work.think)
        log.moves += answer["made"]
        return {"game": number, **answer, "moves_so_far": len(log.moves)}

    async def close(self) -> None:
        """End the worker."""
        await self._worker.close()


def _in_words(answer: Mapping[str, Any]) -> str:
    """A refusal as a text: what is wrong, with the problems by place."""
    problems = [problem["text"] for problem in answer.get("problems", ())]
    return "\n\n".join([answer["error"], *problems])
