"""The server of one editor: the desk with its texts, and what is found in them."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright import __version__
from rulewright.adapters.language_server.converting import diagnostic, uri_of
from rulewright.adapters.language_server.documents import Documents
from rulewright.adapters.language_server.looks import Looks
from rulewright.editor.diagnosis import Diagnosis

NAME = "rulewright"


class RulebookServer(Documents, LanguageServer):
    """A server with the desk of its texts."""

    def __init__(self) -> None:
        LanguageServer.__init__(self, NAME, __version__)
        Documents.__init__(self)
        self.looks = Looks(self.desk, self._show)

    def _show(self, file: str, found: Sequence[Diagnosis]) -> None:
        shown = [diagnostic(each) for each in found]
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri_of(file), shown))
