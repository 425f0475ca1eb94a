"""The change that a comparison measures, in the words of its author.

    own_words((book, other), ("race", "race"))      ((), ("race-short: Ten points win.",))

House rules and variants of one side only are described by their `title`, or else their name, and their `about`; one without
either is described by the command alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.document import from_yaml, library
from rulewright.document.nodes import Mapping
from rulewright.problems.problem import Problems

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.source.text import Source

OwnWords = tuple[tuple[str, ...], tuple[str, ...]]
"""A line for each thing that only A has, and for each that only B has."""
NOTHING_SAID: OwnWords = ((), ())


def own_words(books: tuple[Book, Book], games: tuple[str, str]) -> OwnWords:
    """What only one side has; `games` are the names or paths by which the books were opened."""
    a, b = (
        {**_house_rules(game, book.game.overlays), **_variant(book)}
        for book, game in zip(books, games, strict=True)
    )
    return _only(a, b), _only(b, a)


def _only(side: dict[str, str], other: dict[str, str]) -> tuple[str, ...]:
    return tuple(line for name, line in side.items() if line and name not in other)


def _house_rules(game: str, overlays: tuple[str, ...]) -> dict[str, str]:
    """By name, in the order in which they are carried out: those that the game itself is made of, and those on top of it. The game
    was opened, so no house rule changes itself."""
    chain: list[Mapping] = []
    tree = _read(game)
    while tree is not None and (extends := tree.text("extends")) is not None:
        chain.append(tree)
        tree = _read(extends.partition("#")[0], tree.span.source)
    on_top = [read for name in overlays if (read := _read(name)) is not None]
    return {tree.text("name") or "": _line(tree, tree.text("name")) for tree in (*reversed(chain), *on_top)}


def _variant(book: Book) -> dict[str, str]:
    name = book.resolved.variant
    told = book.tree.section("variants").get(name) if name is not None else None
    return {f"#{name}": _line(told, name)} if isinstance(told, Mapping) else {}


def _line(tree: Mapping, name: str | None) -> str:
    """Empty if it says nothing about itself."""
    said = (tree.text("title") or tree.text("label") or name, tree.text("about"))
    return " ".join(": ".join(filter(None, said)).split()) if said[0] != name or said[1] else ""


def _read(game: str, asking: Source | None = None) -> Mapping | None:
    """A file as it stands."""
    source = library.find(game, asking)
    return None if source is None else from_yaml.read(source, Problems())
