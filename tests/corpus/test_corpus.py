"""Every case of the corpus: what is expected on a line is reported there, and nothing else."""

from __future__ import annotations

import pytest

from tests.corpus.cases import Case, all_cases, mismatches


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.id)
def test_what_is_said_is_what_the_lines_expect(case: Case) -> None:
    assert mismatches(case) == [], f"\n{case.text}"


def test_titles_tell_cases_apart() -> None:
    titles = [(case.file, case.title) for case in all_cases()]
    assert len(titles) == len(set(titles))
