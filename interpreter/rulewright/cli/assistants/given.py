"""Rulebooks as an assistant gives them, as texts or by name, made into files of a folder of their own.

placed(folder, {"rulebook": "rulebook: 1\\nname: race\\n...", "house_rules": ["cinco-six-cards"]})
    ->  Placed("race.rulebook.yaml", ("cinco-six-cards",))
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from rulewright.document import library
from rulewright.play.bots import is_solved
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import shortened
from rulewright.serve.worker.refusals import Refused
from rulewright.source.dataclass import dataclass

Given = Mapping[str, Any]  # JSON
MOST_TEXTS: Final = 20
_NAME: Final = re.compile(r"^name:[ \t]*[\"']?([a-z][a-z0-9-]{0,80})[\"']?[ \t]*(#.*)?$", re.M)
_OVERLAY: Final = re.compile(r"^(extends|change|add|remove):", re.M)
_GAME: Final = re.compile(r"^(phases|players|end):", re.M)


@dataclass(frozen=True, slots=True)
class Placed:
    """The names by which commands find what was given: files in the folder, or bundled names."""

    rulebook: str
    house_rules: tuple[str, ...]


def placed(folder: Path, given: Given) -> Placed:
    """Write the given texts into a folder, which is then the current one for commands. Raises Refused."""
    texts = [given["rulebook"], *given.get("house_rules", ()), *given.get("other_files", ())]
    if len(texts) > MOST_TEXTS:
        raise Refused(f"These are {len(texts)} texts, and at most {MOST_TEXTS} are taken.")
    taken: set[str] = set()
    names = [_placed(folder, text, taken) for text in texts]
    return Placed(names[0], tuple(names[1 : 1 + len(given.get("house_rules", ()))]))


def is_text(given: str) -> bool:
    """Whether it is a whole text, and not a name."""
    return "\n" in given or ": " in given or not given.strip()


def source_name(text: str) -> str:
    """The name of the file that a text would be in: `race.rulebook.yaml`."""
    found = _NAME.search(text)
    kind = "overlay" if _OVERLAY.search(text) else "rulebook" if _GAME.search(text) else "fragment"
    if found is None:
        kind = kind if kind == "overlay" else "rulebook"
    return f"{found[1] if found else 'text'}.{kind}.yaml"


def refuse_files(bots: str) -> None:
    """Raise Refused for the name of a bot that is read from a file of this machine."""
    if any(is_solved(name.strip()) for name in bots.split(",")):
        raise Refused(
            "Bots from files are not taken here: name a strategy, `random`, `greedy`, or `level:1` to `level:6`."
        )


def _placed(folder: Path, given: str, taken: set[str]) -> str:
    if not is_text(given):
        if library.find_bundled(given) is None:
            raise Refused(_no_such_name(given))
        return given
    if len(given.encode("utf-8", "replace")) > MOST_BYTES:
        raise Refused(f"This text is longer than {MOST_BYTES:,} bytes, the most that a rulebook may have.")
    name = source_name(given)
    while name in taken:
        name = f"another-{name}"
    taken.add(name)
    (folder / name).write_text(given, encoding="utf-8", errors="replace")
    return name


def _no_such_name(given: str) -> str:
    known: Sequence[str] = [
        name for name, _ in (*library.bundled(), *library.bundled_house_rules(), *library.bundled_fragments())
    ]
    near = nearest(given, known)
    meant = f" Did you mean `{near}`?" if near else ""
    return (
        f"There is no bundled rulebook or house rule called `{shortened(given)}`.{meant} The tool `games` lists all; a rulebook of your "
        "own is given as its whole text."
    )
