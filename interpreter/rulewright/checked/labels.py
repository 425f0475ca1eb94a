"""Fixed values and texts in words: the labels of members, and texts with their placeholders filled in."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.checked.bindings import Fixed, Info
from rulewright.checked.context import Context
from rulewright.expression import nodes as syntax
from rulewright.language.literals import literal
from rulewright.language.types import Enum, Face, Optional, Type
from rulewright.rulebook import nodes as rulebook


def spoken(identifier: str) -> str:
    """An id as words."""
    return identifier.replace("_", " ")


_IRREGULAR = {
    "man": "men",
    "woman": "women",
    "child": "children",
    "person": "people",
    "die": "dice",
    "mouse": "mice",
    "goose": "geese",
}


def plural(words: str) -> str:
    """The plural of words that are surely singular; other words are unchanged, since they may be plurals or have none (`gold`)."""
    before, space, last = words.rpartition(" ")
    return before + space + _IRREGULAR.get(last, last)


def fixed_text(c: Context, text: rulebook.Text | None, default: str) -> str:
    """A text with its constant placeholders filled in; the others are printed as written."""
    return default if text is None else filled(c, text, c.infos.get)


def filled(c: Context, text: rulebook.Text, info_of: Callable[[syntax.Expression], Info | None]) -> str:
    words = []
    for part in text.parts:
        if isinstance(part, str):
            words.append(part)
            continue
        info = info_of(part)
        words.append(shown(c, info.known, info.type) if info is not None and info.fixed else part.span.text)
    return "".join(words)


def shown(c: Context, value: Fixed, type_: Type) -> str:
    """A fixed value as it is printed."""
    if isinstance(type_, Optional):
        return "none" if value is None else shown(c, value, type_.of)
    if isinstance(type_, Enum) and isinstance(value, int) and type_.name in c.book.enums:
        return member_words(c, c.book.enums[type_.name].members[value])
    if isinstance(type_, Face) and isinstance(value, int):
        faces = c.book.kinds[type_.kind].faces
        assert isinstance(faces, tuple)
        return member_words(c, faces[value])
    if isinstance(type_, Enum) and isinstance(value, int):
        return spoken(type_.members[value])
    return literal(value)


def member_words(c: Context, member: rulebook.Member) -> str:
    return fixed_text(c, member.label, spoken(member.id))
