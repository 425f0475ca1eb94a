"""A document tree as YAML text again: how a rulebook with its house rules worked in is printed.

Small things go on one line, as people write them; everything else gets a line of its own.  Reading the text
back gives the same tree (places and comments apart).

    Mapping(pot: Mapping(type: number, lasts: turn))      ->      pot: {type: number, lasts: turn}
"""

from __future__ import annotations

import re
from typing import assert_never

from rulewright.document.nodes import Entry, Mapping, Node, Scalar, Sequence

WIDTH = 110
_PLAIN = re.compile(r"[^\s\-?:,\[\]{}#&*!|>'\"%@`=~][^\n\t]*|-?[0-9][^\n\t]*|-[^\s][^\n\t]*|\.\.[^\n\t]*")
_BREAKS_PLAIN = re.compile(r":(\s|$)|\s#|\s$")
_BREAKS_FLOW = re.compile(r"[,\[\]{}?]")


def to_yaml(tree: Mapping) -> str:
    """The tree as a YAML document, its parts set apart by empty lines."""
    blocks = []
    for entry in tree.entries:
        lines = _entry(entry, 0)
        blocks.append(("\n" if len(lines) > 1 else "") + "\n".join(lines))
    return "\n".join(blocks).lstrip("\n") + "\n"


def _entry(entry: Entry, depth: int) -> list[str]:
    key = _key(entry.key)
    lines = _value(entry.value, depth, len(key) + 2, top=depth == 0)
    first = lines[0]
    return [f"{'  ' * depth}{key}:{' ' + first if first else ''}", *lines[1:]]


def _value(node: Node, depth: int, used: int, top: bool) -> list[str]:
    """The lines of a value; the first goes after the key (empty if the value begins on the next line)."""
    if not top or isinstance(node, Scalar) or not _entries_in_block(node):
        flow = _flow(node, 2)
        if flow is not None and 2 * depth + used + len(flow) <= WIDTH:
            return [flow]
    match node:
        case Scalar():
            return _scalar(node, depth + 1)
        case Mapping():
            return ["", *(line for entry in node.entries for line in _entry(entry, depth + 1))]
        case Sequence():
            return ["", *(line for item in node.items for line in _item(item, depth + 1))]
        case _:
            assert_never(node)


def _entries_in_block(node: Node) -> bool:
    return isinstance(node, Mapping) and bool(node.entries)


def _item(node: Node, depth: int) -> list[str]:
    indent = "  " * depth
    flow = _flow(node, 2)
    if flow is not None and len(indent) + 2 + len(flow) <= WIDTH:
        return [f"{indent}- {flow}"]
    match node:
        case Mapping():
            lines = [line for entry in node.entries for line in _entry(entry, depth + 1)]
            return [f"{indent}- {lines[0].lstrip()}", *lines[1:]]
        case Sequence():
            lines = [line for item in node.items for line in _item(item, depth + 1)]
            return [f"{indent}- {lines[0].lstrip()}", *lines[1:]]
        case Scalar():
            first, *rest = _scalar(node, depth + 1)
            return [f"{indent}- {first}", *rest]
        case _:
            assert_never(node)


def _flow(node: Node, levels: int) -> str | None:
    """The node on one line, or None if it is too deep or holds a text that does not fit inside brackets."""
    match node:
        case Scalar():
            return _flow_scalar(node) if levels < 2 else _line_scalar(node)
        case Mapping():
            if levels == 0 and node.entries:
                return None
            parts = []
            for entry in node.entries:
                value = _flow(entry.value, max(levels - 1, 0))
                if value is None or (isinstance(entry.value, Scalar) and entry.value.is_null):
                    return None
                parts.append(f"{_key(entry.key)}: {value}")
            return "{" + ", ".join(parts) + "}"
        case Sequence():
            if levels == 0 and node.items:
                return None
            items = [_flow(item, max(levels - 1, 0)) for item in node.items]
            return (
                None if None in items else "[" + ", ".join(item for item in items if item is not None) + "]"
            )
        case _:
            assert_never(node)


def _key(key: Scalar) -> str:
    return key.text if is_plain(key.text, in_flow=True) else _quoted(key.text)


def _line_scalar(scalar: Scalar) -> str | None:
    if scalar.is_null:
        return ""
    if "\n" in scalar.text:
        return None
    if scalar.style == "plain" or is_plain(scalar.text):
        return scalar.text
    return _quoted(scalar.text)


def _flow_scalar(scalar: Scalar) -> str | None:
    line = _line_scalar(scalar)
    if line is None or line[:1] in ("'", '"'):
        return line
    return None if _BREAKS_FLOW.search(line) else line


def _scalar(scalar: Scalar, depth: int) -> list[str]:
    line = _line_scalar(scalar)
    if line is not None:
        return [line]
    indent = "  " * depth
    mark = "|" if scalar.text.endswith("\n") else "|-"
    body = scalar.text.removesuffix("\n")
    return [mark, *(f"{indent}{line}" if line else "" for line in body.split("\n"))]


def is_plain(text: str, in_flow: bool = False) -> bool:
    """Whether a text on one line needs no quotes; inside brackets more texts need them."""
    plain = bool(_PLAIN.fullmatch(text)) and not _BREAKS_PLAIN.search(text)
    return plain and not (in_flow and _BREAKS_FLOW.search(text))


def _quoted(text: str) -> str:
    """In quotes, without an escape where that is possible: expressions are read from the file unchanged."""
    if "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
