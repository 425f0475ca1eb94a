"""Files as an editor has them: texts that are open, saved or not, and everything else as `library` finds it.

OpenTexts({Path("race.rulebook.yaml").resolve(): "..."}).find("race", overlay)      ->      the text on the screen
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from rulewright.document import library
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source


@dataclass(frozen=True, slots=True)
class OpenTexts:
    """The open texts by absolute path. It is asked as `document.files.Files` says."""

    texts: Mapping[Path, str] = field(default_factory=dict)

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        """The file of a name, as it is on the screen if it is open."""
        found = library.find(name, asking)
        return self._new(name, asking) if found is None else self.as_open(found)

    def demand(self, name: str) -> Source:
        """The file of a name that a person gave. Raises RulebookError."""
        return self.as_open(library.demand(name))

    def names(self, asking: Source | None = None) -> list[str]:
        """The names that can be found, for suggestions."""
        return library.names(asking)

    def as_open(self, source: Source) -> Source:
        """A source with the text on the screen, if it is open."""
        text = self.texts.get(path_of(source))
        return source if text is None else Source(source.name, text, short=source.short)

    def _new(self, name: str, asking: Source | None) -> Source | None:
        """A text that is open and was never saved, next to the file that asks for it."""
        if asking is None or library.is_path(name):
            return None
        folder = path_of(asking).parent
        wanted = (folder / f"{name}{ending}" for ending in library.ENDINGS)
        path = next((path for path in wanted if path in self.texts), None)
        return None if path is None else library.source_of(path, self.texts[path])


def path_of(source: Source) -> Path:
    """The absolute path of a source."""
    return Path(source.name).resolve()
