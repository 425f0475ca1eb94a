"""The texts of a rulebook together: the file of the game, its house rules, and the files that these extend and use.

    Texts("race.rulebook.yaml", ("short.overlay.yaml",), {"race.rulebook.yaml": "...", "short.overlay.yaml": "..."})

Files are known by their names without folders, so the texts can be opened again without any folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import field

from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Texts:
    """All files from which a game was made, by name, and which of them are the rulebook and its house rules."""

    rulebook: str
    house_rules: tuple[str, ...]
    files: Mapping[str, str] = field(repr=False)

    @property
    def checksum(self) -> str:
        """16 hexadecimal digits that show damage. They are no proof of origin, since anybody can compute them."""
        whole = [self.rulebook, list(self.house_rules), dict(self.files)]
        written = json.dumps(whole, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(written.encode()).hexdigest()[:16]
