"""Fingerprints of programs: short hashes of their rules, options and players, which comments, texts for people, places in the
file and the order of declarations do not change.  A record or a saved game fits a program with the same fingerprint."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import product

from rulewright.ir import nodes as ir
from rulewright.language.node_fields import field_values
from rulewright.source.dataclass import replace
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
        "listed",
        "path",
        "layout",
        "strategies",
        "written",
        "idle",
        "ways",
        "utility",
        "utility_sum",
        "worth",
        "player_counts",
        "positions",
        "view",
    }
)
"""Fields that do not change what happens. A declared utility, the worth of results, noted positions and lists of choices are added separately,
so that games without them keep their fingerprint."""

PROSE = frozenset(
    {
        "title",
        "about",
        "says",
        "label",
        "labels",
        "span",
        "fingerprint",
        "layout",
        "strategies",
        "idle",
        "player_counts",
        "view",
    }
)
"""Fields on which nothing made from a program depends, or which are written separately."""

VERSION = 1


def fingerprint(program: ir.Program, idle: Collection[str] = ()) -> str:
    """A hash of 16 hexadecimal digits. `idle` are definitions and tables that only strategies use; they are left out, since
    the game is the same for all players."""
    words: list[str] = []
    _write(_without(program, idle), words)
    words += _layout(program)
    if program.positions:
        words.append("positions")
        _write(program.positions, words)
    for points in program.utility:
        words.append("utility")
        _write(points, words)
    if program.utility_sum is not None:
        words += ("utility_sum", repr(program.utility_sum.value))
    for end in program.ends:
        if end.worth is not None:
            words += ("worth", end.id)
            _write(end.worth.value, words)
    return sha256(f"rulewright {VERSION}\n".encode() + _joined(words)).hexdigest()[:16]


def exact(program: ir.Program, strategies: bool = False) -> str:
    """A longer hash of everything on which code made from a program may depend: like the fingerprint, but with the order of
    declarations, in which observations and lists of rules are written, and with the strategies if `strategies` is set."""
    words: list[str] = []
    parts = (program, program.strategies) if strategies else (_without(program, program.idle),)
    for part in parts:
        _write(part, words, PROSE, ordered=True)
    words.append(repr(program.layout))
    return sha256(program.fingerprint.encode() + _joined(words)).hexdigest()


def _without(program: ir.Program, idle: Collection[str]) -> ir.Program:
    """The program without some definitions and tables."""
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


def _joined(words: Sequence[str]) -> bytes:
    return "\0".join([*words, ""]).encode()


def _write(value: object, words: list[str], left_out: frozenset[str] = WORDS, ordered: bool = False) -> None:
    """Appends a value as a sequence of words, without places and texts for people. `ordered` keeps the order of declarations."""
    kind: type = type(value)
    if kind in _PLAIN:
        words.append(repr(value))
        return
    if isinstance(value, ir.Table) and value.ways and not ordered:
        value = _with_gaps(value)
    if hasattr(kind, "__dataclass_fields__") and kind is not Span:
        words.append(kind.__name__)
        if isinstance(value, ir.Parameter) and value.listed:
            words.append("listed")  # its values are those of the domain
        for item in field_values(value, left_out):
            _write(item, words, left_out, ordered)
    elif isinstance(value, dict):
        listed = value.items() if ordered or _is_actions(value) else sorted(value.items())
        for key, item in listed:
            words.append(str(key))
            _write(item, words, left_out, ordered)
    elif isinstance(value, tuple):
        words.append("(")
        if {*map(type, value)} == {int}:
            words.append(_numbers(value))
        else:
            for item in value:
                _write(item, words, left_out, ordered)
        words.append(")")
    elif not isinstance(value, Span):
        words.append(repr(value))


@lru_cache(maxsize=64)
def _numbers(values: tuple[int, ...]) -> str:
    """Numbers as words that are joined. The tables of a large board have thousands, and are the same at each table."""
    return "\0".join(map(repr, values))


_PLAIN = frozenset((bool, int, str, type(None)))
"""What most values are."""


def _with_gaps(table: ir.Table) -> ir.Table:
    """The table with rows of none for directions that it lacks, so that the hash need not contain which ones it has."""
    axes = [table.indices(axis) for axis in range(len(table.sizes))]
    wide = [range(axis[0], axis[-1] + 1) if axis else axis for axis in axes]
    known = dict(zip(product(*axes), table.values, strict=True))
    values = tuple(known.get(key) for key in product(*wide))
    return ir.Table(table.name, table.lows, tuple(map(len, wide)), values)


def _is_actions(value: dict[object, object]) -> bool:
    """Whether a mapping holds actions, whose order is kept, since it is that of legal moves."""
    return any(isinstance(item, ir.Action) for item in value.values())
