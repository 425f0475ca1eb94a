"""Actions: texts, arguments, ids."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.game.errors import UnknownMove
from rulewright.game.game import Game
from rulewright.game.moves.legal import FEW
from rulewright.game.moves.matching import MOST_ASKED, Names
from rulewright.game.moves.parsing import Reader
from rulewright.game.moves.vocabulary import Vocabulary
from rulewright.runtime.executor import Value
from tests.game.tables import PROGRAMS, game

GAMES = {name: game(name) for name in PROGRAMS}


@pytest.mark.parametrize("name", PROGRAMS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_every_action_reads_back_from_its_text_its_arguments_and_its_id(
    name: str, data: st.DataObject
) -> None:
    game = GAMES[name]
    number = data.draw(st.integers(0, game.num_distinct_actions - 1))
    action = game.action_from_id(number)
    assert action.id == number
    assert game.action(str(action)) == action
    assert game.action(action.name, **action.args) == action
    assert hash(game.action(str(action))) == hash(action)


def test_arguments_are_values_for_python() -> None:
    assert game("cards").action("play two of red").args == {"card": "two of red"}
    assert game("bids").action("bid 3").args == {"amount": 3}
    assert game("five-dice").action("reroll die2 die1").args == {"those": ("die1", "die2")}
    assert game("pig").action("roll").args == {}


def test_printed_names_and_capitals_are_understood() -> None:
    five = game("five-dice")
    assert five.action("Score Threes") == five.action("score", c="threes")
    assert five.action("reroll die 1 die 3") == five.action("reroll", those=("die3", "die1"))


def test_a_beginning_that_ends_at_an_underscore_is_enough() -> None:
    assert str(game("rack").action("bank 6")) == "bank_die 6"
    with pytest.raises(UnknownMove, match="no action `ban`"):
        game("rack").action("ban 6")


def test_the_first_zone_goes_without_saying_and_the_others_are_readings() -> None:
    action = game("rack").action("rack 6")
    assert action.args == {"die": "6"}
    assert str(action.readings[0]) == "rack 6 from bank"
    assert game("rack").action("rack 6 from bank").args == {"die": "6 from bank"}
    assert game("rack").action("rack 6") != game("rack").action("rack 6 from bank")


def test_a_set_lists_its_pieces_in_any_order() -> None:
    dice = game("identical-dice")
    assert dice.action("aside 6 2 6") == dice.action("aside 2 6 6") == dice.action("aside", those=[6, 6, 2])
    assert dice.action("aside 6 6") != dice.action("aside 6")
    assert str(game("five-dice").action("reroll")) == "reroll"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("pig", "rol", "did you mean `roll`"),
        ("pig", "roll 3", "nothing follows `roll`"),
        ("pig", "", "begins with the name"),
        ("cards", "play", "needs more: play <card>, where <card> is one of "),
        ("cards", "play two of green", "did you mean|does not read as"),
        ("five-dice", "score thres", "did you mean `threes`"),
        ("bids", "bid 9", "does not read as `bid <amount>`: `9` is not a number in 0..4$"),
        ("five-dice", "reroll die1 die1", "does not read as `reroll <those>`: `die1` is left over"),
        ("cards", "play the two", "`the` is no card, but <card> is one of "),
    ],
)
def test_a_text_that_fits_nothing_says_what_fits(name: str, text: str, says: str) -> None:
    with pytest.raises(UnknownMove, match=says):
        game(name).action(text)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("pass the cup", "pass_the_cup"),
        ("Pass  THE cup", "pass_the_cup"),
        ("announce row diagonal 1", "announce_row diagonal 1"),
        ("pass", "pass_the_cup"),
    ],
)
def test_an_id_of_several_words_may_be_typed_with_spaces(typed: str, meant: str) -> None:
    assert str(rw.load("sino").action(typed)) == meant


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pass the cup now", "nothing follows `pass_the_cup`"),
        (
            "announce row nowhere",
            "`announce_row nowhere` does not read as `announce_row <row>`: `nowhere` is nothing that `announce_row` takes",
        ),
        ("announce row", "`announce_row` needs more: announce_row <row>, where <row> is one of across blue"),
        ("roll", "where <those> is one or more of blue, orange, green, purple, red"),
        ("anounce 3", "there is no action `anounce`; did you mean `announce_row`?"),
        ("pass_on the cup", "there is no action `pass_on`"),
    ],
)
def test_what_does_not_fit_behind_such_an_id_is_told(text: str, says: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        rw.load("sino").action(text)
    assert says in str(caught.value)


def test_a_beginning_of_an_id_comes_before_its_words() -> None:
    """`bank die` in a game where a `die` may be banked, and one may `bank_die` without saying more."""
    book = """
rulebook: 1
name: two-banks
players: 2
enums: {things: [die, coin]}
variables: {n: {type: 0..9}}
phases: {turn: {actions: {bank: {choose: {what: things}, do: [{add: 1, to: n}]}, bank_die: {do: [{add: 1, to: n}]}}}}
end: {e: {after: bank, when: n == 5, result: draw}}
"""
    found = rw.load_text(book)
    assert str(found.action("bank die")) == "bank die"
    assert str(found.action("bank_die")) == "bank_die"


@pytest.mark.parametrize("text", ["x" * 5000, "roll " + "x" * 5000, "roll " + "blue " * 900, "x" * 200_000])
def test_long_texts_are_not_said_back(text: str) -> None:
    with pytest.raises(UnknownMove) as caught:
        rw.load("sino").action(text)
    assert len(str(caught.value)) < 300
    assert all(len(each) < 100 for each in (caught.value.reason, *caught.value.candidates))


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(UnknownMove, match="`play` takes card"):
        game("cards").action("play", cart="ace of red")
    with pytest.raises(UnknownMove, match="`card` of `play`"):
        game("cards").action("play", card="joker")


def test_ids_of_sets_follow_size_and_then_lexicographic_order() -> None:
    def first_arguments(table: Game, numbers: range) -> list[Value]:
        return [table.action_from_id(number).choice.arguments[0] for number in numbers]

    cells = range(2 * 7)
    expected = [items for size in range(6) for items in combinations_with_replacement(cells, size)]
    assert first_arguments(game("identical-dice"), range(1, 301)) == expected[:300]
    distinct = [items for size in range(6) for items in combinations(range(5), size)]
    five = game("five-dice")
    assert first_arguments(five, range(32)) == distinct
    assert five.num_distinct_actions == 32 + 5


def test_ids_are_stable_numbers_below_the_total() -> None:
    table = game("cards")
    state = table.new_initial_state(seed=4)
    ids = [action.id for action in state.legal_actions()]
    assert ids == sorted(set(ids))
    assert all(0 <= number < table.num_distinct_actions for number in ids)
    with pytest.raises(ValueError, match="ids run from 0"):
        table.action_from_id(table.num_distinct_actions)


def test_a_value_that_is_no_piece_is_told_as_such() -> None:
    with pytest.raises(rw.UnknownMove, match=r"`seven` is no scoring die \(`die` of `rack`\)"):
        rw.load("cinq-o").action("rack", die="seven")


# ------------------------------------------------------------- what a text may cost, and who may ask: counted, not timed

WIDE = """
rulebook: 1
name: wide
players: 2
pieces: {stones: {count: 60}, tokens: {one_per: {x: 1..30, y: 1..30}}}
zones:
  bag: {holds: stones, start: all}
  a: {holds: stones}
  b: {holds: stones}
  c: {holds: stones}
  d: {holds: stones}
  table: {holds: tokens, start: all}
phases:
  turn:
    actions:
      take: {choose: {those: 0..60 of stones}, do: [end_turn]}
      trade: {choose: {those: 1..30 of stones, others: 1..30 of stones, more: 1..30 of stones}, do: [end_turn]}
      point: {choose: {token: table, other: table}, do: [end_turn]}
end: {late: {when: round > 9, result: draw}}
"""


WIDE_GAME = rw.load_text(WIDE, engine="reference")


class Counted(Names):
    """Names that remember how many were asked for, all texts together."""

    all_asked = 0

    def count(self, work: int) -> None:
        Counted.all_asked += work
        super().count(work)


@pytest.mark.parametrize(
    "text",
    [
        "point",
        "point x",
        "take " + "stones " * 60,
        "take " + "stones " * 10_000,
        "trade " + "stones " * 90,
        "trade " + "stones; " * 500,
        "trade " + "stones from a " * 30 + "stones " * 60 + "nothing",
        "point " + "nothing " * 10_000,
    ],
)
def test_a_text_costs_no_more_than_a_decision(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("parsing", "parse_errors"):
        monkeypatch.setattr(f"rulewright.game.moves.{module}.Names", Counted)
    Counted.all_asked = 0
    with suppress(UnknownMove):
        WIDE_GAME.action(text)
    assert Counted.all_asked <= 3 * MOST_ASKED


def test_a_long_set_is_read_as_what_goes_without_saying() -> None:
    assert WIDE_GAME.action("take " + "stones " * 60).choice.arguments == ((0,) * 60,)


def test_the_names_of_many_values_are_gone_through_once(monkeypatch: pytest.MonkeyPatch) -> None:
    gone_through: list[object] = []
    entries = Vocabulary._entries

    def counted(*given: Any) -> Any:  # as `_entries` is called
        gone_through.append(given)
        return entries(*given)

    monkeypatch.setattr(Vocabulary, "_entries", counted)
    game = rw.load_text(WIDE)
    for _ in range(5):
        with pytest.raises(UnknownMove, match="and 888 more"):
            game.action("point x1y1")
    assert len(gone_through) <= 2


@pytest.mark.parametrize("player", [1, "spectator"])
@pytest.mark.parametrize("text", ["point", "no such action", "take " + "stones " * 10_000, ""])
def test_nothing_is_read_for_who_may_not_ask(player: Any, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = WIDE_GAME.new_initial_state()
    monkeypatch.setattr(Reader, "read", _not_to_be_asked)
    monkeypatch.setattr(type(state.game.executor), "legal", _not_to_be_asked)
    monkeypatch.setattr(type(state.game.executor), "is_legal", _not_to_be_asked)
    with pytest.raises(rw.IllegalAction, match="It is seat 1's turn") as refused:
        state.apply_action(text, player=player)
    assert len(str(refused.value)) < 300
    assert [reason.id for reason in state.why_not(text, player)] == ["not_your_turn"]
    assert state.legal_actions(player) == []


def _not_to_be_asked(*_: object) -> None:
    raise AssertionError("this is not to be worked out")


def test_many_readings_are_looked_up_in_the_list_of_legal_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    state, many = WIDE_GAME.new_initial_state(), WIDE_GAME.action("take stones stones stones stones")
    asked: list[object] = []
    executor = type(state.game.executor)
    is_legal = executor.is_legal

    def counted(*given: Any) -> bool:  # as `is_legal` is called
        asked.append(given)
        return is_legal(*given)

    monkeypatch.setattr(executor, "is_legal", counted)
    monkeypatch.setattr(executor, "legal", lambda *_: [many.readings[3].choice])
    assert len(many.readings) > FEW
    assert state.meant(many) == many.readings[3].choice
    assert len(asked) == 1


CHANGING = """\
rulebook: 1
name: changing
title: Changing
players: 2
use: [standard-52]
zones: {hand: {per: players, holds: cards, seen_by: owner}, discard: {holds: cards, seen_by: nobody}}
setup: [{for: p in players, do: [{move: 5 cards, from: deck, to: p.hand}]}]
phases:
  turn:
    actions:
      change: {choose: {those: 0..3 of me.hand}, do: [{move: those, to: discard}, end_turn]}
end: {thrown: {when: discard.count > 9, result: draw}}
"""


def test_the_members_of_a_set_are_read_in_any_order_and_with_commas() -> None:
    state = rw.load_text(CHANGING).new_initial_state(4)
    hand = state.observation(0)["zones"]["cards"]["seat(1).hand"]["pieces"]
    wanted = state.game.action(f"change {hand[0]} {hand[3]} {hand[4]}")
    for text in (
        f"{hand[4]}, {hand[0]}, {hand[3]}",
        f"{hand[3]},{hand[4]} ,{hand[0]}",
        f"{hand[0]}, {hand[3]} {hand[4]},",
    ):
        assert state.game.action(f"change {text}") == wanted
        assert state.game.action("change", those=text) == wanted
    state.apply_action(f"change {hand[3]}, {hand[0]}")
    assert state.get("discard.count") == 2


@pytest.mark.parametrize("text", ["change", "change none", "change Nothing"])
def test_nothing_is_chosen_by_saying_so(text: str) -> None:
    game = rw.load_text(CHANGING)
    assert game.action(text) == game.action("change", those=[])


def test_none_is_no_set_that_needs_a_thing() -> None:
    with pytest.raises(rw.UnknownMove, match="`none` is not one of `cards`"):
        rw.load_text(CHANGING.replace("0..3", "1..3")).action("change none")
