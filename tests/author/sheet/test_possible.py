"""What the options of a table have switched off is not on its sheet: actions, what follows them, and what only they need."""

from __future__ import annotations

from rulewright.author.phrases.texts import Words
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.pipeline import open_book, open_source
from rulewright.source.text import Source

STEALING = """\
rulebook: 1
name: stealing
title: Stealing
about: Take stones.
players: 2
options:
  stealing: {type: bool, default: false, about: whether you may steal}
  loot:     {type: 1..5, default: 2, about: stones in a theft}
pieces: {stones: {count: 9, label: stone}}
zones:
  heap:  {holds: stones, start: all, about: the stones to take}
  cache: {holds: stones, about: where stolen stones lie}
variables:
  score:  {per: players, type: number, about: your stones}
  thefts: {type: 0..9, about: how often anybody stole}
  before: {per: players, type: number, about: your stones when the turn began}
define:
  guilt: {about: the shame of a thief, is: thefts * 2}
phases:
  turn:
    as_soon_as:
      caught: {about: A thief is caught., after: steal, do: [{set: thefts, to: 0}]}
      taken: {after: [take, steal], when: heap.count == 3, do: [{add: 1, to: me.score}]}
      shame: {about: Three thefts are a shame., when: thefts > 2, do: [end_turn]}
    actions:
      take:
        about: Take one.
        do: [{set: me.before, to: me.score}, {move: 1 stones, from: heap, to: nowhere}, {add: 1, to: me.score}, end_turn]
      steal:
        when: {allowed: stealing, not_twice: guilt < 4 and me.before > 0}
        do: [{move: 1 stones, from: heap, to: cache}, {add: 1, to: thefts}, {add: loot, to: me.score}, end_turn]
end:
  stolen: {about: The cache is full., after: steal, when: cache.count > 4, result: draw}
  empty: {about: The heap is empty., when: heap.empty, result: highest score}
standing: highest score
""".replace("to: nowhere", "to: bag").replace("  cache:", "  bag:   {holds: stones}\n  cache:")
OFF = (
    "- steal:",
    "A thief is caught.",
    "Three thefts",
    "The cache is full.",
    "cache",
    "thefts",
    "guilt",
    "before",
)


def printed(stealing: bool) -> str:
    source = Source("stealing.rulebook.yaml", STEALING)
    return to_markdown(make_sheet(open_source(source, options={"stealing": stealing}, engine="reference")))


def test_what_cannot_come_at_this_table_is_left_out() -> None:
    sheet = printed(stealing=False).replace("**", "")
    assert [name for name in OFF if name in sheet] == []
    assert "After “take”, if the number of stones in the heap is 3, add 1 to your score." in sheet
    assert "- whether you may steal: no" in sheet


def test_it_is_there_where_it_can_come() -> None:
    sheet = printed(stealing=True).replace("**", "")
    assert [name for name in OFF if name not in sheet] == []
    assert "After “take” or “steal”, if the number of stones in the heap is 3, add 1 to your score." in sheet


def test_a_place_that_stays_empty_at_this_table_is_left_out() -> None:
    up, down = (
        to_markdown(make_sheet(open_book("cinco", options={"exchange_face": face})))
        for face in ("up", "down")
    )
    assert "face-down cards" not in up
    assert "**face-down cards**: exchanged cards that are put away face down" in down


def test_rows_closed_before_are_noted_only_where_that_matters() -> None:
    tables: tuple[dict[str, bool | str], ...] = (
        {"late_announce": True},
        {"late_announce": False},
        {"late_announce": False, "announce": "auto"},
    )
    books = [open_book("sino", options={**options}) for options in tables]
    kept = [Words(book).is_kept(book.rulebook.variables["closed_before"]) for book in books]
    assert kept == [False, True, False]
