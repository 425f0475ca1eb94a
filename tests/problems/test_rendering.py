"""How problems look to people and to programs."""

from __future__ import annotations

import json

import pytest

from rulewright.problems import rendering, reports
from rulewright.problems.problem import Note, Problem
from rulewright.source.text import TYPED_NAMES, Source, Span

TEXT = """\
zones:
  hand: {per: players, holds: cards}
phases:
  turn: {as_soon_as: {out: {when: me.hnad.empty}}}
"""
SOURCE = Source("cards.yaml", TEXT)


def span(text: str, source: Source = SOURCE) -> Span:
    start = source.text.index(text)
    return Span(source, start, start + len(text))


PROBLEM = Problem(
    "unknown-name",
    "there is no zone called `hnad`",
    span("hnad"),
    label="not a zone",
    notes=(Note(span("hand"), "did you mean this one?"),),
)


def test_a_problem_shows_its_place_and_the_other_end() -> None:
    assert rendering.render(PROBLEM) == (
        "error[unknown-name]: there is no zone called `hnad`\n"
        "  cards.yaml:4:38\n"
        "4 |   turn: {as_soon_as: {out: {when: me.hnad.empty}}}\n"
        "  |                                      ^^^^ not a zone\n"
        "2 |   hand: {per: players, holds: cards}\n"
        "  |   ---- did you mean this one?\n"
        "  help: rulewright explain unknown-name"
    )


def test_another_file_is_named_above_its_lines() -> None:
    other = Source("house.yaml", "remove: [zones.hand]\n")
    problem = Problem(
        "c", "m", span("hand", other), severity="warning", notes=(Note(span("hand"), "here"),), help="do it"
    )
    lines = rendering.render(problem).split("\n")
    assert lines[0] == "warning[c]: m"
    assert lines[1] == "  house.yaml:1:16"
    assert lines[4] == "  cards.yaml:2:3"
    assert lines[-1] == "  help: do it (rulewright explain c)"


def marked(text: str, part: str) -> tuple[str, str]:
    """The line of source and the line of carets of a problem at a part of a text."""
    source = Source("a.yaml", text)
    lines = rendering.render(Problem("c", "m", span(part, source))).split("\n")
    return lines[2].split(" | ", 1)[1], lines[3].split(" |", 1)[1][1:]


def under(line: str, carets: str) -> str:
    start = carets.index("^")
    return line[start : start + carets.count("^")]


@pytest.mark.parametrize("text", ["a: \tx + y\n", "\t\tx + y", "x + y\tz\n"])
def test_tabs_do_not_move_the_caret(text: str) -> None:
    assert under(*marked(text, "x + y")) == "x + y"


def test_wide_characters_take_two_columns() -> None:
    line, carets = marked("日本: x\n", "x")
    assert carets == " " * 6 + "^"
    assert line == "日本: x"


@pytest.mark.parametrize("before", [0, 100, 400])
@pytest.mark.parametrize("after", [0, 400])
def test_long_lines_are_cut_around_the_caret(before: int, after: int) -> None:
    line, carets = marked("b" * before + "here" + "a" * after, "here")
    assert len(line) <= rendering.WIDTH + 2
    assert under(line, carets) == "here"


def test_a_long_part_is_marked_as_far_as_it_is_shown() -> None:
    line, carets = marked("a: " + "x" * 500, "x" * 500)
    assert len(carets) <= len(line)


def test_a_place_over_several_lines_is_marked_on_the_first() -> None:
    _, carets = marked("a: |\n  one\n  two\n", "one\n  two")
    assert carets == "  ^^^"


def test_a_place_at_the_end_of_a_line_has_one_caret() -> None:
    source = Source("a.yaml", "a: 1\n")
    lines = rendering.render(Problem("c", "m", Span(source, 4, 4))).split("\n")
    assert lines[3] == "  |     ^"


def test_nothing_an_author_wrote_steers_the_terminal() -> None:
    source = Source("a\x1b[2J.yaml", "a: \x1b[31m\u202e x\n")
    problem = Problem("c", "no `\x1b]0;t\x07`", span("x", source), label="\x9b", help="\x1b")
    assert not any(c in rendering.render(problem) for c in "\x1b\x07\x9b\u202e")


def test_colour_is_only_added_around_the_words() -> None:
    coloured = rendering.render(PROBLEM, colour=True)
    assert "\x1b[1;31merror[unknown-name]\x1b[0m" in coloured


def test_many_problems_are_capped_and_counted() -> None:
    text = rendering.render_all([PROBLEM] * 60, limit=2)
    assert text.count("error[unknown-name]") == 2
    assert text.endswith("... and 58 more\n\n60 errors")
    assert rendering.render_all([]) == ""


def test_json_has_places_and_notes() -> None:
    (entry,) = json.loads(reports.to_json([PROBLEM]))
    assert (entry["line"], entry["column"], entry["notes"][0]["line"]) == (4, 38, 2)


def test_sarif_has_a_rule_and_a_region() -> None:
    run = json.loads(reports.to_sarif([PROBLEM]))["runs"][0]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["unknown-name"]
    (result,) = run["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 4, "startColumn": 38, "endLine": 4, "endColumn": 42}
    assert result["relatedLocations"][0]["message"]["text"] == "did you mean this one?"


def test_github_commands_are_escaped() -> None:
    problem = Problem("c", "100%\nsure", span("hand", Source("a,b:c.yaml", "hand")))
    assert reports.to_github([problem]) == (
        "::error file=a%2Cb%3Ac.yaml,line=1,endLine=1,col=1,endColumn=5,title=c::100%25%0Asure"
    )


def test_github_is_told_what_to_do_and_no_place_that_is_none() -> None:
    problem = Problem("c", "wrong", span("hand", Source("a.yaml", "hand")), label="here", help="mend it")
    assert reports.to_github([problem]).endswith("title=c::wrong (here)%0Ahelp: mend it")
    typed = Problem("c", "there is none", span("hand", Source(TYPED_NAMES, "hand")))
    assert reports.to_github([typed]) == "::error title=c::there is none"


LONG = Problem(
    "wrong-value",
    "a message that is rather longer than the screen of the author who reads it, and has words of all lengths",
    Span(
        Source(
            "a.yaml",
            "first: {" + "something: other, " * 12 + "mistake: here, " + "further: words, " * 12 + "}",
        ),
        224,
        231,
    ),
    label="a label that says in many words what the author has put here and what else would be expected",
    help="a help that tells what to write instead, with `an example of code` and the nearest name that there is",
)


@pytest.mark.parametrize("columns", [60, 80])
def test_no_line_passes_the_edge_of_the_screen_or_ends_within_a_word(columns: int) -> None:
    shown = rendering.render(LONG, columns=columns)
    assert max(map(len, shown.splitlines())) <= columns
    words = {*LONG.message.split(), *LONG.label.split(), *LONG.help.split()}
    text = [
        line.partition("| ")[2] if "|" in line else line
        for line in shown.splitlines()
        if "something" not in line
    ]
    assert words <= {word for line in text for word in line.split()}


@pytest.mark.parametrize("columns", [None, 80])
def test_a_line_of_source_is_cut_between_words_at_both_ends(columns: int | None) -> None:
    source, marks = rendering.render(LONG, columns=columns).splitlines()[2 + (columns is not None) :][:2]
    inside = source.partition("| ")[2]
    assert inside.startswith("… ")
    assert inside.endswith(" …")
    assert set(inside.split()) <= {"…", "something:", "other,", "mistake:", "here,", "further:", "words,"}
    assert source[marks.index("^") :].startswith("mistake")
