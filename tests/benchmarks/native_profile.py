"""Where native code spends its time: random games, and how often each function of the module was met at work.

    python -m tests.benchmarks.native_profile [--quick] [--seconds N] [--players N] [GAME ...]

    gomoku, 2 play: 1,204 looks at native code
       61 %  apply.place                   what an action does
       23 %  end.board_is_full             ...

The module for whole games is written as always, but LLVM may not put its functions into one another, so that each keeps an
address.  Then the system looks a hundred times a second where the process is (`profil(3)`, which glibc has), and the looks are
counted by function.  Apart, the code is slower than as it is played, most of all where functions are short (games a second are told
for both); so a share says which rule to look at, and not what would be gained without it.  A function's share is its own: what it
calls has another line.  Names are those of `rulewright ir GAME --llvm`: `mask` and `list` find the legal choices of an action,
`apply` carries it out, `end` asks whether the game is over, `game` draws choices and goes from turn to turn.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import sys
import time
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

from rulewright import pipeline
from rulewright.ir import nodes as ir
from rulewright.native.driver import machine
from rulewright.native.driver.choice_rows import ROOM, row_layout, standing_lines
from rulewright.native.from_ir import module_text
from rulewright.runtime.fast import SCORES

GAMES = ("hex", "gomoku", "cinq-o", "red-hot-yott", "sino", "cinco", "crib-ino")
AT_ONCE = 256
MAX_ACTIONS = 10_000
FEWEST = 0.01
"""Shares below are not told."""
TO_THE_BYTE = 0x10000
"""`profil` has a counter for every two bytes of code."""

_INTERNAL = re.compile(
    r'^define internal (?P<head>[^@\n]*@"(?P<name>[^"\n]+)"\([^\n]*\)) nounwind[^{\n]*\{$', re.M
)


def main(given: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--quick", action="store_true", help="a short look, whose figures mean little")
    parser.add_argument("--seconds", type=float, help="of processor time for each game (otherwise 10)")
    parser.add_argument("--players", type=int, default=2, metavar="N")
    asked = parser.parse_args(given)
    seconds = asked.seconds or (0.2 if asked.quick else 10.0)
    for name in asked.games or GAMES:
        program = pipeline.open_book(name, asked.players).program
        looks, apart = profiled(program, seconds)
        together = Games(program, machine.object_code(module_text(program, "playouts")), ()).a_second(
            seconds / 4
        )
        show(f"{name}, {asked.players} play", looks, apart, together)


class Games:
    """The module for whole games, loaded from object code, with functions of it that can be found."""

    def __init__(self, program: ir.Program, code: bytes, named: Sequence[str]) -> None:
        plain = dict.fromkeys(named, ctypes.CFUNCTYPE(ctypes.c_int))
        self._functions = machine.load(code, {**plain, **machine.MODULES["playouts"]})
        self._wide = SCORES + len(standing_lines(program)) * program.players
        self._rows = array("i", (0,)) * (ROOM * row_layout(program).width)
        self._next = 0

    def addresses(self) -> dict[int, str]:
        """Where each function begins."""
        return {
            ctypes.cast(function, ctypes.c_void_p).value or 0: name
            for name, function in self._functions.items()
        }

    def a_second(self, seconds: float) -> float:
        """Play for so much processor time: games a second."""
        begun, first = time.process_time(), self._next
        while (gone := time.process_time() - begun) < seconds:
            self._play()
        return (self._next - first) / gone

    def _play(self) -> None:
        seeds, out = array("Q", bytes(8 * AT_ONCE)), array("i", (0,)) * (AT_ONCE * self._wide)
        self._functions["rulewright.seeds"](0, self._next, AT_ONCE, _address(seeds))
        self._functions["rulewright.playouts"](
            _address(seeds), AT_ONCE, MAX_ACTIONS, -1, _address(self._rows), _address(out)
        )
        self._next += AT_ONCE


def profiled(program: ir.Program, seconds: float) -> tuple[Counter[str], float]:
    """How often each function was met, and games a second, with functions that LLVM leaves apart."""
    text, names = apart(module_text(program, "playouts"))
    code = machine.object_code(text)
    games = Games(program, code, names)
    found = sorted(games.addresses().items())
    places, first = [place for place, _ in found], found[0][0]
    counters = (ctypes.c_ushort * ((found[-1][0] - first + len(code)) // 2))()
    games.a_second(min(seconds, 0.1))  # what is done once is not looked at
    _look(counters, first)
    try:
        a_second = games.a_second(seconds)
    finally:
        _look(None, 0)
    looks: Counter[str] = Counter()
    for place, many in enumerate(counters):
        if many:
            looks[found[bisect_right(places, first + 2 * place + 1) - 1][1]] += many
    return looks, a_second


def apart(text: str) -> tuple[str, list[str]]:
    """The same module with functions that can be found from outside and stay where they are, and their names."""
    names = [found["name"] for found in _INTERNAL.finditer(text)]
    return _INTERNAL.sub(lambda found: f"define {found['head']} nounwind noinline {{", text), names


def can_look() -> bool:
    """Whether the C library can look where a process is."""
    return hasattr(ctypes.CDLL(None), "profil")


def _look(counters: ctypes.Array[ctypes.c_ushort] | None, first: int) -> None:
    """Begin to count where the process is, or end it."""
    if not can_look():
        raise SystemExit("this needs `profil`, which the C library of Linux has (glibc)")
    look = ctypes.CDLL(None).profil
    look.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_uint)
    if counters is None:
        look(None, 0, 0, 0)
    else:
        look(counters, ctypes.sizeof(counters), first, TO_THE_BYTE)


def show(title: str, looks: Counter[str], apart_a_second: float, a_second: float) -> None:
    total = looks.total()
    print(
        f"\n{title}: {total:,} looks at native code; {a_second:,.0f} games a second, {apart_a_second:,.0f} with functions apart"
    )
    for name, many in looks.most_common():
        if many >= FEWEST * total:
            print(f"  {many / total:>5.0%}  {name}")


def _address(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]


if __name__ == "__main__":
    main(sys.argv[1:])
