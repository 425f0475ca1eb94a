"""A table in one browser: a person plays all seats that no bot has.

    table = HotSeat(book, [None, "greedy"], seed=7)
    table.answered({"hello": 1})                  [welcome, frame]
    table.answered({"do": "move", "move": 3, "at": 0, "id": 1})
    table.bot_moves()                         [frame], or nothing if it is not the turn of a bot

The messages are those between a table of `rulewright serve` and its page (`docs/reference/serve.md`), so that the page is the same.
The person sees what the seat sees whose turn it is. If the game hides something, the frame for the next person is held back until the
page has covered the table and asks for it (`{"do": "uncover"}`); until then `pass` in a frame says whose turn it is.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.language.players import LEVELS, MCTS, ROLLOUTS
from rulewright.pipeline import Book
from rulewright.play.bots import bot_names
from rulewright.serve.words import SPECTATOR
from rulewright.serve.worker import playing, questions
from rulewright.serve.worker.positions import Held
from rulewright.serve.worker.refusals import Refused, refusal
from rulewright.serve.worker.taking_back import possible

Json = dict[str, Any]

LONGEST_NAME = 30
SLOW = frozenset((ROLLOUTS, MCTS, *LEVELS))
"""The bots that play many games for a move, or look far ahead."""
MOVED_ON = "Something happened at the table meanwhile; look at it, and choose again."


def bots_of(book: Book) -> list[str]:
    """The bots that are quick enough to play in a page."""
    return [name for name in bot_names(book.game) if name not in SLOW]


def seated(book: Book, seats: Sequence[str], seed: int) -> tuple[HotSeat, Json]:
    """A table with bots in some seats, as far as there are such seats and bots ("" is the person); and what the page learns of it."""
    known, players = bots_of(book), book.game.num_players
    bots = [bot if bot in known else None for bot in seats[:players]]
    table = HotSeat(book, [*bots, *[None] * (players - len(bots))], seed)
    return table, {"table": players, "bots": known, "seats": table.bots}


def failed(error: Exception) -> Json:
    """What the page says of whatever went wrong."""
    found = refusal(error)
    return {
        "error": f"This went wrong: {type(error).__name__}: {error}"
        if found is None
        else found.answer["error"]
    }


class HotSeat:
    """A game in progress. `bots` has the name of the bot of each seat, or None for the person."""

    def __init__(self, book: Book, bots: Sequence[str | None], seed: int) -> None:
        game = book.game
        self.title = book.rulebook.title
        self.bots = list(bots)
        self.names = [
            f"{bot} {seat + 1}" if bot else game.wording.seat(seat) for seat, bot in enumerate(self.bots)
        ]
        self._held = Held(game, game.new_initial_state(seed), 0)
        people = sorted(self._people)
        first = self._held.state.current_player()
        self._you = first if first in people else people[0] if people else None
        self._is_covered = len(people) > 1 and not game.perfect_information
        for bot in filter(None, self.bots):
            questions.is_bot(self._held, {"bot": bot})

    def answered(self, message: Mapping[str, Any]) -> list[Json]:
        """The messages that answer one of the page."""
        if "hello" in message:
            return [self._welcome(), self._frame()]
        before = self._held.revision, self.names.copy(), self._you
        try:
            answer: Json = {"ok": True, **self._done(message)}
        except Exception as error:  # whatever rules do, the table goes on
            found = refusal(error)
            if found is None:
                raise
            answer = {"ok": False, **found.answer}
        changed = before != (self._held.revision, self.names, self._you)
        return [{"type": "answer", "id": message.get("id"), **answer}, *([self._frame()] if changed else [])]

    def bot_moves(self) -> list[Json]:
        """The frame after a move of the bot whose turn it is; empty if it is not the turn of a bot."""
        seat = self._held.state.current_player()
        if seat is None or self.bots[seat] is None:
            return []
        chosen = questions.choose(self._held, {"seat": seat, "bot": self.bots[seat]})
        playing.act(self._held, {"seat": seat, "move": chosen["move"], **self._viewers})
        return [self._frame()]

    # ------------------------------------------------------------------------------------------------- requests

    def _done(self, request: Mapping[str, Any]) -> Json:
        viewer: Json = {"viewer": self._viewer, "names": self.names}
        match request.get("do"):
            case "move":
                return self._move(request)
            case "undo":
                return self._undo()
            case "why_not":
                return questions.why_not(self._held, {"seat": self._seat(), "move": request["move"]})
            case "preview":
                return questions.scores(self._held, {"seat": self._seat(), "move": request["move"], **viewer})
            case "history":
                return questions.history(self._held, viewer)
            case "look":
                answer = playing.earlier(self._held, {"at": request["at"], **viewer})
                return {**answer, "scene": json.loads(answer["scene"])}
            case "trace":
                return questions.traced(self._held, {"of": request["of"], **viewer})
            case "advice":
                return questions.advice(self._held, {"seat": self._seat(), "names": self.names})
            case "uncover":
                if (seat := self._next()) is not None:
                    self._you = seat
                return {}
            case "rename":
                self.names[self._seat()] = (
                    str(request.get("name", "")).strip()[:LONGEST_NAME] or self.names[self._seat()]
                )
                return {}
        raise Refused("There is nothing like that at a table in one browser.")

    def _move(self, request: Mapping[str, Any]) -> Json:
        if request.get("at", self._held.revision) != self._held.revision:
            raise Refused(MOVED_ON)
        playing.act(self._held, {"seat": self._seat(), "move": request["move"], **self._viewers})
        return {"number": self._held.revision}

    def _undo(self) -> Json:
        """Take a move back. One person plays all seats, so nobody else is asked."""
        found = possible(self._held.state, self._seat(), self._people)
        if isinstance(found, str):
            raise Refused(found)
        playing.undo(self._held, {"back": found.back, **self._viewers})
        return {}

    def _seat(self) -> int:
        if self._you is None:
            raise Refused("Bots have all seats; you are watching.")
        return self._you

    def _next(self) -> int | None:
        """The seat of a person whose turn it is and who does not see the table yet."""
        mover = self._held.state.current_player()
        return mover if mover is not None and self.bots[mover] is None and mover != self._you else None

    # ---------------------------------------------------------------------------------------------- what is shown

    @property
    def _people(self) -> frozenset[int]:
        return frozenset(seat for seat, bot in enumerate(self.bots) if bot is None)

    @property
    def _viewer(self) -> str:
        return SPECTATOR if self._you is None else str(self._you)

    @property
    def _viewers(self) -> Json:
        return {"viewers": [self._viewer], "names": self.names, "people": self._people}

    @property
    def _seats(self) -> list[Json]:
        return [
            {"seat": seat, "name": self.names[seat], "sort": "bot" if bot else "person", "bot": bot, "here": True, "owner": False}
            for seat, bot in enumerate(self.bots)
        ]  # fmt: skip

    def _welcome(self) -> Json:
        told = {"name": self.title, "title": self.title, "players": len(self.bots), "seats": self._seats,
                "dice": "server", "over": False, "next": None}  # fmt: skip
        return {
            "type": "welcome",
            "seat": self._you,
            "token": None,
            "owner": False,
            "table": told,
            "bots": [],
            "news": [],
        }

    def _frame(self) -> Json:
        """What the person sees: with the eyes of the seat to act if it is theirs, otherwise of the seat that they had last."""
        if not self._is_covered and (mover := self._next()) is not None:
            self._you = mover
        waiting = self._next()
        answer = playing.look(self._held, self._viewers)
        view = answer["views"][self._viewer]
        return {
            **view, "type": "frame", "number": self._held.revision, "step": answer["status"]["step"], "you": self._you,
            "scene": json.loads(view["scene"]), "seats": self._seats, "undo_asked": None, "rolling": None,
            "pass": None if waiting is None else self.names[waiting],
        }  # fmt: skip
