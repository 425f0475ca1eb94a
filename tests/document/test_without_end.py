"""A rulebook whose end is not written yet is checked like any other."""

from __future__ import annotations

import re

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.document import library
from rulewright.document.files import GivenFiles
from rulewright.editor.analysis import analysed
from rulewright.source.text import Source
from rulewright.source.texts import Texts

BOOK = """\
rulebook: 1
name: unfinished
players: 2
variables: {pot: {type: 0..9}, goal: {type: 0..9}}
phases: {turn: {actions: {take: {do: [{add: 1, to: pto}, end_turn]}}}}
"""
_SECTION = re.compile(r"^\w+:", re.MULTILINE)


def _without_end(text: str) -> str:
    """A rulebook without its section `end`."""
    starts = [found.start() for found in _SECTION.finditer(text)]
    parts = [text[a:b] for a, b in zip([0, *starts], [*starts, len(text)], strict=True)]
    return "".join(part for part in parts if not part.startswith("end:"))


@pytest.mark.parametrize("name", pipeline.bundled_games())
def test_a_game_without_its_end_lacks_nothing_else(name: str) -> None:
    source = pipeline.find_book(name)
    found = pipeline.check_source(Source(source.name, _without_end(source.text)))
    assert [(each.code, each.path) for each in found] == [("missing-key", "end")]


def test_later_mistakes_are_said_too() -> None:
    found = pipeline.check_text(BOOK)
    assert [(each.code, each.line) for each in found] == [("missing-key", 1), ("unknown-name", 5)]
    assert [note.text for note in found[1].notes] == ["did you mean this one?"]  # `goal` may be for the end
    with pytest.raises(rw.RulebookError) as raised:
        rw.load_text(BOOK)
    assert [each.code for each in raised.value.problems] == ["missing-key", "unknown-name"]
    assert [each.code for each in analysed(Source("<text>", BOOK), library).problems] == [
        "missing-key",
        "unknown-name",
    ]


def test_what_is_not_parsed_is_said_too_and_ends_the_check() -> None:
    wrong = BOOK.replace("{add: 1,", "{add: 1 +,")
    assert [each.code for each in pipeline.check_text(wrong)] == ["missing-key", "syntax"]


def test_a_game_without_an_end_is_not_played() -> None:
    with pytest.raises(rw.RulebookError, match="needs the key `end`"):
        rw.load_text(BOOK.replace("pto", "pot"))


def test_a_house_rule_that_takes_the_end_away_is_said() -> None:
    whole = BOOK.replace("pto", "pot") + "end: {late: {when: round > 9, result: draw}}\n"
    text = "rulebook: 1\nname: endless\nextends: unfinished\nremove: [end]\nadd: {define: {rich: pto > 1}}\n"
    files = GivenFiles(Texts("unfinished", (), {"unfinished.rulebook.yaml": whole}))
    found = [each.code for each in pipeline.check_source(Source("endless.overlay.yaml", text), files=files)]
    assert "unknown-name" in found
