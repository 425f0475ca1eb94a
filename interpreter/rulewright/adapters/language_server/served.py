"""The server of one editor: the desk with its texts, and what is found in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright import __version__
from rulewright.adapters.language_server.converting import diagnostic, uri_of
from rulewright.adapters.language_server.documents import Documents
from rulewright.adapters.language_server.looks import Looks
from rulewright.adapters.language_server.processes import Processes
from rulewright.editor.diagnosis import Diagnosis
from rulewright.editor.measuring.shown import Shown

NAME = "rulewright"


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


class RulebookServer(Documents, LanguageServer):
    """A server with the desk of its texts."""

    def __init__(self) -> None:
        LanguageServer.__init__(self, NAME, __version__)
        Documents.__init__(self)
        self.looks = Looks(self.desk, self._show)
        self.measured = Shown(self.desk)
        self.figures = self.measured.hints
        self.processes = Processes()
        self.settings = Settings()

    def _show(self, file: str, found: Sequence[Diagnosis]) -> None:
        shown = [diagnostic(each) for each in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(file), shown))
