"""Expressions parse to nodes with exact places, and what does not parse is told in an author's words."""

from __future__ import annotations

import logging
import re
from importlib.resources import files
from typing import get_args

import pytest
from lark import Lark

from rulewright.expression import from_text, nodes
from rulewright.expression.children import walk
from rulewright.expression.to_text import to_text
from rulewright.expression.words import RESERVED
from rulewright.problems.problem import Problem, Problems
from rulewright.source.text import Source, Span

BEFORE = "when: "


def span_of(text: str) -> Span:
    """The text somewhere inside a file, so that offsets that forget where they are show."""
    return Span(Source("a.yaml", f"{BEFORE}{text}\nnext: line"), len(BEFORE), len(BEFORE) + len(text))


def parsed(text: str, start: from_text.Start = "expr") -> nodes.Node:
    problems = Problems()
    node = from_text.parse(span_of(text), start, problems)
    assert node is not None, [str(p) for p in problems]
    assert not len(problems)
    return node


def problem_of(text: str, start: from_text.Start = "expr") -> Problem:
    problems = Problems()
    assert from_text.parse(span_of(text), start, problems) is None
    (problem,) = problems
    return problem


def shape(text: str, start: from_text.Start = "expr") -> str:
    """The tree with every operator in parentheses."""
    return repr(parsed(text, start))


@pytest.mark.parametrize(
    ("loose", "strict"),
    [
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a div b mod c", "(a div b) mod c"),
        ("-a * b", "(-a) * b"),
        ("1 + a..b", "(1 + a)..b"),
        ("a otherwise b + 1", "a otherwise (b + 1)"),
        ("a otherwise b otherwise c", "a otherwise (b otherwise c)"),
        ("a otherwise 0 == b", "(a otherwise 0) == b"),
        ("not x in y", "not (x in y)"),
        ("not a == b and c", "(not (a == b)) and c"),
        ("a and b if c or d else e if f else g", "(a and b) if (c or d) else (e if f else g)"),
        ("f through s.x", "f through (s.x)"),
        ("x in a.b(c)", "x in ((a.b)(c))"),
    ],
)
def test_operators_bind_as_the_language_says(loose: str, strict: str) -> None:
    assert shape(loose) == shape(strict)
    assert to_text(parsed(strict)) == loose


@pytest.mark.parametrize(
    ("start", "text", "kind"),
    [
        ("domain", "0..20 or none", nodes.OrNone),
        ("domain", "some of dice", nodes.SomeOf),
        ("domain", "1..3 of me.hand", nodes.SomeOf),
        ("domain", "tray + bank", nodes.Arithmetic),
        ("clause", "c in deck while a if b", nodes.Clause),
        ("moved", "die", nodes.MovedPiece),
        ("moved", "all tray", nodes.MovedAll),
        ("moved", "all (tray + bank)", nodes.MovedAll),
        ("moved", "6 cards", nodes.MovedCount),
        ("moved", "hand_size cards", nodes.MovedCount),
        ("place", "seat(1).sheet(c)", nodes.Call),
        ("row", "30", nodes.RowValue),
        ("row", "24..26", nodes.RowValue),
        ("row", "..22", nodes.RowUpTo),
        ("row", "13..", nodes.RowFromOn),
        ("row", "otherwise", nodes.RowRemaining),
        ("outcome", "highest score", nodes.Best),
        ("outcome", "draw", nodes.Drawn),
        ("outcome", "lost", nodes.Lost),
        ("shown", "points(c) + 1", nodes.Arithmetic),
    ],
)
def test_every_start_rule_gives_its_own_nodes(start: from_text.Start, text: str, kind: type) -> None:
    node = parsed(text, start)
    assert isinstance(node, kind)
    assert node.span.text == text
    assert to_text(node) == text


def test_all_is_a_name_outside_of_what_is_moved() -> None:
    assert isinstance(parsed("all(p.out for p in players)"), nodes.Call)


def test_every_node_knows_its_place() -> None:
    node = parsed("sum(p.sheet(c) otherwise 0 for c in Row if c.number != none) >= (a + 1)")
    places = {type(part).__name__: part.span.text for part in walk(node)}
    assert places["Clause"] == "c in Row if c.number != none"
    assert places["Otherwise"] == "p.sheet(c) otherwise 0"
    assert places["Arithmetic"] == "(a + 1)"
    assert places["NoneLiteral"] == "none"


def test_an_attribute_knows_the_place_of_its_name() -> None:
    node = parsed("me.hand")
    assert isinstance(node, nodes.Attribute)
    assert node.name_span.text == "hand"


def test_lines_and_comments_are_white_space() -> None:
    node = parsed("a  # the first\n  and b")
    assert isinstance(node, nodes.And)
    assert node.items[1].span.text == "b"


def test_words_run_together_are_no_operators() -> None:
    assert "there is nothing between" in problem_of("a andb").message


@pytest.mark.parametrize(
    ("text", "code", "place", "words"),
    [
        ("a and b or c", "mixed-and-or", "or", "parentheses"),
        ("(a or b) and c or d", "mixed-and-or", "or", "parentheses"),
        ("1 < x < 4", "chained-comparison", "<", "x in 2..3"),
        ("x in a == b", "chained-comparison", "==", "joined by `and`"),
        ("a = b", "syntax", "=", "write `==`"),
        ("a && b", "syntax", "&&", "write `and`"),
        ("a || b", "syntax", "||", "write `or`"),
        ("!a", "syntax", "!", "write `not`"),
        ("x not in y", "syntax", "not in", "not x in y"),
        ("score[me]", "syntax", "[", "me.score"),
        ("x in {1, 2}", "syntax", "{", "`x == 1 or x == 2`"),
        ("way in [north, east]", "syntax", "[", "`way == north or way == east`"),
        ("me.way in [north, east]", "syntax", "[", "compare with each"),
        ("a == 'red'", "syntax", "'", "without quotes"),
        ("1.5 * a", "syntax", "1.5", "whole"),
        ("a // b", "syntax", "//", "div"),
        ("a / b", "syntax", "/", "div"),
        ("a % b", "syntax", "%", "mod"),
        ("a ? b : c", "syntax", "?", "a if condition else b"),
        ("x is y", "syntax", "is", "=="),
        ("x is not none", "syntax", "is not", "!="),
        ("a <> b", "syntax", "<>", "!="),
        ("a ≥ b", "syntax", "≥", ">="),
        ("1...6", "syntax", ".", "two dots"),
        ("1_000", "syntax", "1_000", "1000"),
        ("max(a, (b)", "syntax", "(", "not closed"),
        ("a)", "syntax", ")", "closes nothing"),
        ("f()", "syntax", "()", "empty"),
        ("a, b", "syntax", ",", "inside no call"),
        ("x for x in D", "syntax", "for", "sum( )"),
        ("a +", "syntax", "+", "ends too early"),
        ("f(a if b)", "syntax", "if", "no `else`"),
        ("a if b", "syntax", "b", "`else` is expected"),
        ("of + 1", "syntax", "of", "word of the language"),
        ("a AND b", "syntax", "AND", "write `and`"),
        ("a b", "syntax", "b", "there is nothing between"),
        ("", "syntax", "", "nothing is written"),
        ("99999999999", "number-too-large", "99999999999", "2147483647"),
        ("a == 3000000000", "number-too-large", "3000000000", "2147483647"),
    ],
)
def test_a_slip_is_told_at_its_place(text: str, code: str, place: str, words: str) -> None:
    problem = problem_of(text)
    assert problem.code == code
    assert problem.span.text == place
    assert words in f"{problem.message} {problem.label} {problem.help}"


@pytest.mark.parametrize(
    ("start", "text", "words"),
    [
        ("domain", "a or b", "`or none` may follow"),
        ("clause", "(x) in y", "x in DOMAIN"),
        ("moved", "all", "ends too early"),
        ("place", "a + b", "a place such as"),
        ("outcome", "best score", "highest PLACE"),
        ("shown", "a == b", "names, dots, calls"),
    ],
)
def test_what_stands_here_is_said(start: from_text.Start, text: str, words: str) -> None:
    problem = problem_of(text, start)
    assert words in f"{problem.message} {problem.help}"


def test_mixed_and_or_shows_the_other_word() -> None:
    (note,) = problem_of("a and b or c").notes
    assert note.span.text == "and"


def test_a_text_of_more_than_10000_characters_is_refused() -> None:
    assert problem_of("1 + " * 2_500 + "1").code == "too-long"


@pytest.mark.parametrize("text", ["(" * 4_000 + "a" + ")" * 4_000, "a" + ".b" * 4_000, "-" * 5_000 + "1"])
def test_nesting_is_bounded(text: str) -> None:
    node = from_text.parse(span_of(text), "expr", problems := Problems())
    assert isinstance(node, nodes.Name) or [p.code for p in problems] == ["too-long"]


@pytest.mark.parametrize("text", ["not " * 2_000, "f(" * 3_000, ")" * 5_000, "9" * 9_000, "?" * 9_000])
def test_long_nonsense_is_a_problem_and_nothing_worse(text: str) -> None:
    assert problem_of(text).severity == "error"


def _grammar() -> str:
    return files("rulewright.expression").joinpath("grammar.lark").read_text(encoding="utf-8")


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("lark")
    level = logger.level
    logger.setLevel(logging.DEBUG)  # Lark keeps quiet about conflicts that it settles by itself
    logger.addHandler(caplog.handler)
    try:
        Lark(_grammar(), parser="lalr", start=list(get_args(from_text.Start)), debug=True)
    finally:
        logger.removeHandler(caplog.handler)
        logger.setLevel(level)
    assert "conflict" not in caplog.text.lower()


def test_reserved_words_are_those_of_the_grammar() -> None:
    left_out = re.search(r"NAME: /\(\?!\(([a-z|]+)\)", _grammar())
    assert left_out is not None
    assert set(left_out.group(1).split("|")) == RESERVED
