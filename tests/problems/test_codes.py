"""The register of codes: every page is right about its own examples."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from rulewright.problems.pages import CODES, Code
from rulewright.problems.problem import Problem
from tests.document.reading import resolved
from tests.offenders import assert_none

DOCUMENTS = [page for page in CODES.values() if page.stage == "document"]

USUAL = {
    "rulebook": "rulebook: 1",
    "name": "name: my-game",
    "players": "players: 2",
    "phases": "phases: {turn: {actions: {stop: {do: [end_turn]}}}}",
    "end": "end: {rounds_played: {when: round > 3, result: draw}}",
}


def whole(part: str) -> str:
    """A part of a rulebook or overlay with the keys that it does not repeat."""
    keys = re.findall(r"^(\w+):", part, re.MULTILINE)
    usual = ("rulebook", "name") if "extends" in keys else tuple(USUAL)
    return "\n".join([*(USUAL[k] for k in usual if k not in keys), part])


def problems_of(code: Code, example: str) -> list[Problem]:
    files = {"parent": whole(code.parent)} if code.parent else {}
    return resolved(whole(example), **files)[1]


@pytest.mark.parametrize("code", [c for c in DOCUMENTS if c.bad], ids=lambda c: c.code)
def test_the_wrong_example_has_the_problem(code: Code) -> None:
    assert {p.code for p in problems_of(code, code.bad)} == {code.code}


@pytest.mark.parametrize("code", [c for c in DOCUMENTS if c.good], ids=lambda c: c.code)
def test_the_right_example_has_no_problem(code: Code) -> None:
    assert problems_of(code, code.good) == []


def test_every_code_has_a_title_and_an_explanation() -> None:
    rules: dict[str, Callable[[str, Code], bool]] = {
        "is the code of its page": lambda name, code: code.code == name,
        "is made of words in lower case": lambda name, code: bool(re.fullmatch(r"[a-z]+(-[a-z]+)*", name)),
        "has a title without a full stop": lambda name, code: not code.title.endswith("."),
        "has an explanation that ends": lambda name, code: code.explanation.endswith((".", "`", "```")),
        "begins its page": lambda name, code: code.to_markdown().startswith(f"# {name}: "),
    }
    assert_none(
        f"not so: {name} {rule}"
        for name, code in CODES.items()
        for rule, holds in rules.items()
        if not holds(name, code)
    )
