"""The command `rulewright replay`: replays records by the current rules, and shows the games.

fine: golden/one.record.json (53 steps)
golden/two.record.json: its rules have changed since it was played. By the rules of now the first 12 of its 53 ...
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.author.story.narration import Story
from rulewright.cli.common.exceptions import failure_told
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, WRONG_USAGE, FallsShort
from rulewright.cli.common.game_arguments import Settings, refuse_folder
from rulewright.cli.common.output import note, show_json, wants_colour
from rulewright.cli.drawing.printed import WIDTH, at_hand_end, lines
from rulewright.cli.drawing.texts import folded
from rulewright.cli.table.records.reopening import changed_since, how_far, open_table
from rulewright.cli.table.records.store import read_record
from rulewright.cli.table.result import result_of
from rulewright.cli.table.seats import seats
from rulewright.cli.tracing import step_story
from rulewright.game.results.standing import ended_by
from rulewright.problems.problem import RulebookError
from rulewright.problems.rendering import render_all
from rulewright.runtime.failures import RuleFailure
from rulewright.scene.table import position_of
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.cli.keeping.games import LazyBook
    from rulewright.cli.table.records.store import Record
    from rulewright.game.errors import RecordError
    from rulewright.game.game import State
    from rulewright.game.replay import Followed


def replay(
    records: tuple[Path, ...], step: int | None, seat: int | None, anyway: bool, game: str | None,
    overlays: tuple[str, ...], style: str,
) -> int:  # fmt: skip
    """The exit status."""
    for record in records:
        refuse_folder(str(record), "a record of a game", "*.record.json")
    given = Settings(game or "", overlays=overlays)
    if len(records) == 1:
        return _one(records[0], given, step, seat, anyway, style)
    if step is not None or seat is not None:
        raise click.UsageError("--step and --seat show a table, so they take one record at a time")
    return check_all(records, given, anyway, style)


def _one(record: Path, given: Settings, step: int | None, seat: int | None, anyway: bool, style: str) -> int:
    """Show a record. The exit status."""
    replayed = opened(record, given, anyway)
    kept, players = replayed.kept, replayed.table.game.num_players
    if seat is not None and seat > players:
        raise click.UsageError(f"there is no seat {seat}: {players} play")
    if step is not None and step > replayed.steps:
        has = f"goes {replayed.steps} steps far" if replayed.differs else f"has {replayed.steps}"
        raise click.UsageError(f"there is no step {step}: the record {has}")
    if style == "json":
        _show_as_json(replayed, step, seat)
    elif replayed.changed:
        if replayed.followed is not None and replayed.followed.state is not None:
            _show(replayed, step, seat)
        note(f"{kept.path}: its rules have changed since it was played. {replayed.how_far}")
    else:
        _show(replayed, step, seat)
    if replayed.since:
        note(replayed.since)
    return FALLS_SHORT if replayed.differs else FINE


def _show(replayed: Replayed, step: int | None, seat: int | None) -> None:
    kept, game = replayed.kept, replayed.table.game
    state = replayed.at_step(step)
    names = [each.name for each in seats(game.num_players, game.program.labels.seats, list(kept.names), {})]
    viewer = None if seat is None else seat - 1
    words = replayed.table.words
    story = Story(game.program, names, words.rules)
    colour = wants_colour(sys.stdout)
    chain = state.tip.chain()
    if step is None:
        for number, each in enumerate(chain):
            done, *deal = story.parts(state, each, viewer if game.hides else None)
            for place, line in enumerate(folded(done, WIDTH)):
                click.echo(f"{number:4}  {line}" if place == 0 else f"      {line}")
            _say(at_hand_end(game, each, viewer, names, colour=colour), "      ")
            _say([line for lines in deal for line in ("", *folded(lines, WIDTH))], "      ")
    else:
        _say(at_hand_end(game, state.tip, viewer, names, colour=colour))
    _say(lines(position_of(game, state.cells, viewer, names), colour=colour))
    if state.is_terminal():
        click.echo()
        end = ended_by(game.program, state.cells)
        said = words.end(end.path) if end is not None else ""
        if said:
            click.echo(said)
        if result := result_of(state, names, bool(said)):
            click.echo(result)


def _say(lines: Sequence[str], indent: str = "") -> None:
    for line in lines:
        click.echo(f"{indent}{line}".rstrip() if indent else line)


def _show_as_json(replayed: Replayed, step: int | None, seat: int | None) -> None:
    if replayed.followed is not None and replayed.followed.state is None:
        show_json(replayed.to_json())
        return
    state, game = replayed.at_step(step), replayed.table.game
    viewer = None if seat is None else seat - 1
    entries = state.history if viewer is None else state.history_for(viewer)
    show_json(
        {
            "game": game.name,
            "steps": len(entries) - 1,
            "history": [
                {"player": entry.player, "action": entry.action, **happened}
                for entry, happened in zip(entries, step_story.happened(state, viewer), strict=True)
            ],
            "observation": state.observation(viewer),
            "over": state.is_terminal(),
            "returns": state.returns(),
            "scores": state.scores() if viewer is None or not game.hides else None,
            **replayed.rules,
            "differs": replayed.differs_as_json(),
        }
    )


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record with its game; `followed` is how far it could be replayed, if its rules have changed. `since` says that the
    files have other rules now than the texts in the record, by which it was replayed."""

    kept: Record
    table: LazyBook
    followed: Followed | None
    since: str = ""

    @property
    def changed(self) -> bool:
        return self.followed is not None

    @property
    def rules(self) -> dict[str, object]:
        """Which rules were used (`record` or `files`), and whether those of the files are still the same."""
        return {
            "rules_from": "record" if self.kept.carried is not None else "files",
            "same_rules": not self.changed and not self.since,
        }

    @property
    def differs(self) -> RecordError | None:
        return self.followed.differs if self.followed is not None else None

    @property
    def steps(self) -> int:
        """The number of steps that the current rules allow."""
        return self.followed.steps if self.followed is not None else len(self.kept.steps)

    @property
    def how_far(self) -> str:
        return how_far(self.kept, self.followed) if self.followed is not None else ""

    def at_step(self, step: int | None) -> State:
        """The state after a number of steps (None: after as many as fit)."""
        if self.followed is None:
            return self.kept.at_step(self.table.game, step)
        state = (self.followed if step is None else self.kept.followed(self.table.game, step)).state
        assert state is not None  # the steps that fit
        return state

    def differs_as_json(self) -> dict[str, object] | None:
        """The first step that does not fit (None: the set-up or the end), and why."""
        return {"step": self.differs.step, "message": str(self.differs)} if self.differs else None

    def to_json(self) -> dict[str, object]:
        return {
            "record": str(self.kept.path),
            "game": self.table.game.name,
            "steps": len(self.kept.steps),
            **self.rules,
            "differs": self.differs_as_json(),
        }


def opened(path: Path, given: Settings, anyway: bool) -> Replayed:
    """Open a record. If its rules have changed and it is to be replayed `anyway`, replay it as far as possible.

    Raises UsageError, FallsShort or RulebookError, as opening one does.
    """
    kept = read_record(path, given)
    if anyway:
        kept = replace(kept, carried=None)
    table = open_table(kept, anyway)
    game = table.game
    changed = kept.data.get("fingerprint") != game.fingerprint
    followed = kept.followed(game) if changed and anyway else None
    return Replayed(kept, table, followed, changed_since(kept, game))


def check_all(paths: Sequence[Path], given: Settings, anyway: bool, style: str) -> int:
    """Replay each record to its end and report it. The exit status."""
    told, statuses = [], set()
    for path in paths:
        status, data, line = _checked(path, given, anyway)
        statuses.add(status)
        told.append(data)
        if style == "text":
            click.echo(line)
    if style == "json":
        show_json(told)
    return max(statuses - {WRONG_USAGE}, default=FINE) or (WRONG_USAGE if WRONG_USAGE in statuses else FINE)


def _checked(path: Path, given: Settings, anyway: bool) -> tuple[int, dict[str, object], str]:
    """Replay a record: its exit status, the result as data, and as a line."""
    try:
        replayed = opened(path, given, anyway)
        if not replayed.changed:
            replayed.at_step(None)
    except FallsShort as short:
        return FALLS_SHORT, _as_data(path, short.message), short.message
    except click.ClickException as wrong:
        return WRONG_USAGE, _as_data(path, wrong.message), wrong.message
    except RuleFailure as failure:
        return FALLS_SHORT, _as_data(path, failure.message), f"{path}: {failure_told(failure)}"
    except RulebookError as error:
        said = render_all(error.problems).rstrip()
        return FALLS_SHORT, _as_data(path, str(error)), f"{path}: its rulebook cannot be opened\n{said}"
    steps = f"{replayed.steps} step{'' if replayed.steps == 1 else 's'}"
    if replayed.differs:
        line = f"{path}: its rules have changed since it was played. {replayed.how_far}"
        return FALLS_SHORT, replayed.to_json(), line
    changed = ", and its rules have changed since" if replayed.changed else ""
    changed = ", by the rules in the record, which have changed since" if replayed.since else changed
    return FINE, replayed.to_json(), f"fine: {path} ({steps}{changed})"


def _as_data(path: Path, message: str) -> dict[str, object]:
    return {"record": str(path), "differs": {"step": None, "message": message}}
