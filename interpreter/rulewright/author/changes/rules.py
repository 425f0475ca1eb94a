"""The differences between the rules of two books: what was added, removed, changed, moved and renamed, and what that can affect.

    list(rules_changed(open_book("race"), open_book("race", overlays=["quick-race"])))      [Change("changed", "ends.won", ...), ...]

Nothing is played for it: `author.diff` runs the examples.

An entry counts as renamed only if that is certain: its content is the same, there is one such pair only, and the rest of the
rulebook uses the new name wherever the old one was used, and nowhere else.

Words that stay the same while the rule they describe changes may be wrong now, and the change says so:

    define.final_total.sum_of.chips_left  (new)     ->     what counts at the end; chips left over count nothing

These are the words nearest to the change: those of a line, a case or a condition, or, if it has none or is new itself, those of
its entry.  Words that were changed too, or that a house rule repeats, are taken to be right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.author.changes.comparison import Found, compare
from rulewright.author.changes.lines import effects_of, lines_of
from rulewright.author.changes.model import Change, Mark
from rulewright.author.changes.parts import Branch, Leaf, Listing, Part, Path, parts_of
from rulewright.author.changes.reach import Reach, Web, reach, together, web_of
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book


def rules_changed(a: Book, b: Book) -> Iterator[Change]:
    """The changes between the files of two books, whatever options are set; no examples are run."""
    old, new = parts_of(a.rulebook, a.tree), parts_of(b.rulebook, b.tree)
    webs = web_of(a.rulebook, a.program), web_of(b.rulebook, b.program)
    renamed, renames = without_renames(old, new)
    for rename in renames:
        before, after = (*rename.section, rename.old), (*rename.section, rename.new)
        places = [part.span for part in (_at(old, before), _at(new, after)) if part is not None]
        names = Mark("-", rename.old, places[0]), Mark("+", rename.new, places[1])
        yield Change("renamed", ".".join(after), False, names, was=".".join(before))
    found = compare(renamed, new)
    if _speaks_of_itself(a) != _speaks_of_itself(b):
        found = (each for each in found if each.path != ("about",))
    for rows_of in _by_table(found):
        changes = [
            replace(_change(each, renames, webs), stay=words_that_stay(each, renamed, new))
            for each in rows_of
        ]
        yield changes[0] if len(changes) == 1 else _of_rows(changes, webs)


def _speaks_of_itself(book: Book) -> bool:
    """Whether the `about` of a book is that of a house rule, which describes the change and not the game."""
    about = book.tree.entry("about")
    of_a_house_rule = about is not None and about.key.span.file != book.tree.span.file
    return of_a_house_rule and len(book.resolved.names) > 1


def _by_table(found: Iterable[Found]) -> Iterator[list[Found]]:
    """Differences one by one, except that those in the rows of one table are together."""
    for _, several in groupby(found, lambda each: each.path[:-1] if each.path[-2:-1] == ("rows",) else each):
        yield list(several)


def _of_rows(changes: list[Change], webs: tuple[Web, Web]) -> Change:
    """Several rows of a table as one change."""
    lines = [
        replace(mark, text=f"{change.path.split('.rows.', 1)[1]}: {mark.text}")
        for change in changes
        for mark in change.lines
    ]
    path = changes[0].path.split(".rows.", 1)[0]
    reached = changes[0].reach
    for change in changes[1:]:
        reached = together(reached, change.reach, webs)
    return Change("changed", f"{path}.rows", False, tuple(lines), reached, stay=changes[0].stay)


def _earlier(path: Path, renames: list[Rename]) -> Path:
    """A path as it was before names were changed."""
    for each in renames:
        if path[: len(each.section) + 1] == (*each.section, each.new):
            return (*each.section, each.old, *path[len(each.section) + 1 :])
    return path


def _change(found: Found, renames: list[Rename], webs: tuple[Web, Web]) -> Change:
    """The change that reports a difference."""
    path = ".".join(_shortened(found.path))
    if found.kind == "moved":
        assert found.old is not None  # what was moved is there on both sides
        assert found.new is not None
        before, after = (f"after {name}" if name else "first" for name in found.behind)
        places = Mark("-", before, found.old.span), Mark("+", after, found.new.span)
        return Change("moved", path, False, places, behind=found.behind)
    lines = lines_of(found.old, found.new, found.path[-1])
    if found.words:
        return Change(found.kind, path, True, lines)
    gone, come = effects_of(found.old, found.new)
    one = Reach() if found.old is None else reach(webs[0], _earlier(found.path, renames), found.old, gone)
    other = Reach() if found.new is None else reach(webs[1], found.path, found.new, come)
    return Change(found.kind, path, False, lines, together(one, other, webs))


def _shortened(path: Path) -> Path:
    """A path as a house rule writes it, without a final `is` or `holds`."""
    return path[:-1] if len(path) > 2 and path[-1] in ("is", "holds") else path


def _at(tree: Branch, path: Path) -> Part | None:
    part: Part | None = tree
    for key in path:
        part = part.parts.get(key) if isinstance(part, Branch) else None
    return part


MOST_CANDIDATES = 20
"""The most pairs that are tried in a section: two unrelated games would have far too many."""
_SAY_LITTLE = frozenset({"options", "enums", "pieces", "zones", "variables"})
"""Sections where two unrelated entries may well have the same content."""
_NAMING = ("rows", "cases", "prefer")
"""Mappings whose keys are names that are declared elsewhere."""
_WORD = re.compile(r"[^\W\d]\w*")
_PLACEHOLDER = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class Rename:
    """A renamed entry: its section, and both names."""

    section: Path
    old: str
    new: str


def without_renames(old: Branch, new: Branch) -> tuple[Branch, list[Rename]]:
    """The old side with renamed entries under their new names, and the renames that are certain."""
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
    """Pairs of a removed and an added entry of one section that have the same content, and have it with no other entry."""
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
    """Whether the old name is not used any more, and, in sections of similar entries, was used before."""
    used = rename.section[0] not in _SAY_LITTLE or _uses(old, rename.old) > 0
    return used and not _uses(new, rename.old)


def _alike(one: Found, other: Found) -> bool:
    """Whether two entries have the same content, except for their own name and for words."""
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
    """Whether a remaining difference contradicts a rename: one side uses the new name more often."""
    if found.path[: len(rename.section) + 1] == (*rename.section, rename.new):
        return found.kind in ("added", "removed")
    sides = [0 if part is None else _uses(part, rename.new) for part in (found.old, found.new)]
    return sides[0] != sides[1]


def _uses(part: Part, name: str, behind: str = "") -> int:
    """How often the rules of a part use a name, including keys of mappings in `_NAMING`; `behind` is the part's own key."""
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
    """A tree with the renames carried out."""
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
    """A part with names replaced. Keys stay, except in mappings of `_NAMING`; `behind` is the part's own key."""
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


_RULES = frozenset({"define", "tables", "positions", "steps", "end", "invariants"})
"""Sections whose entries are rules, as actions and automatic rules are. The `about` of an option, a kind of pieces or a zone says what
it is for, and a change of a number does not make that wrong."""
_WORDS = ("sheet", "says", "about")
_OF_AN_ACTION = ("sheet", "about")
_OF_TURNS = ("sheet",)
_EXPLAINED = ("define", "tables")
"""Sections of entries that the rule sheet explains: with `sheet: false` it leaves out an explanation, and no rule."""
"""The `says` of an action is the text of its moves, and does not describe the rule."""


def words_that_stay(found: Found, old: Branch, new: Branch) -> Mark | None:
    """The words of a rule that was changed, if they were not; else None."""
    if found.words or found.kind == "moved":
        return None
    for length in range(len(found.path), _entry(found.path) - 1, -1):
        before, after = _at(old, found.path[:length]), _at(new, found.path[:length])
        if not isinstance(before, Branch) or not isinstance(after, Branch):
            continue
        is_action = length == 4 and found.path[:4:2] == ("phases", "actions")
        for words in _OF_TURNS if found.path[:1] == ("turns",) else _OF_AN_ACTION if is_action else _WORDS:
            one, other = before.parts.get(words), after.parts.get(words)
            if isinstance(other, Leaf) and not (other.text == "" and found.path[0] in _EXPLAINED):
                stay = one == other and not _said_again(one, other, new)
                return Mark(" ", other.text or "sheet: false", other.span) if stay else None
    return None


def _said_again(before: Part | None, after: Leaf, new: Branch) -> bool:
    """Whether a house rule of the new side repeats the same words."""
    by_a_house_rule = after.span.file != new.span.file
    return by_a_house_rule and isinstance(before, Leaf) and before.span != after.span


def _entry(path: Path) -> int:
    """The length of the part of a path that leads to the rule; more than the path's length if it is in none."""
    match path:
        case ("phases", _, "actions" | "as_soon_as", _, *_):
            return 4
        case ("phases", _, "do", *_):
            return 2
        case ("turns", _, *_):
            return 1
        case (section, _, *_) if section in _RULES:
            return 2
        case _:
            return len(path) + 1
