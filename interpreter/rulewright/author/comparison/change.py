"""The change that a comparison measures, described by its author: titles and `about` of house rules and variants.

    own_words(additions(book, "race"), additions(other, "race"))      ((), ("race-short: Ten points win.",))

House rules and variants that only one side has are described by their `title`, or else their name, and their `about`. One
without either has no line: the command says its name.
"""

from __future__ import annotations

from collections import abc as collections
from typing import TYPE_CHECKING

from rulewright.document import library
from rulewright.document.nodes import Mapping
from rulewright.problems.problem import Problems
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.document import from_yaml
    from rulewright.pipeline import Book
    from rulewright.source.text import Source
else:
    from_yaml = later("rulewright.document.from_yaml")

OwnWords = tuple[tuple[str, ...], tuple[str, ...]]
"""The lines for house rules and variants that only A has, and those for B."""
Named = collections.Mapping[str, str]
"""Lines by the names of what they are about."""
NOTHING_SAID: OwnWords = ((), ())


def additions(book: Book, game: str) -> dict[str, str]:
    """The lines for the house rules and the variant of a book by name; `game` is the name or path by which it was opened."""
    return {**_house_rules(game, book.game.overlays), **_variant(book)}


def own_words(a: Named, b: Named) -> OwnWords:
    """The lines for what only one side has, of the additions of both."""
    return _only(a, b), _only(b, a)


def _only(side: Named, other: Named) -> tuple[str, ...]:
    return tuple(line for name, line in side.items() if line and name not in other)


def _house_rules(game: str, overlays: tuple[str, ...]) -> dict[str, str]:
    """The lines for house rules by name, in the order in which they apply: first those that the game itself consists of, then those
    on top of it. The game has been opened, so no house rule extends itself."""
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
    """The title and `about` of a house rule or variant; empty if it has neither."""
    said = (tree.text("title") or tree.text("label") or name, tree.text("about"))
    return " ".join(": ".join(filter(None, said)).split()) if said[0] != name or said[1] else ""


def _read(game: str, asking: Source | None = None) -> Mapping | None:
    """The tree of a file, before any house rule is applied; None if there is no such file."""
    source = library.find(game, asking)
    return None if source is None else from_yaml.read(source, Problems())
