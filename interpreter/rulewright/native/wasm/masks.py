"""Comparisons of many numbers at once, four at a time, as WebAssembly has them.

    in_fours("  %bits = bitcast <90 x i1> %same to i90")      23 parts of four, put together

LLVM makes a number of the results of 2, 4, 8 or 16 comparisons by one instruction (`bitmask`). Of any other number it takes each result out of
its vector alone, which takes longer than the comparisons.
"""

from __future__ import annotations

import re
from itertools import count
from typing import Final

AT_ONCE: Final = 4
QUICK: Final = frozenset((1, 2, 4, 8, 16))
"""How many results LLVM puts together quickly."""
_MASK = re.compile(r"^  (%\S+) = bitcast <(\d+) x i1> (%\S+) to i\2$", re.MULTILINE)


def in_fours(text: str) -> str:
    """The text of a module in which the bits of comparisons are put together from parts of four."""
    numbers = count()

    def parts(found: re.Match[str]) -> str:
        many = int(found[2])
        return (
            found[0]
            if many in QUICK
            else _put_together(found[1], many, found[3], f"%in.four.{next(numbers)}")
        )

    return _MASK.sub(parts, text)


def _put_together(bits: str, many: int, same: str, name: str) -> str:
    """`bits` has bit k if element k of `same` is true. Beyond the last element there are zeros."""
    starts = range(0, many, AT_ONCE)
    type = f"i{len(starts) * AT_ONCE + 1}"  # more than a part, even if there is one
    lines, so_far = list[str](), "0"
    for start in starts:
        taken = ", ".join(f"i32 {min(each, many)}" for each in range(start, start + AT_ONCE))
        lines += [
            f"  {name}.part{start} = shufflevector <{many} x i1> {same}, <{many} x i1> zeroinitializer, <{AT_ONCE} x i32> <{taken}>",
            f"  {name}.bits{start} = bitcast <{AT_ONCE} x i1> {name}.part{start} to i{AT_ONCE}",
            f"  {name}.wide{start} = zext i{AT_ONCE} {name}.bits{start} to {type}",
            f"  {name}.there{start} = shl {type} {name}.wide{start}, {start}",
            f"  {name}.found{start} = or {type} {so_far}, {name}.there{start}",
        ]
        so_far = f"{name}.found{start}"
    return "\n".join([*lines, f"  {bits} = trunc {type} {so_far} to i{many}"])
