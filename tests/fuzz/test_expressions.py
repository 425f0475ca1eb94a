"""Whatever is written as an expression, it is one that prints and reads back, or has one place to mend."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.fuzz import harnesses, seeds
from tests.fuzz.shapes import NAMES, expressions

SIGNS = [
    "==",
    "!=",
    "<=",
    ">=",
    "<",
    ">",
    "+",
    "-",
    "*",
    "..",
    ".",
    ",",
    "(",
    ")",
    " ",
    "\n",
    "#",
    "?",
    "[",
    "'",
    "1_0",
    "0x1",
]
WORDS = ["and", "or", "not", "in", "if", "else", "for", "while", "of", "some", "none", "otherwise", "through", "div", "mod",
         "true", "false", "all", "highest", "lowest", "draw", "lost", "AND", "&&", "then"]  # fmt: skip
starts = st.sampled_from([str(number) for number in range(len(harnesses.STARTS))])
tokens = st.lists(st.sampled_from([*SIGNS, *WORDS, *NAMES, "1", "2147483648"]), max_size=14).map(" ".join)


@settings(max_examples=400, deadline=None)
@given(starts, tokens | expressions | st.text(max_size=30))
@example("0", "")
@example("1", "(a if b else c)")
@example("3", "(all(x for x in y)) dice")
@example("0", "a\u2028b")
@example("0", "9" * 5_000)
@example("0", "(" * 5_000)
@example("0", "not " * 2_000 + "a")
@example("5", "..")
@example("0", "a is " + "a." * 2_500 + "a is b")
def test_any_text(start: str, text: str) -> None:
    harnesses.expression((start + text).encode("utf-8", "surrogatepass"))


def test_the_seeds_of_the_fuzzer_hold_every_way_of_reading() -> None:
    assert {text[0] for text in seeds.expressions()} == {
        str(number) for number in range(len(harnesses.STARTS))
    }
    read = frozenset[str]().union(*(harnesses.expression(text.encode()) for text in seeds.expressions()))
    assert {"Compare", "Call", "SomeOf", "RowValue", "Clause", "syntax"} <= read
