"""A program as JSON data: the classes of its nodes, and how nodes, tuples, mappings, spans and fractions are written.

Writer().write(ir.Compare("<=", left, right, span))     ->      ["Compare", "<=", [...], [...], ["@", 0, 12, 20]]
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any

from rulewright.ir import layout, nodes
from rulewright.language import types
from rulewright.source.text import Source, Span
from rulewright.source.texts import Texts

CLASSES: dict[str, type] = {
    f"{prefix}{name}": value
    for prefix, module in (("", nodes), ("layout.", layout), ("types.", types))
    for name, value in vars(module).items()
    if isinstance(value, type)
    and "__dataclass_fields__" in vars(value)
    and value.__module__ == module.__name__
}
"""The classes of all nodes of a program, by the names under which they are written."""

NAMES = {value: name for name, value in CLASSES.items()}


@cache
def fields_of(kind: Any) -> tuple[str, ...]:  # Any: a class, which has a hash
    """The names of the fields that the constructor of a class takes, in order."""
    return tuple(each.name for each in dataclasses.fields(kind) if each.init)


AMISS = (LookupError, TypeError, ValueError, ArithmeticError, AttributeError, AssertionError, RecursionError)
"""The exceptions that a forged program can cause while its parts are put together."""


class Writer:
    def __init__(self) -> None:
        self.sources: list[Source] = []
        self._numbers: dict[int, int] = {}

    def write(self, value: object) -> Any:  # Any: JSON data of any shape
        if value is None or isinstance(value, str | int | bool):
            return value
        if isinstance(value, Span):
            return ["@", self._source(value.source), value.start, value.end]
        if isinstance(value, float):
            return ["~", value]
        if isinstance(value, tuple):
            return ["()", *map(self.write, value)]
        if isinstance(value, dict):
            return ["{}", *([self.write(key), self.write(item)] for key, item in value.items())]
        kind: Any = type(value)  # Any: as above
        name = NAMES[kind]
        return [name, *(self.write(getattr(value, field)) for field in fields_of(kind))]

    def texts(self, texts: Texts) -> Any:  # Any: JSON data of any shape
        """The names of files, each with the number of its text among the sources, which have it already if any rule is in it."""
        numbers = {source.text: number for number, source in reversed([*enumerate(self.sources)])}
        for name, text in texts.files.items():
            if text not in numbers:
                numbers[text] = self._source(Source(name, text))
        files = {name: numbers[text] for name, text in texts.files.items()}
        return {"rulebook": texts.rulebook, "house_rules": list(texts.house_rules), "files": files}

    def _source(self, source: Source) -> int:
        number = self._numbers.get(id(source))
        if number is None:
            number = self._numbers[id(source)] = len(self.sources)
            self.sources.append(source)
        return number
