"""Choices among pieces as bits are the reference's legal choices, in its order; and other choices are left to others."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator
from random import Random

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.choices.masks import Pool, bits_of, mask
from rulewright.native.driver import machine
from rulewright.native.llvm.assembly import Operand, constant
from rulewright.native.llvm.emitter import Emitter
from rulewright.native.llvm.module import Building
from rulewright.native.modules import writers  # noqa: F401  # it fills the tables of what writes a node
from rulewright.native.modules.entry_points import Outside
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Position

pytest.importorskip("llvmlite")

BOOK = """
rulebook: 1
name: pools
players: 2
variables: {{least: {{type: 1..6}}}}
enums: {{Colour: [red, blue]}}
pieces: {pieces}
zones:
  box: {{holds: things, start: all}}
  tray: {{holds: things}}
  hand: {{holds: things, per: players}}
  pile: {{holds: things, order: {order}}}
phases:
  turn:
    actions:
      take: {{choose: {{{choose}}}, {when}do: [{{move: it, to: {to}}}, {{roll: tray}}, end_turn]}}
      lay: {{do: [{{return: things}}, {{roll: box}}, {dealt}{{add: "1 if least < 6 else -5", to: least}}, end_turn]}}
end: {{late: {{when: round > 99, result: draw}}}}
"""
DEALT = "{for: c in box if c.n mod 3 == least mod 3, do: [{move: c, to: me.left.hand}]}, "
DICE = "{things: {count: 5, faces: 1..6}}"
CARDS = "{things: {one_per: {n: 1..30}, faces: 1..6}}"
MANY = "{things: {one_per: {n: 1..100}, faces: 1..6}}"
TILES = "{things: {one_per: {n: 1..130}, faces: 1..6}}"


def program(pieces: str, choose: str, when: str = "", to: str = "tray") -> ir.Program:
    conditions = f"when: {{{when}}}, " if when else ""
    order, dealt = ("none", "") if pieces == DICE else ("kept", DEALT)
    text = BOOK.format(pieces=pieces, choose=choose, when=conditions, to=to, order=order, dealt=dealt)
    return pipeline.load_text(text, players=2, engine="reference").program


def pool(played: ir.Program) -> Pool | None:
    found = bits_of(Emitter(Building(played), "asked"), played.actions["take"])
    return found if isinstance(found, Pool) else None


BITS: dict[str, tuple[str, ...]] = {
    "alike": (DICE, "it: box", "", "me.hand"),
    "alike in two zones": (DICE, "it: tray + box", "high: it.face in 3..6"),
    "cards": (CARDS, "it: box"),
    "cards of a player": (CARDS, "it: me.hand", "high: it.n > 2 * least"),
    "cards in two zones": (CARDS, "it: tray + box", "", "me.hand"),
    "cards of which much is asked": (CARDS, "it: box", "high: it.n > 3, odd: it.n mod 2 == least mod 2"),
    "cards when something holds": (CARDS, "it: box", "now: least > 2"),
    "cards that fill two words": (MANY, "it: box", "third: it.n mod 3 == least mod 3"),
}
"""Pieces, choices, conditions and where the piece goes, of programs whose choices are bits."""
OTHERWISE: dict[str, tuple[str, ...]] = {
    "two parameters": (CARDS, "it: box, other: box"),
    "a kept pile": (CARDS, "it: pile"),
    "one of whose zones is a pile": (CARDS, "it: box + pile"),
    "more than two words": (TILES, "it: box"),
    "two words twice": (MANY, "it: box + tray"),
    "a zone of each player and another": (CARDS, "it: me.hand + box"),
    "a zone twice": (CARDS, "it: box + box"),
    "zones of alike pieces that are not known": (DICE, "it: me.hand"),
    "a set": (DICE, "it: some of tray"),
}
"""The same of programs whose choices are no bits."""


@pytest.mark.parametrize("name", OTHERWISE)
def test_what_is_no_pool(name: str) -> None:
    assert pool(program(*OTHERWISE[name])) is None


def masks(played: ir.Program) -> Callable[[array[int]], list[int]]:
    """A function of cells: the pieces whose bits are set, word by word from the lowest bit."""
    building = Building(played)
    e = Outside(building, "chosen", ("ptr noalias %cells", "ptr noalias %into"))
    there = bits_of(e, played.actions["take"])
    assert isinstance(there, Pool)
    function = mask(building, "take", there)
    assert mask(building, "take", there) is function
    e.regions["mask.take"] = Operand("ptr", "%into")
    e.me = type(e.me)(e.code.load("i32", e.region("current")), None, 0, 1)
    e.call(function, ())
    e.close(constant(0))
    signature = {"chosen": ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p)}
    compiled = machine.load(machine.object_code(building.text()), signature)["chosen"]

    def chosen(cells: array[int]) -> list[int]:
        words = array("Q", [2**64 - 1] * len(there.rows))
        assert compiled(cells.buffer_info()[0], words.buffer_info()[0]) == 0
        assert all(word >> len(values) == 0 for word, values in zip(words, there.rows, strict=True))
        pieces = [(word, values) for word, values in zip(words, there.rows, strict=True)]
        return [piece for word, values in pieces for bit, piece in enumerate(values) if word >> bit & 1]

    return chosen


def positions(played: ir.Program, luck: Random) -> Iterator[tuple[Position, list[Choice]]]:
    """Positions of random games, with what is legal there."""
    reference, chance = Reference(played), Sampled(played.streams)
    for seed in range(6):
        position = new_position(played, seed)
        reference.begin(position, chance)
        for _ in range(25):
            legal = reference.legal(position.cells)
            yield position, legal
            reference.apply(position, luck.choice(legal), chance)


@pytest.mark.parametrize("name", BITS)
def test_the_bits_are_the_legal_choices_in_order(name: str) -> None:
    played = program(*BITS[name])
    chosen, seen = masks(played), set[int]()
    for position, legal in positions(played, Random(name)):
        wanted = [choice.arguments[0] for choice in legal if choice.action == 0]
        assert chosen(position.cells) == wanted
        seen.add(len(wanted))
    assert len(seen) > 1, "something is asked"


def test_a_condition_that_fails_fails() -> None:
    building = Building(program(DICE, "it: tray", "low: it.face < 4", "box"))
    there = bits_of(Emitter(building, "asked"), building.program.actions["take"])
    assert there is not None
    function = mask(building, "take", there)
    assert function.fails
    assert [failure.code for failure in building.failures] == ["undefined"]
