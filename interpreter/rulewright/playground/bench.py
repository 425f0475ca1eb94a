"""What the page asks: problems of a text, a table for it, its rule sheet, and the bundled games to begin with.

    bench = Bench()
    bench.answer('{"do": "check", "text": "..."}')        '{"problems": [...]}'

There are two looks at a text: a quick one after each pause in typing, at the usual table of the game, and a whole one in every
variant and at several tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any

from rulewright.author.report.html import to_html
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.document import library
from rulewright.editor.analysis import analysed
from rulewright.editor.ranges import range_of
from rulewright.language.players import LEVELS, MCTS, ROLLOUTS
from rulewright.pipeline import Book, check_text, open_source
from rulewright.play.bots import bot_names
from rulewright.playground.hot_seat import HotSeat
from rulewright.problems.problem import Problem, RulebookError
from rulewright.serve.worker.refusals import refusal
from rulewright.source.text import Source

Json = dict[str, Any]

NAME = "your.rulebook.yaml"
"""How problems call the text of the page."""
SLOW = frozenset((ROLLOUTS, MCTS, *LEVELS))
"""The bots that play many games for a move, or look far ahead."""


class Bench:
    """The text and the table of a page."""

    def __init__(self) -> None:
        self._table: HotSeat | None = None

    def answer(self, request: str) -> str:
        """The answer to a request, both as JSON."""
        return json.dumps(self._done(json.loads(request)))

    def _done(self, request: Mapping[str, Any]) -> Json:
        try:
            match request["do"]:
                case "text":
                    return {"text": library.demand(request["name"]).text}
                case "check":
                    return {"problems": _problems(request["text"], request["whole"])}
                case "open":
                    return self._opened(request)
                case "sheet":
                    return {"html": to_html(make_sheet(_book(request)))}
                case "told":
                    return {
                        "messages": [] if self._table is None else self._table.answered(request["message"])
                    }
                case "bots":
                    return {"messages": [] if self._table is None else self._table.bot_moves()}
        except Exception as error:  # whatever a rulebook does, the page goes on
            found = refusal(error)
            problems = [_shown(each) for each in error.problems] if isinstance(error, RulebookError) else []
            if found is None:
                return {"error": f"This went wrong: {type(error).__name__}: {error}", "problems": []}
            return {"error": found.answer["error"], "problems": problems}
        raise AssertionError(request["do"])

    def _opened(self, request: Mapping[str, Any]) -> Json:
        book = _book(request)
        wanted = [bot or None for bot in request["seats"]]
        bots = [*wanted, *[None] * book.game.num_players][: book.game.num_players]
        known = bots_of(book)
        self._table = HotSeat(book, [bot if bot in known else None for bot in bots], request["seed"])
        return {
            "title": book.rulebook.title,
            "players": book.game.num_players,
            "tables": list(book.rulebook.players),
            "bots": known,
            "seats": self._table.bots,
        }


def bots_of(book: Book) -> list[str]:
    """The bots that are quick enough to play in a page."""
    return [name for name in bot_names(book.game) if name not in SLOW]


def _book(request: Mapping[str, Any]) -> Book:
    """The game of a request, with the number of players in the request if the game allows it. Raises RulebookError."""
    book, players = (
        open_source(Source(NAME, request["text"]), engine="reference", cache=False),
        request.get("players"),
    )
    wanted = players in book.rulebook.players and players != book.game.num_players
    return book.at(players, None, {}) if wanted else book


def _problems(text: str, whole: bool) -> list[Json]:
    source = Source(NAME, text)
    try:
        found = check_text(text, name=NAME) if whole else list(analysed(source, library).problems)
    except RulebookError as error:
        found = error.problems
    return [_shown(each) for each in found]


def _shown(problem: Problem) -> Json:
    """A problem as the page shows it: its place in lines and characters from 0, and the edits of its fix."""
    own = problem.span.source.name == NAME
    fix = problem.fix if problem.fix is not None and _is_here(problem) else None
    return {
        "severity": problem.severity,
        "code": problem.code,
        "message": problem.message,
        "label": problem.label,
        "help": problem.help,
        "file": "" if own else problem.file,
        "range": astuple(range_of(problem.span)) if own else None,
        "notes": [{"text": note.text, "line": note.span.line} for note in problem.notes if note.span.source.name == NAME],
        "fix": fix and {
            "title": fix.title,
            "edits": [{"range": astuple(range_of(each.span)), "text": each.text} for each in fix.edits],
        },
    }  # fmt: skip


def _is_here(problem: Problem) -> bool:
    return problem.fix is not None and all(each.span.source.name == NAME for each in problem.fix.edits)
