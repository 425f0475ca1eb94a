"""The JSON Schema library's verdict on a file's shape, which is the one that counts.

`schema` finds the same mistakes with places and the author's words, whenever a rulebook is loaded; the library is asked
when one is validated, so that editors and other tools that read `schemas/` agree with this program by construction. In a web page
there is no such library, since a part of it is compiled; there the verdict of `schema` counts alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from typing import Any

from rulewright.document import from_yaml
from rulewright.document.bundled import schemas_folder
from rulewright.document.nodes import Mapping, Node, Sequence
from rulewright.document.shape import schema
from rulewright.document.shape.shapes import kind_of
from rulewright.problems.problem import Problem, Problems
from rulewright.source.text import Source

FILES = ("rulebook.schema.json", "overlay.schema.json", "fragment.schema.json", "tuning.schema.json")


def confirm(source: Source, problems: Problems) -> None:
    """Adds the library's objections to a file as written, unless there are errors already."""
    tree = from_yaml.read(source, problems)
    if tree is not None and not problems.errors and find_spec("jsonschema") is not None:
        for objection in objections(tree, schema.kind_of(tree)):
            problems.add(objection)


def objections(tree: Mapping, kind: str) -> list[Problem]:
    """The library's objections to a tree as problems, at the places it names."""
    return [
        Problem("wrong-shape", f"the schema does not allow this: {error.message[:200]}", _at(tree, error.absolute_path).span)
        for error in _validator(kind).iter_errors(as_data(tree))
    ]  # fmt: skip


def as_data(node: Node) -> Any:
    """A tree as plain data with the types of JSON: whole numbers, numbers, true and false, null, texts, lists, mappings."""
    if isinstance(node, Mapping):
        return {entry.key.text: as_data(entry.value) for entry in node}
    if isinstance(node, Sequence):
        return [as_data(item) for item in node]
    match kind_of(node):
        case "integer":
            return int(node.text)
        case "number":
            return float(node.text)
        case "boolean":
            return node.text.lower() == "true"
        case "null":
            return None
        case _:
            return node.text


@cache
def _validator(kind: str) -> Any:  # the library's classes are made at run time
    from jsonschema import Draft202012Validator  # to start sooner: to play, nothing is validated
    from referencing import Registry, Resource  # to start sooner: to play, nothing is validated

    contents = {name: json.loads((schemas_folder() / name).read_text("utf-8")) for name in FILES}
    registry: Any = Registry().with_resources((n, Resource.from_contents(c)) for n, c in contents.items())
    file = f"{kind}.schema.json"
    return Draft202012Validator({**contents[file], "$id": file}, registry=registry)


def _at(tree: Node, path: Iterable[str | int]) -> Node:
    """The deepest node that a path leads to."""
    node = tree
    for step in path:
        below = node.get(step) if isinstance(node, Mapping) and isinstance(step, str) else None
        if isinstance(node, Sequence) and isinstance(step, int):
            below = node.items[step]
        if below is None:
            return node
        node = below
    return node
