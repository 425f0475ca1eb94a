"""What lenses and their commands need of a server beyond its texts: settings, what games have shown, and who answers questions that take games.

The server of `rulewright lsp` asks processes of its own; a page, which has none, answers at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rulewright.adapters.language_server.documents import Answering
from rulewright.editor.measuring.shown import Shown


@dataclass(slots=True)
class Settings:
    """What an editor says when it starts the server (`initializationOptions`): how many games are played at most and in how many
    seconds, and whether it shows the Markdown that commands return, so that no file has to be opened for it."""

    games: int = 1000
    seconds: float = 10
    panels: bool = False

    def take(self, said: object) -> None:
        """Take over what is said; anything else stays as it is."""
        options = said if isinstance(said, dict) else {}
        games, seconds = options.get("games"), options.get("seconds")
        if isinstance(games, int) and games > 0:
            self.games = games
        if isinstance(seconds, int | float) and seconds > 0:
            self.seconds = seconds
        self.panels = options.get("panels") is True


class Broken(Exception):
    """A question has no answer; why."""


class Asked(Protocol):
    """Who answers questions that take games."""

    async def ask(
        self, what: str, path: Path, texts: Mapping[Path, str], games: int, seconds: float = 0
    ) -> dict[str, Any] | None:  # Any: JSON
        """The answer of `measuring`; None if it was asked again meanwhile. Raises `Broken`."""

    async def table(self, path: Path) -> str:
        """The address of a table for a game. Raises `Broken`."""

    @property
    def folder(self) -> Path:
        """A folder for files that last as long as the server."""


class Playing(Answering, Protocol):
    """A server that plays games of its texts, and shows what they have shown."""

    measured: Shown
    settings: Settings

    @property
    def processes(self) -> Asked:
        """Who answers questions that take games."""

    @property
    def opens_pages(self) -> bool:
        """Whether the editor opens pages next to a text."""

    def open_page(self, uri: str, external: bool) -> None:
        """Have the editor open a page, or a browser if it is external."""

    def working(self, title: str) -> AbstractAsyncContextManager[None]:
        """An editor that can show it shows that something is under way."""

    def refresh(self) -> None:
        """Have hints and lenses asked for again."""
