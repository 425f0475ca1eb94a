"""Any tree that can be written reads back as the same tree, and equal shapes have equal texts."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from rulewright.expression import from_text, nodes
from rulewright.expression.children import children, depth, walk
from rulewright.expression.to_text import to_text
from rulewright.problems.problem import Problems
from rulewright.source.text import NOWHERE, Source, Span

WORDS = [
    "a",
    "me",
    "score",
    "all",
    "highest",
    "lowest",
    "draw",
    "lost",
    "inside",
    "orb",
    "nota",
    "x_1",
    "_",
    "first",
]
"""Names of which some are words elsewhere, or begin with one."""

names = st.sampled_from(WORDS).map(lambda text: nodes.Name(text, NOWHERE))
leaves: st.SearchStrategy[nodes.Expression] = st.one_of(
    names,
    st.integers(0, 2**31 - 1).map(lambda value: nodes.Number(value, NOWHERE)),
    st.just(nodes.NoneLiteral(NOWHERE)),
    st.booleans().map(lambda value: nodes.Truth(value, NOWHERE)),
)


def clauses_over(inner: st.SearchStrategy[nodes.Expression]) -> st.SearchStrategy[nodes.Clause]:
    maybe = st.none() | inner
    return st.builds(nodes.Clause, names, inner, maybe, maybe, st.just(NOWHERE))


def larger(inner: st.SearchStrategy[nodes.Expression]) -> st.SearchStrategy[nodes.Expression]:
    here = st.just(NOWHERE)
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    arguments = st.lists(inner, min_size=1, max_size=3).map(tuple)
    clauses = st.lists(clauses_over(inner), min_size=1, max_size=2).map(tuple)
    comprehension = st.builds(nodes.Comprehension, inner, clauses, here)
    comparisons = st.sampled_from(["==", "!=", "<=", ">=", "<", ">"])
    signs = st.sampled_from(["+", "-", "*", "div", "mod"])
    return st.one_of(
        st.builds(nodes.Attribute, inner, st.sampled_from(["left", "count"]), here, here),
        st.builds(nodes.Call, inner, arguments, here),
        st.builds(nodes.Call, inner, st.tuples(comprehension), here),
        st.builds(nodes.Call, inner, st.tuples(inner, comprehension), here),
        st.builds(nodes.IfElse, inner, inner, inner, here),
        st.builds(nodes.And, several, here),
        st.builds(nodes.Or, several, here),
        st.builds(nodes.Not, inner, here),
        st.builds(nodes.Compare, comparisons, inner, inner, here),
        st.builds(nodes.In, inner, inner, here),
        st.builds(nodes.Before, inner, inner, here),
        st.builds(nodes.Otherwise, inner, inner, here),
        st.builds(nodes.Range, inner, inner, here),
        st.builds(nodes.Arithmetic, signs, inner, inner, here),
        st.builds(nodes.Negative, inner, here),
        st.builds(nodes.Through, inner, inner, here),
    )


expressions = st.recursive(leaves, larger, max_leaves=12)
here = st.just(NOWHERE)
some = st.builds(nodes.SomeOf, st.none() | expressions, expressions, here)
written: st.SearchStrategy[tuple[from_text.Start, nodes.Node]] = st.one_of(
    st.tuples(st.sampled_from(["expr", "place", "shown", "domain"]), expressions),
    st.tuples(st.just("domain"), some | st.builds(nodes.OrNone, expressions | some, here)),
    st.tuples(st.just("clause"), clauses_over(expressions)),
    st.tuples(
        st.just("moved"),
        st.builds(nodes.MovedAll, expressions, here)
        | st.builds(nodes.MovedCount, expressions, names, here)
        | st.builds(nodes.MovedPiece, expressions, here),
    ),
    st.tuples(
        st.just("row"),
        st.builds(nodes.RowValue, expressions, here)
        | st.builds(nodes.RowUpTo, expressions, here)
        | st.builds(nodes.RowFromOn, expressions, here)
        | st.builds(nodes.RowRemaining, here),
    ),
    st.tuples(
        st.just("outcome"),
        st.builds(nodes.Best, st.booleans(), expressions, here)
        | st.builds(nodes.Drawn, here)
        | st.builds(nodes.Lost, here),
    ),
)


def kinds(union: Any) -> list[type]:  # a union of types is no type of its own in Python 3.11
    """The classes of a union, those of unions inside it included."""
    return [kind for part in get_args(union) for kind in (kinds(part) or [part])]


def read_back(start: from_text.Start, text: str) -> nodes.Node:
    problems = Problems()
    node = from_text.parse(Span(Source("a.yaml", text), 0, len(text)), start, problems)
    assert node is not None, (text, [str(p) for p in problems])
    return node


@given(written)
def test_text_reads_back_as_the_same_tree(pair: tuple[from_text.Start, nodes.Node]) -> None:
    start, node = pair
    text = to_text(node, start)
    again = read_back(start, text)
    assert repr(again) == repr(node)  # spans are no part of it
    assert to_text(again, start) == text


NO_TEXTS = {nodes.Listed}
"""A list of choices is written as a mapping."""


@pytest.mark.parametrize(
    "kind", sorted({*kinds(nodes.Node)} - NO_TEXTS, key=str), ids=lambda kind: kind.__name__
)
def test_every_kind_of_node_is_among_these_trees(kind: type) -> None:
    unshrunk = settings(max_examples=1_000, phases=[Phase.generate])
    find(written, lambda pair: any(isinstance(part, kind) for part in walk(pair[1])), settings=unshrunk)


@pytest.mark.parametrize(
    "text", ["(all)", "(all.face)", "(all(d for d in tray))", "(all(1)) dice", "all all", "(all + 1) dice"]
)
def test_a_piece_called_like_the_word_all_stays_a_piece(text: str) -> None:
    node = read_back("moved", text)
    assert repr(read_back("moved", to_text(node, "moved"))) == repr(node)


@pytest.mark.parametrize(
    ("start", "text"),
    [("domain", "(a if b else c)"), ("place", "(a + b).c"), ("place", "(a + b)"), ("shown", "(a == b)")],
)
def test_parentheses_stay_where_the_start_rule_needs_them(start: nodes.Start, text: str) -> None:
    assert to_text(read_back(start, text), start) == text


@given(expressions)
def test_every_part_reads_back_from_its_own_place(node: nodes.Expression) -> None:
    whole = read_back("expr", to_text(node))
    for part in walk(whole):
        if not isinstance(part, nodes.Comprehension | nodes.Clause):
            assert to_text(read_back("expr", part.span.text)) == to_text(part)


@given(expressions)
def test_depth_counts_the_longest_chain(node: nodes.Expression) -> None:
    assert depth(node) == 1 + max((depth(child) for child in children(node)), default=0)
