"""The words of the expression language itself, so that no name may be one of them."""

from __future__ import annotations

import re
from typing import Final

RESERVED: Final = frozenset({
    "and", "div", "else", "false", "for", "if", "in", "mod", "none", "not", "of", "or", "otherwise", "some",
    "through", "true", "while",
})  # fmt: skip
"""The words that the grammar's NAME leaves out (a test compares them)."""

READ_BY_YAML: Final = frozenset({"yes", "no", "on", "off", "true", "false", "null"})
"""Words, in any case, that YAML reads as a boolean or as nothing, and that would surprise as names."""

_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")


def is_name(text: str) -> bool:
    """Whether an entry of a rulebook may have this name."""
    return _NAME.fullmatch(text) is not None and not is_taken(text)


def is_taken(text: str) -> bool:
    """Whether the word already has a meaning in the language or in YAML."""
    return text in RESERVED or text.lower() in READ_BY_YAML
