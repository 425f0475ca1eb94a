"""Renaming, in all files of a game at once, and only where that changes nothing else.

The files with the new name are checked before the change is handed out, in all variants at the usual table, with the names in examples:
if they have a mistake that they did not have, the name is refused. A name can also be part of a text for people, which nobody renames.
"""

from __future__ import annotations

from pathlib import Path

from rulewright.checked.rules.examples import check_names_in_examples
from rulewright.document.bundled import rulebooks_folder
from rulewright.editor.desk import Desk
from rulewright.editor.diagnosis import Change
from rulewright.editor.naming.places import analyses, family, named_at, used
from rulewright.editor.naming.symbols import Symbol, Use
from rulewright.editor.ranges import range_of
from rulewright.editor.texts import path_of
from rulewright.expression.words import is_name, is_taken
from rulewright.problems.problem import Problems
from rulewright.problems.quoting import quoted
from rulewright.source.text import Span


class Refused(Exception):
    """A name that cannot be given, with the reason."""


def can_be_renamed(desk: Desk, path: Path, offset: int) -> Span:
    """The place of the name at an offset. Raises Refused for what has no name of its own."""
    return _use(desk, path, offset).span


def renamed(desk: Desk, path: Path, offset: int, name: str) -> list[Change]:
    """The changes that give what is named at an offset another name. Raises Refused."""
    use = _use(desk, path, offset)
    if not is_name(name) or is_taken(name):
        raise Refused(f"{quoted(name)} is no name: letters, digits and `_`, and no word of the language")
    if name == use.symbol.name:
        return []
    uses = used(desk, path, use.symbol)
    _demand_own(desk, uses)
    return _sound(desk, path, use.symbol, uses, name)


def _use(desk: Desk, path: Path, offset: int) -> Use:
    found = named_at(desk, path, offset)
    if found is None or found[0].symbol.sort in ("built-in", "file"):
        raise Refused("there is no name here that can be changed")
    return found[0]


def _demand_own(desk: Desk, uses: list[Use]) -> None:
    for use in uses:
        path = path_of(use.span.source)
        bundled = path.is_relative_to(rulebooks_folder().resolve())
        if (
            bundled
            and not any(path.is_relative_to(folder) for folder in desk.folders)
            and path not in desk.texts
        ):
            raise Refused(f"it is also named in {use.span.source.title}, which belongs to Rulewright")


def _sound(desk: Desk, path: Path, symbol: Symbol, uses: list[Use], name: str) -> list[Change]:
    other = Desk(desk.folders)
    for file, text in desk.texts.items():
        other.put(file, text)
    changes: list[Change] = []
    by_file: dict[Path, list[Use]] = {}
    for use in uses:
        if use.span.text == symbol.name:
            by_file.setdefault(path_of(use.span.source), []).append(use)
    for file, there in by_file.items():
        source = desk.source(file)
        if source is None:
            continue
        text = source.text
        for use in sorted(there, key=lambda each: each.span.start, reverse=True):
            text = text[: use.span.start] + name + text[use.span.end :]
            changes.append(Change(str(file), range_of(use.span), name))
        other.put(file, text)
    for file in family(desk, path):
        after = _errors(other, file)
        if after and len(after) > len(_errors(desk, file)):
            raise Refused(f"with {quoted(name)} there would be a mistake: {after[0]}")
    return sorted(changes, key=lambda each: (each.file, each.range))


def _errors(desk: Desk, path: Path) -> list[str]:
    found: list[str] = []
    for analysis in analyses(desk, path):
        in_examples = Problems()
        if analysis.checked is not None:
            check_names_in_examples(analysis.checked, in_examples)
        found += [each.message for each in (*analysis.problems, *in_examples) if each.severity == "error"]
    return found
