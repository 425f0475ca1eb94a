"""What the handlers of requests need of a server: texts on a desk, what is found in them, and where to register.

The server of `rulewright lsp` is one; the page of the playground has another, without threads and sockets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

from lsprotocol import types as lsp

from rulewright.adapters.language_server.converting import path_of
from rulewright.document.library import ENDINGS
from rulewright.editor.desk import Desk
from rulewright.editor.diagnosis import Diagnosis
from rulewright.editor.ranges import Range, offset_of
from rulewright.source.text import Source

Handler = TypeVar("Handler", bound=Callable[..., Any])


class Placed(Protocol):
    """The parameters of a request about a place in a text."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class Found(Protocol):
    """What was found by looking at texts."""

    def found(self, path: Path) -> Sequence[Diagnosis]:
        """All problems that were found by looking at a text."""


class Documents:
    """The texts of a server. `more_lenses` and `figures` are those of one that plays games."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.more_lenses: Callable[[Path, str], Sequence[lsp.CodeLens]] = lambda path, uri: ()
        self.figures: Callable[[Path], Sequence[tuple[Range, str, str]]] = lambda path: ()

    def path(self, document: lsp.TextDocumentIdentifier) -> Path | None:
        """The path of a document that this server knows about; None for any other."""
        path = path_of(document.uri)
        return path if path is not None and path.name.endswith(ENDINGS) else None

    def place(self, asked: Placed) -> tuple[Path, Source, int] | None:
        """The path, the text and the offset of a place; None for a document that this server does not know."""
        path = self.path(asked.text_document)
        source = self.desk.source(path) if path is not None else None
        if path is None or source is None:
            return None
        return path, source, offset_of(source, asked.position.line, asked.position.character)


class Answering(Protocol):
    """A server with which handlers are registered."""

    desk: Desk
    more_lenses: Callable[[Path, str], Sequence[lsp.CodeLens]]
    """The lenses of a text, by its path and its address, with those for its examples left out."""
    figures: Callable[[Path], Sequence[tuple[Range, str, str]]]
    """The hints of a text with what games have shown: a place, words, and more words for who points at it."""

    @property
    def looks(self) -> Found:
        """What was found in the texts."""

    def path(self, document: lsp.TextDocumentIdentifier) -> Path | None:
        """As in `Documents`."""

    def place(self, asked: Placed) -> tuple[Path, Source, int] | None:
        """As in `Documents`."""

    def feature(self, feature_name: str, options: Any | None = None) -> Callable[[Handler], Handler]:
        """Register a handler of a request."""

    def command(self, command_name: str) -> Callable[[Handler], Handler]:
        """Register a command."""

    def thread(self) -> Callable[[Handler], Handler]:
        """Let a handler run in a thread of its own, if there are threads."""

    def window_show_message(self, params: lsp.ShowMessageParams) -> None:
        """Show a message."""
