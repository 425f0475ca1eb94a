"""An example as the record of a game, so that `trace` and `replay` can answer questions about it.

    run = ExampleRun(book, example, seed=1)
    run.problems()
    record_of(run)          {"rulewright": 1, "game": ..., "steps": [{"player": 0, "action": "roll", "chance": [...]}, ...]}

Chance that the example leaves open is recorded with the results of this run. A step that could not be carried out is left out; a
step in which a rule failed is the last.
"""

from __future__ import annotations

from rulewright.author.examples.run import ExampleRun
from rulewright.game.game import State
from rulewright.game.history.record_chance import replayed
from rulewright.game.history.steps import Entry
from rulewright.game.knowledge.events import CHANCE
from rulewright.runtime.chance.fixed import Replayed
from rulewright.runtime.failures import RuleFailure


def record_of(run: ExampleRun) -> dict[str, object]:
    """The record of an example that was played. Raises RuleFailure if a rule fails in the set-up."""
    begun, *moves = list(run.story.entries()) or [Entry(None, None, ())]
    state = _begun(run, begun)
    for entry, played in zip(moves, run.story.played[1:], strict=True):
        if played.events is None and not run.failed:
            break
        try:
            state.apply_action(entry.action or "", _chance(run, entry))
        except RuleFailure as failure:
            if isinstance(failure.record, dict):
                return failure.record
            raise
    return state.record()


def _begun(run: ExampleRun, entry: Entry) -> State:
    game = run.book.game
    if run.given_cells is not None:
        return game.state_at(list(run.given_cells), run.seed)
    return game.with_own_luck(game.new_initial_state(run.seed, _chance(run, entry)))


def _chance(run: ExampleRun, entry: Entry) -> Replayed:
    told = [dict(happened) for happened in entry.happened if any(what in happened for what in CHANCE)]
    return replayed(run.book.game.wording, told)
