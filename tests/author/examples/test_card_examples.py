"""Examples with pieces that can be told apart: cards in hands, piles and a shuffled deck, chance that draws."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.examples.examples import ExampleResult, run_examples

CARDS = """\
rulebook: 1
name: draws
title: Draws
players: 2
use: [standard-52]
zones:
  hand: {per: players, holds: cards, seen_by: owner}
  pile: {holds: cards, order: kept}
variables:
  lucky: {type: players, start: seat(1)}
phases:
  turn:
    actions:
      draw:
        do:
          - {move: 2 cards, from: deck, to: me.hand}
          - end_turn
      lay:
        choose: {card: me.hand}
        do:
          - {move: card, to: pile}
      lots:
        do:
          - pick: p in players
            do: [{set: lucky, to: p}]
          - pick: c in me.hand
            do: [{move: c, to: pile}]
end:
  out: {when: deck.empty, result: draw}
examples:
  story:
"""

GOOD = {
    "hands are given and the rest goes home": (
        "given: {me.hand: [ten of hearts, two of clubs]}\nexpect: [me.hand.count == 2, deck.count == 50]"
    ),
    "a pile lies from the bottom to the top": (
        "given: {pile: [two of clubs, ten of hearts]}\nexpect: [pile.top.rank == ten, pile.count == 2]"
    ),
    "a laid card is on top": (
        "given: {pile: [two of clubs], me.hand: [ten of hearts]}\n"
        "play: [{do: lay ten of hearts}]\nexpect: [pile.top.suit == hearts, me.hand.empty]"
    ),
    "what is drawn is fixed": (
        "play: [{do: draw, drawn: {cards: [ten of hearts, ace of spades]}}]\n"
        "expect: [seat(1).hand.count == 2, sum(pips(c.rank) for c in seat(1).hand) == 11]"
    ),
    "what is picked is fixed": (
        "given: {me.hand: [ten of hearts, two of clubs]}\n"
        "play: [{do: lots, drawn: {players: [seat(2)], cards: [two of clubs]}}]\n"
        "expect: [lucky == seat(2), pile.top.rank == two]"
    ),
    "the rest lies in one zone": (
        "given: {deck: [], me.hand: [ten of hearts], pile: rest}\n"
        "expect: [deck.empty, pile.count == 51, me.hand.count == 1]"
    ),
    "the rest lies on others": (
        "given: {deck: [ten of hearts], pile: [two of clubs, rest]}\n"
        "expect: [pile.count == 51, deck.count == 1, not pile.top.rank == two]"
    ),
    "an empty zone can be given": "given: {me.hand: [], pile: []}\nexpect: [me.hand.empty, deck.count == 52]",
}

BAD = {
    "a card twice": ("given: {me.hand: [ten of hearts, ten of hearts]}", "`ten of hearts` is given twice"),
    "a slip in a card": ("given: {me.hand: [ten of heart]}", "did you mean `ten of hearts`?"),
    "the rest twice": ("given: {deck: rest, pile: rest}", "`rest` is given twice"),
    "a rest of nothing": (
        "given: {me.hand: [ten of hearts], pile: rest}",
        "nothing is left for `rest`: what is not mentioned lies in `deck`, unless that is given, too: `deck: []`",
    ),
    "cards without a place": ("given: {deck: [ten of hearts]}", "would be nowhere: say where they lie"),
    "a card that cannot be drawn": (
        "given: {pile: [ten of hearts]}\nplay: [{do: draw, drawn: {cards: [ten of hearts, ace of spades]}}]",
        "`ten of hearts` cannot be drawn here: it lies in `pile`, and cards are drawn from `deck`",
    ),
    "a card that is drawn twice at once": (
        "play: [{do: draw, drawn: {cards: [ten of hearts, ten of hearts]}}]",
        "`ten of hearts` cannot be drawn here: it is named more often than it lies in `deck`",
    ),
    "a player who cannot be picked": (
        "given: {me.hand: [ten of hearts]}\nplay: [{do: lots, drawn: {players: [seat(1)], cards: [two of clubs]}}]",
        "`two of clubs` cannot be drawn here: it lies in `deck`, and cards are drawn from `seat(1).hand`",
    ),
    "nothing of that name is drawn": (
        "play: [{do: draw, drawn: {card: [ten of hearts]}}]",
        "`card` is nothing that is",
    ),
}


def run(folder: Path, body: str) -> ExampleResult:
    path = folder / "draws.rulebook.yaml"
    path.write_text(CARDS + "".join(f"    {line}\n" for line in body.splitlines()), encoding="utf-8")
    book = pipeline.open_book(str(path))
    (result,) = run_examples(book.at, book)
    return result


@pytest.mark.parametrize("body", GOOD.values(), ids=GOOD)
def test_what_comes_true_passes(tmp_path: Path, body: str) -> None:
    result = run(tmp_path, body)
    assert result.passed, result.problems


@pytest.mark.parametrize(("body", "said"), BAD.values(), ids=BAD)
def test_what_does_not_come_true_says_so(tmp_path: Path, body: str, said: str) -> None:
    (problem,) = run(tmp_path, body + "\nexpect: [round == 1]").problems
    assert said in problem.message


def test_the_result_that_cannot_be_is_marked_with_what_could_be_drawn(tmp_path: Path) -> None:
    body = """\
given: {pile: [ten of hearts], me.hand: [two of clubs, ace of spades]}
play: [{do: lots, drawn: {cards: [ten of hearts], players: [seat(2)]}}]
expect: [round == 1]"""
    (problem,) = run(tmp_path, body).problems
    assert problem.span.text == "ten of hearts"
    assert problem.message.endswith("it lies in `pile`, and cards are drawn from `seat(1).hand`")
    assert problem.help == "what can be drawn here: `ace of spades` or `two of clubs`"


def test_what_a_position_takes_from_elsewhere_is_named_where_it_breaks_a_rule(tmp_path: Path) -> None:
    dealt = CARDS.replace(
        "examples:",
        "setup: [{move: 50 cards, from: deck, to: pile}]\ninvariants: {full: pile.count == 50}\nexamples:",
    )
    path = tmp_path / "draws.rulebook.yaml"
    path.write_text(
        f"{dealt}    given: {{me.hand: [ten of hearts, two of clubs, ace of spades, king of clubs]}}\n    play: [{{do: lay ten of hearts}}]\n",
        "utf-8",
    )
    book = pipeline.open_book(str(path))
    (result,) = run_examples(book.at, book)
    (problem,) = result.problems
    assert "; `given` took " in problem.message
    assert problem.message.endswith(" from `pile`")
    assert problem.help == "chance decides what lies in `pile`: give what matters to the rule, too"


def test_a_pick_that_cannot_be_names_what_could_be_picked(tmp_path: Path) -> None:
    path = tmp_path / "picks.rulebook.yaml"
    path.write_text(PICKS, encoding="utf-8")
    book = pipeline.open_book(str(path))
    (result,) = run_examples(book.at, book)
    (problem,) = result.problems
    assert problem.message == "`seat(1)` is not among what is picked from here"
    assert (problem.span.text, problem.help) == ("seat(1)", "write `seat(2)`")


PICKS = """\
rulebook: 1
name: picks
players: 2
variables: {lucky: {type: players or none}}
phases:
  turn:
    actions:
      lots: {do: [{pick: n in 3..5, do: []}, {pick: p in me.others, do: [{set: lucky, to: p}]}, end_turn]}
end: {out: {when: lucky != none, result: draw}}
examples:
  other:
    play: [{do: lots, drawn: {numbers: [4], players: [seat(1)]}}]
    expect: [lucky == seat(2)]
"""
