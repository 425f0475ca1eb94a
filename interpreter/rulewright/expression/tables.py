"""The parser of the expressions, and its tables, which are kept from one run to the next: reading them takes a tenth of the time.

    parser = parser_with(Builder())

The tables are data: numbers, names and the patterns of the terminals, as JSON. Lark could keep them itself, but as a pickle, which
may run whatever it likes when it is read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, get_args

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from rulewright.expression.building import Builder
from rulewright.expression.nodes import Start
from rulewright.source.cache import Cache

_OPTIONS: Final[dict[str, Any]] = {"parser": "lalr", "start": list(get_args(Start)), "keep_all_tokens": True}  # fmt: skip  # Any: what Lark takes


def parser_with(builder: Builder) -> lark.Lark:
    """A parser whose trees are made by `builder`."""
    text, kept = grammar(), Cache.of_user()
    key = key_of(text)
    tables = kept.read(key) if kept is not None else None
    if kept is not None and tables is not None:
        try:
            return _from_tables(tables, builder)
        except Exception:  # whole, and still no tables: Lark fails in ways of its own on each
            kept.forget(key)
    parser = lark.Lark(text, transformer=builder, **_OPTIONS)
    if kept is not None:
        kept.write(key, _tables(parser))
    return parser


def grammar() -> str:
    """The grammar of the expressions."""
    return files("rulewright.expression").joinpath("grammar.lark").read_text(encoding="utf-8")


def key_of(text: str) -> str:
    """The key under which the tables of a grammar are cached: a hash of everything that they depend on."""
    parts = ("expressions", text, json.dumps(_OPTIONS), lark.__version__, sys.version)
    return sha256("\0".join(parts).encode()).hexdigest()


def _tables(parser: lark.Lark) -> bytes:
    data, shared = parser.memo_serialize([TerminalDef, Rule])
    data["options"] = {**data["options"], "transformer": None}
    return json.dumps({"data": data, "memo": shared}, separators=(",", ":")).encode()


def _from_tables(tables: bytes, builder: Builder) -> lark.Lark:
    read = json.loads(tables, object_hook=_numbered)
    load: Callable[..., lark.Lark] = (
        lark.Lark._load_from_dict
    )  # what the parsers use that Lark writes as programs of their own
    return load(read["data"], read["memo"], transformer=builder)


def _numbered(mapping: dict[str, Any]) -> dict[str | int, Any]:  # Any: JSON data of any shape
    """Mappings with keys of digits as numbers again, since JSON writes all keys as texts. No name in the tables is made of digits."""
    return {int(key) if key.isdecimal() else key: value for key, value in mapping.items()}
