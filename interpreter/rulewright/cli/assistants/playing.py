"""Games that an assistant plays move by move.

A request carries all moves so far, so a worker that was ended loses nothing; a game that is still here goes on where it is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Final

from rulewright import pipeline
from rulewright.author.story.narration import Story
from rulewright.cli.assistants.given import placed, refuse_files
from rulewright.cli.drawing.printed import lines
from rulewright.game.game import Game, State
from rulewright.play.bots import bot_named
from rulewright.scene.table import people_of, scene_of
from rulewright.serve.worker.refusals import Answer, Refused
from rulewright.source.dataclass import dataclass

Request = Mapping[str, Any]  # JSON
MOST_MOVES: Final = 100
"""Legal moves that an answer lists."""
MOST_KEPT: Final = 8
"""Games that stay open."""


@dataclass(slots=True)
class Kept:
    """A game that is open, and how many moves were made."""

    game: Game
    state: State
    moves: int = 0


@dataclass(slots=True)
class Games:
    """The games that were played last, by their numbers."""

    _kept: OrderedDict[str, Kept] = field(default_factory=OrderedDict)

    def play(self, request: Request) -> Answer:
        """Make the `next` moves of a game after its `moves` so far, and describe the position. `{"bot": name}` is the move of a bot."""
        kept = self._at(request)
        before = kept.state.clone()
        try:
            made = [self._move(kept, move) for move in request["next"]]
        except Exception:
            kept.state = before  # all of them are made, or none
            raise
        kept.moves += len(made)
        return {**shown(kept), "made": made}

    def _at(self, request: Request) -> Kept:
        """The game before the moves that it has not seen yet."""
        number, moves = request["game"], request["moves"]
        kept = self._kept.pop(number, None)
        if kept is None or kept.moves != len(moves):
            book = placed(Path(), request["books"][0])
            game = pipeline.open_book(
                book.rulebook, request["players"], request["variant"], request["options"], book.house_rules, "reference", cache=False
            ).game  # fmt: skip
            kept = Kept(game, game.new_initial_state(seed=request["seed"]))
            for move in moves:
                self._move(kept, move)
            kept.moves = len(moves)
        self._kept[number] = kept
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def _move(self, kept: Kept, move: str | Mapping[str, str]) -> str:
        """Make a move; its text, by which it can be made again. Raises Refused and what games raise."""
        if kept.state.is_terminal():
            raise Refused("The game is over.")
        action = move if isinstance(move, str) else self._chosen(kept, move["bot"])
        text = kept.state.text(action)
        kept.state.apply_action(action)
        return text

    def _chosen(self, kept: Kept, name: str) -> str:
        refuse_files(name)
        try:
            bot = bot_named(kept.game, name)
        except ValueError as unknown:
            raise Refused(str(unknown)) from None
        seat = kept.state.current_player()
        assert seat is not None  # the game is not over
        bot.begin(len(kept.state.history))
        return str(bot.choose(kept.state, seat))


def shown(kept: Kept) -> Answer:
    """A position as the player sees it whose turn it is; as spectators do when the game is over."""
    state, seat = kept.state, kept.state.current_player()
    moves = [str(action) for action in state.legal_actions()] if seat is not None else []
    people = people_of(state)
    return {
        "over": state.is_terminal(),
        "to_move": None if seat is None else people[seat],
        "seat": None if seat is None else seat + 1,
        "scores": state.scores(),
        "ranking": [[people[each] for each in group] for group in state.ranking()],
        "legal_moves": moves[:MOST_MOVES],
        "more_legal_moves": max(len(moves) - MOST_MOVES, 0),
        "table": "\n".join(lines(scene_of(state, seat))),
        "story": Story(kept.game.program, people).last(state, "spectator" if seat is None else seat),
    }
