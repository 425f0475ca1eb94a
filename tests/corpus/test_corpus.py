"""Every case of the corpus: what is expected on a line is reported there, and nothing else; and an author reads what is written
in `tests/corpus/golden/FILE.txt`.

`python -m pytest tests/corpus --update` writes the texts anew: read the difference as somebody who made the mistake.
Both are tested here, so that each case is checked once.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from rulewright.problems.pages import CODES
from rulewright.problems.rendering import render_all
from tests.corpus.cases import Case, all_cases, mismatches, said_of

GOLDEN = Path(__file__).parent / "golden"
WRONG = [case for case in all_cases() if any(each.severity != "fails" for each in case.expected)]
FILES = sorted({case.file for case in all_cases() if case.expected})
UNWRITABLE = {
    "unreadable": "a file that is no text",
}
"""Codes that no text can show, and why."""


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_what_is_said_is_what_the_lines_expect(case: Case) -> None:
    assert mismatches(case) == [], f"\n{case.text}"


def test_titles_tell_cases_apart() -> None:
    titles = [(case.file, case.title) for case in all_cases()]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("file", FILES)
def test_an_author_reads_what_is_written_down(file: str, update: bool) -> None:
    written, told = GOLDEN / f"{file}.txt", "\n".join(_told(file))
    if update:
        GOLDEN.mkdir(exist_ok=True)
        written.write_text(told, encoding="utf-8")
    assert written.is_file(), f"{written} is missing: python -m pytest tests/corpus --update"
    before = written.read_text(encoding="utf-8").splitlines()
    changed = list(unified_diff(before, told.splitlines(), "written down", "said now", lineterm=""))
    assert not changed, "\n".join(["python -m pytest tests/corpus --update", *changed])


def test_every_golden_text_is_of_a_file_of_cases() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == set(FILES)


def test_at_least_two_hundred_cases_are_wrong_rulebooks() -> None:
    assert len(WRONG) >= 200


def test_every_code_is_expected_by_a_case() -> None:
    expected = {each.code for case in all_cases() for each in case.expected}
    assert set(CODES) - expected == set(UNWRITABLE)


def _told(file: str) -> Iterator[str]:
    for case in all_cases():
        if case.file == file and case.expected:
            yield from (f"===== {case.title}", "", render_all(said_of(case)), "", "")
