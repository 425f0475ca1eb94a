"""Questions to a worker about the position of a table: why not, what a move scores, why a value is what it is, advice, the story."""

from __future__ import annotations

import re
import secrets
import time
from contextlib import suppress
from dataclasses import asdict, replace

from rulewright.author.advice.hint import hint_for
from rulewright.author.report.html import to_html
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.author.story.narration import Story
from rulewright.game.errors import IllegalAction
from rulewright.game.game import State
from rulewright.play.bots import bot_named, refuse_unknown
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.trace import Trace
from rulewright.scene.outcomes import outcome
from rulewright.scene.previews import preview
from rulewright.serve.worker.opening import Games
from rulewright.serve.worker.playing import other_turn, seen_by
from rulewright.serve.worker.positions import Held, Request
from rulewright.serve.worker.refusals import Answer, Refused

WIDTH = 100
"""The columns of a trace as text."""
PATIENCE = 0.25
"""Seconds that a move may take to be previewed: it is tried up to 20 times, and nobody at the table moves meanwhile."""
STEP = re.compile(r"step (\d+), seat \d+: ")
"""How a trace names the step that changed a variable."""


def why_not(held: Held, request: Request) -> Answer:
    """Every requirement that a move of a seat does not meet."""
    found = held.state.why_not(request["move"], player=request["seat"])
    return {"reasons": other_turn(held.state, request) or [reason.says for reason in found]}


def scores(held: Held, request: Request) -> Answer:
    """What a legal move is certain to score, and to change on the boards."""
    state, seat, move = held.state, request["seat"], request["move"]
    if state.current_player() != seat or move not in state.legal_ids() or not _is_quick(state, seat, move):
        return {"preview": "", "changes": []}
    changes = [
        {
            "board": each.board,
            "space": each.space.id,
            "pieces": [asdict(piece) for piece in each.space.pieces],
        }
        for each in outcome(state, seat, move, request["names"])
    ]
    return {"preview": preview(state, seat, move, request["names"]), "changes": changes}


def _is_quick(state: State, seat: int, move: int) -> bool:
    """Whether a move can be tried a number of times while the table waits."""
    began = time.perf_counter()
    with suppress(IllegalAction, RuleFailure):
        state.resample(seat, 0).apply_action(move)
    return time.perf_counter() - began < PATIENCE


def traced(held: Held, request: Request) -> Answer:
    """Why an expression has its value, or a move is legal or not, as far as a viewer may know."""
    found = _in_words(held.state.trace(request["of"], seen_by(request["viewer"])), held, request)
    return {"text": found.render(width=WIDTH), "trace": found.to_json()}


def _in_words(found: Trace, held: Held, request: Request) -> Trace:
    """The trace of a variable with the steps that changed it as they were written down: `step 3, Ann: hold`."""
    if found.what != "variable":
        return found
    steps = history(held, request)["steps"]

    def in_words(part: Trace) -> Trace:
        step = STEP.match(part.text)
        lines = steps[int(step[1])] if step else []
        return replace(part, text=f"step {step[1]}, {lines[0]}") if step and lines else part

    return replace(found, parts=tuple(map(in_words, found.parts)))


def history(held: Held, request: Request) -> Answer:
    """The lines of every step, by its number, as a viewer was shown them."""
    story = Story(held.game.program, request["names"])
    return {"steps": story.steps(held.state, seen_by(request["viewer"]))}


def advice(held: Held, request: Request) -> Answer:
    """The best moves of the seat to act, with what they are worth, and why; first the best one."""
    state, seat = held.state, request["seat"]
    if state.current_player() != seat:
        raise Refused("It is not your turn, so there is nothing to advise.")
    hint = hint_for(state, seat, request["names"])
    told = (
        {"move": best.action.id, "text": str(best.action), "sentence": best.words} for best in hint.moves[:1]
    )
    return {**next(told, {}), "hint": hint.to_json()}


def choose(held: Held, request: Request) -> Answer:
    """The id of the move that a bot makes."""
    return {"move": _chosen(held.state, request["seat"], request["bot"], secrets.randbits(63))}


def record(held: Held, request: Request) -> Answer:
    """The whole record of a game, with its texts."""
    return {"record": held.state.record(texts=held.game.texts is not None)}


def snapshot(held: Held, request: Request) -> Answer:
    """The whole state as text, for the log."""
    return {"text": held.state.serialize()}


def is_bot(held: Held, request: Request) -> Answer:
    """Whether there is a bot of this name. Raises Refused."""
    try:
        refuse_unknown(held.game, str(request["bot"]))
    except ValueError as error:
        raise Refused(f"{error}.") from None
    return {}


def sheet(games: Games, request: Request) -> Answer:
    """The rule sheet of a table, as a page."""
    return {"html": to_html(make_sheet(games.book_of(request["header"])))}


def _chosen(state: State, seat: int, name: str, seed: int) -> int:
    bot = bot_named(state.game, name)
    bot.begin(seed)
    return bot.choose(state, seat).id
