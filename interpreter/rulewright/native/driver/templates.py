"""Machine code that programs have in common: those that differ only in numbers are compiled once.

    templates = Templates()
    templates.object_code(text)         as `machine.object_code`, without a compilation where an earlier text differs only in numbers

The programs of a game with other numbers in its rules, such as the settings that `tune` plays, have modules whose texts differ in a few
numbers. A text is compared line by line with those that were compiled before. Numbers that differ become *slots*: they move
from the instructions to a block of data, from which the machine code loads them. The text with slots is a *template*, which is compiled
once; for each program its numbers are written into the block in a copy of the object code.

Only operands and rows of constants can be slots. Where anything else differs, there is a template of its own. So the meaning is
always that of the text: each slot holds the number that is written in its place.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from hashlib import sha256
from threading import Lock
from typing import Final, TypeAlias

from rulewright.native.driver import machine
from rulewright.source.dataclass import dataclass

MOST_TEMPLATES: Final = 64
"""The number of templates that are kept; beyond it the oldest are forgotten."""
_BLOCK: Final = '@"numbers"'
_ALIGNED: Final = 64
"""The alignment of slots, in bytes: that of the widest vector."""

_ROW = re.compile(r'(@"[^"]*") = internal unnamed_addr constant (\[\d+ x i(\d+)\]) (\[[^\]]*\]), align \d+')
_OPERATION = re.compile(r"\s+(?:%\S+ = )?(?:tail |musttail )?(\w+)")
_WITH_OPERANDS = frozenset(
    [
        "add",
        "sub",
        "mul",
        "sdiv",
        "srem",
        "udiv",
        "urem",
        "and",
        "or",
        "xor",
        "shl",
        "lshr",
        "ashr",
        "icmp",
        "select",
        "store",
        "ret",
        "phi",
        "call",
        "getelementptr",
        "insertvalue",
    ]
)
_VECTOR = re.compile(r"<i(8|16|32|64) -?\d+(?:, i\1 -?\d+)*>")
_TYPED = re.compile(r"(?<![\w.%@<])i(\d+) (-?\d+)(?![\w.])")
"""A number after its type, as in `store i32 3, ptr %x`."""
_SECOND = re.compile(r"(?<![\w.%@<])i(\d+) [^\s,]+, (-?\d+)(?=$|, !|\s*$)")
"""A number that is the second operand of an operation, as in `add i32 %x, 3`."""
_INCOMING = re.compile(r"\[ ?(-?\d+), %")
"""A number of a `phi`."""
_ELEMENT = re.compile(r"i\d+ (-?\d+)")

Place: TypeAlias = tuple[int, int]
"""The index of a line, and of a number among those of the line."""


@dataclass(frozen=True, slots=True)
class _Number:
    """A number, vector or row of numbers in a line, from `start` to `end`."""

    start: int
    end: int
    type: str
    bits: int
    values: tuple[int, ...]

    @property
    def bytes(self) -> bytes:
        """The numbers as they lie in memory."""
        size = -(-self.bits // 8)
        return b"".join((value % (1 << self.bits)).to_bytes(size, "little") for value in self.values)


@dataclass(slots=True)
class _Template:
    """A text with slots. `code` has the block at `start`; before there is a slot it is the code of the text itself."""

    lines: list[str]
    code: bytes
    slots: dict[Place, int] = field(default_factory=dict)
    """The place of each slot in the block."""
    start: int = 0


class Templates:
    """The templates of some programs. Threads may share it."""

    def __init__(self) -> None:
        self.compiled = 0
        """The number of compilations so far."""
        self._templates: list[_Template] = []
        self._lock = Lock()

    def object_code(self, text: str) -> bytes:
        """The machine code of a module. Raises ValueError for a text that is not a module."""
        lines = text.splitlines()
        with self._lock:
            for template in reversed(self._templates):
                places = _differing(template.lines, lines)
                if places is not None:
                    break
            else:
                template, places = self._new(lines, text), set()
            if not places <= template.slots.keys() and not self._widen(template, places):
                return self._compiled(text)
            return _filled(template, lines)

    def _new(self, lines: list[str], text: str) -> _Template:
        template = _Template(lines, self._compiled(text))
        self._templates.append(template)
        del self._templates[:-MOST_TEMPLATES]
        return template

    def _widen(self, template: _Template, places: Iterable[Place]) -> bool:
        """Compile a template again with more slots; whether that was possible."""
        asked = sorted({*template.slots, *places})
        text, mark, slots = _with_slots(template.lines, asked)
        try:
            code = self._compiled(text)
        except ValueError:  # a number where LLVM wants a constant
            return False
        if code.count(mark) != 1:
            return False
        template.code, template.start, template.slots = code, code.index(mark), slots
        return True

    def _compiled(self, text: str) -> bytes:
        self.compiled += 1
        return machine.object_code(text)


def _filled(template: _Template, lines: Sequence[str]) -> bytes:
    """The code of a template with the numbers of a text."""
    if not template.slots:
        return template.code
    code = bytearray(template.code)
    for (line, place), offset in template.slots.items():
        number = _numbers(lines[line])[place].bytes
        begin = template.start + offset
        code[begin : begin + len(number)] = number
    return bytes(code)


def _differing(one: Sequence[str], other: Sequence[str]) -> set[Place] | None:
    """The places of the numbers in which two texts differ; None if they differ in anything else."""
    if len(one) != len(other):
        return None
    found: set[Place] = set()
    for line, (first, second) in enumerate(zip(one, other, strict=True)):
        if first == second:
            continue
        mine, theirs = _numbers(first), _numbers(second)
        if _rest(first, mine) != _rest(second, theirs):
            return None
        found |= {
            (line, place)
            for place, (here, there) in enumerate(zip(mine, theirs, strict=True))
            if here.values != there.values
        }
    return found


def _rest(line: str, numbers: Sequence[_Number]) -> str:
    """A line with a mark in the place of each number, which has its type."""
    for number in reversed(numbers):
        line = f"{line[: number.start]}#{number.type}#{line[number.end :]}"
    return line


def _numbers(line: str) -> list[_Number]:
    """The numbers of a line that can be slots."""
    row = _ROW.fullmatch(line)
    if row is not None:
        return [_Number(row.start(4), row.end(4), row[2], int(row[3]), _elements(row[4]))]
    operation = _OPERATION.match(line)
    if operation is None or operation[1] not in _WITH_OPERANDS:
        return []
    if (operation[1] == "call" and "@llvm." in line) or (operation[1] == "getelementptr" and "{" in line):
        return []  # some of whose operands have to be constants
    found = [
        _Number(at.start(), at.end(), f"<{len(_elements(at[0]))} x i{at[1]}>", int(at[1]), _elements(at[0]))
        for at in _VECTOR.finditer(line)
    ]
    inside = [range(number.start, number.end) for number in found]
    for at in _scalars(operation[1], line):
        if not any(at.start in vector for vector in inside):
            found.append(at)
    return sorted(found, key=lambda number: number.start)


def _scalars(operation: str, line: str) -> Iterator[_Number]:
    for pattern in (_TYPED, _SECOND):
        for at in pattern.finditer(line):
            yield _Number(at.start(2), at.end(2), f"i{at[1]}", int(at[1]), (int(at[2]),))
    kind = re.search(r"phi i(\d+) ", line) if operation == "phi" else None
    for at in _INCOMING.finditer(line) if kind is not None else ():
        assert kind is not None, "only phi has incoming values"
        yield _Number(at.start(1), at.end(1), f"i{kind[1]}", int(kind[1]), (int(at[1]),))


def _elements(text: str) -> tuple[int, ...]:
    return tuple(map(int, _ELEMENT.findall(text)))


# ------------------------------------------------------------------------------------------------------- with slots


def _with_slots(lines: Sequence[str], places: Sequence[Place]) -> tuple[str, bytes, dict[Place, int]]:
    """The text with slots at these places, the mark with which its block begins, and where in the block the slots are."""
    mark = sha256("\n".join(lines).encode()).digest()
    block = bytearray(mark)
    slots: dict[Place, int] = {}
    written = list(lines)
    starts = [number for number, line in enumerate(lines) if line.startswith("define ")]
    loads: dict[int, list[str]] = {}
    for number, (line, place) in reversed([*enumerate(places)]):
        found = _numbers(lines[line])[place]
        block += bytes(-len(block) % _ALIGNED)
        slots[line, place] = len(block)
        address = f"getelementptr (i8, ptr {_BLOCK}, i64 {len(block)})"
        block += found.bytes
        if lines[line].startswith("@"):
            written[line] = f"{lines[line].split(' = ')[0]} = internal alias {found.type}, {address}"
            continue
        name = f'%"slot.{number}"'
        written[line] = f"{written[line][: found.start]}{name}{written[line][found.end :]}"
        loads.setdefault(starts[bisect_right(starts, line) - 1], []).extend(_load(name, found, address))
    for start in sorted(loads, reverse=True):
        after = start + (2 if lines[start + 1].endswith(":") else 1)
        written[after:after] = loads[start]
    content = "".join(f"\\{byte:02x}" for byte in block)
    written.insert(0, f'{_BLOCK} = global [{len(block)} x i8] c"{content}", align {_ALIGNED}')
    return "\n".join(written) + "\n", mark, slots


def _load(name: str, number: _Number, address: str) -> list[str]:
    """The instructions that load a number."""
    whole = -(-number.bits // 8) * 8
    if number.type.startswith("<") or whole == number.bits:
        return [f"  {name} = load {number.type}, ptr {address}, !invariant.load !4"]
    wide = f'{name[:-1]}.wide"'
    return [
        f"  {wide} = load i{whole}, ptr {address}, !invariant.load !4",
        f"  {name} = trunc i{whole} {wide} to {number.type}",
    ]
