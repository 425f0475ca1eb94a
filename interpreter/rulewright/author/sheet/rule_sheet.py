"""The rule sheet: what a person has to read before a game, written from the rulebook alone.

The sections have a fixed order: introduction, differences at this table, components, places, set-up, phases with their actions and
automatic rules, ends of turns, counts, terms, scoring, the end, examples, options, variants, strategies.  An entry with an `about` is always
printed.  What an option has switched off does not appear: conditions that always hold, actions that can never be done, and what
only they need.

    sheet = make_sheet(book)        to_markdown(sheet)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, assert_never

from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.report.tree import Block, Drawing, Grid, Item, Section, Sheet
from rulewright.author.sheet.preparation import Places
from rulewright.author.sheet.scoring import Chapter, Scoring, tables_read
from rulewright.author.sheet.seating import (
    at_this_table,
    introduction,
    option_name,
    option_words,
    variant_changes,
)
from rulewright.author.sheet.turns import Turns
from rulewright.author.sheet.worked_examples import worked_examples
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from rulewright.pipeline import Book


def make_sheet(book: Book) -> Sheet:
    """The rule sheet of a rulebook for one table, with its options and number of players."""
    return _Maker(Phrases(Words(book))).sheet()


class _Maker(Chapter):
    """Writes the whole sheet."""

    def sheet(self) -> Sheet:
        """The whole sheet. The order of calls matters: entries mentioned in one section are explained in a later one."""
        book, places, turns = self.words.book, Places(self.phrases), Turns(self.phrases)
        scoring = Scoring(self.phrases)
        spoken = (
            Section("Places", tuple(places.places())),
            Section("Set-up", tuple(places.set_up())),
            *turns.phases(),
            Section("After a turn", tuple(turns.after_turn())),
        )
        ends = Section("The end", tuple(turns.ends()))
        made = (
            Section("At this table", tuple(at_this_table(book, self.phrases))),
            Section("You need", tuple(places.components())),
            *spoken,
            Section("Keep track of", tuple(scoring.counts())),
            *scoring.sections(),
            ends,
            Section("Examples", tuple(worked_examples(book))),
            Section("Agreed on", tuple(self._options())),
            Section("Other ways to play", tuple(self._variants())),
            Section("Strategies", tuple(self._strategies())),
        )
        return Sheet(
            self.rulebook.title,
            _players(self.rulebook.players),
            introduction(book, self.phrases),
            tuple(section for section in without_helpers(made, self._helpers()) if section.blocks),
        )

    def _helpers(self) -> dict[str, str]:
        """The ids of helper definitions by their printed names. A helper has neither `about` nor label, is no score pad and reads no
        table, since the rows of a table need the definition to make sense."""
        return {
            self.words.name(entry): entry.id
            for entry in self.rulebook.definitions.values()
            if entry.about is None
            and entry.sheet is None
            and entry.label is None
            and not isinstance(entry.body, rules.SumOf)
            and not tables_read(entry, self.rulebook)
        }

    def _options(self) -> list[Block]:
        values, idle = self.program.options, self.words.idle
        return [
            Item(option_name(self.phrases, option), option_words(self.phrases, option, values[option.id]))
            for option in self.rulebook.options.values()
            if not option.fixed and option.id in values and option.id not in idle
        ]

    def _variants(self) -> list[Block]:
        return [
            Item(
                self.phrases.text(variant.title) or self.words.name(variant),
                self._known(variant.about),
                variant_changes(self.words.book, variant.id),
            )
            for variant in self.rulebook.variants.values()
            if variant.id != self.rulebook.variant
        ]

    def _strategies(self) -> list[Block]:
        """The strategies that have an `about`."""
        return [
            Item(self.words.name(strategy), self.phrases.text(strategy.about))
            for strategy in self.rulebook.strategies.values()
            if strategy.about is not None
        ]

    def _known(self, text: rules.Text | None) -> str:
        """A text about another variant, if the values in it are known in this one too; else empty."""
        return self.phrases.text(text) if text is not None and self.words.are_constant(text) else ""


def without_helpers(sections: tuple[Section, ...], helpers: Mapping[str, str]) -> tuple[Section, ...]:
    """The sections without the helpers (ids by printed name) that no other printed sentence mentions."""
    kept = sections
    while True:
        texts = [(block, " ".join(_printed(block))) for section in kept for block in section.blocks]
        idle = {
            id(block)
            for block, _ in texts
            if (name := _helper(block, helpers))
            and not any(_names(name, helpers[name], text) for other, text in texts if other is not block)
        }
        if not idle:
            return kept
        kept = tuple(
            Section(section.heading, tuple(b for b in section.blocks if id(b) not in idle))
            for section in kept
        )


def _helper(block: Block, helpers: Mapping[str, str]) -> str:
    """The name of the helper that a block explains; empty for other blocks."""
    match block:
        case Item(name=title) | Grid(title=title):
            return next(
                (name for name in helpers if re.match(rf"{re.escape(name)}(?:$| of | \()", title)), ""
            )
        case str() | Drawing():
            return ""


def _names(name: str, id_: str, text: str) -> bool:
    """Whether a sentence mentions an entry, by its name or, in an expression, by its id."""
    return re.search(rf"\b(?:{re.escape(name)}|{re.escape(id_)})\b", text) is not None


def _printed(block: Block) -> Iterator[str]:
    match block:
        case str():
            yield block
        case Item():
            yield from (block.name, block.text, *block.notes)
        case Grid():
            yield from (block.title, *block.headings, *(cell for row in block.rows for cell in row))
        case Drawing():
            yield block.title
        case _:
            assert_never(block)


def _players(counts: tuple[int, ...]) -> str:
    if counts == (1,):
        return "1 player"
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{series(list(map(str, counts)), 'or')} players"
