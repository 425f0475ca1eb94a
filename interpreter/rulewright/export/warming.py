"""A bench that has done everything once, so that a snapshot of its memory has all modules and tables that the page needs.

warmed()      ->      a Bench without a table
"""

from __future__ import annotations

import gc
import json
from typing import Any

from rulewright.export.bench import Bench


def warmed() -> Bench:
    """The bench of the page, after a little play. It has the game at its first table."""
    bench = Bench()
    table: dict[str, Any] = {"rules": 0, "players": None, "options": {}}
    _asked(bench, do="open", **table, seats=[None, "greedy"], seed=1)
    _asked(bench, do="told", message={"hello": 1})
    _asked(bench, do="told", message={"do": "move", "move": 0, "at": 0, "id": 1})
    _asked(bench, do="bots")
    _asked(bench, do="figures", sides=[0], players=["random"] * _players(bench), games=1, seed=1)
    _asked(bench, do="result")
    bench.leave()
    gc.collect()
    return bench


def _players(bench: Bench) -> int:
    return int(bench.offer["rules"][0]["players"])


def _asked(bench: Bench, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bench.answer(json.dumps(request)))
    assert "error" not in answer, answer
    return answer
