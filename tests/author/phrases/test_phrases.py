"""Effects, conditions and outcomes as the rule sheet puts them into words."""

from __future__ import annotations

import pytest

from rulewright import pipeline
from rulewright.author.phrases.effects import Sayings
from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.expression.from_text import parse
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.text import Source, Span
from tests.corpus.cases import all_cases
from tests.games.books import TESTS

BOOK = """\
rulebook: 1
name: words
title: Words
players: 2..3
options:
  target: {type: 1..100, default: 20}
  strict: {type: bool, default: false}
  manner: {default: soft, one_of: {soft: softly, hard: hard}}
enums:
  Row: {low: Low, high: High}
pieces:
  dice: {count: 2, faces: 1..6, label: die, plural: dice}
  arrow: {count: 1, label: arrow die, faces: {up: {times: 1, label: Up}, down: {times: 2, label: Down}}}
  chips: {count: 10, label: chip, plural: chips}
zones:
  tray: {holds: dice, start: all}
  rack: {holds: dice}
  arrow_box: {holds: arrow, start: all}
  supply: {holds: chips, start: rest}
  purse: {per: players, holds: chips, start: 2}
variables:
  score: {per: players, type: number}
  out: {per: players, type: bool}
  sheet: {per: [players, Row], type: 0..50 or none}
  pot: {type: 0..1000, lasts: turn}
tables:
  bonus: {of: 2..12, rows: {12: 5, 10..11: 2, ..9: 0}}
define:
  double: most_alike(tray.face) == 2
  alike: {of: {n: 1..6}, is: count(d for d in dice if d.face == n), about: the number of dice that show <n>}
  total: {of: {p: players}, is: p.score + p.purse.count}
setup:
  - {for: p in players, do: [{set: p.score, to: 3}]}
  - {if: players.count == 3, do: [{set: pot, to: 1}]}
phases:
  turn:
    actions:
      act:
        choose: {r: Row}
        do:
EFFECTS
steps:
  gain: {of: {amount: 0..9}, do: [{add: amount, to: me.score}]}
  said: {about: Everybody claps., do: [{add: 1, to: pot}]}
end:
  over: {after: act, when: me.score >= target, result: [highest total, highest score]}
"""


def book(*effects: str, end: str = "end_turn") -> pipeline.Book:
    lines = "".join(f"          - {effect}\n" for effect in (*effects, end))
    return pipeline.open_source(Source("words", BOOK.replace("EFFECTS\n", lines)))


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("me.score >= target", "your score is at least 20"),
        ("any(p.score >= target for p in players)", "any player's score is at least 20"),
        ("all(p.sheet(c) != none for p in players for c in Row)", "every player's sheet for every row is not blank"),
        ("all(p.purse.empty and p.score > 3 for p in players)", "every player's purse is empty and every player's score is more than 3"),
        ("pot > 0 or strict", "the pot is more than 0"),
        ("not rack.full and pot < 3", "the rack is not full and the pot is less than 3"),
        ("not (pot == 3)", "the pot is not 3"),
        ("me.purse.count > 0", "your purse is not empty"),
        ("rack.count == 0", "the rack is empty"),
        ("tray.face == 1", "the dice in the tray show 1"),
        ("arrow.face == up", "the arrow die shows Up"),
        ("arrow in arrow_box", "the arrow die is in the arrow box"),
        ("pot in 2..5", "the pot is from 2 to 5"),
        ("me.sheet(low) == none", "your sheet for Low is blank"),
        ("(me.sheet(low) otherwise 0) > 0", "your sheet for Low is more than 0"),
        ("me.out or not me.left.out", "you are out or the player to your left is not out"),
        ("(pot > 1 or double) and pot < 9", "either the pot is more than 1 or “double” holds, and the pot is less than 9"),
        ("any(alike(n) >= 2 for n in 1..6)", "there is some n from 1 to 6 for which the number of dice that show n is at least 2"),
        ("distinct(dice.face) == 2", "all dice are different"),
        ("distinct(dice.face) == dice.count", "all dice are different"),
        ("distinct(tray.face) == tray.count", "the dice in the tray are all different"),
        ("distinct(tray.face) == 2", "the dice in the tray show exactly 2 different numbers"),
        ("distinct(dice.face) == 1", "all dice show the same"),
        ("most_alike(dice.face) >= 2", "all dice show the same"),
        ("most_alike(tray.face) >= 2", "at least 2 of the dice in the tray show the same"),
        ("longest_run(dice.face) == 2", "all dice show consecutive numbers"),
        ("longest_run(tray.face) > 1", "the dice in the tray show more than 1 consecutive numbers"),
        ("not can(act)", "you cannot act"),
        ("round >= 3", "it is round 3 or later"),
        ("not round >= 3", "it is before round 3"),
        ("round == 2", "it is round 2"),
        ("count(p for p in players if p.score == 3) == 1", "the number of players whose score is 3 is 1"),
        ("count(p for p in players if p.out) > 1", "the number of players who are out is more than 1"),
        ("first(p for p in clockwise(me) if not p.out) == none", "the next player clockwise from your left who is not out is blank"),
    ],
)  # fmt: skip
def test_conditions_read_as_english(written: str, words: str) -> None:
    source = Source("condition", written)
    node = parse(Span(source, 0, len(written)), "expr", Problems())
    assert node is not None
    assert Phrases(Words(book())).condition(node) == words


CARDS = {
    "zones:\n": "  cards: {one_per: {suit: Row, number: 1..9}, label: <suit> <number>}\nzones:\n",
    "  rack: {holds: dice}\n": """\
  rack: {holds: dice}
  hand: {per: players, holds: cards, seen_by: owner, size: 6}
  pile: {holds: cards, start: all, order: kept}
""",
}


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("nth(2, c.number for c in me.hand) == 9", "the second greatest of the number of each card in your hand is 9"),
        ("nth(1, tray.face) == 6", "the greatest of what the dice in the tray show is 6"),
        (
            "nth(pot, c.number for c in me.hand) == 3",
            "the value in place (the pot), from the greatest down, of the number of each card in your hand is 3",
        ),
        ("pile.top(2) == none", "the second card from the top of the pile is blank"),
        ("pile.top(pot) == none", "the card in place (the pot) from the top of the pile is blank"),
        ("sum(c.number for c in pile.last(3)) == 9", "the sum of the number of each card among the last 3 of the pile is 9"),
        ("all(p.hand.empty and p.purse.empty for p in players)", "every player's hand and purse are empty"),
        ("not low before high", "Low does not come before High"),
        (
            "any(c.number == e.number for c in me.hand for e in me.hand if c before e)",
            ("there is some card C in your hand and some card E in your hand where card C comes before card E for which card C's number is "
            "card E's number"),
        ),
        (
            "count(s for s in 2 of me.hand if sum(c.number for c in s) == 15) > 1",
            "the number of sets of 2 cards in your hand where the sum of the number of each card of that set is 15 is more than 1",
        ),
        (
            "not any(distinct(c.suit for c in s) == 1 for s in some of me.hand)",
            ("there is no set of one or more cards in your hand for which the number of different values of the suit of each card of that "
            "set is 1"),
        ),
        (
            "any(s.count == r.count for s in 2 of me.hand for r in some of pile.last(3))",
            ("there is some set of 2 cards in your hand and some set R of one or more last 3 cards of the pile for which the number of "
            "cards of that set is the number of cards of set R"),
        ),
        (
            "count(s for s in each 2 of tray if most_alike(d.face for d in s) == 2) == 3",
            "the number of sets of 2 dice in the tray where the number alike among what each die of that set shows is 2 is 3",
        ),
    ],
)  # fmt: skip
def test_cards_and_sets_of_them_read_as_english(written: str, words: str) -> None:
    text = BOOK.replace("EFFECTS\n", "          - end_turn\n")
    for before, after in CARDS.items():
        text = text.replace(before, after)
    source = Source("condition", written)
    node = parse(Span(source, 0, len(written)), "expr", Problems())
    assert node is not None
    assert Phrases(Words(pipeline.open_source(Source("cards", text)))).condition(node) == words


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ("{roll: tray}", "Roll the dice in the tray, and your turn ends."),
        ("{roll: arrow}", "Roll the arrow die, and your turn ends."),
        ("{return: dice}", "Put all dice back as at the set-up, and your turn ends."),
        ("{add: sum(tray.face), to: pot}", "Add the sum of the dice in the tray to the pot, and your turn ends."),
        ("{set: me.sheet(r), to: pot}", "Set your sheet for the row to the pot, and your turn ends."),
        ("{set: me.out, to: pot > 2}", "Set your out to whether the pot is more than 2, and your turn ends."),
        ("{move: 1 chips, from: supply, to: me.purse}", "Move 1 chip from the supply to your purse, and your turn ends."),
        ("{move: all tray, to: rack}", "Move everything in the tray to the rack, and your turn ends."),
        ("{pay: 2, from: me.score, to: pot}", "Pay 2 from your score to the pot, and your turn ends."),
        ("{swap: me.score, with: me.left.score}",
         "Swap your score and the player to your left's score, and your turn ends."),
        ("{if: double, do: [{set: pot, to: 0}], else: [{add: 1, to: pot}]}",
         "If “double” holds, set the pot to 0. Otherwise, add 1 to the pot. Your turn ends."),
        ("{if: strict, do: [{set: pot, to: 0}], else: [{add: 1, to: pot}]}", "Add 1 to the pot. Your turn ends."),
        ("{if: strict, do: [{set: pot, to: 0}]}", "Your turn ends."),
        ("{for: p in players if p.out, do: [{set: p.score, to: 0}]}",
         "For each player who is out, set that player's score to 0. Your turn ends."),
        ("{by: manner, cases: {soft: [{add: 1, to: pot}], hard: [{add: 2, to: pot}]}}", "Add 1 to the pot. Your turn ends."),
        ("{by: r, cases: {low: [{add: 1, to: pot}], high: [{add: 2, to: pot}]}}",
         "If the row is Low, add 1 to the pot. If the row is High, add 2 to the pot. Your turn ends."),
        ("{set: pot, to: 'min(pot + 2, 20)'}", "Add 2 to the pot, but to no more than 20, and your turn ends."),
        ("{set: pot, to: 'max(pot - 2, 0)'}", "Take 2 from the pot, but to no less than 0, and your turn ends."),
        ("{set: pot, to: 'max(pot + 2, 0)'}", "Set the pot to the greatest of the pot + 2 and 0, and your turn ends."),
        ("{add: 2 if pot > 3 else 1, to: pot}", "Add 2 to the pot if the pot is more than 3, otherwise add 1 to the pot, and your turn ends."),
        ("{for: p in players, do: [{move: 1 chips, from: supply, to: p.purse}]}", "Deal 1 chip from the supply to each player. Your turn ends."),
        ("{for: n in 1..3, do: [{add: 1, to: pot}]}", "Add 1 to the pot, 3 times. Your turn ends."),
        ("gain(4)", "Add 4 to your score. Your turn ends."),
        ("said", "Everybody claps. Your turn ends."),
    ],
)  # fmt: skip
def test_effects_read_as_english(effect: str, words: str) -> None:
    opened = book(effect)
    action = opened.rulebook.phases["turn"].actions["act"]
    assert Sayings(Phrases(Words(opened)).choosing(action.choose)).sentences(action.do) == words


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("end_turn", "Your turn ends."),
        ("extra_turn", "Your turn ends and you take another one."),
        ("{turn_of: me.left}", "The next turn goes to the player to your left."),
        ("{go: turn}", "Go on with “Your turn”."),
    ],
)
def test_what_comes_next_reads_as_english(end: str, words: str) -> None:
    opened = book(end=end)
    said = Sayings(Phrases(Words(opened))).sentences(opened.rulebook.phases["turn"].actions["act"].do)
    assert said == words


def test_a_named_value_is_said_where_it_is_used() -> None:
    opened = book("{let: gained, be: pot + 1}", "{add: gained, to: me.score}")
    action = opened.rulebook.phases["turn"].actions["act"]
    said = Sayings(Phrases(Words(opened))).sentences(action.do)
    assert said == "Add the pot + 1 to your score, and your turn ends."


def test_who_takes_a_clause_to_tell_is_named_once() -> None:
    who = "only(p for p in players if p.score == 7)"
    opened = book(f"{{let: winner, be: {who}}}", "{add: 1, to: winner.score}", "{set: winner.out, to: true}")
    action = opened.rulebook.phases["turn"].actions["act"]
    said = Sayings(Phrases(Words(opened))).sentences(action.do)
    assert said == (
        "The winner is the only player whose score is 7, then add 1 to the winner's score, then set the winner's out to yes, "
        "and your turn ends."
    )
    once = book(f"{{let: winner, be: {who}}}", "{add: 1, to: winner.score}")
    said = Sayings(Phrases(Words(once))).sentences(once.rulebook.phases["turn"].actions["act"].do)
    assert said == "Add 1 to the score of the only player whose score is 7, and your turn ends."


def test_set_up_says_only_what_is_done_at_this_table() -> None:
    opened = book()
    assert (
        Sayings(Phrases(Words(opened))).sentences(opened.rulebook.setup)
        == "For each player, set that player's score to 3."
    )


@pytest.mark.parametrize(
    ("label", "reached", "wins"),
    [
        (
            "points won",
            "your points won are at least 20",
            "The player with the most points won wins; if there is a tie",
        ),
        (
            "cards left",
            "your cards left are at least 20",
            "The player with the most cards left wins; if there is a tie",
        ),
        (
            "wealth",
            "your wealth is at least 20",
            "The player with the highest wealth wins; if there is a tie",
        ),
        ("points", "your points are at least 20", "The player with the most points wins; if there is a tie"),
        (
            "final bonus",
            "your final bonus is at least 20",
            "The player with the highest final bonus wins; if there is a tie",
        ),
    ],
)
def test_what_decides_goes_by_its_label(label: str, reached: str, wins: str) -> None:
    text = BOOK.replace(
        "score: {per: players, type: number}", f"score: {{per: players, type: number, label: {label}}}"
    )
    text = text.replace("[highest total, highest score]", "highest score").replace(
        "EFFECTS\n", "          - {add: 5, to: me.score}\n          - end_turn\n"
    )
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("label", text))))
    assert reached in sheet
    assert wins in sheet


def test_results_in_order_break_ties() -> None:
    opened = book()
    said = Sayings(Phrases(Words(opened))).outcomes(opened.rulebook.ends["over"].result)
    assert (
        said
        == "the player with the highest total wins; if there is a tie, the one with the highest score; if there is still a tie, the win is shared"
    )


def test_what_is_mentioned_is_remembered() -> None:
    words = Words(book())
    node = parse(Span(Source("value", "bonus(pot)"), 0, 10), "expr", Problems())
    assert node is not None
    assert Phrases(words).phrase(node) == "the bonus for the pot"
    assert words.mentioned == {"bonus", "pot"}


def test_everything_the_language_can_say_has_words() -> None:
    """Every sound rulebook of the corpus has a sheet, and no sentence of it is empty."""
    for case in all_cases():
        try:
            opened = pipeline.open_source(Source(case.id, case.text))
        except RulebookError:
            continue
        sheet = to_markdown(make_sheet(opened))
        assert ": ." not in sheet, case.id


HELPERS = """\
  showing: {of: {n: 1..6}, is: count(d for d in dice if d.face == n)}
  in_play: sum(p.purse.count for p in players)
  rich: any(p.score > 9 for p in players)
  next_in: {of: {p: players}, is: first(q for q in clockwise(p) if not q.out) otherwise p}
"""


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("showing(3) > 1", "the number of dice that show 3 is more than 1"),
        ("2 * showing(3) > 1", "2 × (the number of dice that show 3) is more than 1"),
        ("in_play > 3", "“in play” is more than 3"),
        ("rich", "“rich” holds"),
        ("not rich", "“rich” does not hold"),
        ("me.next_in.next_in == me", "the “next in” of your “next in” is you"),
        ("me.total > 3", "your total is more than 3"),
        ("open", "the open is yes"),
        ("not open or me.out", "the open is no or you are out"),
        ("pot in 1..1", "the pot is 1"),
        ("not pot in 1..1", "the pot is not 1"),
        ("pot in 1..2", "the pot is from 1 to 2"),
        (
            "count(d for d in tray + rack if d.face == 1) > 1",
            "the number of dice in the tray or the rack that show 1 is more than 1",
        ),
        (
            "sum(d.face for d in tray + rack) > 1",
            "the sum of what each die in the tray or the rack shows is more than 1",
        ),
    ],
)
def test_names_that_are_no_words_of_the_sentence_are_told_apart_from_it(written: str, words: str) -> None:
    text = BOOK.replace("setup:\n", f"{HELPERS}setup:\n").replace(
        "variables:\n", "variables:\n  open: {type: bool}\n"
    )
    opened = pipeline.open_source(Source("helpers", text.replace("EFFECTS\n", "          - end_turn\n")))
    source, problems = Source("condition", written), Problems()
    node = parse(Span(source, 0, len(written)), "expr", problems)
    assert node is not None
    assert Phrases(Words(opened)).condition(node) == words


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("home-run", "Only if the number of pieces on the space that are yours is more than 0."),
        ("home-run", "Only if “open to” holds for you and your gate."),
        ("knock-out", "from the other player's life to the lost"),
        (
            "knock-out",
            "As soon as the number of players who are not out is 1, the first player who is not out wins.",
        ),
        ("knock-out", "As soon as “at top” holds for any player, the game ends."),
        ("knock-out", "for each space where any piece on that space is yours"),
        (
            "knock-out",
            "passes to the “next in” of your “next in” if the skipping is yes, otherwise your “next in”",
        ),
        (
            "home-run",
            "If the space “to” is not home: for each piece on the space “to” that is not yours, move",
        ),
        ("little-draughts", "The space “to” is the space 2 steps from the space in the direction."),
        ("hidden-hand", "Only if “stuck” holds."),
        ("rock-paper-scissors", "Set your sign to the sign, and your turn ends."),
        ("rock-paper-scissors", "for each player “q” other than that player: if"),
        ("flower-beds", "The number of rows of your bed where no space of that row is empty."),
        ("rock-paper-scissors", "or 0 if there is none) is 1 or"),
        ("little-draughts", "“forward” holds for you and the direction"),
    ],
)
def test_names_without_words_make_no_broken_sentence(name: str, words: str) -> None:
    """Pieces on a space, the members of a team, a choice called `who`, conditions that only a helper decides."""
    book_at = TESTS / "rulebooks" / f"{name}.rulebook.yaml"
    opened = pipeline.open_source(Source(str(book_at), book_at.read_text(encoding="utf-8")))
    assert words in to_markdown(make_sheet(opened))
