"""A RulebookError as a text: what is wrong, where there are lines the place, and what to do."""

import pytest

import rulewright as rw
from rulewright.problems.problem import Problem
from rulewright.source.text import NOWHERE


def _told(**wrong: object) -> str:
    with pytest.raises(rw.RulebookError) as caught:
        rw.load(**{"game": "pig", **wrong})  # type: ignore[arg-type]  # each is one of its arguments
    return str(caught.value)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            {"options": {"targt": 50}},
            "error[unknown-option]: `pig` has no option `targt`\n  help: did you mean `target`?",
        ),
        (
            {"options": {"target": 5000}},
            "error[wrong-setting]: `target` cannot be `5000`\n  help: it is a number from 1 to 1000",
        ),
        (
            {"game": "pigg"},
            "error[unknown-rulebook]: there is no rulebook called `pigg`\n  help: did you mean `pig`?",
        ),
    ],
)
def test_what_was_passed_has_no_place_and_its_help_is_told(wrong: dict[str, object], told: str) -> None:
    assert _told(**wrong) == told


def test_what_stands_in_a_file_has_its_place_and_what_is_beside_the_caret() -> None:
    told = _told(players=99)
    place, _, said = told.partition(": ")
    assert place.endswith("rulebooks/classics/dice/pig.rulebook.yaml:6:10")
    assert said == "error[wrong-players]: `pig` is not for 99 players (for 2, 3, 4, 5, 6, 7, 8, 9, 10)"


def test_of_many_problems_the_first_are_told() -> None:
    error = rw.RulebookError([Problem("unknown-name", f"number {number}", NOWHERE) for number in range(23)])
    lines = str(error).splitlines()
    assert (lines[0], lines[19]) == ("error[unknown-name]: number 0", "error[unknown-name]: number 19")
    assert lines[20:] == ["... and 3 more"]


def test_a_problem_as_data_keeps_its_file_and_line() -> None:
    with pytest.raises(rw.RulebookError) as caught:
        rw.load("pig", options={"targt": 50})
    found = caught.value.problems[0].to_json()
    assert (found["file"], found["line"], found["column"]) == ("<settings>", 1, 1)
