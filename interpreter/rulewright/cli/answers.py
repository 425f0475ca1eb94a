"""The questions that `trace` was asked, each answered by itself: one that cannot be read does not hide what the others came to.

answers = answered(state, ["seat(1).total", "seat(1).totl"], [], None)
answers.traces          the tree of `seat(1).total`
answers.tell()          on stderr what is wrong with `seat(1).totl`
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.game.state import State
    from rulewright.problems.problem import Problem
    from rulewright.runtime.trace import Trace


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that is none of this game: its `problems`, or what is wrong with it in a sentence."""

    asked: str
    sentence: str
    problems: tuple[Problem, ...] = ()

    def to_json(self) -> dict[str, str]:
        return {"asked": self.asked, "message": self.sentence}


@dataclass(frozen=True, slots=True)
class Answers:
    """What came of the questions, in the order in which they were asked."""

    traces: tuple[Trace, ...]
    unanswered: tuple[Unanswered, ...] = ()

    def tell(self) -> None:
        """Say on stderr what is wrong with each question that has no answer. UsageError where that is all there is to say."""
        from rulewright.cli.telling import show_problems

        problems = [problem for each in self.unanswered for problem in each.problems]
        sentences = [each.sentence for each in self.unanswered if not each.problems]
        if problems:
            show_problems(problems, to_stderr=True)
        if sentences and not problems and not self.traces:
            raise click.UsageError("\n".join(sentences))
        for sentence in sentences:
            click.echo(f"Error: {sentence}", err=True)


def answered(state: State, asked: Sequence[str], moved: Sequence[str], player: int | None) -> Answers:
    """Traces of expressions and moves (`asked`), and of moves that are expressions too (`moved`), as seen by a player."""
    questions = [(text, False) for text in asked] + [(text, True) for text in moved]
    found = [_answer(state, text, is_move, player) for text, is_move in questions]
    return Answers(
        tuple(each for each in found if not isinstance(each, Unanswered)),
        tuple(each for each in found if isinstance(each, Unanswered)),
    )


def _answer(state: State, text: str, is_move: bool, player: int | None) -> Trace | Unanswered:
    from rulewright.game.errors import UnknownMove, UnknownPlace
    from rulewright.problems.problem import RulebookError

    try:
        return state.trace(state.game.action(text) if is_move else text, player)
    except RulebookError as error:
        problems = tuple(error.problems)
        return Unanswered(text, "; ".join(problem.message for problem in problems), problems)
    except (UnknownMove, UnknownPlace) as error:
        return Unanswered(text, str(error))
