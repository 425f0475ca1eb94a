"""English: words and sentences put together from parts, for whatever is printed about a game.

noun(("die", "dice"), 1)                                ->      die
in_order(["roll the die", "add 1 to the rolls"])        ->      roll the die, then add 1 to the rolls
"""

from __future__ import annotations

from collections.abc import Iterable

IRREGULAR = {"dice": "die", "men": "man", "women": "woman", "children": "child", "people": "person"}
"""The singular of irregular plurals."""

_LINKS = {
    "your turn ends": ", and ",
    **{f"your turn ends and you take another one{when}": "; then " for when in ("", " in the same round")},
}
"""How what is done last follows what is done before."""
_NESTED = ("(", "if ", "unless ", "for each ", "for one ")


def noun(words: tuple[str, str], count: int) -> str:
    """One of `words`, (singular, plural), for a number of pieces. If both are the same, that is the plural."""
    one, many = words
    if one == many:
        one = IRREGULAR.get(many, many.removesuffix("s"))
    return one if count == 1 else many


def one_of(noun: str) -> str:
    """A noun with its indefinite article: `a stone`, `an ace`."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def plain(name: str) -> str:
    """An id with spaces for underscores."""
    return name.replace("_", " ")


def lowered(words: str) -> str:
    """A sentence as part of another: with a small first letter and without a full stop."""
    return words[:1].lower() + words[1:].removesuffix(".")


def sentence(words: str) -> str:
    """Words with a capital letter and a full stop."""
    if not words:
        return ""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?", ":", ".)")) else ".")


def under(when: str, then: str) -> str:
    """What happens under a condition or on an occasion: `if the die shows 1, your turn ends`. Several sentences and further conditions
    follow a colon; how often something is done comes last."""
    if when.endswith(" times") and ", " not in then:
        return f"{then}, {when}"
    return f"{when}{':' if '. ' in then or then.startswith(_NESTED) else ','} {then}"


def in_order(parts: Iterable[str]) -> str:
    """What is done one after another: `roll the die, then add 1 to the rolls, and your turn ends`."""
    made = ""
    for part in parts:
        link = _LINKS.get(part, ", then ")
        made += f"{link}{part}" if made else part
    return made
