"""Requests about a whole text: its outline, what can be folded, colours, hints, lenses, and who calls whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types as lsp

from rulewright.adapters.language_server.converting import location, path_of, range_at, range_in, uri_of
from rulewright.editor.outlining import calls, hints, lenses, structure, tokens
from rulewright.editor.outlining.outline import Outlined, in_workspace, outline
from rulewright.editor.ranges import offset_of
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.adapters.language_server.documents import Answering

RUN = "rulewright.runExamples"
KINDS = {
    "section": lsp.SymbolKind.Namespace, "option": lsp.SymbolKind.Constant, "enum": lsp.SymbolKind.Enum,
    "pieces": lsp.SymbolKind.Class, "board": lsp.SymbolKind.Class, "zone": lsp.SymbolKind.Object,
    "variable": lsp.SymbolKind.Variable, "table": lsp.SymbolKind.Array, "definition": lsp.SymbolKind.Function,
    "phase": lsp.SymbolKind.Module, "action": lsp.SymbolKind.Method, "step": lsp.SymbolKind.Function,
    "trigger": lsp.SymbolKind.Event, "condition": lsp.SymbolKind.Boolean, "end": lsp.SymbolKind.Event,
    "choice": lsp.SymbolKind.Field,
}  # fmt: skip
LEGEND = lsp.SemanticTokensLegend(list(tokens.SORTS), ["declaration"])
MOST_FOUND = 200


def answer(server: Answering) -> None:
    """Answer these requests."""
    _symbols(server)
    _looks(server)
    _calls(server)


def _symbols(server: Answering) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @server.thread()
    def symbols(asked: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        path = server.path(asked.text_document)
        return [_symbol(each) for each in outline(server.desk, path)] if path is not None else []

    @server.feature(lsp.WORKSPACE_SYMBOL)
    @server.thread()
    def everywhere(asked: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
        found: list[lsp.WorkspaceSymbol] = []
        for each in in_workspace(server.desk, asked.query):
            kind = KINDS.get(each.sort, lsp.SymbolKind.Key)
            found.append(lsp.WorkspaceSymbol(location(each.name_span), each.name, kind))
            if len(found) == MOST_FOUND:
                break
        return found

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(asked: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        path = server.path(asked.text_document)
        found = structure.foldings(server.desk, path) if path is not None else []
        return [lsp.FoldingRange(start_line=first, end_line=last) for first, last in found]

    @server.feature(lsp.TEXT_DOCUMENT_SELECTION_RANGE)
    def selection(asked: lsp.SelectionRangeParams) -> list[lsp.SelectionRange]:
        path = server.path(asked.text_document)
        source = server.desk.source(path) if path is not None else None
        if path is None or source is None:
            return []
        offsets = [offset_of(source, each.line, each.character) for each in asked.positions]
        return [_nested(structure.selections(server.desk, path, each)) for each in offsets]


def _looks(server: Answering) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    @server.thread()
    def coloured(asked: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        path = server.path(asked.text_document)
        found = tokens.tokens(server.desk, path) if path is not None else []
        return lsp.SemanticTokens(_encoded(found))

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    @server.thread()
    def hinted(asked: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        path = server.path(asked.text_document)
        shown: list[lsp.InlayHint] = []
        for span, text in hints.hints(server.desk, path) if path is not None else ():
            end = range_at(span).end
            if asked.range.start.line <= end.line <= asked.range.end.line:
                shown.append(lsp.InlayHint(end, text, lsp.InlayHintKind.Type, padding_left=True))
        for at, text, about in server.figures(path) if path is not None else ():
            if asked.range.start.line <= at.end_line <= asked.range.end.line:
                shown.append(lsp.InlayHint(range_in(at).end, text, tooltip=about, padding_left=True))
        return shown

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    @server.thread()
    def lensed(asked: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        path, uri = server.path(asked.text_document), asked.text_document.uri
        if path is None:
            return []
        found = lenses.examples(server.desk, path)
        top = lsp.Range(lsp.Position(0, 0), lsp.Position(0, 0))
        return [
            *server.more_lenses(path, uri),
            *([lsp.CodeLens(top, lsp.Command("Run all examples", RUN, arguments=[uri]))] if found else []),
            *(
                lsp.CodeLens(range_at(span), lsp.Command("Run this example", RUN, arguments=[uri, name]))
                for name, span in found
            ),
        ]

    @server.command(RUN)
    @server.thread()
    def run(*asked: str) -> list[dict[str, Any]]:  # Any: plain data
        uri, name, *_ = *asked, ""
        path = path_of(uri)
        ran = lenses.run(server.desk, path, name) if path is not None else []
        failed = [each for each in ran if not each.holds]
        said = "; ".join(f"{each.name}: {each.reason}" for each in failed) or f"{len(ran)} of {len(ran)} hold"
        kind = lsp.MessageType.Warning if failed else lsp.MessageType.Info
        server.window_show_message(lsp.ShowMessageParams(kind, f"Examples: {said}"))
        return [{"name": each.name, "holds": each.holds, "reason": each.reason} for each in ran]


def _calls(server: Answering) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    @server.thread()
    def prepared(asked: lsp.CallHierarchyPrepareParams) -> list[lsp.CallHierarchyItem]:
        place = server.place(asked)
        found = calls.called_at(server.desk, place[0], place[2]) if place is not None else None
        return [_called(found)] if found is not None else []

    @server.feature(lsp.CALL_HIERARCHY_INCOMING_CALLS)
    @server.thread()
    def incoming(asked: lsp.CallHierarchyIncomingCallsParams) -> list[lsp.CallHierarchyIncomingCall]:
        path = path_of(asked.item.uri)
        found = calls.callers(server.desk, path, asked.item.name) if path is not None else []
        return [lsp.CallHierarchyIncomingCall(_called(each), _ranges(each.calls)) for each in found]

    @server.feature(lsp.CALL_HIERARCHY_OUTGOING_CALLS)
    @server.thread()
    def outgoing(asked: lsp.CallHierarchyOutgoingCallsParams) -> list[lsp.CallHierarchyOutgoingCall]:
        path = path_of(asked.item.uri)
        found = calls.called_by(server.desk, path, asked.item.name) if path is not None else []
        return [lsp.CallHierarchyOutgoingCall(_called(each), _ranges(each.calls)) for each in found]


def _symbol(entry: Outlined) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        name=entry.name,
        kind=KINDS.get(entry.sort, lsp.SymbolKind.Key),
        range=range_at(entry.whole),
        selection_range=range_at(entry.name_span),
        detail=entry.detail or None,
        children=[_symbol(each) for each in entry.inside],
    )


def _nested(spans: Sequence[Span]) -> lsp.SelectionRange:
    outer: lsp.SelectionRange | None = None
    for span in reversed(spans):
        outer = lsp.SelectionRange(range_at(span), outer)
    assert outer is not None, "the whole text is always one of them"
    return outer


def _encoded(found: Iterable[tuple[Span, str, bool]]) -> list[int]:
    """Tokens as the protocol counts them: each from the one before."""
    data: list[int] = []
    line = character = 0
    for span, sort, declares in found:
        here = range_at(span)
        if here.start.line != here.end.line:
            continue
        step = here.start.line - line
        begin = here.start.character - (0 if step else character)
        data += [
            step,
            begin,
            here.end.character - here.start.character,
            tokens.SORTS.index(sort),
            int(declares),
        ]
        line, character = here.start.line, here.start.character
    return data


def _called(entry: calls.Called) -> lsp.CallHierarchyItem:
    return lsp.CallHierarchyItem(
        name=entry.name,
        kind=lsp.SymbolKind.Function,
        uri=uri_of(entry.span.source.name),
        range=range_at(entry.span),
        selection_range=range_at(entry.span),
        detail=entry.path,
    )


def _ranges(spans: Iterable[Span]) -> list[lsp.Range]:
    return [range_at(span) for span in spans]
