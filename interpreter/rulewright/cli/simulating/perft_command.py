"""The command `rulewright perft`: counts sequences of actions."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rulewright.cli.common.exceptions import failure_told
from rulewright.cli.common.exit_status import FALLS_SHORT, FINE, INTERRUPTED
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import Progress, engine_told, note, note_engine, note_fallbacks, show_json
from rulewright.cli.common.text_tables import show_table
from rulewright.cli.simulating.starts import start_of
from rulewright.game.game import State
from rulewright.game.playouts.branches import MOST_IN_A_TURN, EndlessTurn
from rulewright.ir.chance import has_chance
from rulewright.play.perft import By, Ply, perft, way_to_failure
from rulewright.runtime.chance.enumerated import TooManyOutcomes
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import Collected

if TYPE_CHECKING:
    from rulewright.game.game import Game
    from rulewright.runtime.fallbacks import Fallbacks


def count(
    settings: Settings, depth: int, unique: bool, style: str, by: By, start: str | None, step: int | None
) -> int:
    """The exit status."""
    settings.note_slow_engine()
    begin = start_of(settings, start, step)
    game, outcome = begin.game if isinstance(begin, State) else begin, FINE
    plies: list[Ply] = []
    failure: dict[str, object] = {}
    fallbacks, began = Collected(), time.perf_counter()
    try:
        with fallbacks:
            outcome = _count(begin, depth, by, unique, plies)
    except TooManyOutcomes as error:
        note(f"Stopped at ply {len(plies) + 1}: one action has too many results of chance ({error}).")
        outcome = FALLS_SHORT
    except EndlessTurn as error:
        note(f"Stopped at ply {len(plies) + 1}: {error}. Count without --by turn.")
        outcome = FALLS_SHORT
    except RuleFailure as error:
        failure, outcome = _tell_failure(begin, len(plies) + 1, by, error), FALLS_SHORT
    found = fallbacks.so_far()
    if style == "json":
        counted = [_told(p, unique) for p in plies]
        timing = {
            "seconds": time.perf_counter() - began, **engine_told(found, _engine(game, found))
        }  # fmt: skip
        show_json(
            {"game": game.name, "players": game.num_players, "plies": counted, **failure, "timing": timing}
        )
    elif plies:
        _show(game, plies, unique)
        note_engine(found, _engine(game, found))
    note_fallbacks(found)
    return outcome


def _engine(game: Game, found: Fallbacks) -> str:
    """The engine that carries out moves: every result of chance is found by the reference."""
    return "reference" if has_chance(game.program) else found.engine(game.executor.engine)


def _count(begin: Game | State, depth: int, by: By, unique: bool, plies: list[Ply]) -> int:
    try:
        with Progress("plies", steady=False) as progress:
            for ply in perft(begin, depth, by, unique=unique):
                plies.append(ply)
                progress(len(plies), depth)
    except KeyboardInterrupt:
        note(f"Stopped after {len(plies)} of {depth} plies.")
        return INTERRUPTED
    return FINE


def _tell_failure(begin: Game | State, ply: int, by: By, error: RuleFailure) -> dict[str, object]:
    """Report the rule that failed and the moves that lead there; the same as data."""
    game = begin.game if isinstance(begin, State) else begin
    decisions = ply if by == "decision" else ply * MOST_IN_A_TURN
    way, failure = way_to_failure(begin, decisions) or ([], error)
    note(failure_told(failure))
    note(f"  the rule that failed: {failure.path or 'unknown'}")
    note(f"Stopped at ply {ply}: {_way_told([str(action) for action in way], has_chance(game.program))}")
    return {
        "failure": {
            "code": failure.code, "place": str(failure.span), "rule": failure.path, "message": failure.message,
            "actions": [str(action) for action in way],
        }
    }  # fmt: skip


def _way_told(actions: list[str], chance: bool) -> str:
    after = " and ".join([", ".join(actions[:-1]), *actions[-1:]]) if len(actions) > 1 else "".join(actions)
    lucky = ", as chance may have it" if chance else ""
    return f"this rule fails after {after}{lucky}." if actions else f"this rule fails in the set-up{lucky}."


def _told(ply: Ply, unique: bool) -> dict[str, object]:
    told = ply.to_json()
    if not unique:
        del told["positions"]
    return told


def _show(game: Game, plies: list[Ply], unique: bool) -> None:
    seats = [f"won by {game.wording.seat(seat)}" for seat in range(game.num_players)]
    shared = any(ply.shared for ply in plies)
    headings = (
        "ply", "sequences", *(["positions"] if unique else []), "ended", *seats, *(["shared"] if shared else []), "drawn"
    )  # fmt: skip
    rows = [_row(str(ply.ply), ply, unique, shared) for ply in plies]
    if any(ply.ended for ply in plies):
        rows.append(_row("all", _total(plies), unique, shared))
    show_table(headings, rows)


def _row(name: str, ply: Ply, unique: bool, shared: bool) -> list[str]:
    counts = [ply.sequences, *([ply.positions] if unique else []), ply.ended, *ply.won]
    counts += [*([ply.shared] if shared else []), ply.drawn]
    return [name, *(f"{count:,}" for count in counts)]


def _total(plies: list[Ply]) -> Ply:
    won = tuple(sum(each) for each in zip(*(ply.won for ply in plies), strict=True))
    return Ply(
        0, sum(p.sequences for p in plies), sum(p.positions for p in plies), sum(p.ended for p in plies), won,
        sum(p.shared for p in plies), sum(p.drawn for p in plies),
    )  # fmt: skip
