"""Pieces with sides and tables without an edge in rule sheets."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Drawing
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.source.text import Source

BOOK = """\
rulebook: 1
name: sides
title: Sides
players: 2
enums: {Colour: [red, blue]}
pieces:
  cards: {one_per: {k: 1..5}, label: card <k>, plural: cards, sides: {colour: red if way == north else blue, number: k, edge: k > 2}}
  bones: {one_per: {n: 1..4}, label: bone <n>, plural: bones, sides: {pips: n if way == west else none}}
  stones: {count: 2}
boards:
  table: {unbounded: squares, holds: cards}
  line:  {unbounded: squares, holds: bones}
zones:
  hand: {per: players, holds: cards}
  stack: {holds: cards, start: all}
  box: {holds: bones, start: all}
  bowl: {holds: stones, start: all}
variables: {last: {type: table.spaces, start: table.center}}
phases:
  turn:
    actions:
      act:
        choose: {card: me.hand, at: table.open, turned: 0..3}
        when:
          this: WHEN
        do:
          DO
          - end_turn
end: {late: {when: round > 9, result: draw}}
"""


def sheet(when: str = "at.empty", do: str = "") -> str:
    text = BOOK.replace("WHEN", when).replace("          DO\n", f"          - {do}\n" if do else "")
    return to_markdown(make_sheet(pipeline.open_source(Source("sides", text))))


@pytest.mark.parametrize(
    "told",
    [
        "**table**: as much room as you need, in all directions; cards are laid side by side\n",
        "**5 square cards**: each side with a colour, a number and an edge\n",
        "**4 bones**: with pips on one of their sides\n",
        "**2 stones**\n",
    ],
)
def test_what_one_needs(told: str) -> None:
    assert told in sheet()


def test_a_table_without_an_edge_is_not_drawn() -> None:
    made = make_sheet(pipeline.open_book("crib-ino"))
    assert not any(isinstance(block, Drawing) for section in made.sections for block in section.blocks)
    told = to_markdown(made)
    assert (
        "**48 square cards**: each with four sides of different colours, and a number from 1 to 10 on each side"
        in told
    )
    assert "**table**: as much room as you need" in told


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("last in neighbours(at)", "Only if the last is next to the space."),
        ("last in table.open", "Only if the last is one of the open spaces of the table."),
        ("step(at, north) in table.open", "Only if the space north of the space is one of the open spaces of the table."),
        ("side(card, north, turned).colour == red",
         "Only if the colour of the north side of the card turned that many quarters to the right is red."),
        ("side(card, east, 1).number > 2",
         "Only if the number of the east side of the card turned one quarter to the right is more than 2."),
        ("all(side(card, way, 2).number > 1 for way in table.directions)",
         "Only if the number of the side of the card, turned 2 quarters to the right, in every direction is more than 1."),
        ("all(side(card, way).number > 1 for way in table.directions)",
         "Only if the number of the side of the card in every direction is more than 1."),
        ("side(step(at, north), south).number == 2",
         "Only if the number of the south side of what lies on the space north of the space is 2."),
        ("side(step(at, north), south) != none", "Only if there is something on the space north of the space."),
        ("step(at, north).piece == none", "Only if there is nothing on the space north of the space."),
        ("sum(card.sides.number) mod 5 == 0",
         "Only if (the sum of the numbers on the sides of the card) modulo 5 is 0."),
        ("any(s.number == 2 for s in card.sides)", "Only if the number of any side of the card is 2."),
        ("card.turned == 2", "Only if the number of quarters that the card is turned is 2."),
        ("count(s for s in table.open) > 4", "Only if the number of open spaces of the table is more than 4."),
        ("any(s.number == 1 for c in cards for s in c.sides)", "Only if the number of any side of any card is 1."),
    ],
)  # fmt: skip
def test_conditions_on_sides_read_as_sentences(when: str, told: str) -> None:
    assert f"  - {told}\n" in sheet(when)


@pytest.mark.parametrize(
    ("do", "told"),
    [
        ("{move: card, to: at}", "Choose a card from your hand, one open space of the table and a number from 0 to 3."),
        ("{move: card, to: at, turned: turned}",
         "Move the card to the space, turned that many quarters to the right, and your turn ends."),
        ("{move: card, to: table.center, turned: 1}",
         "Move the card to the middle of the table, turned one quarter to the right"),
        ("{move: card, to: at, turned: 0}", "Move the card to the space, not turned, and"),
        ("{move: card, to: at, turned: (turned + 2) mod 4}",
         "Move the card to the space, turned to the right by as many quarters as (the turned + 2) modulo 4"),
    ],
)  # fmt: skip
def test_laying_a_piece_reads_as_a_sentence(do: str, told: str) -> None:
    assert told in sheet(do=do)
