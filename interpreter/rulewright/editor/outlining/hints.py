"""Hints between the words of a text: the types of definitions and of names that `let` gives, and values of options."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.checked.messages.types import words_of
from rulewright.checked.options import written
from rulewright.editor.desk import Desk
from rulewright.editor.index import all_nodes
from rulewright.editor.texts import path_of
from rulewright.language.literals import literal
from rulewright.language.types import Unknown
from rulewright.rulebook import nodes as rules
from rulewright.source.text import Span


def hints(desk: Desk, path: Path) -> list[tuple[Span, str]]:
    """The hints of a text, each after a place."""
    path = path.resolve()
    own = (hint for hint in _hints(desk, path) if path_of(hint[0].source) == path)
    return sorted(own, key=lambda each: each[0].start)


def _hints(desk: Desk, path: Path) -> Iterator[tuple[Span, str]]:
    analysis = desk.analysis(path)
    c = analysis.checked if analysis is not None else None
    if c is None:
        return
    for entry in c.book.definitions.values():
        facts = c.definitions.get(entry.id)
        if facts is not None and not isinstance(facts.info.type, Unknown):
            yield entry.span, words_of(facts.info.type)
    for option in c.book.options.values():
        if option.id in c.options and option.value.span.source != option.span.source:
            type_, value = c.options[option.id]
            yield option.span, f"= {literal(written(value, type_))}"
    for node, _ in all_nodes(c.book):
        if isinstance(node, rules.LetEntry) and node.value in c.infos:
            yield node.span, words_of(c.infos[node.value].type)
        elif isinstance(node, rules.Let) and node.value in c.infos:
            yield node.name.span, words_of(c.infos[node.value].type)
