"""Words with placeholders: the words as YAML reads them, the expressions where the file has them."""

from __future__ import annotations

import pytest

from rulewright.rulebook.nodes import Text
from tests.rulebook.reading import book, problem


def about(written: str) -> Text:
    text = book(f"about: {written}").about
    assert text is not None
    return text


def parts(text: Text) -> list[str]:
    return [part if isinstance(part, str) else f"<{part.span.text}>" for part in text.parts]


def test_placeholders_stand_between_words() -> None:
    text = about("roll <throw> or <points(c) + 1> times")
    assert parts(text) == ["roll ", "<throw>", " or ", "<points(c) + 1>", " times"]
    assert text.plain == "roll <throw> or <points(c) + 1> times"


def test_a_placeholder_may_stand_alone_or_twice() -> None:
    assert parts(about('"<a><a> <a>"')) == ["<a>", "<a>", " ", "<a>"]


@pytest.mark.parametrize("written", ["a < b and c > d", "up to <", "<3 of them>", "x -> y <- z", "it is <>"])
def test_other_angle_brackets_are_words(written: str) -> None:
    assert parts(about(written)) == [written]


def test_places_are_exact_in_blocks_and_folded_lines() -> None:
    for written in ("|\n  first\n  then <a.b> on", ">\n  first\n  then <a.b> on", "first\n  then <a.b> on"):
        text = about(written)
        (place,) = (part for part in text.parts if not isinstance(part, str))
        assert (place.span.line, place.span.text) == (3 if written[0] in "|>" else 2, "a.b")


def test_folded_words_are_one_line() -> None:
    assert about(">\n  first\n  then <a> on").plain == "first then <a> on"


def test_escapes_around_a_placeholder_are_read() -> None:
    assert parts(about("'it''s <a>'")) == ["it's ", "<a>"]


def test_a_placeholder_takes_no_condition() -> None:
    found = problem("about: if <a and b> then")
    assert found.code == "syntax"
    assert found.span.text == "and"
