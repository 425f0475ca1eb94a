"""The outline of a text: its sections and entries, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath

from rulewright.document.expand import Path
from rulewright.document.nodes import Entry, Mapping, Scalar, Sequence
from rulewright.editor.desk import Desk
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

SORTS = {
    "options": "option", "enums": "enum", "pieces": "pieces", "boards": "board", "zones": "zone", "variables": "variable",
    "tables": "table", "define": "definition", "positions": "position", "phases": "phase", "actions": "action", "steps": "step",
    "as_soon_as": "trigger", "when": "condition", "end": "end", "invariants": "condition", "examples": "example",
    "strategies": "strategy", "variants": "variant", "choose": "choice",
}  # fmt: skip
"""The sort of an entry, by the key of its section."""
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Outlined:
    """An entry: `whole` is its key and its value, `name_span` its key."""

    name: str
    sort: str
    detail: str
    whole: Span
    name_span: Span
    inside: tuple[Outlined, ...] = ()


def outline(desk: Desk, path: FilePath) -> tuple[Outlined, ...]:
    """The outline of a text; empty if it cannot be read."""
    analysis = desk.analysis(path)
    return tuple(_below(analysis.tree, ())) if analysis is not None and analysis.tree is not None else ()


def _below(tree: Mapping, path: Path) -> Iterator[Outlined]:
    section = path[-1] if path else ""
    for entry in tree:
        here = (*path, entry.key.text)
        is_named = section in SORTS
        is_section = isinstance(entry.value, Mapping | Sequence) and (
            entry.key.text in SORTS
            or entry.key.text in ("change", "add", "setup", "turns", "view")
            or path == ()
        )
        if not is_named and not is_section:
            continue
        inside = tuple(_below(entry.value, here)) if isinstance(entry.value, Mapping) else ()
        sort = SORTS[section] if is_named else "section"
        yield Outlined(
            entry.key.text, sort, _detail(entry), entry.key.span.to(entry.value.span), entry.key.span, inside
        )


def _detail(entry: Entry) -> str:
    value = entry.value
    if isinstance(value, Mapping):
        value = next(
            (v for key in ("is", "about", "holds", "label") if isinstance(v := value.get(key), Scalar)), value
        )
    text = " ".join(value.text.split()) if isinstance(value, Scalar) else ""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def in_workspace(desk: Desk, asked: str) -> Iterator[Outlined]:
    """The entries in all files of the workspace whose names contain the letters that were typed, in that order."""
    for path in desk.around(next(iter(desk.texts), FilePath.cwd() / "none")):
        waiting = list(outline(desk, path))
        while waiting:
            entry = waiting.pop(0)
            waiting[:0] = entry.inside
            if entry.sort != "section" and _fits(asked.lower(), entry.name.lower()):
                yield entry


def _fits(asked: str, name: str) -> bool:
    rest = iter(name)
    return all(letter in rest for letter in asked)
