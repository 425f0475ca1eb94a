"""Trees of rulebooks as YAML text, a line for each entry, so that what is refused can be found and taken out.

    text, places = written(tree)          places[line]: the path of what stands on that line
    accepted = mended(tree)               what is left when everything that the checker refuses is taken out, again and again

What a generator draws need not be right in every entry: a refused condition or effect goes, and the rest stays.
"""

from __future__ import annotations

import copy
from typing import TypeAlias

import rulewright
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.problems.problem import RulebookError

Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | int | bool"
Path: TypeAlias = tuple[str | int, ...]

NAMED = frozenset(
    {"options", "variables", "tables", "define", "steps", "phases", "actions", "when", "let", "choose", "as_soon_as",
     "end", "invariants", "cases", "sum_of", "zones", "boards", "pieces", "enums", "strategies", "prefer"}
)  # fmt: skip
"""Keys behind which entries have names of their own: each may go without the others."""
OPTIONAL = frozenset(
    {
        "setup",
        "turns",
        "standing",
        "utility",
        "teams",
        "begin",
        "end",
        "round_end",
        "round_first",
        "first",
        "next",
        "phase",
        "else",
    }
)
"""Keys that need not be there."""
CHANCE = frozenset({"roll", "shuffle", "pick", "from"})
"""Keys of effects that ask for chance, or may: what is moved `from` a zone without order is drawn."""
ROUNDS = 12
"""How often is taken out what is refused."""


def written(tree: Tree) -> tuple[str, dict[int, Path]]:
    """The text, and by line (from 1) the path of what begins there."""
    lines: list[str] = []
    places: dict[int, Path] = {}
    _write(tree, (), 0, lines, places)
    return "\n".join(lines) + "\n", places


def _write(tree: Tree, path: Path, depth: int, lines: list[str], places: dict[int, Path]) -> None:
    entries = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in entries:
        here = (*path, key)
        head = "  " * depth + ("- " if isinstance(tree, list) else f"{key}: ")
        if isinstance(value, list) and all(isinstance(item, int) or _is_word(item) for item in value):
            lines.append(f"{head}[{', '.join(map(str, value))}]")
        elif isinstance(value, (dict, list)) and value:
            lines.append(head.rstrip())
            places[len(lines)] = here
            _write(value, here, depth + 1, lines, places)
            continue
        else:
            lines.append(head + _leaf(value))
        places[len(lines)] = here


def _is_word(item: Tree) -> bool:
    return isinstance(item, str) and item.replace("_", "").replace(".", "").isalnum()


def _leaf(value: Tree) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case dict():
            return "{}"
        case list():
            return "[]"
        case _:
            return str(value)


def load(tree: Tree) -> Game:
    """The game of a tree. Raises RulebookError."""
    return rulewright.load_text(written(tree)[0], engine="reference")


def without_chance(tree: Tree) -> Tree:
    """A tree that neither rolls, shuffles, draws nor picks; what is left may want to be mended."""
    match tree:
        case dict():
            return {
                key: "kept" if (key, value) == ("order", "shuffled") else without_chance(value)
                for key, value in tree.items()
            }
        case list():
            return [
                without_chance(item) for item in tree if not (isinstance(item, dict) and CHANCE & item.keys())
            ]
        case _:
            return tree


def mended(tree: Tree, rounds: int = ROUNDS) -> tuple[Game | None, Tree, int]:
    """The game when all that is refused is gone, its tree, and how often something had to go (0: nothing was refused).

    None if nothing playable is left."""
    tree = copy.deepcopy(tree)
    for number in range(rounds):
        text, places = written(tree)
        try:
            return rulewright.load_text(text, engine="reference"), tree, number
        except RulebookError as error:
            lines = {problem.line for problem in error.problems if problem.severity == "error"}
            gone = {_entry(tree, places[line]) for line in lines if line in places} - {()}
            if not gone:
                return None, tree, number
            for path in sorted(gone, key=_order, reverse=True):
                _remove(tree, path)
    return None, tree, rounds


def refusals(tree: Tree) -> list[str]:
    """What the checker says of a tree."""
    try:
        load(tree)
    except RulebookError as error:
        text = written(tree)[0].splitlines()
        return [f"{p.code}: {p.message}   [{text[p.line - 1].strip()}]" for p in error.problems]
    return []


def executor_of(tree: Tree) -> Reference:
    """The reference executor of a tree's game."""
    return Reference(load(tree).program)


def _order(path: Path) -> tuple[tuple[int, int | str], ...]:
    return tuple((0, part) if isinstance(part, int) else (1, part) for part in path)


def _entry(tree: Tree, path: Path) -> Path:
    """The smallest entry around a place that can go: an item of a list, a named entry, an optional key."""
    for end in range(len(path), 0, -1):
        key = path[end - 1]
        around = path[end - 2] if end > 1 else None
        if isinstance(key, int) or key in OPTIONAL or around in NAMED:
            if around == "choose" and end == len(path) and len(_at(tree, path[:-1])) == 1:  # type: ignore[arg-type]
                return path[: end - 1]
            return path[:end]
    return ()


def _at(tree: Tree, path: Path) -> Tree:
    for key in path:
        tree = tree[key]  # type: ignore[index]
    return tree


def _remove(tree: Tree, path: Path) -> None:
    try:
        inside = _at(tree, path[:-1])
        del inside[path[-1]]  # type: ignore[union-attr, arg-type]
    except (KeyError, IndexError):  # gone already, with what is around it
        return
    if not inside and len(path) > 2 and path[-2] in (NAMED | OPTIONAL) - {"phases", "end"}:
        _remove(tree, path[:-1])
