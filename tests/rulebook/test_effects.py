"""Effects: one verb each, and a wrong key is told against the verb that was meant."""

from __future__ import annotations

import pytest

from rulewright.expression import nodes as syntax
from rulewright.rulebook import nodes
from tests.rulebook.reading import book, problem, words


def setup(effects: str) -> nodes.Effects:
    return book(f"setup:\n{effects}").setup


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("{roll: tray}", nodes.Roll),
        ("{return: dice}", nodes.Return),
        ("{shuffle: pile}", nodes.Shuffle),
        ("{remove: over}", nodes.Remove),
        ("{move: die, to: rack}", nodes.Move),
        ("{move: all tray, to: rack}", nodes.Move),
        ("{move: 6 cards, from: deck, to: me.hand}", nodes.Move),
        ("{place: mark, to: at, of: me}", nodes.Place),
        ("{set: me.sheet(c), to: true}", nodes.Set),
        ("{add: 1, to: rolls}", nodes.Add),
        ("{pay: 2, from: me.purse, to: pot}", nodes.Pay),
        ("{swap: me.sign, with: me.left.sign}", nodes.Swap),
        ("{let: best, be: 3}", nodes.Let),
        ("{if: a, do: [], else: [end_turn]}", nodes.If),
        ("{for: p in players if p.out, do: [end_turn]}", nodes.For),
        ("{pick: c in deck, do: [end_turn], else: []}", nodes.Pick),
        ("{by: rule, cases: {strict: [], 3: [end_turn]}}", nodes.By),
        ("{turn_of: me.left}", nodes.TurnOf),
        ("{go: deal}", nodes.Go),
        ("end_turn", nodes.EndTurn),
        ("extra_turn", nodes.ExtraTurn),
        ("refill", nodes.RunStep),
        ("cover(those)", nodes.RunStep),
    ],
)
def test_every_effect_has_its_node(written: str, kind: type) -> None:
    (effect,) = setup(f"  - {written}\n")
    assert isinstance(effect, kind)
    assert effect.span.text == written


def test_what_is_moved_is_a_piece_all_or_a_number() -> None:
    piece, everything, number = setup(
        "  - {move: die, to: rack}\n  - {move: all tray, to: rack}\n  - {move: 2 cards, to: hand}\n"
    )
    assert isinstance(piece, nodes.Move)
    assert isinstance(piece.moved, syntax.MovedPiece)
    assert isinstance(everything, nodes.Move)
    assert isinstance(everything.moved, syntax.MovedAll)
    assert isinstance(number, nodes.Move)
    assert isinstance(number.moved, syntax.MovedCount)


def test_a_step_has_arguments() -> None:
    (run,) = setup("  - follow(card, card.suit)\n")
    assert isinstance(run, nodes.RunStep)
    assert (run.step, len(run.arguments), run.step_span.text) == ("follow", 2, "follow")


def test_the_luck_of_a_pick_is_addressed_by_its_rule_and_name() -> None:
    first, second, other = setup(
        "  - pick: p in players\n    do: []\n  - {pick: p in players, do: []}\n  - {pick: c in deck, do: []}\n"
    )
    assert isinstance(first, nodes.Pick)
    assert isinstance(second, nodes.Pick)
    assert isinstance(other, nodes.Pick)
    assert [first.path, second.path, other.path] == ["setup.pick.p", "setup.pick.p.2", "setup.pick.c"]


@pytest.mark.parametrize(
    ("written", "code", "place", "words_"),
    [
        ("roll tray", "effect-shape", "roll tray", "{roll: tray}"),
        ("a + b", "effect-shape", "a + b", "runs a step"),
        ("[end_turn]", "wrong-shape", "[end_turn]", "an effect is expected"),
        ("{go: 1}", "bad-name", "1", "a phase"),
        ("{pick: deck, do: []}", "syntax", "deck", "`in` is expected"),
        ("{set: a + b, to: 1}", "syntax", "+", "a place such as"),
    ],
)
def test_a_wrong_effect_is_told_against_its_verb(written: str, code: str, place: str, words_: str) -> None:
    found = problem(f"setup:\n  - {written}\n")
    assert found.code == code
    assert found.span.text == place
    assert words_ in words(found)
