from __future__ import annotations

import pytest

from rulewright.problems.nearest import nearest


@pytest.mark.parametrize(
    ("name", "candidates", "meant"),
    [
        ("hnad", ["deck", "hand"], "hand"),
        ("numbers_per_turn", ["announce", "numbers_a_turn"], "numbers_a_turn"),
        ("covers", ["cover", "award"], "cover"),
        ("seenby", ["seen_by"], "seen_by"),
        ("Score", ["scores", "score"], "score"),
        ("bank", ["bank_die", "roll"], "bank_die"),
        ("too", ["to", "from"], "to"),
        ("do", ["go"], None),
        ("colour", ["number", "label"], None),
        ("x", ["y"], None),
        ("anything", [], None),
    ],
)
def test_the_nearest_name_is_found_if_one_is_near(
    name: str, candidates: list[str], meant: str | None
) -> None:
    assert nearest(name, candidates) == meant


def test_an_iterator_of_names_is_fine() -> None:
    assert nearest("bank", iter(["bank_die"])) == "bank_die"
