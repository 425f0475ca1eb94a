"""What is said of a rulebook's own examples before they are played."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.author import checking
from tests.author.conftest import Write

OVERLAY = "rulebook: 1\nname: quick\nextends: dare\nchange: {options: {target: 10}}\n"


@pytest.mark.parametrize(
    ("example", "said"),
    [
        ("given: {arrow_box: [upp]}", "there is no face of arrow `upp`"),
        ("given: {rack: [9]}", "there is no face of dice `9`"),
        ("given: {pot: 2000}", "2000 is out of range"),
        ("play: [{refused: rack six}]", "`rack six` does not read as"),
    ],
)
def test_what_an_example_names_in_vain_is_an_error(write: Write, example: str, said: str) -> None:
    file = write(f"examples:\n  it:\n    {example}\n    expect: [round == 1]\n")
    (problem, *_) = [problem for problem in checking.check(file) if problem.severity == "error"]
    with open(file, encoding="utf-8") as written:
        assert [each.message for each in rw.check_text(written.read())] == [
            each.message for each in rw.check(file)
        ]
    assert problem in rw.check(file)
    assert problem.message.startswith(said)
    assert problem.span.source.line(problem.line).strip() == example


def test_an_example_that_only_comes_out_otherwise_is_left_to_be_played(write: Write) -> None:
    file = write("examples:\n  it:\n    given: {rack: [5]}\n    expect: [rack.face == 6]\n")
    assert all(problem.severity == "warning" for problem in checking.check(file))


def test_the_game_s_examples_are_left_to_the_game(write: Write) -> None:
    file = write("examples:\n  it:\n    given: {rack: [9]}\n    expect: [rack.face == 6]\n")
    overlay = file.replace("dare.rulebook", "quick.overlay")
    with open(overlay, "w", encoding="utf-8") as house_rule:
        house_rule.write(OVERLAY)
    assert all(problem.severity == "warning" for problem in checking.check(overlay))
