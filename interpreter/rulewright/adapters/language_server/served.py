"""The server of one editor: the desk with its texts, and what is found in them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from uuid import uuid4

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from rulewright import __version__
from rulewright.adapters.language_server.converting import diagnostic, uri_of
from rulewright.adapters.language_server.documents import Documents
from rulewright.adapters.language_server.looks import Looks
from rulewright.adapters.language_server.played import Settings
from rulewright.adapters.language_server.processes import Processes
from rulewright.editor.diagnosis import Diagnosis
from rulewright.editor.measuring.shown import Shown

NAME = "rulewright"


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

    # --------------------------------------------------------------------------- what is played

    @property
    def opens_pages(self) -> bool:
        """Whether the editor opens pages next to a text."""
        window = self.client_capabilities.window
        return window is not None and window.show_document is not None and window.show_document.support

    def open_page(self, uri: str, external: bool) -> None:
        """Have the editor open a page, or a browser if it is external."""
        taken = None if external else False
        self.window_show_document(lsp.ShowDocumentParams(uri, external=external or None, take_focus=taken))

    @asynccontextmanager
    async def working(self, title: str) -> AsyncIterator[None]:
        """An editor that can show it shows that something is under way."""
        window = self.client_capabilities.window
        if window is None or not window.work_done_progress:
            yield
            return
        token = str(uuid4())
        await self.work_done_progress.create_async(token)
        self.work_done_progress.begin(token, lsp.WorkDoneProgressBegin(title))
        try:
            yield
        finally:
            self.work_done_progress.end(token, lsp.WorkDoneProgressEnd())

    def refresh(self) -> None:
        """Have hints and lenses asked for again."""
        of = self.client_capabilities.workspace
        if of is not None and of.inlay_hint is not None and of.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)
        if of is not None and of.code_lens is not None and of.code_lens.refresh_support:
            self.workspace_code_lens_refresh(None)
