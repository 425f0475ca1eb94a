"""The bits of many comparisons, put together as WebAssembly does it quickly.

    quick_masks("  %bits = bitcast <90 x i1> %same to i90")      six parts of 16 results, put together

A vector of WebAssembly has four numbers. Its instruction `bitmask` makes a number of what its elements are, and `narrow` packs four vectors of
comparisons into one of 16 bytes. LLVM uses the first for 2, 4, 8 and 16 results, with a superfluous step for each vector of 16, and takes any other
number of results out of their vectors one by one, which takes longer than the comparisons.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Final

LANES: Final = 4
PACKED: Final = 16
"""The results that are packed into one vector. Fewer are put together by fours."""
QUICK: Final = frozenset((1, 2, 4, 8))
"""How many results LLVM puts together quickly."""
_MASK = re.compile(r"^  (%\S+) = bitcast <(\d+) x i1> (%\S+) to i\2$", re.MULTILINE)
_NARROW: Final = (
    "@llvm.wasm.narrow.signed.v8i16.v4i32",
    "@llvm.wasm.narrow.signed.v16i8.v8i16",
    "@llvm.wasm.bitmask.v16i8",
)
_DECLARED: Final = f"""
declare <8 x i16> {_NARROW[0]}(<4 x i32>, <4 x i32>)
declare <16 x i8> {_NARROW[1]}(<8 x i16>, <8 x i16>)
declare i32 {_NARROW[2]}(<16 x i8>)
"""


def quick_masks(text: str) -> str:
    """The text of a module in which the bits of comparisons are put together from quick parts."""
    numbers = count()

    def parts(found: re.Match[str]) -> str:
        many = int(found[2])
        if many in QUICK:
            return found[0]
        return "\n".join(_put_together(found[1], many, found[3], f"%quick.mask.{next(numbers)}"))

    changed = _MASK.sub(parts, text)
    return changed + _DECLARED if _NARROW[0] in changed else changed


def _put_together(bits: str, many: int, same: str, name: str) -> Iterator[str]:
    """Lines after which `bits` has bit k if element k of `same` is true. Beyond the last element there are zeros."""
    width = PACKED if many >= PACKED else LANES
    starts = range(0, many, width)
    type = f"i{len(starts) * width + 1}"  # wider than a part, even if there is one
    so_far = "0"
    for start in starts:
        its = f"{name}.{start}"
        for lane in range(start, start + width, LANES):
            taken = ", ".join(f"i32 {min(each, many)}" for each in range(lane, lane + LANES))
            yield f"  {its}.at{lane} = shufflevector <{many} x i1> {same}, <{many} x i1> zeroinitializer, <{LANES} x i32> <{taken}>"
        if width == LANES:
            yield f"  {its}.bits = bitcast <{LANES} x i1> {its}.at{start} to i{LANES}"
        else:
            yield from _packed(its, start)
        yield f"  {its}.wide = zext i{width} {its}.bits to {type}"
        yield f"  {its}.there = shl {type} {its}.wide, {start}"
        yield f"  {its}.found = or {type} {so_far}, {its}.there"
        so_far = f"{its}.found"
    yield f"  {bits} = trunc {type} {so_far} to i{many}"


def _packed(its: str, start: int) -> Iterator[str]:
    """The bits of four vectors of results. A true one is -1, which stays what it is in fewer bits."""
    for lane in range(start, start + PACKED, LANES):
        yield f"  {its}.all{lane} = sext <4 x i1> {its}.at{lane} to <4 x i32>"
    for half, lane in enumerate((start, start + 2 * LANES)):
        vectors = f"<4 x i32> {its}.all{lane}, <4 x i32> {its}.all{lane + LANES}"
        yield f"  {its}.half{half} = call <8 x i16> {_NARROW[0]}({vectors})"
    yield f"  {its}.bytes = call <16 x i8> {_NARROW[1]}(<8 x i16> {its}.half0, <8 x i16> {its}.half1)"
    yield f"  {its}.mask = call i32 {_NARROW[2]}(<16 x i8> {its}.bytes)"
    yield f"  {its}.bits = trunc i32 {its}.mask to i16"
