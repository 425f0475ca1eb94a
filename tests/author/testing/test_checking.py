"""What is said of a rulebook's own examples, and of setting it up, before it is played."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.author.testing import checking
from tests.author.conftest import Write

OVERLAY = "rulebook: 1\nname: quick\nextends: dare\nchange: {options: {target: 10}}\n"


@pytest.mark.parametrize(
    ("example", "said"),
    [
        ("given: {arrow_box: [upp]}", "there is no face of arrow `upp`"),
        ("given: {rack: [9]}", "there is no face of dice `9`"),
        ("given: {pot: 2000}", "2000 is out of range"),
        ("play: [{refused: rack six}]", "`rack six` does not read as"),
    ],
)
def test_what_an_example_names_in_vain_is_an_error(write: Write, example: str, said: str) -> None:
    file = write(f"examples:\n  it:\n    {example}\n    expect: [round == 1]\n")
    (problem, *_) = [problem for problem in checking.check(file) if problem.severity == "error"]
    with open(file, encoding="utf-8") as written:
        assert [each.message for each in rw.check_text(written.read())] == [
            each.message for each in rw.check(file)
        ]
    assert problem in rw.check(file)
    assert problem.message.startswith(said)
    assert problem.span.source.line(problem.line).strip() == example


def test_an_example_that_only_comes_out_otherwise_is_left_to_be_played(write: Write) -> None:
    file = write("examples:\n  it:\n    given: {rack: [5]}\n    expect: [rack.face == 6]\n")
    assert all(problem.severity == "warning" for problem in checking.check(file))


def test_the_game_s_examples_are_left_to_the_game(write: Write) -> None:
    file = write("examples:\n  it:\n    given: {rack: [9]}\n    expect: [rack.face == 6]\n")
    overlay = file.replace("dare.rulebook", "quick.overlay")
    with open(overlay, "w", encoding="utf-8") as house_rule:
        house_rule.write(OVERLAY)
    assert all(problem.severity == "warning" for problem in checking.check(overlay))


DEAL = """
rulebook: 1
name: deal
title: Deal
players: {players}
options:
  hand_size: {{type: {sizes}, default: 2, about: cards at the start}}
  hands: {{type: 1..9, default: 1, about: hands of a game}}
pieces: {{cards: {{count: 12}}}}
zones:
  deck: {{holds: cards, start: all}}
  hand: {{per: players, holds: cards, seen_by: owner}}
variables: {{played: {{type: number}}}}
define: {{dealt: hand_size + 0}}
turns: {{phase: turn}}
setup: [{{go: deal}}]
phases:
  deal:
    do:
      - {{return: cards}}
      - for: p in players
        do: [{{move: dealt cards, from: deck, to: p.hand}}]
      - {{turn_of: seat(1)}}
  turn:
    actions:
      shed:
        choose: {{card: me.hand}}
        do: [{{move: card, to: deck}}, {{add: 1, to: played}}, end_turn]
end: {{over: {{when: played == hands, result: draw}}}}
"""


@pytest.mark.parametrize(
    ("players", "sizes", "told"),
    [
        ("2..3", "1..4", []),
        ("2..3", "1..(12 div players.count)", []),
        ("2..3", "1..5", [("warning", "5 cards cannot be taken from `deck`, which has 2")]),
        ("2..7", "1..2", [("error", "2 cards cannot be taken from `deck`, which has 0")]),
    ],
)
def test_a_table_at_which_the_pieces_run_out_is_told(
    players: str, sizes: str, told: list[tuple[str, str]]
) -> None:
    text = DEAL.format(players=players, sizes=sizes)
    assert [(problem.severity, problem.message) for problem in rw.check_text(text)] == told


def test_the_table_is_named() -> None:
    (problem,) = rw.check_text(DEAL.format(players="2..3", sizes="1..5"))
    assert "found with `hand_size=5` and 3 players" in problem.help


def test_a_variant_that_cannot_be_dealt_is_told() -> None:
    text = DEAL.format(players="2..3", sizes="1..4")
    text += "variants: {full: {about: a full hand, change: {define: {dealt: '7'}}}}\n"
    (problem,) = rw.check_text(text)
    assert problem.message == "7 cards cannot be taken from `deck`, which has 5"
    assert problem.help.startswith("with the variant `full`; found with 2 players")
