"""Answers of `editor` as values of the protocol: places, problems and edits."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lsprotocol import types as lsp

from rulewright.editor.diagnosis import Change, Diagnosis
from rulewright.editor.ranges import Range, range_of
from rulewright.problems.pages import CODES
from rulewright.source.text import Span

SEVERITIES = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning}
SOURCE = "rulewright"


def path_of(uri: str) -> Path | None:
    """The path of a file by its address; None for a text that is no file."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return None
    path = unquote(parts.path)
    return Path(path[1:] if path[2:3] == ":" else path).resolve()


def uri_of(path: str | Path) -> str:
    """The address of a file."""
    return Path(path).resolve().as_uri()


def range_in(range: Range) -> lsp.Range:
    """A range."""
    return lsp.Range(
        lsp.Position(range.line, range.character), lsp.Position(range.end_line, range.end_character)
    )


def range_at(span: Span) -> lsp.Range:
    """The range of a span in its file."""
    return range_in(range_of(span))


def location(span: Span) -> lsp.Location:
    """A place in a file."""
    return lsp.Location(uri_of(span.source.name), range_at(span))


def diagnostic(found: Diagnosis) -> lsp.Diagnostic:
    """A problem, with a link to the page that explains it."""
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(uri_of(note.file), range_in(note.range)), note.text or "see here"
        )
        for note in found.remarks
    ]
    page = CODES.place(found.code)
    unused = found.code.startswith("unused")
    return lsp.Diagnostic(
        range=range_in(found.range),
        message=found.message,
        severity=SEVERITIES[found.severity],
        code=found.code,
        code_description=lsp.CodeDescription(uri_of(page)) if page is not None else None,
        source=SOURCE,
        related_information=related or None,
        tags=[lsp.DiagnosticTag.Unnecessary] if unused else None,
    )


def edits(changes: Iterable[Change]) -> lsp.WorkspaceEdit:
    """Changes by file."""
    by_file: dict[str, list[lsp.TextEdit]] = {}
    for change in changes:
        by_file.setdefault(uri_of(change.file), []).append(lsp.TextEdit(range_in(change.range), change.text))
    return lsp.WorkspaceEdit(changes=by_file)
