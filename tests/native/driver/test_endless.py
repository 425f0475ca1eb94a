"""What the reference stops as endless, native code never carries out, whatever sort of work there is too much of; the preferences of
all choices together are one sort.

Each rulebook does something more often the greater `n` is.  An `n` that is too much for the reference is sought;
native code has to give up there as well, and does so a little earlier.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cache

import pytest

from rulewright import pipeline
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.players import unfit
from rulewright.game.playouts.playout import play_on
from rulewright.ir import nodes as ir
from rulewright.native.driver.executor import Native
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import FAILED, Until
from tests.native.executors import Bare, Fault

BOOK = """
rulebook: 1
name: work
players: 2
variables: {n: {type: 0..100000}, v: {type: 0..9}}
pieces: {cards: {one_per: {k: 1..30}}, dice: {count: 30, faces: 1..6}, chips: {count: 600}}
zones:
  box: {holds: cards, start: all}
  pile: {holds: cards, order: kept}
  deck: {holds: cards, order: shuffled}
  tray: {holds: dice, start: all}
  pot: {holds: chips, start: all}
  bank: {holds: chips}
end: {late: {when: round > 9, result: draw}}
"""
ROUND = "{turn: {actions: {act: {do: [{set: v, to: 1}]}}, as_soon_as: {again: {when: n > 0, do: [{add: -1, to: n}, EFFECTS]}}}}"
ONCE = "{turn: {actions: {act: {do: [EFFECTS]}}}}"


def _steps(levels: int) -> str:
    """Steps that each carry out ten times the one before."""
    below = [f"s{n}: {{do: [{', '.join([f's{n - 1}'] * 10)}]}}" for n in range(1, levels)]
    return "{" + ", ".join(["s0: {do: [{set: v, to: 1}]}", *below]) + "}"


def _doubling(levels: int) -> str:
    """Definitions that each ask the one before twice, of ever other numbers."""
    of = "of: {a: 0..2000000000}"
    asked = [
        f"d{m}: {{{of}, is: (d{m - 1}(a * 2 mod 900000000) + d{m - 1}((a * 2 + 1) mod 900000000)) mod 7}}"
        for m in range(1, levels)
    ]
    return "{" + ", ".join([f"d0: {{{of}, is: (a + v) mod 7}}", *asked]) + "}"


PIECES = {
    "moved": "{move: box, to: pile}, {move: pile, to: box}",
    "drawn": "{move: box, to: deck}, {move: 30 cards, from: deck, to: box}",
    "alike": "{move: 600 chips, from: pot, to: bank}, {move: 600 chips, from: bank, to: pot}",
    "returned": "{return: cards}",
    "rolled": "{roll: dice}",
    "rolled in a zone": "{roll: tray}",
    "shuffled": "{move: box, to: pile}, {shuffle: pile}, {return: cards}",
}
BOOKS = {
    **{name: BOOK + f"phases: {ROUND.replace('EFFECTS', effects)}\n" for name, effects in PIECES.items()},
    "rules": BOOK + f"phases: {ROUND.replace('EFFECTS', '{set: v, to: 2}')}\n",
    "rules asked": BOOK
    + "phases: {turn: {actions: {act: {do: [{set: v, to: 1}]}}, as_soon_as: {"
    + "".join(f"r{k}: {{when: v > 8, do: [end_turn]}}, " for k in range(60))
    + "again: {when: n > 0, do: [{add: -1, to: n}]}}}}\n",
    "effects in a loop": BOOK
    + f"phases: {ONCE.replace('EFFECTS', '{for: x in 1..n, do: [' + ', '.join(['{set: v, to: 1}'] * 20) + ']}')}\n",
    "effects in loops": BOOK
    + f"phases: {ONCE.replace('EFFECTS', '{for: x in 1..n, do: [{for: y in 1..50, do: [{set: v, to: 1}, {set: v, to: 2}]}]}')}\n",
    "steps of steps": BOOK
    + f"steps: {_steps(4)}\nphases: {ONCE.replace('EFFECTS', '{for: x in 1..n, do: [s3]}')}\n",
    "steps alone": BOOK
    + f"steps: {_steps(6)}\nphases: {ONCE.replace('EFFECTS', '{if: n > 0, do: [s5, s5]}')}\n",
    "counts": BOOK
    + f"phases: {ONCE.replace('EFFECTS', ', '.join(['{set: v, to: count(x for x in 1..n if x > v) mod 7}'] * 9))}\n",
    "counts in a loop": BOOK
    + f"phases: {ONCE.replace('EFFECTS', '{for: x in 1..n, do: [{set: v, to: count(y for y in 1..200 if y > v) mod 7}]}')}\n",
    "definitions in a loop": BOOK
    + f"define: {_doubling(6)}\nphases: {ONCE.replace('EFFECTS', '{for: x in 1..n, do: [{set: v, to: d5(x)}]}')}\n",
    "definitions alone": BOOK
    + f"define: {_doubling(18)}\nphases: {ONCE.replace('EFFECTS', '{if: n > 0, do: [{set: v, to: d17(1)}]}')}\n",
    "choices": BOOK
    + "phases: {turn: {actions: {act: {choose: {x: 1..300}, when: {many: count(y for y in 1..n if y > x + v) >= 0}, do: [{set: v, to: 1}]}}}}\n",
    "trials": BOOK.replace("pieces: {", "boards: {board: {grid: {rows: 9, columns: 9}, holds: men}}\npieces: {men: {of: players}, ")
    + "phases: {turn: {actions: {act: {choose: {s: board.spaces}, when: {free: s.empty, few: {leaves: 'count(y for y in 1..n if y > v) >= 0 or any(t.owner == me for t in ray(a1, east))'}}, do: [{place: men, to: s}]}}}}\n",
    "trials, no space of which matters": BOOK.replace("pieces: {", "boards: {board: {grid: {rows: 9, columns: 9}, holds: men}}\npieces: {men: {of: players}, ")
    + "phases: {turn: {actions: {act: {choose: {s: board.spaces}, when: {free: s.empty, few: {leaves: 'count(y for y in 1..n if y > v) >= 0 and not a9.owner == me'}},"
    " do: [{place: men, to: s}]}}}}\n",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Both:
    """A rulebook for the reference and in native code."""

    program: ir.Program
    reference: Reference
    bare: Bare

    def at(self, n: int) -> Position:
        """After set-up, with so great an `n`."""
        position = new_position(self.program, 1)
        self.reference.begin(position, Sampled(self.program.streams))
        position.cells[self.program.layout.groups["n"].offset] = n
        return position

    def stopped(self, n: int) -> RuleFailure | None:
        """Whether the reference stops the action, or the list of those that are legal then."""
        position = self.at(n)
        try:
            self.reference.apply(position, self._choice(), Sampled(self.program.streams))
            self.reference.legal(position.cells)
        except RuleFailure as failure:
            return failure
        return None

    def given_up(self, n: int) -> Fault | None:
        """Whether native code gives up."""
        position = self.at(n)
        fault = self.bare.apply(position, self._choice())
        if fault is not None:
            return fault
        legal = self.bare.legal(position.cells)
        return legal if isinstance(legal, Fault) else None

    def _choice(self) -> Choice:
        return Choice(0, (1,) * len(self.program.actions["act"].parameters))


@cache
def both(name: str) -> Both:
    program = pipeline.load_text(BOOKS[name], players=2).program
    reference = Reference(program)
    return Both(program, reference, Bare(program))


def enough(name: str) -> tuple[int, RuleFailure]:
    """An `n` that the reference stops, not far above the least one, and how it does."""
    n = 1
    while (failure := both(name).stopped(n)) is None:
        assert n < 100_000, "nothing is too much"
        n = min(n * 2, 100_000)
    return n, failure


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_too_much_for_the_reference_is_too_much_for_native_code(name: str) -> None:
    here = both(name)
    n, failure = enough(name)
    assert failure.code == "endless"
    assert here.given_up(n) is not None
    assert here.given_up(min(n * 3, 100_000)) is not None


PREFERRING = (
    BOOK
    + """
phases: {turn: {actions: {act: {choose: {x: 1..300}, do: [end_turn]}}}}
strategies: {slow: {prefer: {act: count(y for y in 1..n if y > x + v)}}}
"""
)


def test_preferences_that_are_too_much_together_are_given_up_too() -> None:
    program = pipeline.load_text(PREFERRING, players=2).program
    reference, native = Reference(program), Native(program, Reference(program))
    position = new_position(program, 1)
    reference.begin(position, Sampled(program.streams))
    legal = reference.legal(position.cells)
    given = [-1], array("Q", [5]), Until(most=1), ("slow", "slow")
    outcomes = set()
    for n in (100, 2_600):
        position.cells[program.layout.groups["n"].offset] = n
        played = native.play_on(position, *given)
        assert played is not None
        usual = play_on(Game(reference), position, *given)
        failed = bool(usual.column(FAILED)[0])
        assert not failed or played.column(FAILED)[0]
        assert (unfit(reference, program.strategies["slow"], position.cells, legal) is not None) == failed
        assert play_on(Game(native), position, *given) == usual
        outcomes.add((n, failed))
    assert outcomes == {(100, False), (2_600, True)}
