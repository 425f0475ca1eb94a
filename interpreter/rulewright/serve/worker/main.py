"""A worker: a process that runs rules for the server. It reads requests as lines of JSON, and answers each with a line.

    {"id": 7, "do": "act", "table": "…", "revision": 12, "seat": 0, "move": 3, ...}
    {"id": 7, "answer": {"step": {...}, "views": {...}}}        or "refused", or "needs_log"

It keeps nothing that the server could not send again, so it can be ended at any moment. It ends when its input does.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import IO

from rulewright.serve.worker import catalogue, playing, questions
from rulewright.serve.worker.confinement import confine
from rulewright.serve.worker.figures import figures
from rulewright.serve.worker.opening import Games
from rulewright.serve.worker.positions import Held, NeedsLog, Positions, Request
from rulewright.serve.worker.refusals import Answer, refusal

AT_A_TABLE: dict[str, Callable[[Held, Request], Answer]] = {
    "look": playing.look, "act": playing.act, "undo": playing.undo, "may_undo": playing.may_undo,
    "earlier": playing.earlier, "why_not": questions.why_not, "preview": questions.scores, "trace": questions.traced,
    "history": questions.history, "advice": questions.advice, "choose": questions.choose, "record": questions.record,
    "snapshot": questions.snapshot, "is_bot": questions.is_bot,
}  # fmt: skip


class Worker:
    """Answers requests."""

    def __init__(self, cache: bool) -> None:
        self.games = Games(cache)
        self.positions = Positions(self.games)

    def answer(self, request: Request) -> Answer:
        """The answer to a request, without its id."""
        try:
            return {"answer": self._done(request)}
        except NeedsLog:
            return {"needs_log": True}
        except Exception as error:  # whatever rules do, the worker goes on
            found = refusal(error)
            if found is None:
                self.positions.forget(request.get("table", ""))
                traceback.print_exception(error)  # for the person who runs the server, and nobody else
                return {"failed": f"{type(error).__name__}"}
            return {"refused": found.answer}

    def _done(self, request: Request) -> Answer:
        match request["do"]:
            case "catalogue":
                return catalogue.catalogue(request)
            case "describe":
                return catalogue.describe(request)
            case "create":
                return catalogue.create(request)
            case "again":
                return catalogue.again(self.games, request)
            case "figures":
                return figures(self.games, request)
            case "sheet":
                return questions.sheet(self.games, request)
            case "forget":
                self.positions.forget(request["table"])
                return {}
            case name:
                return AT_A_TABLE[name](self.positions.at(request), request)


def serve(requests: IO[bytes], answers: IO[bytes], cache: bool) -> None:
    """Answer requests until there are no more."""
    worker = Worker(cache)
    for line in requests:
        request = json.loads(line)
        answer = {"id": request["id"], **worker.answer(request)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def main(arguments: list[str]) -> None:
    """Run a worker; the arguments are its limit of memory in bytes (0: none), and whether it keeps machine code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes our input
    memory, cache = int(arguments[0]), arguments[1] == "cache"
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    confine(memory)
    serve(sys.stdin.buffer, answers, cache)


if __name__ == "__main__":
    main(sys.argv[1:])
