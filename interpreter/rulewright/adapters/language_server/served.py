"""The server of one editor: the desk with its texts, and what is found in them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright import __version__
from rulewright.adapters.language_server.converting import diagnostic, path_of, uri_of
from rulewright.adapters.language_server.looks import Looks
from rulewright.document.library import ENDINGS
from rulewright.editor.desk import Desk
from rulewright.editor.diagnosis import Diagnosis
from rulewright.editor.ranges import offset_of
from rulewright.source.text import Source

NAME = "rulewright"


class Placed(Protocol):
    """The parameters of a request about a place in a text."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


class RulebookServer(LanguageServer):
    """A server with the desk of its texts."""

    def __init__(self) -> None:
        super().__init__(NAME, __version__)
        self.desk = Desk()
        self.looks = Looks(self.desk, self._show)

    def _show(self, file: str, found: Sequence[Diagnosis]) -> None:
        shown = [diagnostic(each) for each in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(file), shown))

    def path(self, document: lsp.TextDocumentIdentifier) -> Path | None:
        """The path of a document that this server knows about; None for any other."""
        path = path_of(document.uri)
        return path if path is not None and path.name.endswith(ENDINGS) else None

    def place(
        self,
        asked: Placed,
    ) -> tuple[Path, Source, int] | None:
        """The path, the text and the offset of a place; None for a document that this server does not know."""
        path = self.path(asked.text_document)
        source = self.desk.source(path) if path is not None else None
        if path is None or source is None:
            return None
        return path, source, offset_of(source, asked.position.line, asked.position.character)
