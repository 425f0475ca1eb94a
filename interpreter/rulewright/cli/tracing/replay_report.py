"""A record gone through by the rules of now, which may have changed since; and several of them, with a line for each.

fine: golden/one.record.json (53 steps)
golden/two.record.json: its rules have changed since it was played. By the rules of now the first 12 of its 53 ...
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common.exceptions import failure_told
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, WRONG_USAGE, FallsShort
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import show_json
from rulewright.cli.table.records.changed_rules import how_far
from rulewright.cli.table.records.reopening import open_book
from rulewright.cli.table.records.store import read_record
from rulewright.problems.problem import RulebookError
from rulewright.problems.rendering import render_all
from rulewright.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulewright.cli.table.records.store import Record
    from rulewright.game.errors import RecordError
    from rulewright.game.game import State
    from rulewright.game.replay import Followed
    from rulewright.pipeline import Book


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record with its rulebook. `followed` says how far it goes, if its rules have changed."""

    kept: Record
    book: Book
    followed: Followed | None

    @property
    def changed(self) -> bool:
        return self.followed is not None

    @property
    def differs(self) -> RecordError | None:
        return self.followed.differs if self.followed is not None else None

    @property
    def steps(self) -> int:
        """How many steps fit."""
        return self.followed.steps if self.followed is not None else len(self.kept.steps)

    @property
    def how_far(self) -> str:
        return how_far(self.kept, self.followed) if self.followed is not None else ""

    def at_step(self, step: int | None) -> State:
        """The state after a number of steps (None: as many as fit)."""
        if self.followed is None:
            return self.kept.at_step(self.book.game, step)
        state = (self.followed if step is None else self.kept.followed(self.book.game, step)).state
        assert state is not None  # so many steps fit
        return state

    def differs_as_json(self) -> dict[str, object] | None:
        """The first step that does not fit (None: the set-up or the end), and why."""
        return {"step": self.differs.step, "message": str(self.differs)} if self.differs else None

    def to_json(self) -> dict[str, object]:
        return {
            "record": str(self.kept.path),
            "game": self.book.game.name,
            "steps": len(self.kept.steps),
            "same_rules": not self.changed,
            "differs": self.differs_as_json(),
        }


def opened(path: Path, given: Settings, anyway: bool) -> Replayed:
    """A record opened, and followed as far as it goes if its rules have changed and it is to be gone through `anyway`.

    Raises UsageError, FallsShort or RulebookError, as opening one does.
    """
    kept = read_record(path, given)
    book = open_book(kept, anyway)
    changed = kept.data.get("fingerprint") != book.game.fingerprint
    return Replayed(kept, book, kept.followed(book.game) if changed and anyway else None)


def check_all(paths: Sequence[Path], given: Settings, anyway: bool, style: str) -> int:
    """Go through each record to its end, say how it went, and go on. The exit status."""
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
    """How a record goes: the exit status that it asks for, data, and a line."""
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
    return FINE, replayed.to_json(), f"fine: {path} ({steps}{changed})"


def _as_data(path: Path, message: str) -> dict[str, object]:
    return {"record": str(path), "differs": {"step": None, "message": message}}
