"""Requests while somebody writes: completion, the arguments of a call, fixes, formatting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from rulewright.adapters.language_server.converting import diagnostic, edits, path_of, range_at, range_in
from rulewright.editor.completing.offer import Offer, Sort
from rulewright.editor.completing.offers import offers
from rulewright.editor.completing.signatures import signature
from rulewright.editor.fixing import all_fixes, quick_fixes
from rulewright.editor.formatting import formatting
from rulewright.editor.ranges import Range
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.adapters.language_server.documents import Answering

KINDS: dict[Sort, lsp.CompletionItemKind] = {
    "key": lsp.CompletionItemKind.Property,
    "word": lsp.CompletionItemKind.Keyword,
    "local": lsp.CompletionItemKind.Variable,
    "name": lsp.CompletionItemKind.Constant,
    "member": lsp.CompletionItemKind.EnumMember,
    "attribute": lsp.CompletionItemKind.Field,
    "function": lsp.CompletionItemKind.Function,
    "snippet": lsp.CompletionItemKind.Snippet,
    "file": lsp.CompletionItemKind.File,
}
FIX_ALL = "source.fixAll.rulewright"


def answer(server: Answering) -> None:
    """Answer these requests."""

    @server.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", "<", "{", "-", " "])
    )
    def completion(asked: lsp.CompletionParams) -> lsp.CompletionList | None:
        place = server.place(asked)
        if place is None:
            return None
        path, source, offset = place
        found = offers(server.desk, path, source.text, offset)
        span = range_at(Span(source, found.start, offset))
        items = [_item(each, span, at) for at, each in enumerate(found.offers)]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def signature_help(asked: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        place = server.place(asked)
        found = signature(server.desk, place[0], place[1].text, place[2]) if place is not None else None
        if found is None:
            return None
        parameters = [lsp.ParameterInformation(each) for each in found.parameters]
        shown = lsp.SignatureInformation(found.label, _markdown(found.about), parameters)
        return lsp.SignatureHelp([shown], 0, found.active)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions(
            code_action_kinds=[lsp.CodeActionKind.QuickFix, FIX_ALL], resolve_provider=True
        ),
    )
    def code_actions(asked: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path = server.path(asked.text_document)
        if path is None:
            return []
        at = Range(
            asked.range.start.line,
            asked.range.start.character,
            asked.range.end.line,
            asked.range.end.character,
        )
        only = asked.context.only
        actions = [
            lsp.CodeAction(
                title=each.title.capitalize() if each.title[:1].islower() else each.title,
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[diagnostic(each)],
                is_preferred=True,
                edit=edits(each.changes),
            )
            for each in quick_fixes(server.looks.found(path), path, at)
            if only is None or any(lsp.CodeActionKind.QuickFix.value.startswith(kind) for kind in only)
        ]
        fixable = any(each.changes for each in server.looks.found(path))
        if fixable and (only is None or any(FIX_ALL.startswith(kind) for kind in only)):
            data = {"uri": asked.text_document.uri}
            actions.append(lsp.CodeAction(title="Make all certain fixes", kind=FIX_ALL, data=data))
        return actions

    @server.feature(lsp.CODE_ACTION_RESOLVE)
    @server.thread()
    def resolved(action: lsp.CodeAction) -> lsp.CodeAction:
        path = path_of(str(action.data["uri"])) if isinstance(action.data, dict) else None
        if path is not None:
            action.edit = edits(all_fixes(server.desk, path))
        return action

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    @server.thread()
    def formatted(asked: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = server.path(asked.text_document)
        changes = formatting(server.desk, path) if path is not None else []
        return [lsp.TextEdit(range_in(each.range), each.text) for each in changes]


def _item(offer: Offer, span: lsp.Range, place: int) -> lsp.CompletionItem:
    snippet = lsp.InsertTextFormat.Snippet if offer.is_snippet else lsp.InsertTextFormat.PlainText
    return lsp.CompletionItem(
        label=offer.label,
        kind=KINDS[offer.sort],
        detail=offer.detail or None,
        documentation=_markdown(offer.about) if offer.about else None,
        sort_text=f"{place:04}",
        insert_text_format=snippet,
        text_edit=lsp.TextEdit(span, offer.text),
    )


def _markdown(text: str) -> lsp.MarkupContent:
    return lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
