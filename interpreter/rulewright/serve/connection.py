"""A connection of a person to a table: messages wait in a queue of limited length, so that a slow one cannot take all memory."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import field
from typing import Any

from rulewright.serve.limits import Bucket
from rulewright.serve.settings import Limits
from rulewright.serve.words import SPECTATOR
from rulewright.source.dataclass import dataclass


@dataclass(slots=True, eq=False)
class Connection:
    """A person, or a spectator (`seat` None), at a table. `owner`: with the rights of the table's owner."""

    seat: int | None
    owner: bool
    limits: Limits
    rate: Bucket = field(init=False)
    closed: asyncio.Event = field(default_factory=asyncio.Event)
    _out: asyncio.Queue[str] = field(init=False)

    def __post_init__(self) -> None:
        self.rate = Bucket(self.limits.messages_a_second, self.limits.burst)
        self._out = asyncio.Queue(self.limits.pending)

    @property
    def viewer(self) -> str:
        """Who looks, as workers name it."""
        return SPECTATOR if self.seat is None else str(self.seat)

    def send(self, message: Mapping[str, Any] | str) -> None:
        """Put a message into the queue. A connection that takes too long is closed."""
        text = message if isinstance(message, str) else json.dumps(message)
        try:
            self._out.put_nowait(text)
        except asyncio.QueueFull:
            self.closed.set()

    async def deliver(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is in the queue, for as long as the connection lasts."""
        while True:
            await send(await self._out.get())
