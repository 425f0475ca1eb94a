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
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from rulewright.author.phrases.expressions import Phrases
from rulewright.author.phrases.texts import Words
from rulewright.author.phrases.vocabulary import written
from rulewright.author.report.tree import Block, Drawing, Grid, Item, Section, Sheet
from rulewright.author.sheet.other_tables import other_tables, with_players
from rulewright.author.sheet.preparation import Places
from rulewright.author.sheet.scoring import Chapter, Scoring, tables_read
from rulewright.author.sheet.seating import (
    another_way,
    at_this_table,
    introduction,
    option_name,
    option_words,
)
from rulewright.author.sheet.turns import Turns
from rulewright.author.sheet.worked_examples import worked_examples
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from rulewright.pipeline import Book


def make_sheet(book: Book, others: bool = False) -> Sheet:
    """The rule sheet of a rulebook for one table, with its options and number of players. `others`: it also says what is different
    with other numbers of players."""
    return _Maker(Phrases(Words(book))).sheet(others)


def sheet_for_all(book: Book) -> Sheet:
    """The rule sheet for the smallest table of two or more players, with what is different with other numbers of players."""
    usual = next((count for count in book.rulebook.players if count > 1), book.rulebook.players[0])
    return make_sheet(with_players(book, usual), others=True)


class _Maker(Chapter):
    """Writes the whole sheet."""

    def sheet(self, others: bool) -> Sheet:
        """The whole sheet. The order of calls matters: entries mentioned in one section are explained in a later one."""
        book = self.words.book
        rules = self._rules()
        made = (
            Section("At this table", tuple(at_this_table(book, self.phrases))),
            *rules,
            Section(OTHER_TABLES, tuple(other_tables(book, _rules) if others else ())),
            Section("Examples", tuple(worked_examples(book)), "examples"),
            Section(AGREED, tuple(self._options())),
            Section("Other ways to play", tuple(self._variants())),
            Section("Strategies", tuple(self._strategies())),
            Section("What the pieces show", tuple(self._long)),
        )
        return Sheet(
            self.rulebook.title,
            _players(self.rulebook.players),
            introduction(book, self.phrases),
            tuple(section for section in without_helpers(made, self._helpers()) if section.blocks),
        )

    def _rules(self) -> tuple[Section, ...]:
        """The sections with the rules themselves."""
        places, turns, scoring = Places(self.phrases), Turns(self.phrases), Scoring(self.phrases)
        spoken = (
            Section("Places", tuple(places.places())),
            Section("Set-up", tuple(places.set_up())),
            *(replace(section, role="turn") for section in turns.phases()),
            Section("After a turn", tuple(turns.after_turn())),
        )
        ends = Section("The end", tuple(turns.ends()), "end")
        needed = places.components()
        self._long = [block for block in needed if isinstance(block, Grid) and _is_long(block)]
        return (
            Section("You need", tuple(block for block in needed if block not in self._long)),
            *spoken,
            Section("Keep track of", tuple(scoring.counts())),
            *(replace(section, role="scoring") for section in scoring.sections()),
            ends,
        )

    def _helpers(self) -> dict[str, str]:
        """The ids of helper definitions by their printed names. A helper has neither `about` nor label, is no score pad and reads no
        table, since the rows of a table need the definition to make sense. A zone of which nobody needs to read is one too."""
        zones = {self.words.name(zone): zone.id for zone in Places(self.phrases).needless()}
        return zones | {
            self.words.name(entry): entry.id
            for entry in self.rulebook.definitions.values()
            if entry.about is None
            and entry.sheet is None
            and entry.label is None
            and not isinstance(entry.body, rules.SumOf)
            and not tables_read(entry, self.rulebook)
        }

    def _options(self) -> list[Block]:
        """The options with their values, except options for a player, which the set-up asks for."""
        values, idle = self.program.options, self.words.idle
        return [
            Item(option_name(self.phrases, option), option_words(self.phrases, option, values[option.id]))
            for option in self.rulebook.options.values()
            if not option.fixed and option.id in values and option.id not in idle and not _is_a_player(option)
            if self.phrases.sheet(option) != ""
        ]

    def _variants(self) -> list[Block]:
        variants = self.rulebook.variants.values()
        return [another_way(self.phrases, each) for each in variants if each.id != self.rulebook.variant]

    def _strategies(self) -> list[Block]:
        """The strategies that have an `about`."""
        return [
            Item(self.words.name(strategy), self.phrases.text(strategy.about))
            for strategy in self.rulebook.strategies.values()
            if strategy.about is not None
        ]


AGREED, OTHER_TABLES = "Unless you agree otherwise", "With other numbers of players"
_LONG = 60
"""A table with more words than this is printed at the end of the sheet."""


def _rules(book: Book) -> tuple[Section, ...]:
    """The sections with the rules of a book, for comparison with another table."""
    maker = _Maker(Phrases(Words(book)))
    return without_helpers(maker._rules(), maker._helpers())


def _is_long(grid: Grid) -> bool:
    return sum(len(cell.split()) for row in grid.rows for cell in row) > _LONG


def _is_a_player(option: rules.Option) -> bool:
    return option.type is not None and written(option.type) == "players"


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
