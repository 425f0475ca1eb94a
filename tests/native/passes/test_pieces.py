"""Whole zones rolled at once, one word of chance a roll, pieces as bits, names that follow: where that must be refused.

    pass          refuses                                            a rulebook that needs it
    rolls         a whole zone of dice that belong to players        dice of both in one cup
    digits        half a word for products that need all of it       seven dice with six faces
    pools         pieces that lie in an order                        a pile from which any card may be taken
    following     to forget a name that is read after its roll       `{roll: d}, {set: x, to: d.face mod 4}`

Not here: `digits.fit_one_word`.  Without it the digits of too large a product are asked of words that are all rejected, and the game
never ends.
"""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite")

from tests.native.passes.guards import Guarded, Unused, shown, shown_without, text_of, text_without

DICE = """
rulebook: 1
name: refused
players: 2
pieces: {{dice: {{{dice}}}}}
zones: {{tray: {{holds: dice, start: all{whose}}}, cup: {{holds: dice}}}}
variables: {{n: {{type: number}}, x: {{type: 0..3}}, got: {{per: players, type: number}}}}
phases:
  turn:
    actions:
      throw: {{do: [{do}, {{set: n, to: (n * 7 + {worth}) mod 1000}}, {{add: n, to: me.got}}, end_turn]}}
standing: highest got
end: {{late: {{when: round > 12, result: highest got}}}}
"""

CARDS = """
rulebook: 1
name: refused
players: 2
pieces: {{cards: {{one_per: {{k: 1..6}}}}}}
zones: {{row: {{holds: cards, start: all, order: {order}}}, pile: {{holds: cards, order: kept}}}}
variables: {{got: {{per: players, type: number}}}}
phases:
  turn:
    actions:
      take:
        choose: {{c: row}}
        do:
          - {{set: me.got, to: (me.got * 7 + c.k) mod 1000}}
          - {{move: c, to: pile}}
          - {{if: pile.count > 3, do: [{{move: all pile, to: row}}]}}
          - end_turn
standing: highest got
end: {{late: {{when: round > 12, result: highest got}}}}
"""


def dice(do: str, dice: str = "count: 7, faces: 1..6", worth: str = "sum(tray.face)", whose: str = "") -> str:
    return DICE.format(do=do, dice=dice, worth=worth, whose=whose)


OWNED = dice(
    "{move: all cup, to: me.tray}, {roll: me.tray}, {move: all me.left.tray, to: cup}, {roll: cup}",
    "count: 3, faces: 1..6, of: players",
    "sum(c.face for c in cup if c.owner == me)",
    ", per: players",
)

GUARDS = [
    Guarded("dice of players", "owned_alike", OWNED),
    Guarded("half a word for many", "few_numbers", dice("{roll: tray}")),
    Guarded("pieces in an order", "without_order", CARDS.format(order="kept")),
    Guarded("a name that is read later", "never_read_again",
            dice("{roll: tray}, {for: d in tray if d.face > 3, do: [{roll: d}, {set: x, to: d.face mod 4}]}",
                 worth="x + sum(tray.face)")),
]  # fmt: skip

PASSES = [
    Unused("whole_zones", dice("{roll: tray}")),
    Unused("pools", CARDS.format(order="none")),
]


@pytest.mark.parametrize("guarded", GUARDS, ids=str)
def test_a_guard_keeps_games_the_same_and_without_it_they_differ(guarded: Guarded) -> None:
    assert shown(guarded.book) == ""
    assert shown_without(guarded) != ""


@pytest.mark.parametrize("unused", PASSES, ids=str)
def test_a_pass_is_used_where_its_guards_allow_it(unused: Unused) -> None:
    assert text_of(unused.book) != text_without(unused)
    assert shown(unused.book) == ""


def test_choices_among_cards_in_an_order_are_no_bits() -> None:
    assert '@"mask.take"' in text_of(CARDS.format(order="none"))
    assert '@"mask.take"' not in text_of(CARDS.format(order="kept"))
