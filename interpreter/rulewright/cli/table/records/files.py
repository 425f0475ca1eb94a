"""The files of a game with short hashes of their contents, by which a record shows later which of them changed.

    marks(Settings("dare.rulebook.yaml", overlays=("short.overlay.yaml",)))
                        {"dare.rulebook.yaml": "9f86d081884c7d65", "short.overlay.yaml": "2c26b46b68ffc68f"}
    changed(marks, sources)                     ["short.overlay.yaml"]

Files are known by their names without folders, since folders may be moved.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.common.game_arguments import Settings
from rulewright.document import library
from rulewright.document.nodes import Scalar, Sequence
from rulewright.problems.problem import Problems, RulebookError
from rulewright.source.later import later
from rulewright.source.texts import Texts

if TYPE_CHECKING:
    from rulewright.document import from_yaml, nodes
    from rulewright.source.text import Source
else:
    from_yaml = later("rulewright.document.from_yaml")


def marks(settings: Settings) -> dict[str, str]:
    """Hashes of the rulebook and its house rules, and of all files that they extend and use and that can be found."""
    return {Path(name).name: _mark(text) for name, text in _files(settings).items()}


def marks_of(texts: Texts) -> dict[str, str]:
    """Hashes of the texts of a game."""
    return {name: _mark(text) for name, text in texts.files.items()}


def are_unchanged(texts: Texts, settings: Settings) -> bool:
    """Whether the files of a game have the same texts now."""
    return {Path(name).name: text for name, text in _files(settings).items()} == texts.files


def _files(settings: Settings) -> dict[str, str]:
    """The texts of the rulebook, its house rules and the files that they name, by their paths."""
    waiting: deque[tuple[str, Source | None]] = deque(
        (name, None) for name in (settings.game, *settings.overlays)
    )
    found: dict[str, Source] = {}
    while waiting:
        name, asking = waiting.popleft()
        try:
            source = library.find(name, asking)
            if source is None or source.name in found:
                continue
            found[source.name] = source
            tree = from_yaml.read(source, Problems())
        except RulebookError:  # it was damaged during the game
            continue
        if tree is not None:
            waiting.extend((led_to, source) for led_to in _led_to(tree))
    return {name: source.text for name, source in found.items()}


def changed(known: Mapping[str, str], sources: Iterable[Source]) -> list[str]:
    """The titles of the files that have changed or are new."""
    return [source.title for source in sources if known.get(Path(source.name).name) != _mark(source.text)]


def _led_to(tree: nodes.Mapping) -> list[str]:
    use = tree.get("use")
    used = [each.text for each in use.items if isinstance(each, Scalar)] if isinstance(use, Sequence) else []
    return [*filter(None, [(tree.text("extends") or "").partition("#")[0]]), *used]


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
