"""A bench that has done everything once, so that a snapshot of its memory has all modules and tables that the page needs.

warmed()      ->      a Bench without a table
"""

from __future__ import annotations

import gc
import json
from typing import Any

from rulewright.adapters.language_server.measures import SIMULATE
from rulewright.playground.bench import NAME, Bench
from rulewright.playground.games import by_length


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
        _edited(bench, text)
    gc.collect()
    return Bench()


def _edited(bench: Bench, text: str) -> None:
    """Ask what an editor asks."""
    document = {"uri": f"file:///{NAME}"}
    place = {"textDocument": document, "position": {"line": text.count("\n") // 2, "character": 4}}
    _asked(bench, do="language", method="textDocument/didOpen", params={
        "textDocument": {**document, "languageId": "rulewright", "version": 1, "text": text}
    })  # fmt: skip
    for asked in ("completion", "hover", "signatureHelp", "definition"):
        _asked(bench, do="language", method=f"textDocument/{asked}", params=place)
    for asked in ("diagnostic", "semanticTokens/full", "documentSymbol", "codeLens"):
        _asked(bench, do="language", method=f"textDocument/{asked}", params={"textDocument": document})
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    hints = {"textDocument": document, "range": whole}
    _asked(bench, do="language", method="textDocument/inlayHint", params=hints)
    command = {"command": SIMULATE, "arguments": [document["uri"], 1]}
    question = _asked(bench, do="language", method="workspace/executeCommand", params=command)["result"]
    answer = _asked(bench, do="games", question=question["question"])["answer"]
    _asked(bench, do="go on", number=question["number"], answer=answer)


def _asked(bench: Bench, **request: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(bench.answer(json.dumps(request)))
    return answer
