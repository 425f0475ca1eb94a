"""A batch on the card: rows of states that stay there, the kernels that step them, and the copies that the processor works with.

    states = on_card.states(made)                       `made`: the buffers of the processor (`batch_calls.Many.states`)
    on_card.choose(states, given, True)                 steps all games into new rows; 0, or 1 + the first game whose id is refused
    on_card.step(states)                                goes on with the new rows; copies who is to act, what is over, and the returns
    on_card.fetch(states)                               copies everything else, if it was not copied since

A step makes new rows from the old ones and the two blocks of memory take turns, so an id that is refused and choices for which there is no room
cost nothing: the old rows are still there. Rows that the processor has written over (`changing`) are copied to the card by the next step.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable
from dataclasses import fields as fields_of
from typing import Final

from rulewright.ir import nodes as ir
from rulewright.native.driver.machine import address, address_of, zeros
from rulewright.native.gpu.interface import Card, Held
from rulewright.native.gpu.loaded import Compiled, KernelsOnCard
from rulewright.native.gpu.stepping import (
    FAILURES,
    KERNELS,
    NEEDED,
    NONE_REFUSED,
    REFUSED,
    fields,
    listing,
)
from rulewright.runtime.fast import BEGIN_NEXT, NOT_KNOWN, WAIT, States
from rulewright.runtime.hidden_cells import Unseen
from rulewright.source.dataclass import dataclass

FEW: Final = 8
"""The initial room for choices of each state."""
KEPT: Final = ("seeds", "cells", "luck", "players")
"""The rows that are copied between card and processor when they are needed."""
_I, _L = ctypes.c_int32, ctypes.c_uint64


@dataclass(slots=True)
class Choices:
    """The choices of all states on the card, with room for the same number of each."""

    room: int
    block: Held


@dataclass(slots=True, kw_only=True)
class StatesOnCard(States):
    """Rows that are on the card, and copies of them. `fetched`: the copies are up to date; `changed`: they are newer than the rows of the card;
    `chosen_there`: the choices of the next step were made by the card, which has stepped all games already; `at_home`: the processor plays,
    and the choices are listed in its buffers."""

    now: Held
    next: Held
    choices: Choices
    spare_choices: Choices
    given: Held
    notes: Held
    home_reason: Callable[[int], str]
    unseen: tuple[Unseen, list[Held]] | None = None
    answers: tuple[int, Held] | None = None
    failures: int = 0
    fetched: bool = True
    changed: bool = True
    chosen_there: bool = False
    at_home: bool = False


class BatchOnCard(KernelsOnCard):
    """The kernels of a batch of a program."""

    def __init__(self, card: Card, compiled: Compiled, program: ir.Program) -> None:
        super().__init__(card, compiled, KERNELS["many"], program)
        self._fields = fields(program)
        sizes = list(self._fields.values())
        self._size = sum(sizes)
        self._before = {name: sum(sizes[:place]) for place, name in enumerate(self._fields)}
        self._each = listing(program)

    def states(self, made: States) -> StatesOnCard:
        """The rows of a batch, whose copies are the buffers of the processor."""
        with self._card.using():
            blocks = [self._card.held(self._size * made.size) for _ in range(2)]
            choices = [self._choices(made.size, FEW) for _ in range(2)]
            given, notes = self._card.held(8 * made.size), self._card.held(12)
        copies = {field.name: getattr(made, field.name) for field in fields_of(States)}
        copies["elsewhere"] = True
        return StatesOnCard(
            **copies, now=blocks[0], next=blocks[1], choices=choices[0], spare_choices=choices[1], given=given, notes=notes,
            home_reason=made.reason,
        )  # fmt: skip

    def choose(self, states: StatesOnCard, given: array[int], anew: bool) -> int:
        """See `runtime.fast.Together.choose_all`; all games whose choices are listed are stepped at once."""
        with self._card.using():
            refused = self._stepped(states, given, commands=False, over=BEGIN_NEXT if anew else WAIT)
        states.chosen_there = not refused
        return refused

    def step(self, states: StatesOnCard) -> None:
        """See `runtime.fast.Together.step_all`."""
        with self._card.using():
            if not states.chosen_there:
                self._send(states)
                self._stepped(states, array("q", states.chosen), commands=True, over=WAIT)
            states.now, states.next = states.next, states.now
            states.choices, states.spare_choices = states.spare_choices, states.choices
            states.chosen_there = states.fetched = states.changed = states.at_home = False
            for name in ("current", "terminal", "returns"):
                self._read(states, name)
            if states.failures:
                self._read(states, "failed")
                self._read(states, "chosen")
        states.reason = self.compiled.reason

    def fetch(self, states: StatesOnCard, changing: bool) -> None:
        """See `runtime.fast.Together.fetch`."""
        if not states.fetched:
            with self._card.using():
                for name in KEPT:
                    self._read(states, name)
            states.fetched = True
        states.changed = states.changed or changing

    def ids_of(self, states: StatesOnCard, place: int, before: bool) -> list[int]:
        """See `runtime.fast.Together.ids_of`."""
        choices, rows = (states.spare_choices, states.next) if before else (states.choices, states.now)
        with self._card.using():
            listed = zeros(1)
            self._card.read(rows.place + states.size * self._before["listed"] + 4 * place, listed)
            ids = zeros(listed[0])
            if listed[0]:
                self._card.read(choices.block.place + 4 * choices.room * place, ids)
        return ids.tolist()[: listed[0]]

    def mask(self, states: StatesOnCard, mask: int, actions: int) -> None:
        """See `runtime.fast.Together.mask_all`."""
        size = states.size * actions
        with self._card.using():
            there = self._answers_of(states, size)
            self._launch(
                "mask", self._grid(states.size)[0], _L(states.size), _L(states.now.place), _L(states.choices.room), _L(states.choices.block.place), _L(there), _L(actions)
            )  # fmt: skip
            self._card.read_bytes(there, mask, size)

    def observe(self, states: StatesOnCard, seen: int, player: int, unseen: Unseen) -> None:
        """See `runtime.fast.Together.observe_all`."""
        size = states.size * self._fields["cells"]
        with self._card.using():
            there, hidden = self._answers_of(states, size), self._hidden(states, unseen)
            self._launch(
                "observe", self._grid(states.size)[0], _L(states.size), _L(states.now.place), _L(there), _I(player), *(_L(each.place) for each in hidden)
            )  # fmt: skip
            self._card.read_bytes(there, seen, size)

    # ----------------------------------------------------------------------------------------------- private

    def _stepped(self, states: StatesOnCard, given: array[int], commands: bool, over: int) -> int:
        """Make the next rows of all games. 0, or 1 + the first game whose id is refused."""
        self._card.write(given, states.given.place)
        notes = array("i", (NONE_REFUSED, 0, 0))
        while True:
            self._card.write(array("i", (NONE_REFUSED, 0, 0)), states.notes.place)
            spare = states.spare_choices
            self._launch(
                "step", self._grid(states.size)[0], _L(states.size), _I(commands), _I(over), _L(states.given.place), _L(states.now.place), _L(states.next.place),
                _L(states.choices.room), _L(states.choices.block.place), _L(spare.room), _L(spare.block.place), _L(states.notes.place),
            )  # fmt: skip
            self._card.read(states.notes.place, notes)
            if notes[REFUSED] != NONE_REFUSED:
                return notes[REFUSED] + 1
            if notes[NEEDED] <= spare.room:
                states.failures = notes[FAILURES]
                return 0
            states.spare_choices = self._choices(states.size, 1 << (notes[NEEDED] - 1).bit_length())

    def _answers_of(self, states: StatesOnCard, size: int) -> int:
        """The address of memory for a mask or observations, which is kept for the next ones."""
        if states.answers is None or states.answers[0] < size:
            states.answers = None
            states.answers = size, self._card.held(size)
        return states.answers[1].place

    def _choices(self, size: int, room: int) -> Choices:
        return Choices(room, self._card.held(size * room * self._each))

    def _send(self, states: StatesOnCard) -> None:
        """Copy the rows to the card that were changed here."""
        if states.changed:
            for name in KEPT:
                self._card.write(getattr(states, name), self._place(states, name))

    def _read(self, states: StatesOnCard, name: str) -> None:
        to = getattr(states, name)
        here = address_of(to) if isinstance(to, bytearray) else address(to)
        self._card.read_bytes(self._place(states, name), here, states.size * self._fields[name])

    def _place(self, states: StatesOnCard, name: str) -> int:
        return states.now.place + states.size * self._before[name]

    def _hidden(self, states: StatesOnCard, unseen: Unseen) -> list[Held]:
        """What is hidden, on the card."""
        if states.unseen is None or states.unseen[0] is not unseen:
            tables = unseen.cells, unseen.starts, unseen.places
            held = [self._card.held(4 * len(table)) for table in tables]
            for table, block in zip(tables, held, strict=True):
                if table:
                    self._card.write(table, block.place)
            states.unseen = unseen, held
        return states.unseen[1]


class PreferencesOnCard(KernelsOnCard):
    """The kernel that asks strategies of a program."""

    def __init__(self, card: Card, compiled: Compiled, program: ir.Program) -> None:
        super().__init__(card, compiled, KERNELS["preferring"], program)

    def prefer(self, states: StatesOnCard, seats: array[int], ids: array[int]) -> int:
        """See `runtime.fast.Together.prefer_all`."""
        with self._card.using():
            blocks, lists = self._grid(states.size)
            with self._card.memory(lists, 4 * len(seats), 8 * len(ids)) as (rows, sitting, there):
                self._card.write(seats, sitting)
                self._launch(
                    "prefer", blocks, _L(states.size), _L(states.now.place), _L(states.choices.room), _L(states.choices.block.place),
                    _L(rows), _L(sitting), _L(there),
                )  # fmt: skip
                self._card.read(there, ids)
        return ids.count(NOT_KNOWN)
