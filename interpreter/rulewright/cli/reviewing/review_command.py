"""The command `rulewright review`: reads a record, has its game judged, and prints the review."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import click

from rulewright.author.advice.page import to_html
from rulewright.author.advice.reviewed import Picture, reviewed
from rulewright.author.story.automatic_rules import endings
from rulewright.cli.common.exit_status import FINE, INTERRUPTED
from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.common.output import Progress, note, show_json
from rulewright.cli.drawing.printed import lines
from rulewright.cli.table.result import result_of
from rulewright.cli.table.seats import seats
from rulewright.cli.tracing.replay_command import opened
from rulewright.game.game import State
from rulewright.game.results.standing import ended_by
from rulewright.language.players import MCTS
from rulewright.play.advising.judges import Judge, SearchJudge, judge_named
from rulewright.play.advising.review import review
from rulewright.problems.quoting import counted, series
from rulewright.scene.board_svg import board_svg, elsewhere
from rulewright.scene.table import position_of
from rulewright.source import output


def review_record(
    record: Path, by: str | None, seed: int, seat: str | None, game: str | None, overlays: tuple[str, ...],
    page: Path | None, style: str,
) -> int:  # fmt: skip
    """The exit status."""
    refuse_folder(str(record), "a record of a game", "*.record.json")
    replayed = opened(record, Settings(game or "", overlays=overlays), False)
    state, book = replayed.at_step(None), replayed.table.book
    judge, words = _judge(state, by)
    labels = state.game.program.labels.seats
    names = [each.name for each in seats(state.game.num_players, labels, list(replayed.kept.names), {})]
    only = _seat(seat, names)
    try:
        with Progress("steps", steady=False) as progress:
            found = review(state, judge, seed, progress, only)
    except KeyboardInterrupt:
        note("Stopped before the game was reviewed.")
        return INTERRUPTED
    end = ended_by(state.game.program, state.cells)
    said = endings(book).get(end.path, "") if end is not None else ""
    result = " ".join(filter(None, (said, result_of(state, names, bool(said))))) if end is not None else ""
    told = reviewed(book, state, found, names, words, result, _picture(names), _drawing(names))
    if style == "json":
        show_json({"game": state.game.name, "seed": seed, **told.to_json()})
    else:
        click.echo("\n".join(told.lines))
    if page is not None:
        output.write(page, to_html(told))
        note(f"The page is {page}.")
    if replayed.since:
        note(replayed.since)
    if not found.decisions:
        note(f"{record} has no decision to review: it has {counted(found.steps, 'step')}.")
    return FINE


def _picture(names: Sequence[str]) -> Picture:
    """Draws positions as the full table is printed."""

    def picture(state: State, seat: int) -> str:
        return "\n".join(lines(position_of(state.game, state.cells, seat, names), colour=False)).strip("\n")

    return picture


def _drawing(names: Sequence[str]) -> Picture:
    """Draws the boards of positions, and names what lies elsewhere."""

    def drawing(state: State, seat: int) -> str:
        scene = position_of(state.game, state.cells, seat, names)
        boards = "".join(map(board_svg, scene.boards))
        lines = "".join(f"<p>{escape(line)}</p>" for line in elsewhere(scene)) if boards else ""
        return boards + (f"<div>{lines}</div>" if lines else "")

    return drawing


def _judge(state: State, by: str | None) -> tuple[Judge, str]:
    """The judge with this name, and what it does in words. Raises UsageError."""
    try:
        judge = judge_named(state, by)
    except ValueError as error:
        raise click.UsageError(f"--by {by}: {error}") from None
    if isinstance(judge, SearchJudge):
        return judge, f"{MCTS} with {judge.games:,} games for each decision"
    assert by is not None
    return judge, f"the solved game in {by.partition(':')[2]}"


def _seat(name: str | None, names: Sequence[str]) -> int | None:
    """The seat with this number, or of this player. Raises UsageError."""
    if name is None:
        return None
    numbers = {str(seat + 1): seat for seat in range(len(names))}
    known = {**{each.casefold(): seat for seat, each in enumerate(names)}, **numbers}
    if name.casefold() not in known:
        raise click.UsageError(f"--seat {name}: there is no such seat; there are {series([*numbers], 'and')}")
    return known[name.casefold()]
