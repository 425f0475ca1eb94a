"""The rules of two books held against each other: what was added, taken away, changed, moved and renamed, and what it reaches.

    list(rules_changed(open_book("race"), open_book("race", overlays=["quick-race"])))      [Change("changed", "ends.won", ...), ...]

Nothing is played for it: what the examples say to a change is for `author.diff`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.author.changes.comparison import Found, compare
from rulewright.author.changes.lines import effects_of, lines_of
from rulewright.author.changes.model import Change, Mark
from rulewright.author.changes.parts import Branch, Part, Path, parts_of
from rulewright.author.changes.reach import Reach, Web, reach, together, web_of
from rulewright.author.changes.renames import Rename, without_renames
from rulewright.author.changes.stale_words import words_that_stay

if TYPE_CHECKING:
    from rulewright.pipeline import Book


def rules_changed(a: Book, b: Book) -> Iterator[Change]:
    """What the files of two books say otherwise, whatever options are set and whatever the examples say to it."""
    old, new = parts_of(a.rulebook, a.tree), parts_of(b.rulebook, b.tree)
    webs = web_of(a.rulebook, a.program), web_of(b.rulebook, b.program)
    renamed, renames = without_renames(old, new)
    for rename in renames:
        before, after = (*rename.section, rename.old), (*rename.section, rename.new)
        names = Mark("-", rename.old, _at(old, before).span), Mark("+", rename.new, _at(new, after).span)
        yield Change("renamed", ".".join(after), False, names, was=".".join(before))
    found = compare(renamed, new)
    if _speaks_of_itself(a) != _speaks_of_itself(b):
        found = (each for each in found if each.path != ("about",))
    for rows_of in _by_table(found):
        changes = [
            replace(
                _change(each, _earlier(each.path, renames), webs), stay=words_that_stay(each, renamed, new)
            )
            for each in rows_of
        ]
        yield changes[0] if len(changes) == 1 else _of_rows(changes, webs)


def _speaks_of_itself(book: Book) -> bool:
    """Whether `about` is that of a house rule, which tells what this one changes and not what the game is about."""
    about = book.tree.entry("about")
    of_a_house_rule = about is not None and about.key.span.file != book.tree.span.file
    return of_a_house_rule and len(book.resolved.names) > 1


def _by_table(found: Iterable[Found]) -> Iterator[list[Found]]:
    """Differences one by one, but for the rows of a table."""
    for table, several in groupby(
        found, lambda each: each.path[:-1] if each.path[-2:-1] == ("rows",) else None
    ):
        if table is None:
            yield from ([each] for each in several)
        else:
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


def _change(found: Found, earlier: Path, webs: tuple[Web, Web]) -> Change:
    """A difference as people are told of it; `earlier` is its path on the old side."""
    path = ".".join(_shortened(found.path))
    if found.kind == "moved":
        assert found.old is not None  # what was moved is there on both sides
        assert found.new is not None
        before, after = _behind(found.behind[0]), _behind(found.behind[1])
        places = Mark("-", before, found.old.span), Mark("+", after, found.new.span)
        return Change("moved", path, False, places, behind=found.behind)
    lines = lines_of(found.old, found.new, found.path[-1])
    if found.words:
        return Change(found.kind, path, True, lines)
    gone, come = effects_of(found.old, found.new)
    one = Reach() if found.old is None else reach(webs[0], earlier, found.old, gone)
    other = Reach() if found.new is None else reach(webs[1], found.path, found.new, come)
    return Change(found.kind, path, False, lines, together(one, other, webs))


def _shortened(path: Path) -> Path:
    """A path as a house rule writes it, which need not say `is` and `holds`."""
    return path[:-1] if len(path) > 2 and path[-1] in ("is", "holds") else path


def _behind(name: str) -> str:
    return f"after {name}" if name else "first"


def _at(tree: Branch, path: Path) -> Part:
    part: Part = tree
    for key in path:
        assert isinstance(part, Branch)  # somebody found a part here
        part = part.parts[key]
    return part
