"""What a rulebook means, as a short text: comments, words, places in the file and the order of declarations do not
change it; rules, options and players do.  A record or a saved game fits a program with the same fingerprint."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256

from rulewright.ir import nodes as ir
from rulewright.ir.strategies_only import only_for_strategies
from rulewright.source.text import Span

WORDS = frozenset(
    {
        "title",
        "about",
        "says",
        "label",
        "labels",
        "span",
        "fingerprint",
        "shown",
        "path",
        "layout",
        "strategies",
    }
)
"""Fields that say nothing about what happens."""

VERSION = 1


def fingerprint(program: ir.Program, always: Collection[str] = ()) -> str:
    """16 hexadecimal digits. `always` are tables that the program would have if nothing asked them."""
    digest = sha256(f"rulewright {VERSION}\n".encode())
    for part in _parts(_without_strategies(program, always)):
        digest.update(part.encode())
        digest.update(b"\0")
    for part in _layout(program):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:16]


def with_strategies(program: ir.Program) -> str:
    """What a rulebook means, the ways to play it included, as a longer text."""
    digest = sha256(program.fingerprint.encode())
    for part in (program, program.strategies):
        for word in _parts(part):
            digest.update(word.encode())
            digest.update(b"\0")
    return digest.hexdigest()


def _without_strategies(program: ir.Program, always: Collection[str]) -> ir.Program:
    """The program without what it has only for the sake of its strategies: a game is the same whoever plays it."""
    idle = only_for_strategies(program) - frozenset(always)
    if not idle:
        return program
    return replace(
        program,
        definitions={name: each for name, each in program.definitions.items() if name not in idle},
        tables={name: each for name, each in program.tables.items() if name not in idle},
    )


def _layout(program: ir.Program) -> Iterator[str]:
    for name in sorted(program.layout.groups):
        yield repr(program.layout.groups[name])
    for name in sorted(program.layout.kinds):
        yield repr(program.layout.kinds[name])
    for labels in (program.labels.enums, program.labels.faces, program.labels.pieces, program.labels.places):
        for name in sorted(labels):
            yield f"{name}: {[identifier for identifier, _ in labels[name]]}"


def _parts(value: object) -> Iterator[str]:
    """A value as a sequence of words, without places and prose."""
    if isinstance(value, Span):
        return
    if is_dataclass(value) and not isinstance(value, type):
        yield type(value).__name__
        for field in fields(value):
            if field.name not in WORDS:
                yield from _parts(getattr(value, field.name))
    elif isinstance(value, dict):
        ordered = value.items() if _is_actions(value) else sorted(value.items())
        for key, item in ordered:
            yield str(key)
            yield from _parts(item)
    elif isinstance(value, tuple):
        yield "("
        for item in value:
            yield from _parts(item)
        yield ")"
    else:
        yield repr(value)


def _is_actions(value: dict[object, object]) -> bool:
    """Actions keep their order, which is that of legal moves."""
    return any(isinstance(item, ir.Action) for item in value.values())
