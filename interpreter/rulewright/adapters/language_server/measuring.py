"""A process that answers one question whose answer takes games, in a line of JSON, and ends.

{"what": "simulated", "path": "/home/ann/race.rulebook.yaml", "texts": {...}, "games": 1000, "seconds": 10}      ->      {"games": 1000, ...}
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rulewright.editor.measuring.effect import NoHouseRule, effect
from rulewright.editor.measuring.simulated import simulated
from rulewright.editor.measuring.tested import tested


def answer(asked: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a question; both are plain data. Any: JSON."""
    path, games, seconds = Path(asked["path"]), asked["games"], asked["seconds"]
    texts = {Path(name): text for name, text in asked["texts"].items()}
    match asked["what"]:
        case "simulated":
            return simulated(path, texts, games, seconds).to_json()
        case "tested":
            found = tested(path, texts, games, seconds)
            return {**asdict(found), "words": found.words}
        case _:
            try:
                return {"markdown": effect(path, texts, games, seconds)}
            except NoHouseRule as reason:
                return {"refused": str(reason)}


def main() -> None:
    """Answer the first line of the input."""
    sys.stdout.write(json.dumps(answer(json.loads(sys.stdin.readline()))) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
