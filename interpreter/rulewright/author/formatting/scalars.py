"""Texts and expressions in their canonical form: without quotes where none are needed, with canonical spaces in expressions, and long
texts over several lines.

    "me.score>=target"      ->      me.score >= target
"""

from __future__ import annotations

import re
import textwrap
from typing import Final

from rulewright.author.formatting.spacing import spaced, spaced_lines
from rulewright.author.to_yaml import is_plain
from rulewright.document.nodes import Scalar
from rulewright.document.shape.shapes import Shape, kind_of
from rulewright.source.text import NOWHERE

WIDTH: Final = 120
"""The most columns of a line that could be broken, without the comment at its end."""

_EXPRESSIONS: Final = frozenset(
    ("an expression", "a domain", "an effect", "a condition", "a case", "a definition", "a line of a sum", "a choice")
)  # fmt: skip
_TEXTS: Final = frozenset(("a text", "a text or `false`"))
_SOMETHING_ELSE: Final = re.compile(r"[-+.0-9][-+.0-9_:,xobTZe]*|yes|no|on|off|y|n|true|false|null|~", re.I)
"""Texts that a reader of YAML may take for a number, a date or a truth value."""
_NAMES_PIECES: Final = ("move", "for", "pick")


def is_expression(shape: Shape | None, owner: Shape | None = None, key: str = "") -> bool:
    """Whether a text is read as an expression."""
    if shape is None:
        return False
    return shape.title in _EXPRESSIONS or (owner is not None and owner.is_effect and key in _NAMES_PIECES)


def is_text(shape: Shape | None) -> bool:
    """Whether it is a text for people, which may be broken into lines anywhere."""
    return shape is not None and shape.title in _TEXTS


def inline(scalar: Scalar, expression: bool, in_flow: bool) -> str | None:
    """A text on one line; None if it is a block of lines, or has line breaks."""
    if scalar.is_null:
        return scalar.text
    raw = scalar.span.text
    if scalar.style in ("literal", "folded"):
        return None if scalar.text.strip() else f'"{scalar.text}"'.replace("\n", "\\n")
    if "\n" in scalar.text:
        return None if scalar.style == "plain" or "\n" in raw else _quoted_as_it_is(scalar)
    if scalar.style == "plain":
        return spaced(raw) if expression else scalar.text
    text = spaced(scalar.text) if expression and not scalar.is_escaped else scalar.text
    if _needs_no_quotes(text, in_flow):
        return text
    if scalar.is_escaped or '"' in text or "\\" in text:
        return _quoted_as_it_is(scalar) if "\n" not in raw else None
    return f'"{text}"'


def _quoted_as_it_is(scalar: Scalar) -> str:
    mark = scalar.span.source.text[scalar.span.start - 1]
    return f"{mark}{scalar.span.text}{mark}"


def _needs_no_quotes(text: str, in_flow: bool) -> bool:
    plain = is_plain(text, in_flow) and text.isprintable() and not _SOMETHING_ELSE.fullmatch(text)
    return plain and kind_of_text(text) == "string" and "  " not in text and not text.endswith(":")


def kind_of_text(text: str) -> str:
    """What a text would be without quotes, by its name in JSON Schema."""
    return kind_of(Scalar(text, "plain", NOWHERE)) if text else "null"


def wrapped(text: str, indent: int) -> list[str] | None:
    """The lines of a folded text; None if a reader would not get the same text back."""
    if "\n" in text or text != " ".join(text.split()) or not text:
        return None
    lines = textwrap.wrap(text, max(WIDTH - indent, 40), break_long_words=False, break_on_hyphens=False)
    return lines if " ".join(lines) == text else None


def block(scalar: Scalar, expression: bool, indent: int) -> tuple[str, list[str]]:
    """The header of a block of lines, and the lines at an indentation."""
    if scalar.style == "folded" and not re.search("[+0-9]", header := _header(scalar)):
        return header, _indented(_folded(scalar, indent), indent)
    if scalar.style != "literal" and expression:
        lines = [line.strip() for line in scalar.span.text.split("\n")]
        return "|", _indented(spaced_lines([line for line in lines if line]), indent)
    text = scalar.text
    end = "-" if not text.endswith("\n") else "+" if text.endswith("\n\n") else ""
    lines = text.removesuffix("\n").split("\n")
    mark = "|" + ("2" if lines[0][:1] in (" ", "") else "") + end
    if expression:
        lines = spaced_lines(lines)
    return mark, _indented(lines, indent)


def _folded(scalar: Scalar, indent: int) -> list[str]:
    """The lines of a folded text, filled again if one of them is too long."""
    column = scalar.span.column - 1
    lines = [_dedented(line, column) for line in (" " * column + scalar.span.text).split("\n")]
    if any(indent + len(line) > WIDTH for line in lines):
        return wrapped(scalar.text.removesuffix("\n"), indent) or lines
    return lines


def _indented(lines: list[str], indent: int) -> list[str]:
    return [" " * indent + line.rstrip() if line.strip() else "" for line in lines]


def _header(scalar: Scalar) -> str:
    """`>-`, from the text before the lines of a block."""
    before = scalar.span.source.text[: scalar.span.start]
    found = list(re.finditer(r"[>|][-+0-9]*(?=[ \t]*(#[^\n]*)?\r?\n\s*\Z)", before))
    return found[-1][0] if found else ">"


def _dedented(line: str, column: int) -> str:
    return line[column:] if not line[:column].strip() else line.lstrip()


def keyed(key: Scalar, in_flow: bool) -> str:
    """A key."""
    if key.style == "plain":
        return key.span.text
    if _needs_no_quotes(key.text, in_flow=True) and ":" not in key.text:
        return key.text
    mark = key.span.source.text[key.span.start - 1]
    return f"{mark}{key.span.text}{mark}"
