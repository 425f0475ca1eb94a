"""Questions to a worker about the position of a table: why not, what a move scores, why a value is what it is, advice, the story."""

from __future__ import annotations

import secrets

from rulewright.author.report.html import to_html
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.author.story.narration import Story
from rulewright.game.game import State
from rulewright.language.players import ROLLOUTS
from rulewright.play.bots import bot_named, refuse_unknown
from rulewright.runtime.fast import PlaysOn
from rulewright.scene.previews import preview
from rulewright.serve.worker.opening import Games
from rulewright.serve.worker.playing import seen_by
from rulewright.serve.worker.positions import Held, Request
from rulewright.serve.worker.refusals import Answer, Refused

WIDTH = 100
"""The columns of a trace as text."""
FEW_GAMES = 20
"""How many playouts a piece of advice may take with the slow reference engine."""


def why_not(held: Held, request: Request) -> Answer:
    """Every requirement that a move of a seat does not meet."""
    found = held.state.why_not(request["move"], player=request["seat"])
    return {"reasons": [reason.says for reason in found]}


def scores(held: Held, request: Request) -> Answer:
    """What a legal move is certain to score."""
    seat, move = request["seat"], request["move"]
    mine = held.state.current_player() == seat
    return {"preview": preview(held.state, seat, move) if mine and move in held.state.legal_ids() else ""}


def traced(held: Held, request: Request) -> Answer:
    """Why an expression has its value, or a move is legal or not, as far as a viewer may know."""
    found = held.state.trace(request["of"], seen_by(request["viewer"]))
    return {"text": found.render(width=WIDTH), "trace": found.to_json()}


def history(held: Held, request: Request) -> Answer:
    """The lines of every step, by its number, as a viewer was shown them."""
    story = Story(held.game.program, request["names"])
    return {"steps": story.steps(held.state, seen_by(request["viewer"]))}


def advice(held: Held, request: Request) -> Answer:
    """The move that a bot would make for the seat to act: by the first strategy of the rulebook, or else by playouts."""
    state, seat = held.state, request["seat"]
    if state.current_player() != seat:
        raise Refused("It is not your turn, so there is nothing to advise.")
    quick = isinstance(held.game.executor, PlaysOn)
    name = next(iter(held.game.program.strategies), ROLLOUTS if quick else f"{ROLLOUTS}:{FEW_GAMES}")
    move = _chosen(state, seat, name, len(state.history))
    action = held.game.action_from_id(move)
    return {"move": move, "text": str(action), "sentence": state.describe(action), "bot": name}


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
