"""After any edits, a text has the problems that it has in a process that never saw another one: what is kept is not seen."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import _lru_cache_wrapper
from random import Random

import pytest

from rulewright.checked.messages import unknown_names
from rulewright.document import library
from rulewright.editor.analysis import analysed
from rulewright.pipeline import find_book
from rulewright.problems.problem import Problem
from rulewright.source.text import Source

EDITS = 6
TYPED = "abc01 .,:+-(){}#\n"


def forget() -> None:
    """Clear all caches that depend on texts: those with a limit."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("rulewright."):
            for value in vars(module).values():
                if isinstance(value, _lru_cache_wrapper) and value.cache_parameters()["maxsize"]:
                    value.cache_clear()


def edited(text: str, random: Random) -> str:
    place = random.randrange(len(text))
    if random.random() < 0.3:
        return text[:place] + text[place + 1 :]
    return text[:place] + random.choice(TYPED) + text[place:]


def problems(name: str, text: str) -> tuple[Problem, ...]:
    return analysed(Source(name, text), library).problems


@pytest.mark.parametrize("name", ["pig", "dominoes"])
def test_edits_one_after_the_other_are_checked_as_if_each_were_the_first(name: str) -> None:
    source, random = find_book(name), Random(name)
    texts = [source.text]
    for number in range(EDITS):
        texts.append(edited(texts[0] if number % 3 else texts[-1], random))
    in_a_row = [problems(source.name, text) for text in texts]
    for text, told in zip(texts, in_a_row, strict=True):
        forget()
        assert problems(source.name, text) == told


def test_an_expression_that_was_moved_has_its_places_there() -> None:
    text = find_book("pig").text
    for lines in (0, 1, 2):
        moved = "#\n" * lines + text.replace("me.score", "me.scroe", 1)
        [problem] = problems("pig.rulebook.yaml", moved)
        assert problem.span.text == "scroe"


def test_a_mistake_that_is_met_for_each_piece_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[str] = []

    def noted(name: str, candidates: Iterable[str]) -> None:
        worked_out.append(name)

    monkeypatch.setattr(unknown_names, "nearest", noted)
    name = "dominoes"
    text = find_book(name).text
    label = re.search(r"label: <(\w+)>", text)
    assert label is not None, name
    assert problems(name, text[: label.start(1)] + "nothing" + text[label.end(1) :])
    assert worked_out == ["nothing"]
