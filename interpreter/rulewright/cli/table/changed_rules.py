"""What to say of a record whose rules have changed since it was played: which files it was played by, and what can be done.

a.record.json does not replay: its rules have changed since it was played (fingerprint 005f12d75425b99f then, 634d85a80ff21fac now).
  It was played by dare.rulebook.yaml and short.overlay.yaml.
  Put back what was changed there, or name a copy of the file as it was: `--game OLDFILE` for the rulebook (to play on: `rulewright
  play OLDFILE --resume a.record.json`), `--with OLDFILE` for the house rule. Or play anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.outcome import FallsShort
from rulewright.cli.table.keeping import Record, text_in, texts_in

if TYPE_CHECKING:
    from rulewright.document.nodes import Node
    from rulewright.pipeline import Book
    from rulewright.source.text import Source


def refuse_changed_rules(kept: Record, book: Book) -> None:
    """Raise FallsShort if a book, opened for a record, has other rules than those that the record was played by."""
    then, now = kept.data.get("fingerprint"), book.game.fingerprint
    if then == now or not isinstance(then, str):
        return
    raise FallsShort(
        f"{kept.path} does not replay: its rules have changed since it was played (fingerprint {then} then, {now} now).\n"
        f"  {_played_by(kept, book)}\n  {_way_out(kept, book)}"
    )


def _played_by(kept: Record, book: Book) -> str:
    recorded = [name for name in (text_in(kept.data, "rulebook"), *_house_rules(kept)) if name]
    given = [kept.settings.game, *kept.settings.overlays]
    files = [source.title for source in _sources(book)]
    files += [name for name in kept.settings.overlays if not any(file.endswith(name) for file in files)]
    if recorded and recorded != given:
        return f"It was played by {_listed(recorded)}; what is opened now is {_listed(files)}."
    return f"It was played by {_listed(files)}."


def _way_out(kept: Record, book: Book) -> str:
    if all(_is_bundled(source) for source in _sources(book)) and not kept.settings.overlays:
        return "Those come with Rulewright, of which this is another version. Play anew, or replay with the version of then."
    rulebook = (
        f"`--game OLDFILE` for the rulebook (to play on: `rulewright play OLDFILE --resume {kept.path}`)"
    )
    match len(_house_rules(kept)):
        case 0:
            house_rules = ""
        case 1:
            house_rules = ", `--with OLDFILE` for the house rule"
        case _:
            house_rules = ", `--with OLDFILE` for house rules (all of them, in this order)"
    return (
        "Put back what was changed there, or name a copy of the file as it was: "
        f"{rulebook}{house_rules}. Or play anew."
    )


def _house_rules(kept: Record) -> list[str]:
    return texts_in(kept.data, "house_rules") or texts_in(kept.data, "overlays")


def _sources(book: Book) -> list[Source]:
    """The files that a rulebook was written in, house rules and fragments among them, each once."""
    return list({source.name: source for source in _within(book.tree) if not source.is_typed}.values())


def _within(node: Node) -> Iterator[Source]:
    from rulewright.document.nodes import Mapping, Sequence

    yield node.span.source
    match node:
        case Mapping():
            for entry in node:
                yield entry.key.span.source
                yield from _within(entry.value)
        case Sequence():
            for each in node:
                yield from _within(each)


def _is_bundled(source: Source) -> bool:
    from rulewright.document.bundled import rulebooks_folder

    return Path(source.name).resolve().is_relative_to(rulebooks_folder().resolve())


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
