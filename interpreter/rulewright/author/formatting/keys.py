"""The canonical order of keys.

Sorted are the keys that the language gives a name: `holds`, `per` and `size` of a zone. Keys that an author chose (options, actions,
cases, choices, rows) are never sorted, since people see them in that order, and cases are tried in it. The sections of a rulebook
stay in the author's order within five groups, because the order in which a game is best explained differs from game to game.

    {about: the cup, start: all, holds: dice}      ->      {holds: dice, start: all, about: the cup}

Words (`label`, `about`, `sheet`) open an entry of several lines, so that it begins with what it is, and close an entry of one line,
so that short facts come first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulewright.document.shape.shapes import Shape
from rulewright.language.effects import VERBS

_GROUPS: Final = (
    ("rulebook",), ("name",), ("extends",), ("title",), ("about",), ("use",), ("players",), ("seats",), ("teams",),
    ("options", "enums", "pieces", "boards", "zones", "variables", "tables", "positions", "define"),
    ("turns", "setup", "phases", "steps"),
    ("end", "standing", "utility"),
    ("view", "strategies", "invariants", "examples", "variants"),
    ("change", "add", "remove"),
)  # fmt: skip
_SECTIONS: Final = {key: rank for rank, group in enumerate(_GROUPS) for key in group}
_OF_SECTIONS: Final = ("a rulebook", "an overlay", "a fragment", "a part of a rulebook")

_WORDS: Final = ("title", "label", "plural", "about", "sheet")
_WORDS_LAST: Final = (
    "a case", "a choice", "a condition", "a family of lines", "a position",
)  # fmt: skip
_EFFECT: Final = ("of", "from", "to", "turned", "with", "be", "do", "else", "cases")

_LINES: Final[dict[str, tuple[str, ...]]] = {
    "a board": (
        "label", "about", "grid", "hexagon", "rhombus", "track", "graph", "unbounded", "per", "without", "number", "directions",
        "spaces", "holds", "size", "lines", "routes", "sheet",
    ),
    "a line of a sum": ("label", "is", "about", "sheet"),
    "a table": ("label", "about", "of", "rows", "sheet"),
    "a variable": ("per", "type", "denominations", "start", "lasts", "seen_by", "label", "about", "sheet"),
    "a variant": ("label", "title", "about"),
    "a zone": ("per", "holds", "start", "order", "size", "seen_by", "label", "about", "sheet"),
    "an action": ("label", "about", "sheet", "says", "secret", "choose", "let", "when", "do"),
    "an end": ("label", "about", "after", "at", "when", "result", "worth", "sheet"),
    "an example": ("label", "about", "sheet", "variant", "players", "options", "given", "play", "expect"),
    "an option": ("label", "about", "type", "default", "fixed", "one_of", "sheet"),
    "a step of an example": ("do", "allowed", "refused", "because", "choices", "of", "rolled", "drawn"),
}  # fmt: skip
"""Orders in an entry of several lines that are not `words, then the schema's order`."""
_LINE: Final[dict[str, tuple[str, ...]]] = {
    "a board": _LINES["a board"],
    "a kind of pieces": (
        "of", "count", "one_per", "if", "faces", "sides", "label", "plural", "about", "sheet",
    ),
    "a line of a sum": _LINES["a line of a sum"],
    "a table": ("of", "label", "about", "sheet", "rows"),
    "a variable": _LINES["a variable"],
    "a variant": _LINES["a variant"],
    "a zone": _LINES["a zone"],
    "an action": _LINES["an action"],
    "an end": _LINES["an end"],
    "an example": _LINES["an example"],
    "an option": ("label", "type", "one_of", "default", "fixed", "about", "sheet"),
    "a step of an example": _LINES["a step of an example"],
}  # fmt: skip
"""The same in an entry of one line."""


def order(shape: Shape | None, keys: Sequence[str], one_line: bool) -> list[int]:
    """The places of the keys in their canonical order; the order as written where it has a meaning, or where a key is unknown."""
    as_written = list(range(len(keys)))
    if shape is None or not shape.properties or any(key not in _known(shape) for key in keys):
        return as_written
    if shape.title in _OF_SECTIONS:
        return sorted(as_written, key=lambda place: _SECTIONS.get(keys[place], len(_GROUPS)))
    ranks = _ranks(shape, keys, one_line)
    return sorted(as_written, key=lambda place: ranks.get(keys[place], len(ranks)))


def _known(shape: Shape) -> set[str]:
    return {*shape.properties, "before"}


def _ranks(shape: Shape, keys: Sequence[str], one_line: bool) -> dict[str, int]:
    if shape.is_effect:
        listed = [*(key for key in keys if key in VERBS), *_EFFECT]
    elif shape.title in (_LINE if one_line else _LINES):
        listed = [*(_LINE if one_line else _LINES)[shape.title]]
    else:
        words = [key for key in _WORDS if key in shape.properties]
        others = [key for key in shape.properties if key not in words]
        last = one_line or shape.title in _WORDS_LAST
        listed = [*others, *words] if last else [*words, *others]
    return {key: rank for rank, key in reversed(list(enumerate(["before", *listed])))}
