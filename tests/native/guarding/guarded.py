"""The text of a module in which every access to memory is looked at: what is loaded, stored, copied, filled or compared.

    %v7 = load i32, ptr %v6         ->      %"far 3" = call ptr @"guard.at"(i32 3, ptr %v6, i64 4, i64 %"%m2 begin", i64 %"%m2 end")
                                            %v7 = load i32, ptr %"far 3"

It works on the text that LLVM is handed, whoever wrote it, so that nothing in the emitter has to think of it.  With every address
goes the room that it may be used in: that of what was asked for on the stack, of a row of constants, of a buffer of the caller
(`watched` says how long those are), of a row of such a buffer (which begins at some number times its width), or of a region of
the state.  Rooms go along where addresses are kept, chosen and handed on.  What lies outside is noted in @"guard.strayed", by its
number in `Guarded.places`, and something harmless is used instead.  A line with an address that is not understood is refused,
so that no access is overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.ir import nodes as ir
from rulewright.native.driver.addresses import luck_width
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.llvm.regions import regions
from tests.native.guarding.guard_text import GIVEN, GUARD

ADDRESS = r'(?:[%@]"[^"]+"|[%@][\w.]+|null|poison)'
_ALLOCATED = re.compile(rf"  ({ADDRESS}) = alloca ([\w ]+?)(?:, i32 (\d+))?(?:, align \d+)?$")
_WITHIN = re.compile(rf"  ({ADDRESS}) = getelementptr (?:inbounds )?(\w+), ptr ({ADDRESS}), i\d+ (\S+)$")
_TIMES = re.compile(rf"  ({ADDRESS}) = mul i\d+ %\S+, (\d+)$")
_WIDENED = re.compile(rf"  ({ADDRESS}) = [sz]ext i32 ({ADDRESS}) to i64$")
_CHOSEN = re.compile(rf"  ({ADDRESS}) = select (i1 \S+), ptr ({ADDRESS}), ptr ({ADDRESS})(?:, !.*)?$")
_LOADED = re.compile(rf"  ({ADDRESS}) = load (volatile )?(<.+?>|\w+), ptr ({ADDRESS})(, align \d+)?$")
_STORED = re.compile(rf"  store (volatile )?(<.+?>|\w+) (.+), ptr ({ADDRESS})(, align \d+)?$")
_CALLED = re.compile(rf"(  (?:{ADDRESS} = )?call .*?)(@\"[^\"]+\"|@[\w.]+)\((.*)\)$")
_ELSEWHERE = re.compile(rf"  (?:{ADDRESS} = )?call \w+ %[\w.]+\(.*\)$")
"""A call of a function of another module, which has guards of its own."""
_NUMBERED = re.compile(rf"  {ADDRESS} = ptrtoint ptr {ADDRESS} to i64$")
_AGAIN = re.compile(rf"  ({ADDRESS}) = inttoptr i64 {ADDRESS} to ptr$")
"""An address that was kept as a number, and is one again."""
_HEAD = re.compile(r"define (internal )?.*?(@\"[^\"]+\"|@[\w.]+)\((.*)\) nounwind.* \{$")
_ROW = re.compile(r"(@\"[^\"]+\") = internal unnamed_addr constant \[(\d+) x (\w+)\]")
_AN_ADDRESS = re.compile(r"\bptr\b|\balloca\b")
_OF_SIZE = ("@llvm.memcpy.p0.p0.i64", "@llvm.memset.p0.i64", "@memcmp")
"""Functions that use so many bytes from their addresses on."""


@dataclass(frozen=True, slots=True)
class Guarded:
    """`places`: where memory is accessed, by number from 1 on: the function and the line."""

    text: str
    places: Sequence[str]


def guarded(text: str, rooms: Mapping[str, int]) -> Guarded:
    """The text of a module with guards. `rooms` says of addresses that lie within larger memory how many bytes are theirs."""
    lines, places = text.split("\n"), list[str]()
    constants = {found[1]: int(found[2]) * size_of(found[3]) for line in lines if (found := _ROW.match(line))}
    written: list[str] = []
    at = 0
    while at < len(lines):
        if not lines[at].startswith("define "):
            written.append(lines[at])
            at += 1
            continue
        end = lines.index("}", at)
        written += _Function(lines[at:end], rooms, constants, places).lines()
        at = end
    return Guarded("\n".join([*written, GUARD]), places)


def rooms_of(program: ir.Program) -> dict[str, int]:
    """How many bytes belong to the addresses that are named in every module: regions, and what callers have one of for each state."""
    turns = program.players + 1
    numbers = {
        "%cells": program.layout.size, "%from": program.layout.size, "%luck": luck_width(program), "%turns": turns,
        "%row": row_layout(program).width, "%luck.0": turns, f"%luck.{turns}": len(program.streams),
    }  # fmt: skip
    for region in regions(program).values():
        width = size_of(region.type) // 4
        numbers[f'%"{region.name}"'] = region.size * width
        for buffer in ("cells", "from"):
            if region.offset >= 0:
                inside = f"%{buffer}.{region.offset}"
                numbers[inside] = max(region.size * width, numbers.get(inside, 0))
    return {name: 4 * many for name, many in numbers.items()}


def size_of(type: str) -> int:
    """How many bytes a value of a type has in memory."""
    if type.startswith("<"):
        many, one = type.strip("<>").split(" x ")
        return -(-int(many) * _bits(one) // 8)
    return -(-_bits(type) // 8)


def _bits(type: str) -> int:
    return 64 if type in ("ptr", "double") else int(type.removeprefix("i"))


class _Function:
    """A function, line by line. An address `%v` has its room in `%"%v begin"` and `%"%v end"`."""

    def __init__(
        self, lines: Sequence[str], rooms: Mapping[str, int], constants: Mapping[str, int], places: list[str]
    ) -> None:
        self._head, self._body = lines[0], lines[1:]
        self._rooms, self._constants, self._places = {**rooms}, constants, places
        self._within: dict[str, str] = {}
        """Of an address inside a row: that of the row, whose room it has."""
        self._rows: dict[str, str] = {}
        """Of an address at which a row of a buffer begins: that of the buffer, whose other rows whoever is called may use."""
        self._asked_for: dict[str, tuple[str, int]] = {}
        """Memory on the stack: of which type, and how many bytes."""
        self._names = 0
        self._look_through()

    def _look_through(self) -> None:
        """Note what there is to know before anything is written."""
        widths: dict[str, int] = {}
        for line in self._body:
            if found := _TIMES.match(line):
                widths[found[1]] = int(found[2])
            elif found := _WIDENED.match(line):
                widths[found[1]] = widths.get(found[2], 0)
            elif found := _ALLOCATED.match(line):
                self._asked_for[found[1]] = found[2], size_of(found[2]) * int(found[3] or 1)
            elif found := _WITHIN.match(line):
                name, type, row, index = found.groups()
                if widths.get(index):
                    self._rooms[name], self._rows[name] = widths[index] * size_of(type), row
                elif name not in self._rooms:
                    self._within[name] = row

    def lines(self) -> Iterator[str]:
        yield self._head.replace("noalias ", "").replace("nonnull ", "")
        body = self._body
        if body[0].endswith(":"):
            yield body[0]
            body = body[1:]
        yield from self._parameters()
        for line in body:
            yield from self._line(line)

    def _parameters(self) -> Iterator[str]:
        """The rooms of addresses that were given: the module's own callers say them, others have them in their book."""
        found = _HEAD.match(self._head)
        assert found is not None, self._head
        addresses = [each.split()[-1] for each in found[3].split(", ") if each.startswith("ptr ")]
        for index, name in enumerate(addresses):
            begin, end = (
                [f"load i64, ptr {GIVEN.format(2 * index + side)}" for side in range(2)]
                if found[1]
                else [f'call i64 @"guard.{side}"(ptr {name})' for side in ("begin", "end")]
            )
            yield from self._room(name, begin, end)

    def _room(self, name: str, begin: str, end: str) -> Iterator[str]:
        """The room of an address, by the instructions that find it; no more of it than is its own."""
        own = self._rooms.get(name)
        if own is None:
            yield f"  {_named(name, 'begin')} = {begin}"
            yield f"  {_named(name, 'end')} = {end}"
            return
        at, past, low, high = (_named(name, word) for word in ("at", "past", "low", "high"))
        yield f"  {low} = {begin}"
        yield f"  {high} = {end}"
        yield f"  {at} = ptrtoint ptr {name} to i64"
        yield f"  {past} = add i64 {at}, {own}"
        yield f"  {_named(name, 'begin')} = call i64 @llvm.umax.i64(i64 {low}, i64 {at})"
        yield f"  {_named(name, 'end')} = call i64 @llvm.umin.i64(i64 {high}, i64 {past})"

    def _line(self, line: str) -> Iterator[str]:
        if found := _ALLOCATED.match(line):
            yield line
            yield from self._allocated(found[1], found[2])
        elif found := _WITHIN.match(line):
            yield line.replace("getelementptr inbounds ", "getelementptr ")
            if found[1] in self._rooms:
                whole = self._whole(found[3]) if found[1] in self._rows else found[3]
                yield from self._room(found[1], *(f"add i64 {side}, 0" for side in self._bounds(whole)))
        elif found := _CHOSEN.match(line):
            yield line
            for side, yes, no in zip(
                ("begin", "end"), self._bounds(found[3]), self._bounds(found[4]), strict=True
            ):
                yield f"  {_named(found[1], side)} = select {found[2]}, i64 {yes}, i64 {no}"
        elif found := _LOADED.match(line):
            yield from self._loaded(found, line)
        elif found := _STORED.match(line):
            yield from self._stored(found, line)
        elif _ELSEWHERE.match(line) or _NUMBERED.match(line):
            yield line
        elif found := _AGAIN.match(line):
            yield line
            yield from self._in_the_book(found[1])
        elif (found := _CALLED.match(line)) and "ptr " in found[3]:
            yield from self._called(found, line)
        elif _AN_ADDRESS.search(line):
            raise ValueError(f"what this does with memory is not known: {line.strip()}")
        else:
            yield line

    def _allocated(self, name: str, type: str) -> Iterator[str]:
        yield f"  {_named(name, 'begin')} = ptrtoint ptr {name} to i64"
        yield f"  {_named(name, 'end')} = add i64 {_named(name, 'begin')}, {self._asked_for[name][1]}"
        if type == "ptr":
            yield f"  {_named(name, 'its begin')} = alloca i64"
            yield f"  {_named(name, 'its end')} = alloca i64"

    def _loaded(self, found: re.Match[str], line: str) -> Iterator[str]:
        name, volatile, type, address, rest = found.groups(default="")
        safe = yield from self._safe(address, size_of(type), line)
        yield f"  {name} = load {volatile}{type}, ptr {safe}{rest}"
        if type == "ptr" and address in self._asked_for:
            yield f"  {_named(name, 'begin')} = load i64, ptr {_named(address, 'its begin')}"
            yield f"  {_named(name, 'end')} = load i64, ptr {_named(address, 'its end')}"
        elif type == "ptr":  # from a table of the caller
            yield from self._in_the_book(name)

    def _in_the_book(self, name: str) -> Iterator[str]:
        """The room of an address that is only known while the program runs: that of the buffer in which it lies."""
        yield from self._room(name, *(f'call i64 @"guard.{side}"(ptr {name})' for side in ("begin", "end")))

    def _stored(self, found: re.Match[str], line: str) -> Iterator[str]:
        volatile, type, value, address, rest = found.groups(default="")
        safe = yield from self._safe(address, size_of(type), line)
        yield f"  store {volatile}{type} {value}, ptr {safe}{rest}"
        if type == "ptr":
            if address not in self._asked_for:
                raise ValueError(f"an address is kept where its room cannot be: {line.strip()}")
            for side, bound in zip(("begin", "end"), self._bounds(value), strict=True):
                yield f"  store i64 {bound}, ptr {_named(address, f'its {side}')}"

    def _called(self, found: re.Match[str], line: str) -> Iterator[str]:
        before, function, given = found.groups()
        arguments = given.split(", ")
        addresses = [each.split()[-1] for each in arguments if each.startswith("ptr ")]
        if function in _OF_SIZE:
            place = next(index for index, each in enumerate(arguments) if each.startswith("i64 "))
            for address in addresses:
                begin, end = self._bounds(address)
                size = self._name()
                yield (
                    f'  {size} = call i64 @"guard.size"(i32 {self._place(line)}, ptr {address}, {arguments[place]},'
                    f" i64 {begin}, i64 {end})"
                )
                arguments[place] = f"i64 {size}"
        elif function.startswith('@"'):
            wholes = [self._bounds(self._whole(address)) for address in addresses]
            for index, bound in enumerate(bound for bounds in wholes for bound in bounds):
                yield f"  store i64 {bound}, ptr {GIVEN.format(index)}"
        else:
            raise ValueError(f"a call of which nothing is known: {line.strip()}")
        yield f"{before}{function}({', '.join(arguments)})"

    def _safe(self, address: str, size: int, line: str) -> Generator[str, None, str]:
        """An address at which so many bytes may be used."""
        if self._asked_for.get(address, ("", 0))[1] >= size:
            return address
        begin, end = self._bounds(address)
        safe = self._name()
        yield (
            f'  {safe} = call ptr @"guard.at"(i32 {self._place(line)}, ptr {address}, i64 {size},'
            f" i64 {begin}, i64 {end})"
        )
        return safe

    def _bounds(self, address: str) -> tuple[str, str]:
        """Where the room of an address begins and ends."""
        while address in self._within:
            address = self._within[address]
        if address in ("null", "poison"):
            return "0", "0"
        if address in self._constants:
            row = f"ptrtoint (ptr {address} to i64)"
            return row, f"add (i64 {row}, i64 {self._constants[address]})"
        return _named(address, "begin"), _named(address, "end")

    def _whole(self, address: str) -> str:
        """The address of the buffer in which an address lies."""
        inside = {**self._within, **self._rows}
        while address in inside:
            address = inside[address]
        return address

    def _name(self) -> str:
        self._names += 1
        return f'%"far {self._names}"'

    def _place(self, line: str) -> int:
        name = self._head.split("@", 1)[1].split("(")[0].strip('"')
        self._places.append(f"{name}: {line.strip()}")
        return len(self._places)


def _named(address: str, word: str) -> str:
    return f'%"{address.replace(chr(34), "")} {word}"'
