"""The section `With other numbers of players`: what a sheet for one table does not say of the others.

With 3 players     Dealing: 6 cards each.                                   a rule with other words
With 5 or 6 players     This does not apply: “You may pass once.”       a rule that is not there
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

from rulewright.author.english import sentence
from rulewright.author.report.tree import Block, Drawing, Grid, Item, Section
from rulewright.problems.quoting import series

if TYPE_CHECKING:
    from rulewright.pipeline import Book

Rules: TypeAlias = Callable[["Book"], Sequence[Section]]
"""Writes the sections of a book at its table that may differ between tables."""

Said: TypeAlias = dict[tuple[str, str, str], str]
"""What a sheet says: the text by heading, name of the entry, and part of it, which is the sentence itself for one without a name."""
AFTER, CHOSEN = "After a turn", "Agree on who"
"""What goes without saying for somebody who plays alone."""
_EACH = re.compile(r"; (?:each player has their own|kept for each player)\b")
_WHOSE = re.compile(r"\b(?:each player's|everybody's)\b")
_MOST_TABLES = 12


def other_tables(book: Book, rules: Rules) -> list[Block]:
    """What is different with other numbers of players, an item for each difference."""
    here = _said(rules(book), book.program.players)
    goes_on = {key: text for key, text in here.items() if key[0] != AFTER and not text.startswith(CHOSEN)}
    shared = {key: _WHOSE.sub("your", _EACH.sub("", text)) for key, text in goes_on.items()}
    others = [count for count in book.rulebook.players if count != book.program.players][:_MOST_TABLES]
    found: dict[str, list[int]] = {}
    for count in others:
        there = _said(rules(with_players(book, count)), count)
        for difference in _differences(here if count > 1 else shared, there):
            found.setdefault(difference, []).append(count)
    grouped: dict[tuple[int, ...], list[str]] = {}
    for difference, counts in found.items():
        grouped.setdefault(tuple(counts), []).append(difference)
    return [Item(in_words(counts), "", tuple(notes)) for counts, notes in grouped.items()]


def with_players(book: Book, count: int) -> Book:
    """The same rules with another number of players."""
    values = book.program.options
    return book.at(count, book.rulebook.variant, {name: values[name] for name in book.checked.settings})


def in_words(counts: Sequence[int]) -> str:
    """Numbers of players: `Alone`, `With 5 or 6 players`, `With 4 to 7 players`."""
    if tuple(counts) == (1,):
        return "Alone"
    if len(counts) > len("to") and counts[-1] - counts[0] == len(counts) - 1:
        return f"With {counts[0]} to {counts[-1]} players"
    return f"With {series(list(map(str, counts)), 'or')} players"


# ----------------------------------------------------------------------------------------------- private


def _differences(here: Said, there: Said) -> Iterator[str]:
    new = [key for key in there if there[key] != here.get(key)]
    for (_, name), keys in groupby(new, lambda key: key[:2]):
        texts = [there[key] for key in keys]
        yield from [sentence(f"{name}: {' '.join(texts)}")] if name else map(sentence, texts)
    changed = {key[:2] for key in new}
    for key, text in here.items():
        if key not in there and key[:2] not in changed:
            yield f"This does not apply: “{text}”" if not key[1] or key[2] else f"There is no “{key[1]}”."


def _said(sections: Sequence[Section], players: int) -> Said:
    return {
        (section.heading, name, part): text
        for section in sections
        for block in section.blocks
        for name, part, text in _parts(_without_count(block, players))
    }


def _without_count(block: Block, players: int) -> Block:
    """A sentence without its beginning `With 4 players`, which the heading of the item says."""
    beginning = f"With {players} players "
    return sentence(block.removeprefix(beginning)) if isinstance(block, str) else block


def _parts(block: Block) -> Iterator[tuple[str, str, str]]:
    """(name, part, text) of what a block says: an item and each of its notes, the rows of a table."""
    match block:
        case str():
            yield "", block, block
        case Item(name=name, text=text, notes=notes):
            yield name, "", text
            yield from ((name, note, note) for note in notes)
        case Grid(title=title, rows=rows):
            yield from ((title, row[0], " ".join(row)) for row in rows)
        case Drawing():
            return
