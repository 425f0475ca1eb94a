"""The files that a game is made of, each with a short mark of what stands in it, so that a record can tell later which changed.

    marks(Settings("dare.rulebook.yaml", overlays=("short.overlay.yaml",)))
                        {"dare.rulebook.yaml": "9f86d081884c7d65", "short.overlay.yaml": "2c26b46b68ffc68f"}
    changed(marks, sources)                     ["short.overlay.yaml"]

Files go by their last names, since folders are moved with all that is in them.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli.common.game_arguments import Settings
from rulewright.document import from_yaml, library
from rulewright.document.nodes import Scalar, Sequence
from rulewright.problems.problem import Problems, RulebookError

if TYPE_CHECKING:
    from rulewright.document import nodes
    from rulewright.source.text import Source


def marks(settings: Settings) -> dict[str, str]:
    """The rulebook and its house rules, and what they extend and use, as far as it is found now."""
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
        except RulebookError:  # it was damaged while it was played
            continue
        if tree is not None:
            waiting.extend((led_to, source) for led_to in _led_to(tree))
    return {Path(source.name).name: _mark(source) for source in found.values()}


def changed(known: Mapping[str, str], sources: Iterable[Source]) -> list[str]:
    """What people call those of the files that are not as they were, or were none of them."""
    return [source.title for source in sources if known.get(Path(source.name).name) != _mark(source)]


def _led_to(tree: nodes.Mapping) -> list[str]:
    use = tree.get("use")
    used = [each.text for each in use.items if isinstance(each, Scalar)] if isinstance(use, Sequence) else []
    return [*filter(None, [(tree.text("extends") or "").partition("#")[0]]), *used]


def _mark(source: Source) -> str:
    return hashlib.sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
