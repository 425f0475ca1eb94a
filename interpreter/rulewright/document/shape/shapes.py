"""The JSON Schema files as shapes, against which a tree of nodes can be checked.

The files in `schemas/` decide a rulebook's shape; editors read the same ones.  They are read here too,
because a problem needs the author's place and words, and a validator library answers "is not valid under any of
the given schemas" about plain data without places.  The library still has the last word (`authority`).  Only
the keywords that our files use are known; a test compares every verdict with `jsonschema`'s.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

from rulewright.document.bundled import schemas_folder
from rulewright.document.nodes import Mapping, Node, Scalar

_INTEGER = re.compile(r"[-+]?[0-9]+$")
_NUMBER = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$")

Raw = dict[str, Any]
"""A schema as JSON gives it; its values are checked where they are read."""


class Shape:
    """One schema; references in it are resolved when they are needed."""

    def __init__(self, file: str, raw: Raw) -> None:
        self._file, self._raw = _resolved(file, raw)
        self.title = str(self._raw.get("title", "a value"))
        self.description = str(self._raw.get("description", ""))
        self.closed = self._raw.get("additionalProperties") is False
        self.required: list[str] = self._raw.get("required", [])
        self.exactly_one = _keys_of(self._raw.get("oneOf", []))
        self.at_least_one = _keys_of(self._raw.get("anyOf", []))
        self.allowed: list[str] | None = self._raw.get("enum")
        self.constant: object = self._raw.get("const")
        self.minimum_items = int(self._raw.get("minItems", 0))
        ends = self._raw.get("minimum"), self._raw.get("maximum")
        self.range: tuple[int, int] | None = (
            (int(ends[0]), int(ends[1])) if ends[0] is not None and ends[1] is not None else None
        )
        """The least and the largest number; a schema has both or neither."""
        self.is_effect = self.title == "an effect"

    @cached_property
    def types(self) -> frozenset[str]:
        """The kinds of values it takes, as JSON calls them; empty for any."""
        kinds = self._raw.get("type", ["string"] if "enum" in self._raw else [])
        return frozenset([kinds] if isinstance(kinds, str) else kinds)

    @cached_property
    def properties(self) -> dict[str, Shape]:
        return {key: self._shape(raw) for key, raw in self._raw.get("properties", {}).items()}

    @cached_property
    def others(self) -> Shape | None:
        """The shape of entries that are not `properties`; None if they may be anything."""
        raw = self._raw.get("additionalProperties")
        return self._shape(raw) if isinstance(raw, dict) else None

    @cached_property
    def names(self) -> Shape | None:
        return self._optional("propertyNames")

    @cached_property
    def items(self) -> Shape | None:
        return self._optional("items")

    @cached_property
    def conditional(self) -> tuple[str, Shape] | None:
        """A key, and the shape that also applies where the key is missing."""
        if "if" not in self._raw:
            return None
        return self._raw["if"]["required"][0], self._shape(self._raw["else"])

    @cached_property
    def words(self) -> dict[str, str]:
        """What each of the `allowed` words means, and each word that has a meaning of its own among other values."""
        meanings = self._raw.get("enumDescriptions", [])
        own = {
            str(each["const"]): str(each.get("description", ""))
            for each in self._raw.get("anyOf", [])
            if "const" in each
        }
        return {**dict(zip(self.allowed or [], meanings, strict=False)), **own}

    @cached_property
    def snippets(self) -> list[tuple[str, str, object]]:
        """Values to begin with: a label, a line about it, and the value, with `${1:...}` for what an author has to choose."""
        return [
            (each["label"], each["description"], each["body"])
            for each in self._raw.get("defaultSnippets", [])
        ]

    @cached_property
    def every(self) -> list[Shape]:
        return [self._shape(raw) for raw in self._raw.get("allOf", [])]

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        return re.compile(self._raw["pattern"]) if "pattern" in self._raw else None

    def all_keys(self) -> Iterator[str]:
        """Every key that its file has at any level."""
        waiting: list[object] = [_load(self._file)]
        while waiting:
            raw = waiting.pop()
            if isinstance(raw, dict):
                yield from raw["properties"] if isinstance(raw.get("properties"), dict) else ()
                waiting += raw.values()
            elif isinstance(raw, list):
                waiting += raw

    def takes(self, node: Node) -> bool:
        """Whether a value is of one of the kinds that are allowed here."""
        if not self.types:
            return True
        kind = kind_of(node)
        return kind in self.types or (kind == "integer" and "number" in self.types)

    def _optional(self, key: str) -> Shape | None:
        return self._shape(self._raw[key]) if key in self._raw else None

    def _shape(self, raw: Raw) -> Shape:
        plain_reference = raw.get("$ref") if len(raw) == 1 else None
        return _referred(self._file, plain_reference) if plain_reference else Shape(self._file, raw)


@cache
def schema(name: str) -> Shape:
    """The shape of a whole file: `rulebook`, `overlay`, `fragment` or `tuning`."""
    file = f"{name}.schema.json"
    return Shape(file, _load(file))


def kind_of(node: Node) -> str:
    """The type of a value by its name in JSON Schema: string, integer, number, boolean, null, array or object."""
    if not isinstance(node, Scalar):
        return "object" if isinstance(node, Mapping) else "array"
    if node.style != "plain":
        return "string"
    if node.is_null:
        return "null"
    if node.text in ("true", "false", "True", "False", "TRUE", "FALSE"):
        return "boolean"
    if _INTEGER.match(node.text):
        return "integer"
    return "number" if _NUMBER.match(node.text) else "string"


@cache
def _load(file: str) -> Raw:
    loaded: Raw = json.loads((schemas_folder() / file).read_text("utf-8"))
    return loaded


@cache
def _referred(file: str, reference: str) -> Shape:
    return Shape(file, {"$ref": reference})


def _resolved(file: str, raw: Raw) -> tuple[str, Raw]:
    """A schema without `$ref`: the schema that it refers to, with the keywords next to the reference added."""
    own: Raw = {}
    while "$ref" in raw:
        own = {**{k: v for k, v in raw.items() if k != "$ref"}, **own}
        other, pointer = raw["$ref"].split("#")
        file = other or file
        raw = _load(file)
        for part in pointer.strip("/").split("/"):
            raw = raw[part]
    return file, {**raw, **own}


def _keys_of(alternatives: list[Raw]) -> list[str]:
    return [key for a in alternatives for key in a.get("required", [])]
