"""The files that a rulebook may open: those of this machine (`library`), or only the texts that were given.

    files = GivenFiles(Texts("race.rulebook.yaml", (), {"race.rulebook.yaml": "..."}))
    files.demand("race.rulebook.yaml")          the Source; nothing is read from this machine
    noted = NotedFiles(library)                 finds the same files, and remembers them
    noted.texts(source, house_rules)            Texts, from which GivenFiles opens the same game

A record carries the texts of its game, and may come from a stranger: `GivenFiles` never looks for a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import PurePath
from typing import Protocol

from rulewright.document.library import ENDINGS
from rulewright.problems.problem import Problem, RulebookError
from rulewright.problems.quoting import quoted
from rulewright.source.dataclass import dataclass
from rulewright.source.text import TYPED_NAMES, Source, Span
from rulewright.source.texts import Texts


class Files(Protocol):
    """What is asked of `library`, or of one of the classes here."""

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        """The file of a name, if `asking` is given the file that contains the name; None if there is none."""
        ...

    def demand(self, name: str) -> Source:
        """The file of a name that a person gave. Raises RulebookError."""
        ...

    def names(self, asking: Source | None = None) -> list[str]:
        """The names that can be found, for suggestions."""
        ...


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """Texts as files. A name that is not among them raises RulebookError."""

    texts: Texts

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        """The text of a file, by its name, or by its name without the ending if a file asks for it."""
        candidates = [name] if asking is None else [f"{name}{ending}" for ending in ENDINGS]
        for each in candidates:
            if each in self.texts.files:
                return Source(each, self.texts.files[each])
        message = f"there is no {quoted(name)} among the texts of this game"
        span = Span(Source(TYPED_NAMES, name), 0, len(name))
        raise RulebookError([Problem("unknown-rulebook", message, span)])

    def demand(self, name: str) -> Source:
        """The text of a file, by its name."""
        found = self.find(name)
        assert found is not None, "a missing text raises"
        return found

    def names(self, asking: Source | None = None) -> list[str]:
        """The names of the texts."""
        return sorted(self.texts.files)


@dataclass(frozen=True, slots=True)
class NotedFiles:
    """Files found as `files` finds them, which are remembered."""

    files: Files
    found: list[tuple[str, str | None, Source]] = field(default_factory=list)
    """The name of each, the file that contains the name (None: a person gave it), and the file that was found."""

    def find(self, name: str, asking: Source | None = None) -> Source | None:
        """See `Files`."""
        source = self.files.find(name, asking)
        if source is not None:
            self.found.append((name, None if asking is None else asking.name, source))
        return source

    def demand(self, name: str) -> Source:
        """See `Files`."""
        source = self.files.demand(name)
        self.found.append((name, None, source))
        return source

    def names(self, asking: Source | None = None) -> list[str]:
        """See `Files`."""
        return self.files.names(asking)

    def texts(self, source: Source, house_rules: Sequence[Source]) -> Texts | None:
        """The texts of a rulebook, its house rules, and all that was found for them. None if they would not open the same
        game without folders: if two different files have one name, or a file would be found under another name."""
        sources = [source, *house_rules, *(found for _, _, found in self.found)]
        files: dict[str, str] = {}
        for each in sources:
            if files.setdefault(_name(each), each.text) != each.text:
                return None
        texts = Texts(_name(source), tuple(map(_name, house_rules)), files)
        given = GivenFiles(texts)
        named = [(name, found) for name, asking, found in self.found if asking is not None]
        return texts if all(_finds(given, name, source, found) for name, found in named) else None


def _finds(given: GivenFiles, name: str, asking: Source, found: Source) -> bool:
    """Whether a name leads to the same text."""
    try:
        again = given.find(name, asking)
    except RulebookError:
        return False
    return again is not None and again.text == found.text


def _name(source: Source) -> str:
    return PurePath(source.name).name or source.name
