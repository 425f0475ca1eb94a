"""The Jinja2 environment of the templates in this room: every value is escaped, and an unknown name is an error."""

from __future__ import annotations

from html import escape

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from rulewright.author.report.tree import runs


def _escaped(value: object) -> Markup:
    return value if isinstance(value, Markup) else Markup(escape(str(value)))


def _with_code(sentence: str) -> Markup:
    """A sentence with its `names` set as code."""
    parts = escape(sentence).split("`")
    return Markup("".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts)))


ENVIRONMENT = Environment(
    loader=PackageLoader("rulewright.author.report"), autoescape=True, finalize=_escaped, undefined=StrictUndefined,
    trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
)  # fmt: skip
ENVIRONMENT.filters |= {"runs": runs, "kind": lambda value: type(value).__name__, "with_code": _with_code}
