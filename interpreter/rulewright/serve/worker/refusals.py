"""What a worker refuses: a sentence for the person who asked, without anything of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.game.errors import IllegalAction, RecordError, UnknownMove, UnknownPlace
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted
from rulewright.problems.rendering import render
from rulewright.runtime.chance.fixed import ChanceMismatch
from rulewright.runtime.failures import RuleFailure

Answer = dict[str, Any]  # JSON

MOST_PROBLEMS = 20
"""How many problems of a rulebook an answer lists."""


class Refused(Exception):
    """A request that is not carried out, with the reason."""

    def __init__(self, error: str, reasons: Sequence[str] = (), problems: Sequence[Answer] = ()) -> None:
        super().__init__(error)
        self.answer: Answer = {"error": error, "reasons": list(reasons), "problems": list(problems)}


def refusal(error: Exception) -> Refused | None:
    """The refusal for an exception of the rules; None for one that is a mistake of ours."""
    match error:
        case Refused():
            return error
        case IllegalAction():
            says = [reason.says for reason in error.reasons]
            return Refused(" ".join(says) or "This is not allowed now.", says)
        case RulebookError():
            first, *more = error.problems
            others = f" ({counted(len(more), 'more problem')} below.)" if more else ""
            return Refused(f"{_sentence(first.message)}{others}", (), _problems(error))
        case RuleFailure():
            return Refused(f"A rule of this rulebook failed: {_sentence(error.message)}")
        case UnknownMove() | UnknownPlace() | ChanceMismatch() | RecordError():
            return Refused(_sentence(str(error)))
    return None


def _problems(error: RulebookError) -> list[Answer]:
    return [
        {"text": render(each), "message": each.message, "file": each.file, "line": each.span.line}
        for each in error.problems[:MOST_PROBLEMS]
    ]


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
