"""A setting as a house rule: the changes that it makes, and their text as a file.

changes({"options.target": 40, "tables.hi.rows.30": 9})
change: {options: {target: 40}, tables: {hi: {rows: {30: 9}}}}
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulewright.language.literals import literal
from rulewright.play.tuning.knobs import Value

_DOT = re.compile(r"(?<!\.)\.(?!\.)")
_PLAIN = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.\-]*|-?[0-9]+|\.\.[0-9]+")
Tree = dict[str, "Tree | str"]


def parts_of(path: str) -> list[str]:
    """The keys of a path; the dots of a range such as `27..28` divide nothing."""
    return _DOT.split(path)


def changes(values: Mapping[str, Value]) -> Tree:
    """The values at their paths as a tree."""
    tree: Tree = {}
    for path, value in values.items():
        *above, last = parts_of(path)
        here = tree
        for part in above:
            below = here.setdefault(part, {})
            assert isinstance(below, dict), "a path does not lead through a value"
            here = below
        here[last] = literal(value)
    return tree


def overlay_text(
    name: str,
    extends: str,
    values: Mapping[str, Value],
    about: Sequence[str] = (),
    comments: Sequence[str] = (),
) -> str:
    """The text of an overlay that gives these values to their paths; `about` is its description, in lines, and `comments` come first."""
    lines = [f"# {line}".rstrip() for line in comments]
    lines += ["rulebook: 1", f"name: {name}", f"extends: {extends}"]
    lines += ["about: >-", *(f"  {line}" for line in about)] if about else []
    return "\n".join([*lines, "change:", *_lines(changes(values), 1)]) + "\n"


def _lines(tree: Tree, depth: int) -> list[str]:
    found: list[str] = []
    for key, value in tree.items():
        start = f"{'  ' * depth}{_key(key)}:"
        if isinstance(value, str):
            found.append(f"{start} {value}")
        else:
            found += [start, *_lines(value, depth + 1)]
    return found


def _key(key: str) -> str:
    return key if _PLAIN.fullmatch(key) else "'" + key.replace("'", "''") + "'"
