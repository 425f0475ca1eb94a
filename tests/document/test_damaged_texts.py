"""Whatever happens to a text, it ends in a rulebook or in problems, never in a traceback."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.problems import rendering, reports
from tests.document.reading import BOOK, resolved

TEXT = (
    BOOK
    + """\
use: [deck]
options: {target: {type: 1..99, default: 5}}
define:
  total:
    of: {p: players}
    cases:
      low: {when: "p.score < 1", is: 1}   # a comment
    otherwise: |
      max(1, 2)
        + 3
variants:
  short: {change: {options: {target: 2}}, add: {setup: [end_turn]}, remove: [define.total.cases.low]}
"""
)
DECK = "rulebook: 1\nname: deck\nenums: {Suit: [clubs, hearts]}\n"
PIECES = [
    *"{}[]:,#&*!|>'\"%@`-?~ \n\t$.",
    ": ",
    ", ",
    " #1",
    "null",
    "- ",
    "\n  ",
    "a: b",
    "{}",
    "[]",
    "<<: x",
]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(0, len(TEXT)), st.integers(0, 8), st.sampled_from(["", *PIECES])), max_size=4
    ),
    st.sampled_from([None, "short"]),
)
def test_no_slip_ends_in_a_traceback(slips: list[tuple[int, int, str]], variant: str | None) -> None:
    text = TEXT
    for place, length, piece in slips:
        text = text[:place] + piece + text[place + length :]
    book, problems = resolved(text, variant=variant, deck=DECK)
    assert book is not None or any(p.severity == "error" for p in problems)
    assert rendering.render_all(problems, colour=True) or not problems
    for report in (reports.to_json, reports.to_sarif, reports.to_github):
        assert isinstance(report(problems), str)


def test_the_text_without_slips_is_fine() -> None:
    book, problems = resolved(TEXT, variant="short", deck=DECK)
    assert problems == []
    assert book is not None
