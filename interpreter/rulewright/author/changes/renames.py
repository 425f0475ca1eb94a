"""Names that were changed and nothing else: told as such if it is certain.

    variables.pot -> variables.points_of_the_turn        and every rule says the new name where it said the old one

It is certain if what the name stands for is the same, there is one such pair only, and the rest of the rulebook uses the
new name wherever the old one was used, and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from rulewright.author.changes.comparison import Found, compare
from rulewright.author.changes.parts import Branch, Leaf, Listing, Part, Path

MOST_CANDIDATES = 20
"""Between two games that have nothing to do with each other there is no point in looking for more."""
_SAY_LITTLE = frozenset({"options", "enums", "pieces", "zones", "variables"})
"""Sections where two entries may well say the same and have nothing to do with each other."""
_NAMING = ("rows", "cases", "prefer")
"""Keys behind which keys are names that are declared elsewhere."""
_WORD = re.compile(r"[^\W\d]\w*")
_PLACEHOLDER = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Rename:
    """An entry under another name: its section, and both names."""

    section: Path
    old: str
    new: str


def without_renames(old: Branch, new: Branch) -> tuple[Branch, list[Rename]]:
    """The old side under the names of the new one, as far as it is certain, and which names those are."""
    candidates = _candidates(old, new)
    while candidates:
        renamed = _renamed(old, candidates)
        wrong = {rename for found in compare(renamed, new) for rename in candidates if _spoils(found, rename)}
        kept = [rename for rename in candidates if rename not in wrong and _follows(rename, old, new)]
        if kept == candidates:
            return renamed, candidates
        candidates = kept
    return old, []


def _candidates(old: Branch, new: Branch) -> list[Rename]:
    """Pairs of a removed and an added entry of one section that say the same, where there is no other such pair."""
    removed: dict[Path, list[Found]] = {}
    added: dict[Path, list[Found]] = {}
    for found in compare(old, new):
        part = found.old if found.kind == "removed" else found.new
        named = isinstance(part, Branch) and len(found.path) > 1 and found.path[-2] not in _NAMING
        if found.kind in ("removed", "added") and named:
            into = removed if found.kind == "removed" else added
            into.setdefault(found.path[:-1], []).append(found)
    pairs: list[Rename] = []
    for section, gone in removed.items():
        come = added.get(section, [])
        for one in gone[:MOST_CANDIDATES]:
            like = [other for other in come[:MOST_CANDIDATES] if _alike(one, other)]
            if len(like) == 1 and sum(_alike(each, like[0]) for each in gone) == 1:
                pairs.append(Rename(section, one.path[-1], like[0].path[-1]))
    return pairs


def _follows(rename: Rename, old: Branch, new: Branch) -> bool:
    """Whether the old name is not used any more, and was used, where many entries say the same."""
    used = rename.section[0] not in _SAY_LITTLE or _uses(old, rename.old) > 0
    return used and not _uses(new, rename.old)


def _alike(one: Found, other: Found) -> bool:
    """Whether an entry says what another says, but for its own name and for words."""
    if one.old is None or other.new is None:
        return False
    mine = _said(one.old, {one.path[-1]: other.path[-1]})
    return _rules_of(mine) == _rules_of(other.new)


def _rules_of(part: Part) -> object:
    """A part without its words."""
    if isinstance(part, Branch):
        inside = {key: _rules_of(below) for key, below in part.parts.items()}
        return part.form, {key: below for key, below in inside.items() if below is not None}
    return None if isinstance(part, Leaf) and part.words else part


def _spoils(found: Found, rename: Rename) -> bool:
    """Whether a difference that is left speaks against a rename: one side says the new name more often."""
    if found.path[: len(rename.section) + 1] == (*rename.section, rename.new):
        return found.kind in ("added", "removed")
    sides = [0 if part is None else _uses(part, rename.new) for part in (found.old, found.new)]
    return sides[0] != sides[1]


def _uses(part: Part, name: str, behind: str = "") -> int:
    """How often the rules of a part use a name, also as a key that names something declared elsewhere."""
    match part:
        case Leaf():
            return 0 if part.words else _WORD.findall(part.text).count(name)
        case Listing(lines=lines):
            return sum(_WORD.findall(line.text).count(name) for line in lines)
        case Branch(parts=parts):
            keys = list(parts).count(name) if _names_others(part, behind) else 0
            return keys + sum(_uses(below, name, key) for key, below in parts.items())


def _names_others(part: Branch, behind: str) -> bool:
    """Whether the keys of a part are names that are declared elsewhere."""
    return behind in _NAMING and not part.ordered


def _renamed(tree: Branch, renames: list[Rename]) -> Branch:
    """A tree under other names."""
    said = _said(tree, {rename.old: rename.new for rename in renames})
    assert isinstance(said, Branch)
    for rename in renames:
        said = _with_key(said, (*rename.section, rename.old), rename.new)
    return said


def _with_key(tree: Branch, path: Path, name: str) -> Branch:
    key, *rest = path
    if not rest:
        return replace(tree, parts={name if k == key else k: part for k, part in tree.parts.items()})
    below = tree.parts[key]
    assert isinstance(below, Branch)
    return replace(tree, parts={**tree.parts, key: _with_key(below, tuple(rest), name)})


def _said(part: Part, names: Mapping[str, str], behind: str = "") -> Part:
    """A part that says other names; keys stay, but for those that name something else. `behind`: its own key."""
    match part:
        case Leaf(words=True):
            return replace(part, text=_PLACEHOLDER.sub(lambda found: _put(found[0], names), part.text))
        case Leaf():
            return replace(part, text=_put(part.text, names))
        case Listing(lines=lines):
            return replace(part, lines=tuple(replace(line, text=_put(line.text, names)) for line in lines))
        case Branch(parts=parts):
            others = _names_others(part, behind)
            said = {key: _said(below, names, key) for key, below in parts.items()}
            return replace(part, parts={_put(key, names) if others else key: p for key, p in said.items()})


def _put(text: str, names: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: names.get(found[0], found[0]), text)
