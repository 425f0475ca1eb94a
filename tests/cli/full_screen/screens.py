"""Games at a full screen in a test, without a terminal.

playing("pig", do)                 await do(screen), while the game runs on a screen of 80 by 24
await screen.press("tab", "enter")
screen.text()                      the 24 lines of the screen
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.drawing.spans import Spot, found
from rulewright.cli.full_screen.running import app_for
from rulewright.cli.full_screen.table_app import TableApp
from rulewright.cli.full_screen.widgets import Canvas
from rulewright.cli.table.play_command import sit_down
from rulewright.cli.table.session import Session

SMALL = (80, 24)
LARGE = (120, 40)
PATIENCE = 8


@dataclass
class Screen:
    """A screen, and the session that plays on it."""

    app: TableApp
    pilot: Pilot[None]
    session: Session

    async def settle(self) -> None:
        """Wait until the game waits for a line, or has ended."""
        end = time.monotonic() + PATIENCE
        while True:
            await self.pilot.pause()
            if (
                self.app.waiting
                or not self.app.is_running
                or (self.app.thread and not self.app.thread.is_alive())
            ):
                break
            assert time.monotonic() < end, f"the game goes on without asking:\n{self.text()}"
            await asyncio.sleep(0.005)
        await self.pilot.pause()
        await self.pilot.pause()

    async def still(self) -> str:
        """What is on the screen when nothing on it moves any more: a new size is drawn in several steps."""
        before, now = "", self.text()
        while now != before:
            await asyncio.sleep(0.02)
            await self.settle()
            before, now = now, self.text()
        return now

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settle()

    async def type(self, line: str) -> None:
        """Type a line and press Enter."""
        for character in line:
            await self.pilot.press({" ": "space"}.get(character, character))
        await self.press("enter")

    async def click(self, spot: Spot, part: str = "table") -> None:
        """Click on what is touched for a spot."""
        canvas = self.app.query_one(f"#{part}", Canvas)
        at = found(canvas.drawing, spot)
        assert at is not None, f"{spot} is not on the screen:\n{self.text()}"
        await self.pilot.click(f"#{part}", offset=(at[0], at[1] - canvas.scroll_offset.y))
        await self.settle()

    def text(self) -> str:
        """The screen as a person reads it."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips) + "\n"


def playing(
    game: str, do: Callable[[Screen], Awaitable[None]], size: tuple[int, int] = SMALL, *, names: str = "Ann,Bob",
    seats: tuple[str, ...] = (), seed: int = 3, dice: str | None = None, resume: Path | None = None, players: int | None = None,
) -> Session:  # fmt: skip
    """Play a game at a full screen, and return the session."""
    settings = Settings("" if resume else game, seed=seed, players=players)
    session = sit_down(settings, None if resume else names, seats, None, dice, resume, True)

    async def run() -> None:
        app = app_for(session)
        async with app.run_test(size=size) as pilot:
            screen = Screen(app, pilot, session)
            await screen.settle()
            await do(screen)
        app.talk.close()
        assert app.thread is not None
        await asyncio.to_thread(app.thread.join, PATIENCE)
        if app.failure is not None and not isinstance(app.failure, KeyboardInterrupt):
            raise app.failure

    asyncio.run(run())
    return session
