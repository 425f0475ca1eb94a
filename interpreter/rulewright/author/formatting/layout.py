"""Lays out the parts of a document in lines.

An entry on one line stays there while it fits; one that is too long is opened into several. An entry that its author wrote on
several lines stays on several. Keys are sorted (`keys`), texts and expressions written by `scalars`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, assert_never

from rulewright.author.formatting import keys, scalars
from rulewright.author.formatting.breaking import broken
from rulewright.author.formatting.lines import Line
from rulewright.author.formatting.parts import Part, opened, shape_of
from rulewright.author.formatting.scalars import WIDTH
from rulewright.document import nodes
from rulewright.document.nodes import Mapping, Node, Scalar
from rulewright.document.shape.shapes import Shape

_MANY: Final = 6
_SHORT: Final = 24
"""Entries of this many or more, each of at most `_SHORT` characters, fill as few lines as possible, instead of a line each."""
_WORDS: Final = re.compile(r"[\w ]+")


def lay_out(whole: Part) -> list[Line]:
    """The lines of a document."""
    return [*_block(whole, 0), *_comments(whole.below, 0)]


def _block(part: Part, indent: int) -> list[Line]:
    """The lines of all inner parts."""
    assert part.inner is not None
    inner = part.inner
    if isinstance(part.value, Mapping):
        names = [each.key.text for each in inner if each.key is not None]
        order = keys.order(part.shape, names, one_line=False)
    else:
        order = list(range(len(inner)))
    gaps = [each.gap for each in inner]
    lines: list[Line] = []
    top = indent == 0 and isinstance(part.value, Mapping)
    if top:
        lines += _comments(inner[0].above, indent)  # those at the head of a file are about the file
        inner[0].above = []
    for gap, place in zip(gaps, order, strict=True):
        each = inner[place]
        own = [*_comments(each.above, indent), *_part(each, part.shape, indent)]
        if lines and lines[-1].text and (each.gap if top else gap):
            lines.append(Line(""))
        lines += own
    return lines


def _comments(texts: Sequence[str], indent: int) -> list[Line]:
    return [Line(" " * indent + text if text else "") for text in texts]


def _part(part: Part, owner: Shape | None, indent: int) -> list[Line]:
    if part.key is None:
        return _item(part, indent)
    return _entry(part, owner, indent)


def _item(part: Part, indent: int) -> list[Line]:
    dash = " " * indent + "- "
    inner = part.inner
    if inner is None and not isinstance(part.value, Scalar):
        flow = _flow_that_fits(part, indent + 2)
        if flow is not None:
            return _with_comments([Line(dash + flow[0]), *map(Line, flow[1:])], part)
        inner = opened(part).inner
    if inner is None:
        assert isinstance(part.value, Scalar)
        expression = scalars.is_expression(part.shape)
        first, *rest = _text(part.value, expression, scalars.is_text(part.shape), indent + 2)
        return _with_comments([Line(f"{dash}{first}".rstrip()), *map(Line, rest)], part)
    lines = _block(part, indent + 2)
    start = next(place for place, line in enumerate(lines) if not _is_comment(line))
    above = [
        Line(line.text.replace(" " * (indent + 2), " " * indent, 1)) for line in lines[:start] if line.text
    ]
    first_line, below = lines[start], lines[start + 1 :]
    first_line.text = dash + first_line.text.lstrip()
    first_line.begins = True
    return [
        *above,
        *_with_comments([first_line, *below], part),
        *_comments(part.below, indent + 2),
    ]


def _is_comment(line: Line) -> bool:
    return line.indent < 0 and line.text.lstrip()[:1] in ("#", "")


def _entry(part: Part, owner: Shape | None, indent: int) -> list[Line]:
    assert part.key is not None
    head = " " * indent + scalars.keyed(part.key, in_flow=part.is_new) + ":"
    value = part.value
    if part.inner is None and isinstance(value, Scalar):
        expression = scalars.is_expression(part.shape, owner, part.key.text)
        first, *rest = _text(value, expression, scalars.is_text(part.shape), indent + 2, len(head) + 1)
        lines = [_keyed_line(part, head, first, indent, whole=not rest), *map(Line, rest)]
        return _with_comments(lines, part)
    if part.inner is None:
        flow = _flow_that_fits(part, len(head) + 1)
        if flow is not None and (len(flow) == 1 or not _begins_below(part)):
            first, *rest = flow
            lines = [_keyed_line(part, head, first, indent, whole=not rest), *map(Line, rest)]
            return _with_comments(lines, part)
        flow = _flow_that_fits(part, indent + 2)
        if flow is not None and len(flow) > 1:
            return _with_comments(
                [Line(head, indent=indent), Line(" " * (indent + 2) + flow[0]), *map(Line, flow[1:])], part
            )
        opened(part)
    lines = [Line(head, indent=indent), *_block(part, indent + 2)]
    return [*_with_comments(lines, part), *_comments(part.below, indent + 2)]


def _begins_below(part: Part) -> bool:
    """Whether the author put a collection on the lines below its key."""
    return part.key is not None and part.value.span.line > part.key.span.line


def _keyed_line(part: Part, head: str, first: str, indent: int, whole: bool) -> Line:
    line = Line(f"{head} {first}" if first else head, indent=indent)
    if part.key is None or part.is_new or not whole or not first:
        return line
    source = part.key.span.source
    start = part.value.span.start - (isinstance(part.value, Scalar) and part.value.style == "quoted")
    if source.position(start)[0] != part.key.span.line:
        return line
    line.value = len(head) + 1
    line.was = source.position(start)[1] - 1
    line.padded = bool(re.search(r":[ \t]{2,}\Z", source.text[part.key.span.start : start]))
    return line


def _with_comments(lines: list[Line], part: Part) -> list[Line]:
    """Put comments at the end of the first line; a second one at the end of the last, if that is free, else above."""
    spare: list[Line] = []
    is_broken = len(lines) > 1 and "\n" not in part.value.span.text
    for comment in part.at_end:
        last = lines[-1] if part.inner is None and comment is part.at_end[-1] else lines[0]
        ends = isinstance(part.value, Scalar) or comment.start < part.value.span.start
        line = lines[0] if ends or part.inner is not None else last
        if line.comment:
            line = next((each for each in (lines[0], last) if not each.comment), line)
        if line.comment:
            spare.append(Line(" " * _indent_of(lines[0].text) + comment.text))
        else:
            line.comment = comment.text
            line.at = -1 if is_broken else comment.column
    return [*spare, *lines]


def _indent_of(text: str) -> int:
    return len(text) - len(text.lstrip())


def _text(scalar: Scalar, expression: bool, is_text: bool, indent: int, used: int | None = None) -> list[str]:
    """A text: what follows the key, and further lines."""
    line = scalars.inline(scalar, expression, in_flow=False)
    room = WIDTH - (indent if used is None else used)
    if line is not None and len(line) > room and expression and not scalar.is_escaped:
        parts = broken(line if scalar.style == "plain" else scalar.text, WIDTH - indent)
        if parts is not None:
            return ["|", *(" " * indent + each for each in parts)]
    if line is not None and (len(line) <= room or not (is_text or (expression and "\n" in scalar.span.text))):
        return [line]
    if line is not None and is_text:
        lines = scalars.wrapped(scalar.text, indent)
        if lines is None or scalar.is_null:
            return [line]
        return [">-", *(" " * indent + each for each in lines)]
    header, lines = scalars.block(scalar, expression, indent)
    return [header, *lines]


def _flow_that_fits(part: Part, column: int) -> list[str] | None:
    """A flow collection in as many lines as the author gave it; None if it has to be opened."""
    node = part.value
    if not part.is_new and "\n" in node.span.text:
        return _kept(part, column) or _filled(node, part.shape, column)
    flow = _flow(node, part.shape)
    if flow is None:
        return _kept(part, column) if part.keeps else None
    if column + len(flow) <= WIDTH or not _can_open(node):
        return [flow]
    return _filled(node, part.shape, column)


def _can_open(node: Node) -> bool:
    return bool(node.entries) if isinstance(node, Mapping) else bool(node.items) if isinstance(node, nodes.Sequence) else False  # fmt: skip


def _kept(part: Part, column: int) -> list[str] | None:
    """A flow collection with the line breaks of its author; None if a line is too long and no comment is in the way."""
    node = part.value
    first, *rest = node.span.text.split("\n")
    shift = column - (node.span.column - 1)
    lines = [first.rstrip()]
    for line in rest:
        if not line.strip():
            continue
        lines.append(" " * max(_indent_of(line.expandtabs()) + shift, 2) + line.strip())
    too_long = column + len(lines[0]) > WIDTH or any(len(line) > WIDTH for line in lines[1:])
    return None if too_long and not part.keeps and _can_open(node) else lines


def _filled(node: Node, shape: Shape | None, column: int) -> list[str] | None:
    """Many short values on as few lines as possible; None if they are few or long."""
    if isinstance(node, Mapping):
        written = [_pair(e.key, e.value, shape_of(shape, e.key.text), shape) for e in node]
    elif isinstance(node, nodes.Sequence):
        written = [_flow(item, shape.items if shape is not None else None) for item in node]
    else:
        return None
    texts = [text for text in written if text is not None]
    if len(texts) != len(written) or len(texts) < _MANY or max(map(len, texts)) > _SHORT:
        return None
    if isinstance(node, nodes.Sequence) and not all(_WORDS.fullmatch(text) for text in texts):
        return None
    marks = "{}" if isinstance(node, Mapping) else "[]"
    lines, line = [], marks[0]
    for place, text in enumerate(texts):
        text += "," if place + 1 < len(texts) else marks[1]
        if column + len(line) + 1 + len(text) > WIDTH:
            lines.append(line)
            line = " " + text
        else:
            line += text if line in ("{", "[") else f" {text}"
    return [lines[0], *(" " * column + each for each in [*lines[1:], line])]


def _flow(node: Node, shape: Shape | None, owner: Shape | None = None, key: str = "") -> str | None:
    """A value on one line; None if a text in it has line breaks."""
    match node:
        case Scalar():
            return scalars.inline(node, scalars.is_expression(shape, owner, key), in_flow=True)
        case Mapping():
            entries = [node.entries[place] for place in keys.order(shape, node.keys(), one_line=True)]
            pairs = [_pair(e.key, e.value, shape_of(shape, e.key.text), shape) for e in entries]
            return (
                None if None in pairs else "{" + ", ".join(pair for pair in pairs if pair is not None) + "}"
            )
        case nodes.Sequence():
            items = [_flow(item, shape.items if shape is not None else None) for item in node]
            return (
                None if None in items else "[" + ", ".join(item for item in items if item is not None) + "]"
            )
        case _:
            assert_never(node)


def _pair(key: Scalar, value: Node, shape: Shape | None, owner: Shape | None) -> str | None:
    text = _flow(value, shape, owner, key.text)
    if text is None:
        return None
    name = scalars.keyed(key, in_flow=True)
    return f"{name}: {text}" if text else name
