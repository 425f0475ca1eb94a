"""A program as JSON text and back: compiled games, worker processes and caches.

Nodes are written as `["Compare", field, ...]` in the order of their fields, whatever they are, so a new node needs
nothing here; tuples as `["()", ...]`, mappings as `["{}", [key, value], ...]`.  Sources stand once, in a list, and
spans point into it.  A damaged or foreign text is a `SavedProgramError`.

**What is promised.**  The checksum finds damage, not intent: whoever edits a text can make it anew.  So every class is looked
at, every field (`field_types`), every name, and whether what is named, numbered or counted is there (`sound`), and the
fingerprint is worked out again, so that nothing passes for the rules of another game.  No part of a text is ever run: the
reference engine reads it as data, and only names that a rulebook could have go into native code.

**What is not.**  Somebody may write a program that no rulebook has and that fits all the same: it may take long, or fail in
ways that no rulebook does.  Native code trusts that expressions mean what their place wants (that a piece stands where one is
asked for), as the checker of rulebooks has made sure; of edited texts nobody has.  A compiled game from a stranger is for
`engine="reference"`; a rulebook from a stranger is for every engine.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import sys
from functools import cache
from typing import Any

from rulewright.ir import layout, nodes
from rulewright.ir.field_types import field_types
from rulewright.ir.fingerprint import fingerprint
from rulewright.ir.sound import demand_sound
from rulewright.language import types
from rulewright.source.text import Source, Span

FORMAT = 2


class SavedProgramError(ValueError):
    """A text that is no compiled game, or one of another version, or a damaged one."""


def to_text(program: nodes.Program, overlays: tuple[str, ...] = ()) -> str:
    """The program, and the names of the overlays it was made with, as JSON."""
    writer = _Writer()
    body = writer.write(program)
    saved = {
        "rulewright_program": FORMAT,
        "classes": _version(),
        "overlays": list(overlays),
        "sources": [[source.name, source.text, source.short] for source in writer.sources],
        "program": body,
    }
    return _dumped({**saved, "checksum": _checksum(saved)})


def from_text(text: str) -> tuple[nodes.Program, tuple[str, ...]]:
    """The program and the names of its overlays. Raises SavedProgramError."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SavedProgramError("this is no compiled game: it is not JSON") from error
    if not isinstance(saved, dict) or "rulewright_program" not in saved:
        raise SavedProgramError("this is no compiled game")
    if saved["rulewright_program"] != FORMAT or saved.get("classes") != _version():
        raise SavedProgramError("this game was compiled by another version of Rulewright; compile it again")
    if saved.pop("checksum", None) != _checksum(saved):
        raise SavedProgramError("this compiled game is damaged: its checksum does not fit")
    try:
        sources = [Source(str(name), str(text), short=str(short)) for name, text, short in saved["sources"]]
        program = _Reader(sources).read(saved["program"])
        if not isinstance(program, nodes.Program):
            raise TypeError("no program")
        demand_sound(program)
        if program.fingerprint != fingerprint(program, program.idle):
            raise ValueError("the fingerprint is that of other rules")
        overlays = tuple(str(name) for name in saved["overlays"])
    except (KeyError, TypeError, ValueError, IndexError, RecursionError, AttributeError) as error:
        raise SavedProgramError("this compiled game is damaged") from error
    return program, overlays


CLASSES: dict[str, type] = {
    f"{prefix}{name}": value
    for prefix, module in (("", nodes), ("layout.", layout), ("types.", types))
    for name, value in vars(module).items()
    if isinstance(value, type) and dataclasses.is_dataclass(value) and value.__module__ == module.__name__
}
"""Every class that a program is made of, by the name it is written under."""

_NAMES = {value: name for name, value in CLASSES.items()}
_FIELDS = {value: tuple(f.name for f in dataclasses.fields(value) if f.init) for value in CLASSES.values()}


@cache
def _version() -> str:
    """Changes with the version of Rulewright, when a class gains, loses or renames a field or one gets another type, and when a
    number changes by which programs are read, such as the place of a cell."""
    classes = (f"{name}({_described(CLASSES[name])})" for name in sorted(CLASSES))
    numbers = (
        f"{module.__name__}.{name}={value!r}"
        for module in (nodes, layout, types)
        for name, value in sorted(vars(module).items())
        if isinstance(value, int | str) and not name.startswith("_")
    )
    version = sys.modules["rulewright"].__version__  # to import the package would be to import everything
    return hashlib.sha256(";".join([version, *classes, *numbers]).encode()).hexdigest()[:12]


def _described(kind: type) -> str:
    return ",".join(f"{field.name}:{field.type}" for field in dataclasses.fields(kind) if field.init)


def _checksum(saved: dict[str, Any]) -> str:  # Any: JSON data of any shape
    return hashlib.sha256(_dumped(saved).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _dumped(saved: dict[str, Any]) -> str:  # Any: JSON data of any shape
    return json.dumps(saved, ensure_ascii=False, separators=(",", ":"))


class _Writer:
    def __init__(self) -> None:
        self.sources: list[Source] = []
        self._numbers: dict[int, int] = {}

    def write(self, value: object) -> Any:  # Any: JSON data of any shape
        if value is None or isinstance(value, str | int | bool):
            return value
        if isinstance(value, Span):
            return ["@", self._source(value.source), value.start, value.end]
        if isinstance(value, tuple):
            return ["()", *map(self.write, value)]
        if isinstance(value, dict):
            return ["{}", *([self.write(key), self.write(item)] for key, item in value.items())]
        name = _NAMES[type(value)]
        return [name, *(self.write(getattr(value, field)) for field in _FIELDS[type(value)])]

    def _source(self, source: Source) -> int:
        number = self._numbers.get(id(source))
        if number is None:
            number = self._numbers[id(source)] = len(self.sources)
            self.sources.append(source)
        return number


class _Reader:
    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources

    def read(self, data: Any) -> Any:  # Any: a node of any class, checked by its reader
        if not isinstance(data, list):
            if data is None or isinstance(data, str | int):
                return data
            raise TypeError("no such value in a program")
        tag, *parts = data
        if tag == "()":
            return tuple(map(self.read, parts))
        if tag == "{}":
            return {self.read(key): self.read(value) for key, value in parts}
        if tag == "@":
            number, start, end = parts
            return Span(self._sources[number], int(start), int(end))
        found = CLASSES[tag]
        if len(parts) != len(_FIELDS[found]):
            raise ValueError(f"{tag} has another number of fields")
        values = tuple(map(self.read, parts))
        for name, fits, value in zip(_FIELDS[found], field_types(found), values, strict=True):
            if not fits(value):
                raise ValueError(f"{tag} has another sort of {name}")
        return found(*values)
