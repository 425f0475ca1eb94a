"""Problems for programs: plain JSON, SARIF (code scanning, editors), and GitHub's workflow commands."""

from __future__ import annotations

import json
from collections.abc import Iterable

from rulewright.problems.fix import Fix
from rulewright.problems.pages import CODES
from rulewright.problems.problem import Problem
from rulewright.problems.terminal import escaped
from rulewright.source.text import Span

_SARIF = "https://json.schemastore.org/sarif-2.1.0.json"


def to_json(problems: Iterable[Problem]) -> str:
    """A JSON list of `Problem.to_json()`."""
    return escaped(json.dumps([p.to_json() for p in problems], indent=2, ensure_ascii=False))


def to_sarif(problems: Iterable[Problem]) -> str:
    """A SARIF 2.1.0 log with one run; columns count from 1, in characters."""
    found = list(problems)
    driver = {
        "name": "rulewright",
        "rules": [_rule(code) for code in dict.fromkeys(p.code for p in found)],
    }
    results = [_result(p) for p in found]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return escaped(
        json.dumps({"$schema": _SARIF, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False)
    )


def to_github(problems: Iterable[Problem]) -> str:
    """One `::error ...::` or `::warning ...::` line a problem, which GitHub shows next to the changed line."""
    return "\n".join(_workflow_command(p) for p in problems)


def _rule(code: str) -> dict[str, object]:
    known = CODES.get(code)
    return {"id": code, "shortDescription": {"text": known.title if known else code}}


def _result(problem: Problem) -> dict[str, object]:
    text = ": ".join(part for part in (problem.message, problem.label) if part)
    result: dict[str, object] = {
        "ruleId": problem.code,
        "level": problem.severity,
        "message": {"text": f"{text}. {problem.help}".rstrip(". ") if problem.help else text},
        "locations": [_location(problem.span)],
    }
    if problem.notes:
        result["relatedLocations"] = [
            {**_location(note.span), "id": i, "message": {"text": note.text}}
            for i, note in enumerate(problem.notes)
        ]
    if problem.fix is not None:
        result["fixes"] = [_fix(problem.fix)]
    return result


def _fix(fix: Fix) -> dict[str, object]:
    """A fix in SARIF, which groups edits by file; those of a fix are all in one file."""
    replacements = [
        {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}} for edit in fix.edits
    ]
    change = {"artifactLocation": _artifact(fix.edits[0].span), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _location(span: Span) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": _artifact(span), "region": _region(span)}}


def _artifact(span: Span) -> dict[str, object]:
    return {"uri": span.file.replace("\\", "/")}


def _region(span: Span) -> dict[str, object]:
    end_line, end_column = span.source.position(span.end)
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _workflow_command(problem: Problem) -> str:
    """A workflow command with message and help; without a place if the problem is about a name that was typed."""
    places = {} if problem.span.source.is_typed else _places(problem.span)
    properties = ",".join(
        f"{key}={_property(value)}" for key, value in (*places.items(), ("title", problem.code))
    )
    text = problem.message + (f" ({problem.label})" if problem.label else "")
    if problem.help:
        text += f"\nhelp: {problem.help}"
    return f"::{problem.severity} {properties}::{_data(text)}"


def _places(span: Span) -> dict[str, str]:
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.file,
        "line": str(span.line),
        "endLine": str(end_line),
        "col": str(span.column),
        "endColumn": str(end_column),
    }


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
