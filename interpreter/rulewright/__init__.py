"""Rulewright: the YAML rulebook of a tabletop game, checked, played, simulated and tested.

    import rulewright as rw

    game = rw.load("my-game", players=2)
    state = game.new_initial_state(seed=7)
    state.apply_action("roll")

Everything is loaded on use, so importing this is quick and playing a compiled game never loads the front end.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "1.0.0"

if TYPE_CHECKING:
    from pathlib import Path

    from rulewright.author.advice.hint import Hint as Hint
    from rulewright.author.advice.hint import hint_for as hint_for
    from rulewright.author.health.health import health as health
    from rulewright.author.testing.checking import Checked as Checked
    from rulewright.author.testing.checking import check as check
    from rulewright.author.testing.checking import check_text as check_text
    from rulewright.author.tuning.tune import Tuned as Tuned
    from rulewright.author.tuning.tune import tune as tune
    from rulewright.engines import NoEngine as NoEngine
    from rulewright.game.batches.batch import Batch as Batch
    from rulewright.game.batches.columns import Column as Column
    from rulewright.game.errors import BatchFailure as BatchFailure
    from rulewright.game.errors import FailedGame as FailedGame
    from rulewright.game.errors import IllegalAction as IllegalAction
    from rulewright.game.errors import Inside as Inside
    from rulewright.game.errors import Reason as Reason
    from rulewright.game.errors import RecordError as RecordError
    from rulewright.game.errors import SavedStateError as SavedStateError
    from rulewright.game.errors import UnknownMove as UnknownMove
    from rulewright.game.errors import UnknownPlace as UnknownPlace
    from rulewright.game.game import ChanceOutcome as ChanceOutcome
    from rulewright.game.game import Game as Game
    from rulewright.game.game import State as State
    from rulewright.game.history.steps import Entry as Entry
    from rulewright.game.knowledge.visibility import Viewer as Viewer
    from rulewright.game.moves.action import Action as Action
    from rulewright.game.moves.action import AnyAction as AnyAction
    from rulewright.game.playouts.branches import EndlessTurn as EndlessTurn
    from rulewright.ir.saved.program import SavedProgramError as SavedProgramError
    from rulewright.notebook.frames import to_frame as to_frame
    from rulewright.notebook.progress import progress_bar as progress_bar
    from rulewright.pipeline import bundled_games as bundled_games
    from rulewright.pipeline import load as load
    from rulewright.pipeline import load_text as load_text
    from rulewright.pipeline import rules_changed as rules_changed
    from rulewright.play.advising.review import Review as Review
    from rulewright.play.advising.reviewing import review as review
    from rulewright.play.bots import Bot as Bot
    from rulewright.play.bots import bot_named as bot_named
    from rulewright.play.bots import bot_names as bot_names
    from rulewright.play.bots import seat_bots as seat_bots
    from rulewright.play.compare import Comparing as Comparing
    from rulewright.play.compare import compare as compare
    from rulewright.play.comparing.result import Comparison as Comparison
    from rulewright.play.comparing.result import Line as Line
    from rulewright.play.comparing.stopping import Precision as Precision
    from rulewright.play.figures.simulation import Simulation as Simulation
    from rulewright.play.figures.single import PlayedGame as PlayedGame
    from rulewright.play.figures.statistics import Summary as Summary
    from rulewright.play.health.results import Health as Health
    from rulewright.play.perft import Ply as Ply
    from rulewright.play.perft import perft as perft
    from rulewright.play.running.tasks import TaskLost as TaskLost
    from rulewright.play.simulate import simulate as simulate
    from rulewright.play.solve import Solved as Solved
    from rulewright.play.solve import solve as solve
    from rulewright.play.solving.answers import Answer as Answer
    from rulewright.play.solving.answers import MoveWorth as MoveWorth
    from rulewright.play.solving.answers import Worth as Worth
    from rulewright.problems.fix import Fix as Fix
    from rulewright.problems.problem import Note as Note
    from rulewright.problems.problem import Problem as Problem
    from rulewright.problems.problem import RulebookError as RulebookError
    from rulewright.runtime.chance.enumerated import TooManyOutcomes as TooManyOutcomes
    from rulewright.runtime.chance.fixed import ChanceMismatch as ChanceMismatch
    from rulewright.runtime.executor import Chance as Chance
    from rulewright.runtime.failures import RuleFailure as RuleFailure
    from rulewright.runtime.fallbacks import Fallbacks as Fallbacks
    from rulewright.runtime.trace import Trace as Trace
    from rulewright.scene.previews import previews as previews
    from rulewright.scene.records import Scene as Scene
    from rulewright.scene.table import scene_of as scene_of
    from rulewright.source.text import Span as Span

_HOMES = {
    "Action": "game.moves.action",
    "Answer": "play.solving.answers",
    "AnyAction": "game.moves.action",
    "Batch": "game.batches.batch",
    "BatchFailure": "game.errors",
    "Bot": "play.bots",
    "Chance": "runtime.executor",
    "ChanceMismatch": "runtime.chance.fixed",
    "ChanceOutcome": "game.game",
    "Checked": "author.testing.checking",
    "Column": "game.batches.columns",
    "Comparing": "play.compare",
    "Comparison": "play.comparing.result",
    "EndlessTurn": "game.playouts.branches",
    "Entry": "game.history.steps",
    "FailedGame": "game.errors",
    "Fallbacks": "runtime.fallbacks",
    "Fix": "problems.fix",
    "Game": "game.game",
    "Health": "play.health.results",
    "Hint": "author.advice.hint",
    "IllegalAction": "game.errors",
    "Inside": "game.errors",
    "Line": "play.comparing.result",
    "MoveWorth": "play.solving.answers",
    "NoEngine": "engines",
    "Note": "problems.problem",
    "PlayedGame": "play.figures.single",
    "Ply": "play.perft",
    "Precision": "play.comparing.stopping",
    "Problem": "problems.problem",
    "Reason": "game.errors",
    "RecordError": "game.errors",
    "Review": "play.advising.review",
    "RuleFailure": "runtime.failures",
    "RulebookError": "problems.problem",
    "SavedProgramError": "ir.saved.program",
    "SavedStateError": "game.errors",
    "Scene": "scene.records",
    "Simulation": "play.figures.simulation",
    "Solved": "play.solve",
    "Span": "source.text",
    "State": "game.game",
    "Summary": "play.figures.statistics",
    "TaskLost": "play.running.tasks",
    "TooManyOutcomes": "runtime.chance.enumerated",
    "Trace": "runtime.trace",
    "Tuned": "author.tuning.tune",
    "UnknownMove": "game.errors",
    "UnknownPlace": "game.errors",
    "Viewer": "game.knowledge.visibility",
    "Worth": "play.solving.answers",
    "bot_named": "play.bots",
    "bot_names": "play.bots",
    "bundled_games": "pipeline",
    "check": "author.testing.checking",
    "check_text": "author.testing.checking",
    "compare": "play.compare",
    "health": "author.health.health",
    "hint_for": "author.advice.hint",
    "load": "pipeline",
    "load_text": "pipeline",
    "perft": "play.perft",
    "previews": "scene.previews",
    "progress_bar": "notebook.progress",
    "review": "play.advising.reviewing",
    "rules_changed": "pipeline",
    "scene_of": "scene.table",
    "seat_bots": "play.bots",
    "simulate": "play.simulate",
    "solve": "play.solve",
    "to_frame": "notebook.frames",
    "tune": "author.tuning.tune",
}

__all__ = [
    "Action",
    "Answer",
    "AnyAction",
    "Batch",
    "BatchFailure",
    "Bot",
    "Chance",
    "ChanceMismatch",
    "ChanceOutcome",
    "Checked",
    "Column",
    "Comparing",
    "Comparison",
    "EndlessTurn",
    "Entry",
    "FailedGame",
    "Fallbacks",
    "Fix",
    "Game",
    "Health",
    "Hint",
    "IllegalAction",
    "Inside",
    "Line",
    "MoveWorth",
    "NoEngine",
    "Note",
    "PlayedGame",
    "Ply",
    "Precision",
    "Problem",
    "Reason",
    "RecordError",
    "Review",
    "RuleFailure",
    "RulebookError",
    "SavedProgramError",
    "SavedStateError",
    "Scene",
    "Simulation",
    "Solved",
    "Span",
    "State",
    "Summary",
    "TaskLost",
    "TooManyOutcomes",
    "Trace",
    "Tuned",
    "UnknownMove",
    "UnknownPlace",
    "Viewer",
    "Worth",
    "__version__",
    "bot_named",
    "bot_names",
    "bundled_games",
    "check",
    "check_text",
    "compare",
    "health",
    "hint_for",
    "load",
    "load_compiled",
    "load_text",
    "perft",
    "previews",
    "progress_bar",
    "replay",
    "review",
    "rules_changed",
    "scene_of",
    "seat_bots",
    "simulate",
    "solve",
    "to_frame",
    "tune",
]


def load_compiled(path: str | Path, engine: str = "auto") -> Game:
    """The game that `game.save(path)` wrote, loaded without the front end; `engine` is the same as in `load`. `state.get` and
    `state.trace` answer plain places only. A game that another version compiled is compiled again from the texts in the file.

    Raises SavedProgramError for a file that is damaged, foreign or missing, NoEngine, and RulebookError if this version finds
    mistakes in the texts."""
    engines, saved = _module("engines"), _module("ir.saved.program")
    try:
        game: Game = engines.load_compiled(path, engine)
    except saved.SavedProgramError as error:
        if error.origin is None:
            raise
        game = _module("pipeline").compile_again(error.origin, engine)
    return game


def _module(
    name: str,
) -> Any:  # Any: a module, loaded when it is needed, so that importing the package is quick
    return import_module(f"{__name__}.{name}")


def replay(record: dict[str, object], game: Game | None = None, *, files: bool = False) -> State:
    """The state that a record (what `state.record()` gave) leads to. A record that carries texts (`state.record(texts=True)`) is
    replayed by these; otherwise the game is loaded by the record's name, options and overlays.

    A record may come from anybody, so what it names has to be bundled. With `files` it is found as `load` finds it, in the current
    folder and by any path: for records of your own rulebooks. `game` replays on a game that is there already. Raises RecordError
    with the step that does not fit, RulebookError when the rulebook is not sound at the record's table.
    """
    if game is None:
        wanted = _module("game.history.record").Wanted.of(record)
        game = _module("pipeline").load_recorded(wanted, files)
        if (
            wanted.texts is not None
        ):  # another version may have computed another fingerprint of the same texts
            record = {**record, "fingerprint": game.fingerprint}
    state: State = _module("game.replay").replay(record, game)
    return state


if not TYPE_CHECKING:  # so that type checkers find misspelt names

    def __getattr__(name: str) -> object:
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{home}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
