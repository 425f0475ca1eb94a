"""What is different between two games: rules, words, options and what they reach, and what the examples say to it.

    found = diff(open_book("race"), open_book("race", overlays=["quick-race"]))
    found.rules, found.words, found.examples.different, found.to_json()

Two rulebooks are held against each other by meaning: the layout of their files, comments, the order of declarations and the
spelling of expressions make no difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rulewright.author.changes.comparison import Found, Kind, compare
from rulewright.author.changes.examples import compare_examples, shape
from rulewright.author.changes.lines import effects_of, lines_of
from rulewright.author.changes.model import Change, Diff, Mark, Side, Sign
from rulewright.author.changes.parts import Branch, Part, Path, parts_of
from rulewright.author.changes.reach import Reach, Web, reach, together, web_of
from rulewright.author.changes.renames import Rename, without_renames
from rulewright.author.changes.stale_words import words_that_stay
from rulewright.language.literals import literal
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.document import nodes as document
    from rulewright.pipeline import Book


def diff(book_a: Book, book_b: Book, players: int | None = None, examples: bool = True) -> Diff:
    """Everything that is different in `book_b`, seen from `book_a`.

    `players`: how many play in examples that do not say it (None: the fewest of each game). Without `examples` none is
    run.
    """
    for book in (book_a, book_b):
        _refuse_no_book(book)
    one, other = _side(book_a), _side(book_b)
    changes = (*rules_changed(book_a, book_b), *_settings(book_a, book_b), *_variants(book_a, book_b))
    return Diff(one, other, changes, compare_examples(book_a, book_b, players, examples))


def _refuse_no_book(book: object) -> None:
    """A game has forgotten what its rulebook says, so it cannot be held against another."""
    from rulewright.pipeline import Book

    if not isinstance(book, Book):
        kind = type(book).__name__
        raise TypeError(
            f"diff holds books against each other, and this is a {kind}: rulewright.pipeline.open_book opens one, and "
            "takes what rulewright.load takes"
        )


def _side(book: Book) -> Side:
    game = book.game
    return Side(
        game.name,
        book.rulebook.title,
        book.rulebook.span.file,
        game.num_players,
        book.resolved.variant,
        game.options,
        tuple(book.checked.settings),
    )


# ------------------------------------------------------------------------------------------------------- rules


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


# ---------------------------------------------------------------------------------------- options and variants


def _settings(a: Book, b: Book) -> Iterator[Change]:
    """Options that one side sets, and that are something else on the other."""
    old, new = a.game.options, b.game.options
    given = a.checked.settings, b.checked.settings
    webs = web_of(a.rulebook, a.program), web_of(b.rulebook, b.program)
    for name in (name for name in old if name in given[0] or name in given[1]):
        if name in new and old[name] != new[name]:
            lines = _set("-", a, name), _set("+", b, name)
            path, part = ("options", name), Branch({}, lines[0].span or a.rulebook.span)
            reached = together(reach(webs[0], path, part, ()), reach(webs[1], path, part, ()), webs)
            yield Change("set", f"options.{name}", False, lines, reached)


def _set(sign: Sign, book: Book, name: str) -> Mark:
    """The value that an option has, and the place that says so, if one does."""
    value = book.game.options[name]
    given = name in book.checked.settings
    return Mark(sign, literal(value), None if given else book.rulebook.options[name].value.span)


def _variants(a: Book, b: Book) -> Iterator[Change]:
    """What the variants that both have change otherwise; not what is different without them too."""
    if a.rulebook.variant or b.rulebook.variant:
        return
    old, new = a.tree.section("variants"), b.tree.section("variants")
    known = {_told(change) for change in rules_changed(a, b)}
    for entry in old:
        name, after = entry.key.text, new.get(entry.key.text)
        if after is None:
            yield _whole_variant("removed", entry, "-")
        elif shape(entry.value) != shape(after):
            yield from _in_variant(a, b, name, known)
    for entry in new:
        if old.get(entry.key.text) is None:
            yield _whole_variant("added", entry, "+")


def _in_variant(a: Book, b: Book, name: str, known: set[object]) -> Iterator[Change]:
    try:
        books = a.at(None, name, {}), b.at(None, name, {})
    except RulebookError as error:
        said = error.problems[0]
        line = Mark("+", f"cannot be played: {said.message}", said.span)
        yield Change("changed", f"variants.{name}", False, (line,))
        return
    for change in rules_changed(*books):
        if _told(change) not in known:
            yield replace(change, variant=name)


def _whole_variant(kind: Kind, entry: document.Entry, sign: Sign) -> Change:
    name = entry.key.text
    part = Branch({}, entry.key.span, node=entry.value)
    old, new = (part, None) if sign == "-" else (None, part)
    return Change(kind, f"variants.{name}", False, lines_of(old, new, name))


def _told(change: Change) -> object:
    return change.kind, change.path, tuple((mark.sign, mark.text) for mark in change.lines)
