"""Any tree that can be written reads back as the same tree, and equal shapes have equal texts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulewright.expression import from_text, nodes
from rulewright.expression.children import children, depth, walk
from rulewright.expression.to_text import to_text
from rulewright.problems.problem import Problems
from rulewright.source.text import NOWHERE, Source, Span

names = st.sampled_from(["a", "me", "score", "all", "highest", "draw", "inside", "x_1"]).map(
    lambda text: nodes.Name(text, NOWHERE)
)
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
        st.builds(nodes.IfElse, inner, inner, inner, here),
        st.builds(nodes.And, several, here),
        st.builds(nodes.Or, several, here),
        st.builds(nodes.Not, inner, here),
        st.builds(nodes.Compare, comparisons, inner, inner, here),
        st.builds(nodes.In, inner, inner, here),
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
    st.tuples(st.just("expr"), expressions),
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


def read_back(start: from_text.Start, text: str) -> nodes.Node:
    problems = Problems()
    node = from_text.parse(Span(Source("a.yaml", text), 0, len(text)), start, problems)
    assert node is not None, (text, [str(p) for p in problems])
    return node


def starts_like_all(node: nodes.Node) -> bool:
    """`all` at the beginning of what is moved is the word, not a name, so such a piece cannot be written."""
    return to_text(node).startswith("all") and not isinstance(node, nodes.MovedAll)


@given(written)
def test_text_reads_back_as_the_same_tree(pair: tuple[from_text.Start, nodes.Node]) -> None:
    start, node = pair
    if start == "moved" and starts_like_all(node):
        return
    text = to_text(node)
    again = read_back(start, text)
    assert repr(again) == repr(node)  # spans are no part of it
    assert to_text(again) == text


@given(expressions)
def test_every_part_reads_back_from_its_own_place(node: nodes.Expression) -> None:
    whole = read_back("expr", to_text(node))
    for part in walk(whole):
        if not isinstance(part, nodes.Comprehension | nodes.Clause):
            assert to_text(read_back("expr", part.span.text)) == to_text(part)


@given(expressions)
def test_depth_counts_the_longest_chain(node: nodes.Expression) -> None:
    assert depth(node) == 1 + max((depth(child) for child in children(node)), default=0)
