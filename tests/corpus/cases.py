"""The corpus: small rulebooks with what is to be said about a line beside that line.

    pieces: {dice: {count: 2, faces: 1..6}}       what stands above the first `---` is part of every case of the file
    zones: {tray: {holds: dice, start: all}}

    --- # a die that shows nothing is not equal to anything
    define:
      one: tray.facce == 1                        # error: unknown-attribute did you mean `face`
    --- # the sum of nothing is zero
    examples:
      it: {expect: [sum(tray.face) == 0]}

A case is a rulebook; keys that it leaves out come from the top of its file, then from the usual ones below, and entries
too where both write them on lines of their own.  It is checked at its smallest and largest table and in its variants, and then its examples are played.  Behind `error:` or
`warning:` stand the code and, if it matters, a part of the message, label or help; behind `fails:` the code of a rule
failure that an example runs into on this line.  Every problem must be expected and every expected one reported.

`# without: end` in a line of its own leaves out a usual key.  A case with `extends:` is an overlay of a file in `files/`.  What is not written in a rulebook stands in a line of its own,
and so do the problems of it and of other files than the case:

    --- # wrong-setting: a number beyond the range
    # at: players=3 target=0                      # error: wrong-setting it is 1 to 9
    # at: variant=short with=faster with=slower
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import chdir
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rulewright import pipeline
from rulewright.author.examples.examples import OptionValue, run_examples
from rulewright.problems.problem import Problem, RulebookError
from rulewright.source.text import Source

HERE = Path(__file__).resolve().parent
FILES = HERE / "files"
"""Rulebooks, overlays and fragments that cases name; a case stands in this folder."""
NAME = "case.yaml"
"""What problems call the file of a case."""
USUAL = {
    "rulebook": "rulebook: 1",
    "name": "name: case",
    "players": "players: 2",
    "phases": "phases: {turn: {actions: {pass: {do: [end_turn]}}}}",
    "end": "end: {late: {when: round > 99, result: draw}}",
}

_EXPECTED = re.compile(r"[ \t]+# (error|warning|fails): ([a-z-]+)(?: ([^#\n]+))?(?=$| # )", re.MULTILINE)
_WITHOUT = re.compile(r"^# without: (\w+)$", re.MULTILINE)
_AT = re.compile(r"^# at: ([^#\n]+)", re.MULTILINE)
_NEXT = re.compile(r"^--- # (.+)\n", re.MULTILINE)
_KEY = re.compile(r"(\w+):")
_ENTRY = re.compile(r"  (\w+):")


@dataclass(frozen=True, slots=True)
class Expected:
    """What is to be said about a line of a case; `part` stands in the message, the label or the help."""

    line: int
    severity: str
    code: str
    part: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.severity}: {self.code} {self.part}".rstrip()


@dataclass(frozen=True, slots=True)
class At:
    """The table that is asked for: `line` says so in the case, 0 if none does."""

    line: int = 0
    players: int | None = None
    variant: str | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()


ANY_TABLE = At()


@dataclass(frozen=True, slots=True)
class Case:
    """`text` is whole, without the expectations; `lines` holds for each of its lines the number in the case, from 1;
    `first_line` is where the case begins in the file."""

    file: str
    title: str
    first_line: int
    text: str
    lines: tuple[int, ...]
    expected: tuple[Expected, ...]
    at: At = ANY_TABLE

    @property
    def id(self) -> str:
        return f"{self.file}:{self.first_line}: {self.title}"


@cache
def all_cases() -> tuple[Case, ...]:
    """Every case of every file beside this one."""
    return tuple(case for path in sorted(HERE.glob("*.yaml")) for case in cases_of(path))


def cases_of(path: Path) -> Iterator[Case]:
    """The cases of one file."""
    text = path.read_text(encoding="utf-8")
    marks = list(_NEXT.finditer(text))
    base = text[: marks[0].start()]
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        part = text[mark.end() : following.start() if following else len(text)]
        first_line = text.count("\n", 0, mark.end()) + 1
        text_, lines = whole(_EXPECTED.sub("", part), base)
        yield Case(path.stem, mark[1], first_line, text_, lines, tuple(_expected(part)), _at(part))


def whole(part: str, base: str = "") -> tuple[str, tuple[int, ...]]:
    """A part of a rulebook with the keys that it leaves out, and for each line its number in the part (0: not of it).

    A key whose entries stand on lines of their own in both gets the entries of the base that it has not itself.
    """
    given, left_out = _blocks(part), _WITHOUT.findall(part)
    needed = USUAL if "extends" not in given else {key: USUAL[key] for key in ("rulebook", "name")}
    usual = {**{key: [line] for key, line in needed.items()}, **_blocks(base)}
    lines: list[str] = []
    numbers: list[int] = []
    for key, block in given.items():
        first = part.splitlines().index(block[0]) + 1
        lines += block
        numbers += range(first, first + len(block))
        if len(block) > 1 and len(usual.get(key, ())) > 1:
            own = _entries(block)
            lines += [
                line for entry, more in _entries(usual[key]).items() if entry not in own for line in more
            ]
            numbers += [0] * (len(lines) - len(numbers))
    for key, block in usual.items():
        if key not in given and key not in left_out:
            lines += block
    numbers += [0] * (len(lines) - len(numbers))
    return "\n".join(lines) + "\n", tuple(numbers)


def mismatches(case: Case) -> list[str]:
    """What was expected and not reported, and the other way round."""
    reported = said_of(case)
    wrong = []
    for expected in case.expected:
        found = next((p for p in reported if _meets(p, expected, _told_on(case, p))), None)
        if found is None:
            wrong.append(f"not reported: {expected}")
        else:
            reported.remove(found)
    return [*wrong, *(f"reported: {_report(p, _told_on(case, p))}" for p in reported)]


def said_of(case: Case) -> list[Problem]:
    """All problems of a case, in the order in which an author reads them."""
    if case.id not in _said:
        _said[case.id] = reports(case.text, NAME, {each.code for each in case.expected}, case.at)
    return list(_said[case.id])


_said: dict[str, list[Problem]] = {}
"""The problems of cases that were checked already, by id."""


def _told_on(case: Case, problem: Problem) -> int:
    """The line of the case that a problem speaks of, 0 for what the case does not say itself."""
    line, file = _place(problem)
    return case.lines[line - 1] if file == NAME else case.at.line


UNFINISHED = frozenset(
    {
        "turn-never-ends",
        "unused",
        "never-read",
        "never-set",
        "unused-binding",
        "always-true",
        "always-false",
        "never-legal",
        "never-entered",
        "never-left",
        "nobody-can-act",
        "never-used",
        "end-never-comes",
        "never-ends",
    }
)
"""What is said of a rulebook that is no whole game, as few cases are; told only where a case is about it."""


def reports(text: str, name: str, about: Collection[str], at: At = ANY_TABLE) -> list[Problem]:
    """All problems of a rulebook; without errors, also of the table that is asked for and of its examples."""
    with chdir(FILES):
        found = pipeline.check_text(text, overlays=at.overlays, name=name)
        told = [p for p in found if p.code not in UNFINISHED or p.code in about]
        return told if any(p.severity == "error" for p in told) else [*told, *_played(text, name, at)]


def _played(text: str, name: str, at: At) -> Iterator[Problem]:
    def opening(
        players: int | None, variant: str | None, options: Mapping[str, OptionValue]
    ) -> pipeline.Book:
        return pipeline.open_source(Source(name, text), players, variant, options, at.overlays)

    try:
        opened = opening(at.players, at.variant, at.options)
    except RulebookError as error:
        yield from error.problems
        return
    for result in run_examples(opening, opened):
        yield from result.problems


def _blocks(text: str) -> dict[str, list[str]]:
    """Top-level key -> its lines."""
    return _divided(text.splitlines(), _KEY)


def _entries(block: list[str]) -> dict[str, list[str]]:
    """The entries of a key -> their lines."""
    return _divided(block[1:], _ENTRY)


def _divided(lines: list[str], beginning: re.Pattern[str]) -> dict[str, list[str]]:
    parts: dict[str, list[str]] = {}
    name = ""
    for line in lines:
        found = beginning.match(line)
        name = found[1] if found else name
        if name and not line.startswith("#"):
            parts.setdefault(name, []).append(line)
    return parts


def _expected(part: str) -> Iterator[Expected]:
    for found in _EXPECTED.finditer(part):
        yield Expected(part.count("\n", 0, found.start()) + 1, found[1], found[2], (found[3] or "").strip())


def _at(part: str) -> At:
    """`# at: players=3 target=12 with=faster`."""
    found = _AT.search(part)
    if found is None:
        return ANY_TABLE
    settings = [tuple(each.split("=")) for each in found[1].split()]
    one = dict(settings)
    return At(
        part.count("\n", 0, found.start()) + 1,
        int(one["players"]) if "players" in one else None,
        one.get("variant"),
        {
            name: int(value) if value.isdigit() else value
            for name, value in settings
            if name not in ("players", "variant", "with")
        },
        tuple(value for name, value in settings if name == "with"),
    )


_TABLE = ("wrong-players", "unknown-option", "wrong-setting", "fixed-option")
"""What is said of an example for which there is no table."""


def _is_failure(problem: Problem) -> bool:
    """Whether a rule failed in an example: the problem has the failure's code, and its first note is the rule."""
    told = problem.code in ("example-failed", "example-changed", *_TABLE)
    return problem.path.startswith("examples.") and bool(problem.notes) and not told


def _severity(problem: Problem) -> str:
    return "fails" if _is_failure(problem) else problem.severity


def _place(problem: Problem) -> tuple[int, str]:
    span = problem.notes[0].span if _is_failure(problem) else problem.span
    return span.line, span.file


def _words(problem: Problem) -> str:
    notes = " ".join(note.text for note in problem.notes)
    return " ".join([problem.message, problem.label, problem.help, notes])


def _meets(problem: Problem, expected: Expected, line: int) -> bool:
    at = (line, _severity(problem), problem.code)
    return at == (expected.line, expected.severity, expected.code) and expected.part in _words(problem)


def _report(problem: Problem, line: int) -> str:
    said = problem.message + (f" ({problem.label})" if problem.label else "")
    more = f" [{problem.help}]" if problem.help else ""
    return f"line {line or 'above'}: {_severity(problem)}: {problem.code} {said}{more}"
