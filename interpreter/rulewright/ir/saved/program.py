"""A program as JSON text and back: compiled games, worker processes and caches.

Nodes of all classes are written as `["Compare", field, ...]` in the order of their fields, so a new class needs
no code here; tuples as `["()", ...]`, mappings as `["{}", [key, value], ...]`, fractions as `["~", 1.5]`.  Sources are written once, in a list, and
spans point into it.  A damaged or foreign text is a `SavedProgramError`.

**Guarantees.**  The checksum finds damage, not intent: anybody who edits a text can compute it again.  So every class is checked,
every field (`field_types`), every name, and whether everything that is named, numbered or counted exists (`sound`). The
fingerprint is computed again, so that no text passes for the rules of another game.  No part of a text is ever run: the
reference engine reads it as data, and only names that a rulebook could have go into native code.

**Limits.**  A forged program that no rulebook gives may still pass these checks: it may take long, or fail in ways that no
rulebook does.  Native code relies on the types of expressions (for example that a piece is given where one is needed), which
the checker guarantees for rulebooks and nobody for forged texts.  Open a compiled game from a stranger with
`engine="reference"`; a rulebook from a stranger is safe with every engine.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import sys
from functools import cache
from typing import Any

from rulewright.ir import layout, nodes
from rulewright.ir.fingerprint import fingerprint
from rulewright.ir.saved.field_types import field_types
from rulewright.ir.saved.sound import demand_sound
from rulewright.ir.saved.sound_layout import UnsoundError
from rulewright.ir.saved.writing import AMISS, CLASSES, Writer, fields_of
from rulewright.language import types
from rulewright.problems.shapes import Either, Fields, Flag, Many, Named, Nothing, Row, Text, Whole, fault
from rulewright.problems.versions import other_version
from rulewright.source.text import Source, Span
from rulewright.source.texts import Texts

FORMAT = 2


@dataclasses.dataclass(frozen=True, slots=True)
class Origin:
    """What a compiled game was made of: the texts of its files, and the table. Any version can read it."""

    texts: Texts
    overlays: tuple[str, ...]
    players: int
    variant: str | None
    options: dict[str, int | bool | str | None]


class SavedProgramError(ValueError):
    """A text that is no compiled game, or one of another version, or a damaged one. One of another version can be compiled again
    from its `origin`, if it has one."""

    def __init__(self, message: str, origin: Origin | None = None) -> None:
        super().__init__(message)
        self.origin = origin


def to_text(program: nodes.Program, overlays: tuple[str, ...] = (), texts: Texts | None = None) -> str:
    """The program, the names of the overlays it was made with, and the texts of its files, as JSON."""
    writer = Writer()
    body = writer.write(program)
    saved = {
        "rulewright_program": FORMAT,
        "classes": _version(),
        "overlays": list(overlays),
        "texts": None if texts is None else writer.texts(texts),
        "table": {
            "players": program.players,
            "variant": program.variant,
            "options": dict(program.options),
        },
        "sources": [[source.name, source.text, source.short] for source in writer.sources],
        "program": body,
    }
    return sealed(saved)


def sealed(saved: dict[str, Any]) -> str:  # Any: JSON data of any shape
    """The text of a compiled game with its checksum, which finds damage and is no proof of origin."""
    return _dumped({**saved, "checksum": _checksum(saved)})


def from_text(text: str) -> tuple[nodes.Program, tuple[str, ...], Texts | None]:
    """The program, the names of its overlays, and the texts of its files. Raises SavedProgramError."""
    try:
        saved = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SavedProgramError("this is not a compiled game: it is not JSON") from error
    if not isinstance(saved, dict) or "rulewright_program" not in saved:
        raise SavedProgramError("this is not a compiled game")
    if saved["rulewright_program"] != FORMAT or saved.get("classes") != _version():
        raise SavedProgramError(
            f"this game was compiled by {other_version(saved['rulewright_program'], FORMAT)}; "
            "compile it again from its rulebook",
            _origin(saved),
        )
    if saved.pop("checksum", None) != _checksum(saved):
        raise SavedProgramError("this compiled game is damaged: its checksum does not fit")
    program = read_program(saved)
    if program.fingerprint != fingerprint(program, program.idle):
        raise _damaged("the fingerprint is that of other rules")
    return program, tuple(saved["overlays"]), _texts(saved)


def read_program(saved: dict[str, Any]) -> nodes.Program:  # Any: JSON data of any shape
    """The program of a compiled game, whose parts are checked one by one and then together. Raises SavedProgramError."""
    found = fault(_AROUND, saved)
    if found is not None:
        raise _damaged(str(found))
    sources = [Source(name, text, short=short) for name, text, short in saved["sources"]]
    try:
        program = _Reader(sources).read(saved["program"])
        if not isinstance(program, nodes.Program):
            raise _NotSo("it is no program")
        demand_sound(program)
    except _NotSo as wrong:
        raise _damaged(f"`program{''.join(reversed(wrong.place))}`: {wrong}") from None
    except UnsoundError as wrong:
        raise _damaged(str(wrong)) from None
    except AMISS as wrong:
        raise _damaged("its parts do not fit one another") from wrong
    return program


_TEXTS = Fields({"rulebook": Text(), "house_rules": Many(Text()), "files": Named(Whole(0))})
_AROUND = Fields(
    {"sources": Many(Row((Text(), Text(), Text()))), "overlays": Many(Text()), "texts": Either((Nothing(), _TEXTS))}
)  # fmt: skip
_TABLE = Fields(
    {"players": Whole(1, 100), "variant": Either((Nothing(), Text())), "options": Named(Either((Text(), Whole(), Flag(), Nothing())))}
)  # fmt: skip
_MADE_OF = Fields({**_AROUND.needed, "table": _TABLE})


def _texts(saved: dict[str, Any]) -> Texts | None:  # Any: JSON data of any shape
    """The texts of the game's files, each of which is one of the sources."""
    body, sources = saved["texts"], saved["sources"]
    if body is None:
        return None
    for name, number in body["files"].items():
        if number >= len(sources):
            raise _damaged(f"`texts.files.{name}` is {number}, and there are {len(sources)} texts")
    files = {name: sources[number][1] for name, number in body["files"].items()}
    return Texts(body["rulebook"], tuple(body["house_rules"]), files)


def _origin(saved: dict[str, Any]) -> Origin | None:  # Any: JSON data of any shape
    """The origin of a compiled game of any version; None if it has none, or is damaged."""
    if saved.pop("checksum", None) != _checksum(saved) or fault(_MADE_OF, saved) is not None:
        return None
    texts, table = _texts(saved), saved["table"]
    if texts is None or len(texts.house_rules) != len(saved["overlays"]):
        return None
    return Origin(texts, tuple(saved["overlays"]), table["players"], table["variant"], table["options"])


def _damaged(how: str) -> SavedProgramError:
    return SavedProgramError(f"this compiled game is damaged: {how}; compile it again from its rulebook")


@cache
def _version() -> str:
    """A text that changes with the version of Rulewright, with the fields of any class and their types, and with the fixed
    numbers of a layout, such as the place of a cell."""
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


class _NotSo(Exception):
    """An invalid part of a program. `place` is the path to it, the innermost step first."""

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.place: list[str] = []


class _Reader:
    def __init__(self, sources: list[Source]) -> None:
        self._sources = sources

    def read(self, data: Any) -> Any:  # Any: a node of any class, checked by its reader
        if not isinstance(data, list):
            if data is None or isinstance(data, str | int):
                return data
            raise _NotSo(f"a program holds no {type(data).__name__}")
        tag = data[0] if data else None
        if tag == "()":
            return tuple(self._part(part, f"[{at}]") for at, part in enumerate(data[1:]))
        if tag == "{}":
            return dict(self._entry(part, at) for at, part in enumerate(data[1:]))
        if tag == "@":
            return self._span(data)
        if tag == "~":
            return self._fraction(data)
        found = CLASSES.get(tag) if isinstance(tag, str) else None
        if found is None:
            raise _NotSo("there is no such node in a program")
        return self._node(found, data)

    def _part(self, data: Any, step: str) -> Any:  # Any: as in `read`
        try:
            return self.read(data)
        except _NotSo as wrong:
            wrong.place.append(step)
            raise

    def _entry(self, data: Any, at: int) -> tuple[Any, Any]:  # Any: as in `read`
        if not isinstance(data, list) or len(data) != 2:
            raise _NotSo(f"entry {at} is no key with a value")
        key = self._part(data[0], f"[{at}]")
        if not isinstance(key, str | int | tuple):
            raise _NotSo(f"entry {at} has no key")
        return key, self._part(data[1], f"[{at}]")

    def _fraction(self, data: list[Any]) -> float:  # Any: as in `read`
        """A number of a view, which places things on a screen or on paper."""
        numbers = data[1:]
        if len(numbers) != 1 or type(numbers[0]) is not float or not math.isfinite(numbers[0]):
            raise _NotSo("this is no number of a view")
        return numbers[0]

    def _span(self, data: list[Any]) -> Span:  # Any: as in `read`
        numbers = data[1:]
        if len(numbers) != 3 or not all(type(each) is int and 0 <= each < 2**31 for each in numbers):
            raise _NotSo("this is no place in a text")
        number, start, end = numbers
        if number >= len(self._sources):
            raise _NotSo(f"there is no text {number}")
        return Span(self._sources[number], start, end)

    def _node(self, found: type, data: list[Any]) -> Any:  # Any: as in `read`
        tag, *parts = data
        names = fields_of(found)
        if len(parts) != len(names):
            raise _NotSo(f"{tag} has {len(names)} fields, and here {len(parts)}")
        values = tuple(self._part(part, f".{name}") for part, name in zip(parts, names, strict=True))
        for name, fits, value in zip(names, field_types(found), values, strict=True):
            if not fits(value):
                raise _NotSo(f"the {name} of {tag} is of another sort")
        try:
            return found(*values)
        except AMISS as wrong:
            raise _NotSo(f"there is no such {tag}") from wrong
