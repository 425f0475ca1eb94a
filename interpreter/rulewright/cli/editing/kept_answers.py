"""Answers of `validate` that are kept from one run to the next: that a file is fine, as long as nothing that the answer depends on changes.

    rulewright validate crib-ino        1 s; the second time it reads the file, finds its answer, and loads no checker

An answer is kept in the user's cache folder under a hash of this program's code, the texts of the file and of its house rules, and
the variant.  It holds, as JSON, the names of the files that were opened for it, each with a hash of its text: if a name leads
somewhere else now, or to another text, the answer is not used.  Files with problems are checked each time.
"""

from __future__ import annotations

import json
from hashlib import sha256

from rulewright.cli.editing.state_of_code import state_of_code
from rulewright.document import library
from rulewright.document.files import NotedFiles
from rulewright.problems.problem import RulebookError
from rulewright.source.cache import Cache
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Source


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked: whether a file is fine, with these house rules, in this variant or in all."""

    file: str
    overlays: tuple[str, ...]
    variant: str | None

    def is_known_to_be_fine(self) -> bool:
        """Whether the kept answer says so."""
        kept = Cache.of_user()
        if kept is None:
            return False
        try:
            key = self._key()
            written = kept.read(key) if key is not None else None
            opened = json.loads(written) if written is not None else None
            return opened is not None and all(_found(name, asking) == text for name, asking, text in opened)
        except (RulebookError, ValueError, TypeError):
            return False

    def keep_fine(self, files: NotedFiles) -> None:
        """Keep that it is fine, which was found out with these files."""
        kept, key = Cache.of_user(), self._key()
        if kept is not None and key is not None:
            kept.write(
                key,
                json.dumps([[name, asking, _hash(source)] for name, asking, source in files.found]).encode(),
            )

    def _key(self) -> str | None:
        """A hash of what is asked; None if a file does not exist."""
        sources = [library.find(name) for name in (self.file, *self.overlays)]
        texts = [[each.name, each.text] for each in sources if each is not None]
        if len(texts) < len(sources):
            return None
        return _hashed("fine", state_of_code(), json.dumps([texts, self.variant]))


def _found(name: str, asking: str | None) -> str:
    """The hash of the text that a name leads to now; empty if it leads nowhere."""
    source = library.find(name, None if asking is None else Source(asking, ""))
    return _hash(source) if source is not None else ""


def _hash(source: Source) -> str:
    return _hashed(source.name, source.text)


def _hashed(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
