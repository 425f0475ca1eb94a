"""Problems as an editor shows them: plain data, in units of editors, that can go from one process to another.

    diagnosed(problem)      ->      Diagnosis(file, Range(8, 12, 8, 17), "error", "unknown-name", "...", notes, fix)

There are two looks at a text. The quick one is `analysis`: the stages at one table. The whole one is that of `rulewright validate`:
every variant, several tables, proofs, and examples, which takes seconds for a large game. Between the two, what the whole look found
before stays, where the text did not change (`kept`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rulewright.author.testing import checking
from rulewright.document import library
from rulewright.editor.ranges import Range, common_ends, range_of
from rulewright.editor.texts import OpenTexts
from rulewright.problems.problem import Problem, RulebookError
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source, Span


@dataclass(frozen=True, slots=True)
class Change:
    """A replacement of the characters of a range in a file."""

    file: str
    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class Remark:
    """Another place that has to do with a problem."""

    file: str
    range: Range
    text: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A problem. `file` is the absolute path; `title` and `changes` are its fix, and empty if it has none."""

    file: str
    range: Range
    severity: str
    code: str
    message: str
    remarks: tuple[Remark, ...] = ()
    title: str = ""
    changes: tuple[Change, ...] = ()
    whole: bool = False
    """Whether only the whole look finds it."""


def diagnosed(problem: Problem, around: Source) -> Diagnosis:
    """A problem as data; one of a typed name is put at the beginning of the text that was checked."""
    span = _shown(problem.span, around)
    fix = problem.fix
    return Diagnosis(
        _file(span),
        range_of(span),
        problem.severity,
        problem.code,
        _message(problem),
        tuple(Remark(_file(n.span), range_of(n.span), n.text) for n in problem.notes if not n.span.source.is_typed),
        fix.title if fix is not None else "",
        tuple(Change(_file(e.span), range_of(e.span), e.text) for e in fix.edits) if fix is not None else (),
    )  # fmt: skip


def whole_look(path: Path, texts: Mapping[Path, str]) -> list[Diagnosis]:
    """All problems of a file, as `rulewright validate` finds them, with the texts that are open."""
    files = OpenTexts(texts)
    try:
        source = (
            files.as_open(library.read(path)) if path not in texts else library.source_of(path, texts[path])
        )
        found = checking.check_source(source, files=files)
    except RulebookError as error:
        source, found = library.source_of(path, ""), error.problems
    return [replace(diagnosed(problem, source), whole=True) for problem in found]


def together(quick: Sequence[Diagnosis], whole: Sequence[Diagnosis]) -> list[Diagnosis]:
    """The problems of a quick look at a text, and those that only the whole look finds, if the first finds no error."""
    if any(each.severity == "error" for each in quick):
        return list(quick)
    known = {(each.file, each.code, each.range) for each in quick}
    return [*quick, *(each for each in whole if (each.file, each.code, each.range) not in known)]


def kept(found: Sequence[Diagnosis], file: str, before: str, after: str) -> list[Diagnosis]:
    """What was found in a text that has changed since: moved with its lines, without what touches the changed lines."""
    old, new = before.split("\n"), after.split("\n")
    head, tail = common_ends(old, new)
    shift = len(new) - len(old)
    return [
        moved
        for each in found
        if (moved := _moved(each, file, head, len(old) - tail, shift)) is not None
    ]  # fmt: skip


def _moved(each: Diagnosis, file: str, head: int, tail: int, shift: int) -> Diagnosis | None:
    if each.file != file or each.range.end_line < head:
        return each
    if each.range.line < tail:
        return None
    r = each.range
    return replace(
        each, range=Range(r.line + shift, r.character, r.end_line + shift, r.end_character), changes=()
    )


def _message(problem: Problem) -> str:
    label = f" ({problem.label})" if problem.label else ""
    help_ = f"\n{problem.help}" if problem.help else ""
    return f"{problem.message}{label}{help_}"


def _shown(span: Span, around: Source) -> Span:
    if span.source.is_typed:
        return Span(around, 0, 0).first_line
    return span.first_line if span.first_line.text.strip() else span


def _file(span: Span) -> str:
    return str(Path(span.source.name).resolve())
