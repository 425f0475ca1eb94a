"""What the page asks: about the language of a text, a table for it, its rule sheet, and the bundled games to begin with.

bench = Bench()
bench.answer('{"do": "sheet", "text": "..."}')        '{"html": "..."}'
bench.answer('{"do": "language", "method": "textDocument/hover", "params": {...}}')        '{"result": {...}, "said": []}'
bench.answer('{"do": "games", "question": {"what": "tested", ...}}')        '{"answer": {...}}'
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from rulewright.adapters.language_server import measuring
from rulewright.author.report.html import to_html
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.document import library
from rulewright.pipeline import Book, open_source
from rulewright.playground.door import Door
from rulewright.playground.hot_seat import HotSeat, failed, seated
from rulewright.serve.worker.catalogue import described
from rulewright.source.text import Source

Json = dict[str, Any]

NAME = "your.rulebook.yaml"
"""What the text of the page is called."""


class Bench:
    """The texts and the table of a page."""

    def __init__(self) -> None:
        self._table: HotSeat | None = None
        self._door = Door()

    def answer(self, request: str) -> str:
        """The answer to a request, both as JSON."""
        return json.dumps(self._done(json.loads(request)))

    def _done(self, request: Mapping[str, Any]) -> Json:
        try:
            match request["do"]:
                case "text":
                    return {"text": library.demand(request["name"]).text}
                case "language":
                    result = self._door.answer(request["method"], request["params"])
                    return {"result": result, "said": self._door.said()}
                case "games":
                    return {"answer": measuring.answer(request["question"])}
                case "go on":
                    result = self._door.go_on(request["number"], request["answer"])
                    return {"result": result, "said": self._door.said()}
                case "open":
                    return self._opened(request)
                case "sheet":
                    return {"html": to_html(make_sheet(_book(request)[0]))}
                case "told":
                    return {
                        "messages": [] if self._table is None else self._table.answered(request["message"])
                    }
                case "bots":
                    return {"messages": [] if self._table is None else self._table.bot_moves()}
        except Exception as error:  # whatever a rulebook does, the page goes on
            return failed(error)
        raise AssertionError(request["do"])

    def _opened(self, request: Mapping[str, Any]) -> Json:
        book, offered = _book(request)
        self._table, about = seated(book, request["seats"], request["seed"])
        return {**offered, **about}


def _book(request: Mapping[str, Any]) -> tuple[Book, Json]:
    """The game of a request at the table in the request, as far as the game has such tables, and what can be chosen for it. Raises
    RulebookError."""
    book = open_source(Source(NAME, request["text"]), engine="reference", cache=False)
    players, variant = request.get("players"), request.get("variant")
    players = players if players in book.rulebook.players else book.game.num_players
    variant = variant if variant in book.rulebook.variants else None
    if (players, variant) != (book.game.num_players, None):
        book = book.at(players, variant, {})
    offered = described(book)  # what is usual may depend on the table
    names = {each["name"] for each in offered["options"]}
    options = {name: value for name, value in (request.get("options") or {}).items() if name in names}
    return (book.at(players, variant, options) if options else book), offered
