"""Short marks that distinguish owners and pieces on a board without colour.

owner_marks(["dark", "light"])               D L
owner_marks(["Player 1", "Player 2"])        ● ○          the names differ by their numbers only
short_names(["king", "knight", "rook"])      ki kn ro
"""

from __future__ import annotations

from collections.abc import Sequence

SYMBOLS = "●○▲△■□◆◇★☆"
COLOURS = ("cyan", "yellow", "magenta", "green", "blue", "red", "white")
KNOWN_COLOURS = {
    "red": "red", "green": "green", "blue": "blue", "yellow": "yellow", "white": "bright_white",
    "magenta": "magenta", "cyan": "cyan", "black": "bright_black", "grey": "bright_black", "gray": "bright_black",
}  # fmt: skip
"""Terminal colours for owners whose name is a colour."""


def owner_marks(names: Sequence[str]) -> tuple[str, ...]:
    """A mark for each owner: a distinct letter of its name, or else a symbol."""
    lettered = ["".join(ch for ch in name if ch.isalpha()).upper() for name in names]
    if all(lettered) and len(set(lettered)) == len(lettered):
        found: list[str] = []
        for word in lettered:
            letter = next((ch for ch in word if ch not in found), "")
            found.append(letter)
        if all(found):
            return tuple(found)
    if len(names) <= len(SYMBOLS):
        return tuple(SYMBOLS[: len(names)])
    return tuple(str(number) for number in range(1, len(names) + 1))


def owner_colours(names: Sequence[str]) -> tuple[str, ...]:
    """A colour for each owner: the one that it is named after, or one that none is named after."""
    called = [KNOWN_COLOURS.get(name.casefold(), "") for name in names]
    free = [colour for colour in COLOURS if colour not in called] or list(COLOURS)
    chosen: list[str] = []
    for colour in called:
        chosen.append(colour or free[chosen.count("") % len(free)])
        if not colour:
            free = free[1:] + free[:1]
    return tuple(chosen)


def short_names(names: Sequence[str]) -> dict[str, str]:
    """The shortest distinct text for each name: one letter or more from its beginning, names of one or
    two characters whole, numbers where names do not differ within four letters."""
    different = list(dict.fromkeys(names))
    if all(len(name) <= 2 for name in different):
        return {name: name for name in different}
    for length in range(1, 5):
        begun = [name.replace(" ", "")[:length] for name in different]
        if len({text.casefold() for text in begun}) == len(different):
            return dict(zip(different, begun, strict=True))
    initials = ["".join(word[0] for word in name.split()) for name in different]
    if len(set(initials)) == len(different):
        return dict(zip(different, initials, strict=True))
    return {name: str(number) for number, name in enumerate(different, 1)}
