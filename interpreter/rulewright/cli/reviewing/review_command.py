"""The command `rulewright review`: reads a record, has its game judged, and prints the review."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click

from rulewright.author.advice.page import to_html
from rulewright.author.advice.reviewed import Picture, reviewed
from rulewright.author.story.automatic_rules import ending
from rulewright.cli.common.exit_status import FINE, INTERRUPTED
from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.common.output import Progress, note, show_json
from rulewright.cli.drawing.printed import lines
from rulewright.cli.table.result import result_of
from rulewright.cli.table.seats import seats
from rulewright.cli.tracing.replay_command import opened
from rulewright.game.game import State
from rulewright.game.results.standing import ended_by
from rulewright.language.players import MCTS, SOLVED
from rulewright.play.advising.judges import Judge, SearchJudge, SolvedJudge, usual_games
from rulewright.play.advising.review import review
from rulewright.play.bots import MOST_GAMES
from rulewright.play.solving.files import SolutionFileError, read
from rulewright.problems.quoting import counted
from rulewright.scene.table import position_of
from rulewright.source import output

BY_SEARCH = re.compile(rf"{MCTS}(?::(?P<games>[0-9]{{1,9}}))?", re.ASCII)


def review_record(
    record: Path, by: str | None, seed: int, game: str | None, overlays: tuple[str, ...], page: Path | None,
    style: str,
) -> int:  # fmt: skip
    """The exit status."""
    refuse_folder(str(record), "a record of a game", "*.record.json")
    replayed = opened(record, Settings(game or "", overlays=overlays), False)
    state, book = replayed.at_step(None), replayed.book
    judge, words = _judge(state, by)
    try:
        with Progress("steps", steady=False) as progress:
            found = review(state, judge, seed, progress)
    except KeyboardInterrupt:
        note("Stopped before the game was reviewed.")
        return INTERRUPTED
    labels = state.game.program.labels.seats
    names = [each.name for each in seats(state.game.num_players, labels, list(replayed.kept.names), {})]
    end = ended_by(state.game.program, state.cells)
    said = ending(book, end.path) if end is not None else ""
    result = " ".join(filter(None, (said, result_of(state, names, bool(said))))) if end is not None else ""
    told = reviewed(book, state, found, names, words, result, _picture(names))
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


def _judge(state: State, by: str | None) -> tuple[Judge, str]:
    """The judge with this name, and what it does in words. Raises UsageError."""
    game = state.game
    if by is not None and by.startswith(f"{SOLVED}:"):
        path = by.partition(":")[2]
        try:
            known = read(Path(path), game)
        except SolutionFileError as error:
            raise click.UsageError(f"--by {by}: {error}") from None
        if not known.worths:
            why = (
                "is of a game in which something is hidden, and such games are reviewed by a search"
                if known.policy
                else "has no worths of positions: `rulewright solve --out` writes them now"
            )
            raise click.UsageError(f"--by {by}: {path} {why}")
        return SolvedJudge(known), f"the solved game in {path}"
    search = BY_SEARCH.fullmatch(by or MCTS)
    games = 0 if search is None else int(search["games"]) if search["games"] else usual_games(state)
    if search is None or not 1 <= games <= MOST_GAMES:
        raise click.UsageError(
            f"--by {by}: a game is judged by `{MCTS}:N`, a search with N games for each decision, 1 to {MOST_GAMES:,}, or by "
            f"`{SOLVED}:FILE`, what `rulewright solve --out FILE` wrote"
        )
    return SearchJudge(game, games), f"{MCTS} with {games:,} games for each decision"
