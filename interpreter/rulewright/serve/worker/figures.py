"""The figures of games that were played at tables, as sentences and tables of text: what `rulewright stats` prints."""

from __future__ import annotations

from rulewright.author.tables.figures import figures_of
from rulewright.author.tables.sessions import Session, session_of
from rulewright.author.tables.text import report
from rulewright.game.errors import RecordError
from rulewright.play.simulate import simulate
from rulewright.serve.worker.opening import Games
from rulewright.serve.worker.positions import Request
from rulewright.serve.worker.refusals import Answer

SIMULATED = "random"
"""Who plays in the simulation."""


def figures(games: Games, request: Request) -> Answer:
    """The report on records with the same rules, next to a simulation of `games`; and the records that do not fit the rules."""
    game = games.of_record(request["header"])
    sessions: list[Session] = []
    failed: list[str] = []
    for number, record in enumerate(request["records"], 1):
        try:
            session = session_of({**record, "fingerprint": game.fingerprint}, f"game {number}", game)
        except RecordError as error:
            failed.append(f"Game {number} was not counted: {error}")
        else:
            sessions.append(session)
    simulated = simulate(game, request["games"], bots=[SIMULATED]) if request["games"] else None
    parts = [
        part if isinstance(part, str) else {"heading": list(part[0]), "rows": [list(row) for row in part[1]]}
        for part in report(figures_of(game, sessions, simulated))
    ]
    return {"parts": parts, "failed": failed}
