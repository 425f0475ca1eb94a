"""Native executors whose memory is watched: modules made while this lasts are guarded, and are told which buffers there are.

    with watched() as watch:
        game = Game(Native(program, Reference(program)))
        game.playouts(...)
    watch.strays                       ["rulewright.legal: %v7 = load i32, ptr %v6", ...]

The buffers are those of which the executors ask the address: each is as long as it is.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from rulewright.ir import nodes as ir
from rulewright.native.driver import batch_calls as many
from rulewright.native.driver import (
    counted_games,
    executor,
    machine,
    rollout_calls,
    single_states,
    tree_calls,
    whole_games,
)
from rulewright.native.driver.templates import Templates
from rulewright.native.from_ir import module_text
from rulewright.native.passes import ALL, Passes
from rulewright.runtime.fast import Seats
from rulewright.source.cache import Cache
from tests.native.guarding.guarded import guarded, rooms_of
from tests.native.planted import in_haste

IN_THE_BOOK = 1000
"""So many buffers are known at a time: those of which the address was asked for last."""
OWN: dict[str, machine.Signature] = {
    "guard.open": ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p),
    "guard.strays": ctypes.CFUNCTYPE(ctypes.c_int32),
}


class Watch:
    """What guarded modules do. `strays`: where something was outside, the first place of each call."""

    def __init__(self) -> None:
        self.strays: list[str] = []
        self.modules: list[str] = []
        """Those that were made."""
        self._functions: dict[int, tuple[Any, Any]] = {}  # Any: ours, and those of ctypes
        self._buffers: dict[int, int] = {}
        """Where each begins and ends."""
        self._book = array("Q", [0]) * (1 + 2 * IN_THE_BOOK)

    def address(self, numbers: array[Any]) -> int:  # Any: floats or ints
        """The address of a buffer, which is in the book from now on."""
        address, many = numbers.buffer_info()
        return self._enter(address, many * numbers.itemsize)

    def address_of(self, numbers: bytearray | memoryview) -> int:
        """The same for bytes."""
        return self._enter(_address_of(numbers), memoryview(numbers).nbytes)

    def library(
        self,
        program: ir.Program,
        module: str,
        kept: Cache | None,
        who: Seats = (),
        passes: Passes = ALL,
        templates: Templates | None = None,
    ) -> machine.Library:
        """As `executor.library` does, but guarded, and never from the cache or a template."""
        self.modules.append(module)
        text = module_text(program, module, who, passes)
        return self.functions(text, program, machine.MODULES[module])

    def functions(
        self, text: str, program: ir.Program, signatures: Mapping[str, machine.Signature]
    ) -> machine.Library:
        """The functions of a module's text, guarded."""
        made = guarded(text, rooms_of(program))
        with in_haste():
            found = machine.load(machine.object_code(made.text), {**signatures, **OWN})
        found["guard.open"](self._book.buffer_info()[0])

        def call(name: str, *given: int) -> int:
            self._write()
            answer: int = found[name](*given)
            place = found["guard.strays"]()
            if place:
                self.strays.append(made.places[place - 1])
            return answer

        given = {name: partial(call, name) for name in signatures}
        self._functions |= {id(given[name]): (given[name], found[name]) for name in signatures}
        return given

    def place_of(self, function: Any) -> int:  # Any: one of ours, or a function of ctypes
        """The address of a guarded function, for machine code that calls it."""
        return _place_of(self._functions[id(function)][1])

    def _enter(self, address: int, size: int) -> int:
        """Whatever is in the book and lies where this does is gone by now."""
        end = address + size
        self._buffers = {
            begin: past for begin, past in self._buffers.items() if past <= address or end <= begin
        }
        self._buffers[address] = end
        return address

    def _write(self) -> None:
        latest = list(self._buffers.items())[-IN_THE_BOOK:]
        flat = [len(latest), *(bound for room in latest for bound in room)]
        self._book[: len(flat)] = array("Q", flat)


@contextmanager
def watched() -> Iterator[Watch]:
    """Native executors that are made and used in here are watched."""
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(executor, "library", watch.library)
        patch.setattr(executor, "HESITATION", 0)
        for module in (
            counted_games, executor, many, rollout_calls, single_states, tree_calls, whole_games,
        ):  # fmt: skip
            patch.setattr(module, "address", watch.address)
        patch.setattr(machine, "address_of", watch.address_of)
        patch.setattr(machine, "place_of", watch.place_of)
        yield watch


def text_of(program: ir.Program, module: str, who: Seats = ()) -> str:
    """The text of a module, without guards."""
    return module_text(program, module, who)


_place_of: Callable[[Any], int] = machine.place_of  # Any: a function of ctypes
_address_of: Callable[[bytearray | memoryview], int] = machine.address_of
