"""Which names fit a place: what a rulebook can use at all, and what comes first under a key.

{move: |      ->      zones, kinds of pieces and bound names before everything else; no `ray` where there is no board
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from rulewright.checked.context import Context
from rulewright.checked.scope import Scope
from rulewright.editor.completing.keys import VERBS
from rulewright.editor.completing.offer import Offer
from rulewright.editor.wording import entry_called
from rulewright.language.builtins import FUNCTION
from rulewright.language.effects import Takes
from rulewright.language.types import Boolean, Integer, Player, Team
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import replace

_ON_BOARDS = {"space", "space or none", "other space", "direction"}
_LATER = 6
"""What is added to the rank of an offer that does not fit."""


def is_of_use(c: Context, name: str, scope: Scope) -> bool:
    """Whether the rulebook has what a word of the language is about: a board, teams, steps, noted positions."""
    book, function = c.book, FUNCTION.get(name)
    if entry_called(book, name) is not None:
        return True
    if name in ("team", "teams"):
        return book.team_count is not None
    if name == "through":
        return bool(book.boards)
    if name == "game":
        return scope.example
    if function is None:
        return True
    if function.gives == "side":
        return any(facts.sides is not None for facts in c.kinds.values())
    if _ON_BOARDS & {*function.takes}:
        return bool(book.boards)
    if "position" in function.takes:
        return bool(book.positions)
    return "a step" not in function.takes or bool(book.steps)


def taken(keys: Collection[str], key: str) -> Takes | None:
    """What the key of an effect takes, given all keys of the effect; None if that is no effect."""
    verb = next((VERBS[each] for each in keys if each in VERBS), None)
    return next((part.takes for part in verb.parts if part.name == key), None) if verb is not None else None


def first_of(c: Context, offers: Iterable[Offer], takes: Takes) -> Iterator[Offer]:
    """The offers, and first those that an effect's key takes."""
    fits = _fitting(c, takes)
    return (each if fits is None or fits(each) else replace(each, rank=each.rank + _LATER) for each in offers)


def first_counted(c: Context, offers: Iterable[Offer]) -> Iterator[Offer]:
    """The offers, and first those of which the highest or lowest can win."""
    return (each if _is_counted(c, each.label) else replace(each, rank=each.rank + _LATER) for each in offers)


def _fitting(c: Context, takes: Takes) -> Callable[[Offer], bool] | None:
    book = c.book
    match takes:
        case "moved" | "pieces":
            names = {*book.zones, *book.kinds}
        case "zone" | "source" | "destination":
            names = {*book.zones, *book.boards}
        case "written":
            names = {*book.variables}
        case _:
            return None
    owned = {"me"} if takes == "written" or any(zone.owner for zone in c.zones.values()) else set()
    return lambda each: each.sort == "local" or each.label in names or each.label in owned


def _is_counted(c: Context, name: str) -> bool:
    """Whether each player or team has a number of this name."""
    entry = entry_called(c.book, name)
    match entry:
        case rules.Variable() if name in c.variables:
            axes = [axis.type for axis in c.variables[name].axes]
            type_ = c.variables[name].type
        case rules.Definition() if name in c.definitions:
            axes = [each for _, each in c.definitions[name].parameters]
            found = c.definitions[name].info.type
            if not isinstance(found, Integer | Boolean):
                return False
            type_ = found
        case _:
            return name == "round"
    return isinstance(type_, Integer | Boolean) and len(axes) == 1 and isinstance(axes[0], Player | Team)
