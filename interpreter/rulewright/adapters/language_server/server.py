"""The server: which requests of an editor are answered, and by whom."""

from __future__ import annotations

import gc
import os
import sys

from lsprotocol import types as lsp

from rulewright.adapters.language_server import asking, measures, overview, writing
from rulewright.adapters.language_server.converting import path_of
from rulewright.adapters.language_server.served import RulebookServer

OBJECTS_BEFORE_A_SEARCH = 1_000_000
"""How many more objects than before there are when Python searches them for circles that nobody uses. An analysis has none, and a
search through all of it takes as long as two looks."""


def run() -> None:
    """Answer an editor over stdin and stdout until it ends the server. The server closes the stream that it writes to, so it gets one
    of its own."""
    gc.set_threshold(OBJECTS_BEFORE_A_SEARCH, 2, 2)
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as out:
        build().start_io(stdout=out)


def build() -> RulebookServer:
    """A server that is ready to be started."""
    server = RulebookServer()
    _texts(server)
    writing.answer(server)
    asking.answer(server)
    overview.answer(server)
    measures.answer(server)
    return server


def _texts(server: RulebookServer) -> None:
    """Opening, changing and closing texts."""

    @server.feature(lsp.INITIALIZE)
    def asked_for(asked: lsp.InitializeParams) -> None:
        server.settings.take(asked.initialization_options)

    @server.feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        folders = (path_of(folder.uri) for folder in server.workspace.folders.values())
        server.desk.folders = [folder for folder in folders if folder is not None]

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(asked: lsp.DidOpenTextDocumentParams) -> None:
        _taken(server, asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(asked: lsp.DidChangeTextDocumentParams) -> None:
        _taken(server, asked.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(asked: lsp.DidCloseTextDocumentParams) -> None:
        path = server.path(lsp.TextDocumentIdentifier(asked.text_document.uri))
        if path is not None:
            server.desk.take_away(path)
            server.looks.closed(path)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def saved(asked: lsp.DidChangeWatchedFilesParams) -> None:
        for change in asked.changes:
            path = path_of(change.uri)
            if path is not None:
                users = server.desk.users(path)
                server.desk.forget(path)
                for each in users:
                    server.looks.changed(each)

    @server.feature(lsp.SHUTDOWN)
    async def ended(_: None) -> None:
        await server.looks.end()
        await server.processes.end()


def _taken(server: RulebookServer, uri: str) -> None:
    """A text as it is now is put on the desk and looked at."""
    path = server.path(lsp.TextDocumentIdentifier(uri))
    if path is not None:
        users = server.desk.users(path)
        server.desk.put(path, server.workspace.get_text_document(uri).source)
        for each in (path, *users):
            server.looks.changed(each)
