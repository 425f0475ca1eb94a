"""The questions that `trace` was asked, each answered by itself: one that cannot be read does not hide what the others came to.

answers = answered(state, ["seat(1).total", "seat(1).totl"], [], None)
answers.traces          the tree of `seat(1).total`
answers.tell()          on stderr what is wrong with `seat(1).totl`
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.output import show_problems
from rulewright.game.errors import UnknownMove, UnknownPlace
from rulewright.problems.problem import RulebookError

if TYPE_CHECKING:
    from rulewright.game.game import State
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
        problems = [problem for each in self.unanswered for problem in each.problems]
        sentences = [each.sentence for each in self.unanswered if not each.problems]
        if problems:
            show_problems(problems, to_stderr=True)
        if sentences and not problems and not self.traces:
            raise click.UsageError("\n".join(sentences))
        for sentence in sentences:
            click.echo(f"Error: {sentence}", err=True)


def answered(
    state: State, asked: Sequence[str], moved: Sequence[str], player: int | None,
    of_rule: Callable[[str], Trace | None],
) -> Answers:  # fmt: skip
    """Traces of expressions and moves (`asked`), and of moves that are expressions too (`moved`), as seen by a player;
    what else a text may name, `of_rule` knows."""
    questions = [(text, False) for text in asked] + [(text, True) for text in moved]
    found = [_answer(state, text, is_move, player, of_rule) for text, is_move in questions]
    return Answers(
        tuple(each for each in found if not isinstance(each, Unanswered)),
        tuple(each for each in found if isinstance(each, Unanswered)),
    )


def _answer(
    state: State, text: str, is_move: bool, player: int | None, of_rule: Callable[[str], Trace | None]
) -> Trace | Unanswered:
    try:
        found = None if is_move or _is_name_of_more(state, text) else of_rule(" ".join(text.split()))
        if found is not None:
            return found
        return state.trace(state.game.action(text) if is_move else text, player)
    except RulebookError as error:
        problems = tuple(error.problems)
        return Unanswered(text, "; ".join(problem.message for problem in problems), problems)
    except (UnknownMove, UnknownPlace) as error:
        return Unanswered(text, str(error))


def _is_name_of_more(state: State, text: str) -> bool:
    """Whether a text may ask for a value or a move, whatever else is called so."""
    program = state.game.program
    return text in program.layout.groups or text in program.definitions or text in program.actions
