"""Reports of games in which a rule failed: each rule is reported once, and a record of the first game is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli.common.exceptions import failure_told
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import note
from rulewright.cli.table.records.store import own_path, write
from rulewright.game.replay import replay
from rulewright.problems.quoting import counted
from rulewright.runtime.failures import RuleFailure
from rulewright.source.output import CannotWrite

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.play.running.games import Failed


def tell_failures(
    failures: Sequence[Failed], failed: int, games: int, game: Game, settings: Settings
) -> None:
    """Report which rules failed in `failed` of `games` games, and write the record of the first. `failures` may be only some of
    them."""
    alike: dict[tuple[str, str], list[Failed]] = {}
    for failure in failures:
        alike.setdefault((failure.place, failure.code), []).append(failure)
    for some in alike.values():
        note(_told(some[0], game))
    if failed:
        what = "a rule failed" if len(alike) == 1 else "rules failed"
        note(f"In {failed} of {counted(games, 'game')} {what}.")
    kept = next((failure.record for failure in failures if isinstance(failure.record, dict)), None)
    if kept is not None:
        path = own_path(f"{game.name}-failure")
        try:
            write(kept, path, settings, over=path.exists())
        except CannotWrite as reason:
            note(f"{reason}, so no game is kept.")
            return
        note(
            f"The first of these games is kept: `rulewright replay {path}` goes through it, `rulewright trace {path}` says why"
        )


def _told(failed: Failed, game: Game) -> str:
    """The message of a failure, with its line of the rulebook, which is found by replaying the game."""
    try:
        if isinstance(failed.record, dict):
            replay(failed.record, game)
    except RuleFailure as failure:
        return failure_told(failure)
    return f"{failed.place}: error[{failed.code}]: {failed.message}"
