"""The process in which texts are read, checked and played: with a limit of memory, and ended if it takes too long.

    {"id": 7, "do": "command", "folder": "/tmp/...", "books": [{"rulebook": "..."}], "arguments": ["rules", "{0}"]}
    {"id": 7, "answer": {"status": 0, "out": "...", "err": "..."}}      or "refused"

It keeps only games that could be played again from the moves in a request. It ends when its input does.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from rulewright.cli.assistants.carrying_out import command, fix, format_text, validate
from rulewright.cli.assistants.playing import Games
from rulewright.serve.worker.confinement import confine
from rulewright.serve.worker.refusals import Answer, Refused, refusal

Request = dict[str, Any]  # JSON


class Worker:
    """Answers requests."""

    def __init__(self) -> None:
        games = Games()
        self._known: dict[str, Callable[[Request], Answer]] = {
            "command": command, "validate": validate, "fix": fix, "format": format_text, "play": games.play,
        }  # fmt: skip

    def answer(self, request: Request) -> Answer:
        """The answer to a request, without its id."""
        try:
            with tempfile.TemporaryDirectory(dir=request["folder"]) as own:
                os.chdir(Path(own))
                try:
                    return {"answer": self._known[request["do"]](request)}
                finally:
                    os.chdir(request["folder"])
        except MemoryError:
            return {"refused": Refused("This took too much memory, so it was given up.").answer}
        except Exception as error:  # whatever rules do, the worker goes on
            found = refusal(error)
            if found is None:
                traceback.print_exception(error)  # for the person who runs the server, and nobody else
                return {"failed": type(error).__name__}
            return {"refused": found.answer}


def serve(requests: IO[bytes], answers: IO[bytes]) -> None:
    """Answer requests until there are no more."""
    worker = Worker()
    for line in requests:
        request = json.loads(line)
        answer = {"id": request["id"], **worker.answer(request)}
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def main(arguments: list[str]) -> None:
    """Run a worker; the first argument is its limit of memory in bytes (0: none)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which closes our input
    os.environ["NO_COLOR"] = "1"
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever is printed is no answer
    confine(int(arguments[0]))
    serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main(sys.argv[1:])
