"""The effect of a house rule: what it changes in the rules, and what that does to games, as Markdown.

effect(Path("quick.overlay.yaml"), {}, games=400, seconds=20)      ->      "# Quick race\\n\\n**1 change ..."
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

from rulewright.author.changes import markdown
from rulewright.author.comparison import text
from rulewright.author.diff import diff
from rulewright.document import from_yaml
from rulewright.editor.measuring.simulated import source_of
from rulewright.editor.texts import OpenTexts
from rulewright.pipeline import Book, open_source
from rulewright.play.compare import Comparing
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.text import Source

AT_ONCE = 5
"""The games on each side that are played before it is looked at how much time is left."""


class NoHouseRule(ValueError):
    """The file is no house rule: it changes no other."""


def effect(path: Path, texts: Mapping[Path, str], games: int, seconds: float) -> str:
    """What a house rule changes, and what that does in some games, or in as many as a time allows; without `games` only the first. Raises
    `NoHouseRule`."""
    files = OpenTexts(texts)
    try:
        source = source_of(path, files)
        book, changed = _both(source, files)
        parts = [
            f"# {changed.rulebook.title}",
            "## What it changes",
            markdown.to_markdown(diff(book, changed), level=3),
        ]
    except RulebookError as error:
        first = error.problems[0]
        return f"# {path.name}\n\nIt cannot be played: {first.message} ({first.span.place})\n"
    if games:
        parts += ["## What it does", _compared(book, changed, games, seconds)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def _both(source: Source, files: OpenTexts) -> tuple[Book, Book]:
    """The game without and with the house rule."""
    tree = from_yaml.read(source, Problems())
    extends = (tree.text("extends") if tree is not None else None) or ""
    name, _, variant = extends.partition("#")
    parent = files.find(name, source) if name else None
    if not name:
        raise NoHouseRule(f"{source.title} is no house rule: it extends no game")
    changed = open_source(source, engine="reference", files=files)
    assert parent is not None, "a house rule without its game cannot be opened"
    return open_source(parent, variant=variant or None, engine="reference", files=files), changed


def _compared(book: Book, changed: Book, games: int, seconds: float) -> str:
    until = time.monotonic() + seconds
    try:
        comparing = Comparing((book.game, changed.game))
    except ValueError as error:
        return f"They cannot be compared: {error}."
    for number in range(AT_ONCE, games + AT_ONCE, AT_ONCE):
        comparing.play(min(number, games))
        if comparing.given_up or time.monotonic() > until:
            break
    return text.to_markdown(comparing.comparison(), (book.game.name, changed.rulebook.name))
