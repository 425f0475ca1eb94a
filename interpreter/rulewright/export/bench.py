"""What the page asks: a table, its rule sheet, and figures of many games.

bench = Bench()
bench.answer('{"do": "open", "rules": 0, "players": 2, "seats": ["", "greedy"], "options": {}, "seed": 7}')
bench.answer('{"do": "figures", "sides": [0, 1], "players": ["random", "random"], "games": 10000, "seed": 1}')     the plan
bench.take('[0, [{"games": 2000, ...}, ...]]', rows, curve, ...)             games that kernels have played
bench.answer('{"do": "result"}')
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulewright.author.report.html import to_html
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.document.files import GivenFiles
from rulewright.export.figuring import Measuring, Run, Simulating, simulated
from rulewright.export.received import Buffer
from rulewright.game.game import Game
from rulewright.language.players import RANDOM
from rulewright.pipeline import Book, open_source
from rulewright.playground.hot_seat import HotSeat, failed, seated
from rulewright.serve.worker.catalogue import described
from rulewright.serve.worker.refusals import refusal
from rulewright.source.texts import Texts

Json = dict[str, Any]

OFFER = Path(__file__).with_name("offer.json")
"""Where the page has what `offers.Offer.to_json` wrote."""


class Bench:
    """The table and the figures of a page. `offer`: the rules; by default those of the page."""

    def __init__(self, offer: Mapping[str, Any] | None = None) -> None:
        self.offer = json.loads(OFFER.read_text("utf-8")) if offer is None else offer
        offered = self.offer
        self._files = GivenFiles(Texts(offered["rulebook"], tuple(offered["house_rules"]), offered["files"]))
        self._table: HotSeat | None = None
        self._books: dict[int, Book] = {}
        self._games: dict[int, Game] = {}
        self._run: Run | None = None

    def leave(self) -> None:
        """Leave the table and the figures."""
        self._table = self._run = None

    def answer(self, request: str) -> str:
        """The answer to a request, both as JSON."""
        return json.dumps(self._guarded(json.loads(request)))

    def take(self, part: str, *buffers: Buffer) -> str:
        """Add games that kernels have played: the number of the first one, and what each side says of them; then their rows."""
        first, sides = json.loads(part)
        try:
            assert self._run is not None
            self._run.take(first, sides, buffers)
        except Exception as error:  # the page goes on, whatever was wrong with these games
            return json.dumps(_wrong(error))
        return "{}"

    def _guarded(self, request: Mapping[str, Any]) -> Json:
        try:
            return self._done(request)
        except Exception as error:  # whatever a rulebook does, the page goes on
            return _wrong(error)

    def _done(self, request: Mapping[str, Any]) -> Json:
        match request["do"]:
            case "open":
                return self._opened(request)
            case "sheet":
                return {"html": to_html(make_sheet(self._at(request)))}
            case "told":
                return {"messages": [] if self._table is None else self._table.answered(request["message"])}
            case "bots":
                return {"messages": [] if self._table is None else self._table.bot_moves()}
            case "players":
                seats = self.offer["rules"][request["sides"][0]]["players"]
                return {"seats": seats, "players": self._players(request["sides"])}
            case "figures":
                self._run = self._begun(request)
                return self._run.plan()
            case "result":
                assert self._run is not None
                return self._run.result()
        raise AssertionError(request["do"])

    # ----------------------------------------------------------------------------------------------- the table

    def _opened(self, request: Mapping[str, Any]) -> Json:
        book = self._at(request)
        self._table, about = seated(book, request["seats"], request["seed"])
        return {**described(self._book(request["rules"])), **about}

    def _at(self, request: Mapping[str, Any]) -> Book:
        """The game at the table of a request, as far as it has such tables."""
        number = request["rules"]
        book, players = self._book(number), request.get("players")
        players = players if players in book.rulebook.players else book.game.num_players
        options = {
            name: value
            for name, value in (request.get("options") or {}).items()
            if name in book.rulebook.options
        }
        if players == book.game.num_players and not options:
            return book
        rules = self.offer["rules"][number]
        return book.at(players, rules["variant"], {**self.offer["settings"], **options})

    def _book(self, number: int) -> Book:
        """The game by the rules with this number, at the table for which the page was made."""
        if number not in self._books:
            offered, rules = self.offer, self.offer["rules"][number]
            names = [*offered["house_rules"], *([rules["house_rule"]] if rules["house_rule"] else [])]
            self._books[number] = open_source(
                self._files.demand(offered["rulebook"]), rules["players"], rules["variant"], offered["settings"], names,
                engine="reference", cache=False, files=self._files,
            )  # fmt: skip
        return self._books[number]

    # --------------------------------------------------------------------------------------------- the figures

    def _game(self, number: int) -> Game:
        if number not in self._games:
            self._games[number] = simulated(self._book(number).game)
        return self._games[number]

    def _players(self, sides: list[int]) -> list[str]:
        """Who can play many games by all of these rules: somebody at random, and the strategies of the rulebook."""
        common = [set(self._book(side).game.program.strategies) for side in sides]
        first = self._book(sides[0]).game.program.strategies
        return [RANDOM, *(name for name in first if all(name in each for each in common))]

    def _begun(self, request: Mapping[str, Any]) -> Run:
        sides, players = request["sides"], request["players"]
        games = [self._game(side) for side in sides]
        if len(games) == 1:
            return Simulating(games[0], players, request["games"], request["seed"])
        if sides[0] == sides[1]:
            games[1] = simulated(self._book(sides[1]).game)
        return Measuring((games[0], games[1]), players, request["games"], request["seed"])


def _wrong(error: Exception) -> Json:
    if isinstance(error, ValueError) and refusal(error) is None:
        return {"error": f"{error}."}
    return failed(error)
