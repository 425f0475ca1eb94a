"""From an object, as LLVM writes it for WebAssembly, to a module that a browser runs.

    module(object_code(text, WASM), ("rulewright.playouts",))

An object of one module that calls nobody else needs no linker: the offsets that LLVM wrote into it are right for memory that begins
with its data. `module` only names the functions that are called from
outside, and leaves out the parts for linkers.

The module imports `env.__linear_memory` and `env.__stack_pointer`, so its caller decides where the stack is. It exports the functions
under their short names, and `data_end`, the first address after its data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

MAGIC: Final = b"\0asm\x01\0\0\0"
(
    CUSTOM,
    TYPES,
    IMPORTS,
    FUNCTIONS,
    TABLES,
    MEMORY,
    GLOBALS,
    EXPORTS,
    START,
    ELEMENTS,
    CODE,
    DATA,
    DATA_COUNT,
) = range(13)
"""Sorts of sections."""
ORDER: Final = (
    TYPES, IMPORTS, FUNCTIONS, TABLES, MEMORY, GLOBALS, EXPORTS, START, ELEMENTS, DATA_COUNT, CODE, DATA,
)  # fmt: skip
FUNCTION, TABLE, OF_MEMORY, GLOBAL = range(4)
"""Sorts of what is imported or exported."""
SYMBOLS: Final = 8
"""The part of the section `linking` that names functions."""
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
"""Flags of a symbol."""
I32, I32_CONST, END = 0x7F, 0x41, 0x0B
MEMORY_NAME, STACK_NAME = "__linear_memory", "__stack_pointer"
PREFIX: Final = "rulewright."


def module(content: bytes, functions: Sequence[str]) -> bytes:
    """The module of an object, with these functions for callers. Raises ValueError for an object that a linker would be needed for."""
    sections, symbols = _sections(content)
    imported = _imports(_Reader(sections.get(IMPORTS, b"\0")))
    if ELEMENTS in sections or TABLES in sections:
        raise ValueError("the object calls functions by their addresses")
    missing = [name for name in functions if name not in symbols]
    if missing:
        raise ValueError(f"the object has no {', '.join(missing)}")
    end = _data_end(_Reader(sections.get(DATA, b"\0")))
    sections[GLOBALS] = b"\x01" + bytes((I32, 0, I32_CONST)) + _signed(end) + bytes((END,))
    exports = [(name.removeprefix(PREFIX), FUNCTION, symbols[name]) for name in functions]
    exports.append(("data_end", GLOBAL, imported))
    sections[EXPORTS] = _number(len(exports)) + b"".join(
        _name(name) + bytes((sort,)) + _number(index) for name, sort, index in exports
    )
    return MAGIC + b"".join(
        bytes((each,)) + _number(len(sections[each])) + sections[each] for each in ORDER if each in sections
    )


class _Reader:
    """Bytes that are read from the beginning."""

    def __init__(self, content: bytes) -> None:
        self._content, self._at = content, 0

    def more(self) -> bool:
        return self._at < len(self._content)

    def number(self) -> int:
        found = shift = 0
        while True:
            byte = self._content[self._at]
            self._at += 1
            found |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return found

    def take(self, length: int) -> bytes:
        self._at += length
        return self._content[self._at - length : self._at]

    def name(self) -> str:
        return self.take(self.number()).decode()


def _sections(content: bytes) -> tuple[dict[int, bytes], dict[str, int]]:
    """The sections that a module needs, by sort, and the functions by name."""
    if not content.startswith(MAGIC):
        raise ValueError("this is no object of WebAssembly")
    reader = _Reader(content[len(MAGIC) :])
    found: dict[int, bytes] = {}
    symbols: dict[str, int] = {}
    while reader.more():
        sort = reader.number()
        body = reader.take(reader.number())
        if sort != CUSTOM:
            found[sort] = body
            continue
        custom = _Reader(body)
        if custom.name() == "linking":
            symbols = dict(_symbols(custom))
    return found, symbols


def _symbols(reader: _Reader) -> Iterator[tuple[str, int]]:
    """The functions that an object has, by name."""
    reader.number()  # the version
    while reader.more():
        part, body = reader.number(), reader.take(reader.number())
        if part != SYMBOLS:
            continue
        inner = _Reader(body)
        for _ in range(inner.number()):
            sort, flags = inner.number(), inner.number()
            if sort == 1:  # data: its name, and where it is if it is here
                inner.name()
                if not flags & UNDEFINED:
                    inner.number(), inner.number(), inner.number()
            elif sort == 3:  # a section
                inner.number()
            else:
                index = inner.number()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    name = inner.name()
                    if sort == 0 and not flags & UNDEFINED:
                        yield name, index


def _imports(reader: _Reader) -> int:
    """How many globals an object imports. Raises ValueError for anything but the memory and the stack pointer."""
    globals_ = 0
    for _ in range(reader.number()):
        reader.name()
        name, sort = reader.name(), reader.number()
        if sort == OF_MEMORY and name == MEMORY_NAME:
            if reader.number() & 1:
                reader.number()
            reader.number()
        elif sort == GLOBAL and name == STACK_NAME:
            reader.take(2)
            globals_ += 1
        else:
            raise ValueError(f"the object needs {name}, which is not in it")
    return globals_


def _data_end(reader: _Reader) -> int:
    """The first address after all data."""
    end = 0
    for _ in range(reader.number()):
        if reader.number():
            raise ValueError("the object has data without an address")
        reader.take(1)
        start = reader.number()  # addresses below 64 end with a bit of their sign, which is 0
        reader.take(1)
        length = reader.number()
        reader.take(length)
        end = max(end, start + length)
    return end


def _number(number: int) -> bytes:
    """A number from 0 on in the variable length of WebAssembly."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*found, number))


def _signed(number: int) -> bytes:
    """The same for a number with a sign, here from 0 on."""
    found = bytearray()
    while number > 0x3F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*found, number))


def _name(name: str) -> bytes:
    return _number(len(name.encode())) + name.encode()
