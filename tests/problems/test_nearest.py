from __future__ import annotations

from random import Random

import pytest

from rulewright.problems.nearest import Word, nearest


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


def test_slips_are_those_of_the_whole_table_of_distances() -> None:
    random = Random(3)

    def word() -> str:
        return "".join(random.choice("abc1") for _ in range(random.randint(0, 9)))

    for one, other, limit in ((word(), word(), random.randint(0, 6)) for _ in range(300)):
        slips = in_a_table(one, other)
        assert Word(one).slips(other, limit) == (slips if slips <= limit else None), (one, other)


def in_a_table(one: str, other: str) -> int:
    """The distance row by row, as textbooks have it."""
    rows: list[list[int]] = [[*range(len(other) + 1)]]
    for i, a in enumerate(one):
        row = [i + 1]
        for j, b in enumerate(other):
            row.append(min(rows[-1][j + 1] + 1, row[j] + 1, rows[-1][j] + (a != b)))
            if i and j and a == other[j - 1] and one[i - 1] == b:
                row[-1] = min(row[-1], rows[-2][j - 1] + 1)
        rows.append(row)
    return rows[-1][-1]
