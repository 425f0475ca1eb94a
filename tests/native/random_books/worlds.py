"""What random rulebooks are about: declarations of pieces, zones, boards, variables, and what can be said and done with them.

Each part adds its declarations to the tree, and to the grammar the phrases that ask about it and the effects that change it:
`grounds` what every rulebook has, `zone_parts` and `board_parts` what comes or not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from tests.native.random_books.book_text import Tree
from tests.native.random_books.phrases import Grammar


@dataclass(frozen=True, slots=True)
class Doing:
    """An effect with holes. `me`: only where somebody acts."""

    effect: Tree
    me: bool = False
    weight: int = 2


@dataclass(slots=True)
class World:
    """The declarations so far, and what goes with them."""

    luck: Random
    players: int
    routes: bool
    """Whether a track may have a route; then not every direction has one back."""
    tree: dict[str, Tree]
    grammar: Grammar = field(default_factory=Grammar)
    doings: list[Doing] = field(default_factory=list)
    settable: list[tuple[str, str, bool]] = field(default_factory=list)
    """(text, type, needs me) of what `set` may set; numbers with their range behind the type: `number 0 9`."""
    choices: list[tuple[str, str, bool]] = field(default_factory=list)
    """(domain, type of the name, needs me) for `choose` and for parameters."""
    shapes: list[str] = field(default_factory=list)
    """Types that parameters and variables may have."""

    def declare(self, section: str, **entries: Tree) -> None:
        inside = self.tree.setdefault(section, {})
        assert isinstance(inside, dict)
        inside.update(entries)

    def does(self, *effects: Tree, me: bool = False, weight: int = 2) -> None:
        self.doings.extend(Doing(effect, me, weight) for effect in effects)

    def number(self, low: int, high: int) -> int:
        return self.luck.randint(low, high)

    def maybe(self, chance: float = 0.5) -> bool:
        return self.luck.random() < chance


DOMAIN_OF = {"number": "1..4", "bool": "bool", "player": "players", "team": "teams"}
"""How the type of a parameter or variable is written, for types of the language; other types say so themselves."""


def written_type(w: World, type: str) -> str:
    """A type as the rulebook writes it."""
    if type.endswith("?"):
        return f"{written_type(w, type[:-1])} or none"
    if type == "number":
        low = w.number(-2, 1)
        return f"{low}..{low + w.number(1, 12)}"
    head, _, name = type.partition(".")
    match head:
        case "piece":
            return name
        case "space":
            return f"{name}.spaces"
        case "way":
            return f"{name}.directions"
        case _:
            return DOMAIN_OF.get(type, type)
