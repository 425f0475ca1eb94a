"""The command `rulewright trace`: finds the position, answers the questions, and prints the traces.

answers = answered(state, ["seat(1).total", "seat(1).totl"], [], None)
answers.traces          the tree of `seat(1).total`
answers.report()        prints on stderr what is wrong with `seat(1).totl`

Each question is answered separately: an invalid one does not hide the answers to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exit_status import FINE, WRONG_USAGE, FallsShort
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.options import refuse_idle
from rulewright.cli.common.output import console, show_json, show_problems
from rulewright.cli.tracing import step_story
from rulewright.cli.tracing.positions import Position, position_of
from rulewright.game.errors import IllegalAction, RecordError, UnknownMove, UnknownPlace
from rulewright.game.questions.tracing import traced_changes, traced_end, traced_rule
from rulewright.problems.problem import RulebookError
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.cli.table.records.store import Record
    from rulewright.game.game import Game, State
    from rulewright.problems.problem import Problem
    from rulewright.runtime.trace import Trace

Done = tuple[int | None, str | None]
"""A seat from 0, and the move that was made there."""


def trace(
    settings: Settings, asked: tuple[str, ...], step: int | None, lists_steps: bool, of: str | None,
    example: str | None, moves: tuple[str, ...], moved: tuple[str, ...], seat: int | None, full: bool, lines: int, style: str,
) -> int:  # fmt: skip
    """The exit status."""
    _refuse_idle(lists_steps, style, full)
    if lists_steps:
        _refuse_beside_steps(asked, moves, moved, step)
    position = position_of(settings, step, of, example)
    state = position.state
    if seat is not None and seat > state.game.num_players:
        raise click.UsageError(f"there is no seat {seat}: {state.game.num_players} play")
    player = None if seat is None else seat - 1
    if lists_steps:
        _list_steps(position, player, style)
        return FINE
    _play(state, moves)
    if moves:
        where = f"{position.where}, and then: {'; '.join(moves)}"
        position = Position(state, where, position.table)
    answers = _answers(position, asked, moved, player)
    if style == "json":
        _show_as_json(position, answers, player)
    elif answers.traces:
        click.echo(f"{state.game.title}, {position.where}")
        if not asked and not moved:
            _show_story(position, player)
        for trace in answers.traces:
            click.echo()
            click.echo(trace.render(full=full, lines=lines, width=console().width))
    answers.report()
    return WRONG_USAGE if answers.unanswered else FINE


def _refuse_idle(lists_steps: bool, style: str, full: bool) -> None:
    """Raise UsageError for `--full` and `--lines` if no trace is printed as text, and for both together."""
    if lists_steps:
        refuse_idle("is about traces, and --steps lists the steps", lines="--lines", full="--full")
    if style == "json":
        refuse_idle(
            "is about the text of a trace: --format json has every part", lines="--lines", full="--full"
        )
    if full:
        refuse_idle("leaves out the deepest parts, and --full shows everything", lines="--lines")


def _refuse_beside_steps(
    asked: Sequence[str], moves: Sequence[str], moved: Sequence[str], step: int | None
) -> None:
    """Raise UsageError for questions and moves together with `--steps`, which only lists."""
    for given, what in (
        (asked, "an expression or a move"),
        (moves, "--play"),
        (moved, "--move"),
        (step, "--step"),
    ):
        if given:
            raise click.UsageError(
                f"--steps lists the steps and answers nothing: leave it out to ask with {what}"
            )


def _show_as_json(position: Position, answers: Answers, player: int | None) -> None:
    if not answers.traces and answers.unanswered:
        return
    told = {"game": position.state.game.name, "step": position.step, "where": position.where}
    story = [line.rstrip() for line in _story(position, player)]
    traces = [trace.to_json() for trace in answers.traces]
    show_json(
        {
            **told,
            "story": story,
            "traces": traces,
            "unanswered": [each.to_json() for each in answers.unanswered],
        }
    )


def _answers(position: Position, asked: Sequence[str], moved: Sequence[str], player: int | None) -> Answers:
    try:
        if asked or moved:
            return answered(position.state, asked, moved, player, partial(_rule, position, player))
        return Answers(tuple(_unasked(position, player)))
    except RecordError as error:
        raise FallsShort(f"the record does not replay: {error}") from None
    except (UnknownMove, UnknownPlace) as error:
        raise click.UsageError(str(error)) from None


def _unasked(position: Position, player: int | None) -> list[Trace]:
    """The traces without a question: of the step, of the end, or of the possible moves."""
    if position.move is not None:
        return _step(position, position.move, player)
    if position.kept is not None and player is None:
        return [_end(position.kept, position.state.game)]
    return [position.state.trace(None, player)]


def _step(position: Position, move: str, player: int | None) -> list[Trace]:
    """The traces of a step of a record: whether the rules allow it, and what it changed."""
    state, kept, step = position.state, position.kept, position.step
    allowed = state.trace(state.game.action(move), player)
    if kept is None or step is None or (player is not None and state.game.hides):
        return [allowed]
    changes = traced_changes(kept.data, step, state.game)
    return [allowed, changes] if changes.parts else [allowed]


def _rule(position: Position, player: int | None, name: str) -> Trace | None:
    """The trace of an automatic rule of this name in the step that is asked about; None if there is no such rule, or no
    step."""
    kept, step, game = position.kept, position.step, position.state.game
    if kept is None or step is None or (player is not None and game.hides):
        return None
    return traced_rule(kept.data, step, game, name)


def _end(kept: Record, game: Game) -> Trace:
    return traced_end(kept.data, game)


def _play(state: State, moves: Sequence[str]) -> None:
    for move in moves:
        try:
            state.apply_action(move)
        except (IllegalAction, UnknownMove) as error:
            raise click.UsageError(f"--play {move}: {error}") from None


def _show_story(position: Position, player: int | None) -> None:
    """Print what happened in the step that is asked about, or in an example that failed."""
    for line in _story(position, player):
        click.echo(line)
    if position.unmet:
        click.echo(f"This example does not come true: {position.unmet}", err=True)


def _story(position: Position, player: int | None) -> list[str]:
    kept, step, game = position.kept, position.step, position.state.game
    if kept is None or step is None:
        return [] if player is not None and game.hides else list(position.story)
    try:
        told = step_story.step(position.table, kept.at_step(game, step), player)
    except RuleFailure:
        return []
    return [f"  {line}" for line in told]


def _list_steps(position: Position, player: int | None, style: str) -> None:
    """List the moves and what happened, by the step numbers that --step takes."""
    told = _done(position, player)
    stories = _stories(position, player)
    if style == "json":
        _list_steps_as_json(position, player, told, stories)
        return
    ends = step_story.hand_ends(position.table, _reached(position), player)
    for line in stories[0]:
        click.echo(f"      {line}")
    for number, (who, action) in enumerate(told, 1):
        lines = stories[number] if number < len(stories) else [f"seat {(who or 0) + 1}: {action}"]
        end, after = ends[number] if number < len(ends) else ([], 0)
        deal = lines[len(lines) - after :]
        shown = [*lines[: len(lines) - after], *end, *([""] if deal else []), *deal]
        for place, line in enumerate(shown):
            click.echo((f"{number:4}  {line}" if place == 0 else f"      {line}").rstrip())


def _list_steps_as_json(
    position: Position, player: int | None, told: Sequence[Done], stories: Sequence[Sequence[str]]
) -> None:
    """The same as JSON: `happened` is as in `replay`, and `story` has the lines. Both are empty for a step that failed."""
    data = [
        {**happened, "story": list(lines)}
        for happened, lines in zip(step_story.happened(_reached(position), player), stories, strict=True)
    ]
    data += [{"happened": [], "points": [], "story": []}] * (1 + len(told) - len(data))
    steps = [
        {"step": number, "player": who, "action": action, **data[number]}
        for number, (who, action) in enumerate(told, 1)
    ]
    show_json({"game": position.state.game.name, "begin": data[0], "steps": steps})


def _done(position: Position, player: int | None) -> list[Done]:
    """The moves and who made them; of a record including the step that failed."""
    state = position.state
    if position.kept is not None and player is None:
        return [(step.get("player"), step.get("action")) for step in position.kept.steps]
    entries = state.history if player is None else state.history_for(player)
    return [(entry.player, entry.action) for entry in entries[1:]]


def _stories(position: Position, player: int | None) -> list[list[str]]:
    """The lines of each step that was completed, the set-up first."""
    return step_story.lines(position.table, _reached(position), player)


def _reached(position: Position) -> State:
    """The last state of a game; of a record its last, or the one before the step that failed."""
    kept, state = position.kept, position.state
    if kept is None or position.move is None:
        return state
    try:
        return kept.without_failure().at_step(state.game, None)
    except RuleFailure:
        return kept.at_step(state.game, len(kept.steps) - 1)


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question without an answer: its `problems`, or what is wrong with it in a sentence."""

    asked: str
    sentence: str
    problems: tuple[Problem, ...] = ()

    def to_json(self) -> dict[str, str]:
        return {"asked": self.asked, "message": self.sentence}


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to the questions, in the order in which they were asked."""

    traces: tuple[Trace, ...]
    unanswered: tuple[Unanswered, ...] = ()

    def report(self) -> None:
        """Print on stderr what is wrong with each question that has no answer. Raises UsageError if no question has one."""
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
    `of_rule` gives the trace of an automatic rule by its name."""
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
    """Whether a text names a variable, a definition or an action, which take precedence over a rule of that name."""
    program = state.game.program
    return text in program.layout.groups or text in program.definitions or text in program.actions
