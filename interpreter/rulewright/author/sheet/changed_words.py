"""Outdated words: a house rule changed a rule but not the words for it. The sheet says whose words they are, and what holds here.

    The rack holds two.      ->      The rack holds two (words of Dare). At this table: only if the rack is empty.

If a house rule only adds effects to a rule, the words for the rule are still true but incomplete; the sheet then adds the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from rulewright import pipeline
from rulewright.author.changes.effects import effect_lines
from rulewright.author.changes.model import Change
from rulewright.author.changes.rules import rules_changed
from rulewright.checked.references import everything
from rulewright.checked.usage.outdated_counts import Outdated, outdated_counts
from rulewright.checked.usage.sheets import only_hides, told_elsewhere
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted
from rulewright.rulebook import nodes as rules

if TYPE_CHECKING:
    from rulewright.pipeline import Book
    from rulewright.source.text import Span

_CONDITION = re.compile(r"phases\.[^.]+\.actions\.[^.]+\.when\.[^.]+")
_HOUSE_RULES = 3
"""The layer of the first house rule."""

Rule: TypeAlias = rules.Action | rules.Trigger | rules.Step


class Changes:
    """The differences between the rules of a table and the rulebook that its house rules extend."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def originals(self) -> list[Book]:
        """The rulebook without house rules and its variant without house rules, as far as each can be played."""
        return list(_originals(self.book))

    @cached_property
    def _outdated(self) -> dict[Span, set[str]]:
        """The places of outdated words, each with the paths of the parts that were changed."""
        found: dict[Span, set[str]] = {}
        if self.book.game.overlays or len(self.book.resolved.names) > 1:
            for original in self.originals[-1:]:
                for change in rules_changed(original, self.book):
                    for words in self._made_wrong(change, original):
                        found.setdefault(words, set()).add(change.path)
        if self.book.rulebook.variant and len(self.originals) > 1:
            for change in rules_changed(*self.originals[:2]):
                for words in self._made_wrong(change, self.originals[0]):
                    if words in self._sheets and not self._layer(words):
                        found.setdefault(words, set()).add(change.path)
        return found

    def _made_wrong(self, change: Change, original: Book) -> Iterator[Span]:
        """The places of words that a change may have made wrong."""
        if change.words or (change.kind == "added" and _CONDITION.fullmatch(change.path)):
            return  # a requirement that is added has words of its own
        if change.stay is not None and change.stay.span is not None:
            yield from (change.stay.span, *self._other_words.get(change.stay.span, ()))
        for book in (original.rulebook, self.book.rulebook):
            for entry in told_elsewhere(book, change.path):
                words = entry.sheet if entry.sheet is not None else entry.about
                if words is not None and self._layer(words.span) < _HOUSE_RULES:
                    yield words.span
        above = self._entries.get(".".join(change.path.split(".")[:2]))
        if above is not None and above.sheet is not None and self._layer(above.sheet.span) < _HOUSE_RULES:
            yield above.sheet.span

    @cached_property
    def _entries(self) -> dict[str, rules.Entry]:
        """The components and definitions by path; their words for the sheet say all of them."""
        book = self.book.rulebook
        entries: tuple[rules.Entry, ...] = (
            *book.boards.values(), *book.zones.values(), *book.variables.values(), *book.kinds.values(), *book.definitions.values()
        )  # fmt: skip
        return {entry.path: entry for entry in entries}

    @cached_property
    def _sheets(self) -> set[Span]:
        entries = (
            node for node in everything(self.book.rulebook) if isinstance(node, rules.Entry | rules.Turns)
        )
        return {entry.sheet.span for entry in entries if entry.sheet is not None}

    @cached_property
    def _other_words(self) -> dict[Span, list[Span]]:
        """By the place of an entry's words for the sheet: those of its other words that are printed if these are outdated."""
        entries = [node for node in everything(self.book.rulebook) if isinstance(node, rules.Entry)]
        return {
            entry.sheet.span: [
                words.span
                for words in (entry.about, getattr(entry, "says", None))
                if words is not None and words.span.file == entry.sheet.span.file
            ]
            for entry in entries
            if entry.sheet is not None
        }

    @cached_property
    def _outdated_counts(self) -> dict[Span, list[Outdated]]:
        """The places of words that repeat a count which is different here."""
        found: dict[Span, list[Outdated]] = {}
        if self.book.game.overlays or len(self.book.resolved.names) > 1:
            for original in self.originals[-1:]:
                for each in outdated_counts(original.rulebook, self.book.rulebook):
                    if each.text is not None:
                        found.setdefault(each.text.span, []).append(each)
        return found

    def counted(self, words: rules.Text, said: str) -> str:
        """Words with a correction, if they repeat a count that a house rule changed."""
        found = self._outdated_counts.get(words.span, [])
        if not found or all(each.said.text not in said for each in found):
            return said
        nouns = {each.counted.id: self._amount(each) for each in found}
        full = "." if said.endswith(".") else ""
        title = self.originals[-1].rulebook.title
        return (
            f"{said.removesuffix('.')} (words of {title}; at this table: {', '.join(nouns.values())}){full}"
        )

    def _amount(self, outdated: Outdated) -> str:
        if isinstance(outdated.counted, rules.Family):
            return f"{outdated.count} in a line"
        kind = outdated.counted.id
        one, many = self.book.program.labels.kinds.get(kind, (kind,) * 2)
        return counted(outdated.count, one, many)

    def beside(self, words: rules.Text | None, path: str) -> set[str]:
        """The keys below a path that were changed while these words were not; empty if the words are up to date."""
        paths = self._outdated.get(words.span, set()) if words is not None else set()
        return {changed.removeprefix(path).removeprefix(".").split(".")[0] for changed in paths}

    def sheet(self, entry: rules.Entry | rules.Turns) -> rules.Text | None:
        """The words that an entry has for the sheet; None if it has none, or if a house rule changed the entry and not the words."""
        if only_hides(entry) and not isinstance(entry, rules.Definition):
            return entry.sheet
        changed = self.beside(entry.sheet, entry.path if isinstance(entry, rules.Entry) else "turns")
        if isinstance(entry, rules.Option):
            return entry.sheet  # it names the value, whatever that is
        if isinstance(entry, rules.Case) and entry.when is not None:
            changed &= {"when"}  # its words say when it applies
        return None if changed or self._said_anew(entry) else entry.sheet

    def _said_anew(self, entry: rules.Entry | rules.Turns) -> bool:
        """Whether a variant or a house rule has new words for an entry, and left its words for the sheet as they were."""
        others = () if isinstance(entry, rules.Turns) else (entry.about, getattr(entry, "says", None))
        layer = self._layer(entry.sheet.span) if entry.sheet is not None else 0
        return any(words is not None and self._layer(words.span) > layer for words in others)

    def _layer(self, place: Span) -> int:
        """How late a text comes: 0 in the rulebook, 1 in its variants, 2 in a rulebook that extends it, more in house rules, the last
        one the most."""
        files = [source.name for source in self.book.house_rules]
        if place.file in files:
            return files.index(place.file) + _HOUSE_RULES
        if place.file != self.book.tree.span.file:
            return 2
        variants = self.book.tree.section("variants").span
        return int(place.file == variants.file and variants.start <= place.start < variants.end)

    def marked(self, said: str, instead: str = "") -> str:
        """Outdated words with the title of their rulebook, and what holds here, if `instead` says it."""
        title, full = self.originals[-1].rulebook.title, "." if said.endswith(".") else ""
        said = said.removesuffix(".")
        if not instead:
            return f"{said} (words of {title}; changed at this table){full}"
        return f"{said} (words of {title}). At this table: {_small(instead)}"

    def added(self, rule: Rule) -> rules.Effects | None:
        """The effects that were added to a rule; None unless it still has all of its original effects, in their order."""
        book = self.originals[-1].rulebook
        known: list[Rule] = [*book.actions, *book.triggers, *book.steps.values()]
        before = next((each for each in known if each.path == rule.path), None)
        waiting = [_written(effect) for effect in before.do] if before is not None else [""]
        added: list[rules.AnyEffect] = []
        for effect in rule.do:
            if waiting and _written(effect) == waiting[0]:
                del waiting[0]
            else:
                added.append(effect)
        return None if waiting else tuple(added)

    def with_added(self, said: str, rule: Rule, told: str) -> str:
        """The words for a rule, followed by those for the effects that were added to it (`told`)."""
        added = self.added(rule) or ()
        when = "first" if rule.do[: len(added)] == added else "also"
        return f"{said.removesuffix('.')}. At this table {when}: {_small(told)}"


def _originals(book: Book) -> Iterator[Book]:
    source = book.tree.span.source
    for variant in dict.fromkeys((None, book.rulebook.variant)):
        try:
            original = pipeline.open_source(source, variant=variant, files=book.files)
            players = book.program.players
            if players != original.program.players and players in original.rulebook.players:
                original = pipeline.open_source(source, players, variant, files=book.files)
            yield original
        except RulebookError:
            continue


def _written(effect: rules.AnyEffect) -> str:
    return "\n".join(line.indented for line in effect_lines((effect,)))


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]
