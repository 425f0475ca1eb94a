"""What a host sees of the tables of a server: `rulewright stats`, as a page.

    GET /api/host                        the games that were played, with how many tables are over
    GET /api/host/RULES?games=200        the figures of one, next to those of a simulation

Both need the token that the server printed when it started.
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rulewright.serve.hosting import stored
from rulewright.serve.lobby import Lobby
from rulewright.serve.tokens import bearer, fits
from rulewright.serve.workers import Refused, Stalled

Json = dict[str, Any]

MOST_GAMES = 2000
"""How many games may be simulated."""
SLOW = "The simulation took too long, so there is none to compare with."


class Host:
    """The handlers for the host of a server."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby

    def routes(self) -> list[Route]:
        """What is where."""
        return [Route("/api/host", self.games), Route("/api/host/{rules}", self.figures)]

    async def games(self, request: Request) -> Response:
        """What is played on this server."""
        if not self._is_host(request):
            return _stranger()
        played = await self.lobby.database.read(stored.by_rules)
        return JSONResponse([{**game, "options": self._unusual(game)} for game in played])

    async def figures(self, request: Request) -> Response:
        """The figures of the tables with the same rules."""
        if not self._is_host(request):
            return _stranger()
        rules, games = request.path_params["rules"], request.query_params.get("games", "0")
        found = await self.lobby.database.read(lambda connection: stored.played(connection, rules))
        if found is None:
            return JSONResponse({"parts": ["No game with these rules is over."], "records": [], "failed": []})
        tables = found.pop("tables")
        try:
            answer = await self._counted(
                {"do": "figures", **found}, min(int(games), MOST_GAMES) if games.isdecimal() else 0
            )
        except Refused as error:
            return JSONResponse(error.answer, 400)
        except Stalled:
            return JSONResponse({"error": "Counting took too long.", "problems": []}, 503)
        return JSONResponse({**answer, "records": tables})

    async def _counted(self, request: Json, games: int) -> Json:
        """The answer of a worker, without a simulation if that takes too long. Raises Refused and Stalled."""
        pools = self.lobby.pools
        try:
            return await pools.counting.ask({**request, "games": games}, pools.work.think)
        except Stalled:
            if not games:
                raise
        answer = await pools.counting.ask({**request, "games": 0}, pools.work.think)
        return {**answer, "parts": [*answer["parts"], SLOW]}

    def _unusual(self, game: Json) -> Json:
        """The options of tables that differ from those of the catalogue."""
        offered = self.lobby.games.get(game["game"], {"options": []})["options"]
        usual = {option["name"]: option["default"] for option in offered}
        options: Json = game["options"]
        return {name: value for name, value in options.items() if name not in usual or usual[name] != value}

    def _is_host(self, request: Request) -> bool:
        return fits(bearer(request.headers.get("authorization", "")), self.lobby.host)


def _stranger() -> Response:
    return JSONResponse({"error": "Only the host of this server sees this: open the link that it printed when it started.", "problems": []}, 403)  # fmt: skip
