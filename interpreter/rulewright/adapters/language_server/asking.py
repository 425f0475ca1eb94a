"""Requests about names: what one means, where it is declared and used, and what it is called instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from rulewright.adapters.language_server.converting import edits, location, range_at, uri_of
from rulewright.editor.hovering import hover
from rulewright.editor.naming.places import declared, named_at, used
from rulewright.editor.naming.renaming import Refused, can_be_renamed, renamed
from rulewright.editor.texts import path_of

if TYPE_CHECKING:
    from rulewright.adapters.language_server.documents import Answering


def answer(server: Answering) -> None:
    """Answer these requests."""

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    @server.thread()
    def hovered(asked: lsp.HoverParams) -> lsp.Hover | None:
        place = server.place(asked)
        found = hover(server.desk, place[0], place[2]) if place is not None else None
        if found is None:
            return None
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text), range_at(found.span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    @server.thread()
    def definition(asked: lsp.DefinitionParams) -> list[lsp.Location]:
        place = server.place(asked)
        found = named_at(server.desk, place[0], place[2]) if place is not None else None
        if place is None or found is None:
            return []
        symbol = found[0].symbol
        if symbol.sort == "file":
            file = server.desk.files.find(symbol.name, place[1])
            start = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
            return [lsp.Location(uri_of(path_of(file)), start)] if file is not None else []
        if symbol.sort == "built-in":
            return []
        return [location(span) for span in declared(server.desk, place[0], symbol)]

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    @server.thread()
    def references(asked: lsp.ReferenceParams) -> list[lsp.Location]:
        place = server.place(asked)
        found = named_at(server.desk, place[0], place[2]) if place is not None else None
        if place is None or found is None:
            return []
        uses = used(server.desk, place[0], found[0].symbol)
        wanted = asked.context.include_declaration
        return [location(use.span) for use in uses if wanted or not use.declares]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    @server.thread()
    def highlights(asked: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        place = server.place(asked)
        found = named_at(server.desk, place[0], place[2]) if place is not None else None
        if place is None or found is None:
            return []
        uses = used(server.desk, place[0], found[0].symbol)
        return [
            lsp.DocumentHighlight(
                range_at(use.span),
                lsp.DocumentHighlightKind.Write if use.declares else lsp.DocumentHighlightKind.Read,
            )
            for use in uses
            if path_of(use.span.source) == place[0]
        ]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    @server.thread()
    def prepared(asked: lsp.PrepareRenameParams) -> lsp.Range | None:
        place = server.place(asked)
        try:
            return range_at(can_be_renamed(server.desk, place[0], place[2])) if place is not None else None
        except Refused:
            return None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    @server.thread()
    def rename(asked: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        place = server.place(asked)
        if place is None:
            return None
        try:
            return edits(renamed(server.desk, place[0], place[2], asked.new_name))
        except Refused as reason:
            raise JsonRpcInvalidParams(str(reason)) from None
