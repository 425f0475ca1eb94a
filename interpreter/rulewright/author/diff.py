"""The differences between two games: rules, words, options, what these can affect, and examples that come out differently.

    found = diff(open_book("race"), open_book("race", overlays=["quick-race"]))
    found.rules, found.words, found.examples.different, found.to_json()

Two rulebooks are compared by meaning: the layout of their files, comments, the order of declarations and the
spelling of expressions make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.author.changes.comparison import Kind
from rulewright.author.changes.examples import compare_examples, shape
from rulewright.author.changes.lines import lines_of
from rulewright.author.changes.model import Change, Diff, Mark, Side, Sign
from rulewright.author.changes.parts import Branch
from rulewright.author.changes.reach import reach, together, web_of
from rulewright.author.changes.rules import rules_changed
from rulewright.language.literals import literal
from rulewright.pipeline import Book
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.document import nodes as document


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
    """Raise TypeError unless this is a `Book`; a `Game` does not keep its rulebook and cannot be compared."""
    if not isinstance(book, Book):
        kind = type(book).__name__
        raise TypeError(
            f"diff compares books, but this is a {kind}: rulewright.pipeline.open_book opens one, and "
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


# ---------------------------------------------------------------------------------------- options and variants


def _settings(a: Book, b: Book) -> Iterator[Change]:
    """Changes of options that one side sets and whose values differ."""
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
    """The line for the value of an option, with the place of its default, unless the value was set."""
    value = book.game.options[name]
    given = name in book.checked.settings
    return Mark(sign, literal(value), None if given else book.rulebook.options[name].value.span)


def _variants(a: Book, b: Book) -> Iterator[Change]:
    """Changes of variants: those that one side lacks, and differences in those that both have, unless the plain games differ there too."""
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
