"""A bench that has done everything once, so that a snapshot of its memory has all modules and tables that the page needs.

warmed()      ->      a Bench without a table
"""

from __future__ import annotations

import gc
import json
from typing import Any

from rulewright.document import library
from rulewright.playground.bench import Bench


def by_length() -> list[str]:
    """The names of the bundled games, those with short rulebooks first. The page opens with the first one."""
    return [name for name, path in sorted(library.bundled(), key=lambda each: each[1].stat().st_size)]


def warmed() -> Bench:
    """A new bench, after another has played a little."""
    bench = Bench()
    games = by_length()
    for name in (games[0], games[len(games) // 2]):
        text = _asked(bench, do="text", name=name)["text"]
        _asked(bench, do="open", text=text, seats=[None, "greedy"], seed=1)
        _asked(bench, do="told", message={"hello": 1})
        _asked(bench, do="told", message={"do": "move", "move": 0, "at": 0, "id": 1})
        _asked(bench, do="bots")
        _asked(bench, do="sheet", text=text)
        _asked(bench, do="check", text=text, whole=False)
        _asked(bench, do="check", text=text.replace("title:", "tilte:"), whole=False)
    gc.collect()
    return Bench()


def _asked(bench: Bench, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bench.answer(json.dumps(request)))
    return answer
