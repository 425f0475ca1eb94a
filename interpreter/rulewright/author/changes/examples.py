"""The examples of one game, run by the rules of another: those that fail there show what was changed.

    for change in compare_examples(book_a, book_b, None).different: change.id, change.problems

An example that fails on its own side too shows nothing; it is only counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulewright.author.changes.model import ExampleChange, Examples
from rulewright.author.examples.examples import (
    ExampleResult,
    OptionValue,
    cannot_be_run,
    options_of,
    run_example,
)
from rulewright.document import nodes as document
from rulewright.problems.problem import RulebookError
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from rulewright.pipeline import Book

Given = Mapping[str, OptionValue]


def compare_examples(a: Book, b: Book, players: int | None, asked: bool = True) -> Examples:
    """The examples of both, and, if they are to be run (`asked`), those of `a` that fail by the rules of `b`.

    `players`: the number of players for examples that do not give one (None: the fewest that can play).
    """
    before, after = a.tree.section("examples"), b.tree.section("examples")
    told = {entry.key.text: shape(entry.value) for entry in before}
    told_after = {entry.key.text: shape(entry.value) for entry in after}
    changed = tuple(name for name, was in told.items() if told_after.get(name, was) != was)
    in_common = not _actions(a).isdisjoint(_actions(b))
    ask = asked and in_common
    ran, different, broken = _different(a, b, players, frozenset(changed)) if ask else (0, (), 0)
    added = tuple(name for name in told_after if name not in told)
    removed = tuple(name for name in told if name not in told_after)
    return Examples(ran, different, asked and not in_common, added, removed, changed, broken)


def _different(
    a: Book, b: Book, players: int | None, changed: frozenset[str]
) -> tuple[int, tuple[ExampleChange, ...], int]:
    """The number of examples that hold in `a`, those of them that fail in `b`, and the number that hold in neither."""
    here, there = _Tables(a, players), _Tables(b, players)
    found: list[ExampleChange] = []
    broken = 0
    for example in a.rulebook.examples.values():
        result = there.run(example)
        if result.passed:
            continue
        if not here.run(example).passed:
            broken += 1
            continue
        anew = b.rulebook.examples[example.id].span if example.id in changed else None
        found.append(ExampleChange(example.id, example.span, result.understood, result.problems, anew))
    return len(a.rulebook.examples) - broken, tuple(found), broken


class _Tables:
    """The tables of a game at which examples are played, each opened once."""

    def __init__(self, book: Book, players: int | None) -> None:
        self.book = book
        self.players = players
        self.opened: dict[object, Book | RulebookError] = {}

    def run(self, example: rules.Example) -> ExampleResult:
        """The result of an example by the rules of this game."""
        try:
            return run_example(self._table(example), example)
        except RulebookError as error:
            return cannot_be_run(example, error)

    def _table(self, example: rules.Example) -> Book:
        variant = example.variant or self.book.resolved.variant
        options = {**self._given(variant), **options_of(example)}
        players = example.players or self.players
        key = (players, variant, tuple(sorted(options.items())))
        if key not in self.opened:
            try:
                self.opened[key] = self.book.at(players, variant, options)
            except RulebookError as error:
                self.opened[key] = error
        table = self.opened[key]
        if isinstance(table, RulebookError):
            raise table
        return table

    def _given(self, variant: str | None) -> Given:
        """The options that were set, without those that the variant fixes or lacks."""
        given = {name: self.book.game.options[name] for name in self.book.checked.settings}
        if not given or variant == self.book.resolved.variant:
            return given
        if (None, variant) not in self.opened:
            self.opened[None, variant] = self.book.at(None, variant, {})
        plain = self.opened[None, variant]
        assert not isinstance(plain, RulebookError)  # which was raised
        known = plain.rulebook.options
        return {name: value for name, value in given.items() if name in known and not known[name].fixed}


def _actions(book: Book) -> set[str]:
    return {action.id for action in book.rulebook.actions}


def shape(node: document.Node) -> object:
    """The content of a part of a file, without its layout, as plain values that can be compared."""
    match node:
        case document.Scalar(text=text):
            return " ".join(text.split())
        case document.Sequence(items=items):
            return tuple(map(shape, items))
        case document.Mapping():
            return {entry.key.text: shape(entry.value) for entry in node}
