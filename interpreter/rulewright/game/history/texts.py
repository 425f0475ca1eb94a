"""The texts in a record: the rulebook, the house rules and all that they extend and use, so that it outlives changes of them.

    "texts": {"version": "1.0.0", "rulebook": "race.rulebook.yaml", "house_rules": ["short.overlay.yaml"],
              "files": {"race.rulebook.yaml": "rulebook: 1\\n...", ...}, "checksum": "9f86d081884c7d65"}

`version` is the version of Rulewright that wrote them.  The texts may come from a stranger: they are read as rulebooks with the
usual limits, and whatever they extend or use has to be among them.
"""

from __future__ import annotations

import sys
from typing import Any

from rulewright.game.errors import RecordError
from rulewright.game.knowledge.events import Json
from rulewright.problems.limits import MOST_BYTES
from rulewright.problems.quoting import quoted
from rulewright.source.texts import Texts


def to_json(texts: Texts) -> Json:
    """The texts as a part of a record."""
    return {
        "version": version(),
        "rulebook": texts.rulebook,
        "house_rules": list(texts.house_rules),
        "files": dict(texts.files),
        "checksum": texts.checksum,
    }


def of_json(data: dict[str, Any], overlays: int) -> Texts:
    """The texts in a record of this number of overlays, whose shape has been checked. RecordError if they are damaged."""
    texts = Texts(data["rulebook"], tuple(data["house_rules"]), data["files"])
    if len(texts.house_rules) != overlays:
        raise _damaged(f"it has {len(texts.house_rules)} `texts.house_rules` and {overlays} `overlays`")
    for name in (texts.rulebook, *texts.house_rules):
        if name not in texts.files:
            raise _damaged(f"{quoted(name)} is not among its `texts.files`")
    for name, text in texts.files.items():
        if "/" in name or "\\" in name or "\0" in name:
            raise _damaged(
                f"`texts.files` has {quoted(name)}, and has to have names of files without folders"
            )
        if len(text) > MOST_BYTES:
            raise _damaged(f"the text of {quoted(name)} is longer than a rulebook may be")
    if texts.checksum != data["checksum"]:
        raise _damaged("the checksum of its `texts` does not fit, so one of them was changed")
    return texts


def version() -> str:
    """The version of Rulewright."""
    return str(sys.modules["rulewright"].__version__)  # to import the package would be to import everything


def demand_same_rules(fingerprint: object, game: str, here: str, there: str, version_of_texts: str) -> None:
    """RecordError if the texts of a record are not those by which it was played. `here` and `there` are the name and the
    fingerprint of the game that was made of the texts. Another version of Rulewright may compute another fingerprint of the
    same texts, so the fingerprint is compared only within a version; the steps of the record are checked in any case."""
    if here != game:
        raise RecordError(f"this is a record of {quoted(game)}, and the texts in it are those of `{here}`")
    if version_of_texts == version() and fingerprint != there:
        raise RecordError(
            f"the texts in this record are not those by which it was played: its fingerprint is {quoted(str(fingerprint))}, "
            f"and that of its texts {there}"
        )


def _damaged(how: str) -> RecordError:
    return RecordError(
        f"this record is damaged: {how}. Without `texts` it can be replayed by the rulebook's file"
    )
