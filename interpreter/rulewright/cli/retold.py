"""What happened in a game, step by step, as `trace` tells it beside its answers: the moves with their dice, what happened by
itself, whose turn began.

    lines(book, state, None)[6]         ["seat 1: roll (dice 5 4)", "  Bust: If nothing can be set aside, ...", "seat 2 begins: ..."]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.game.state import State
    from rulewright.pipeline import Book


def lines(book: Book, state: State, player: int | None) -> list[list[str]]:
    """The lines of every step up to a state, the set-up first, as far as a player (None: everybody) was told."""
    from rulewright.author.by_itself import by_itself
    from rulewright.author.story import Story

    story = Story(book.program, _names(book), by_itself(book))
    entries = state.history if player is None or not state.game.hides else state.history_for(player)
    return [story.lines(entry) for entry in entries]


def step(book: Book, state: State, player: int | None) -> list[str]:
    """The lines of the step that led to a state, everything in it told in full."""
    from rulewright.author.by_itself import by_itself
    from rulewright.author.story import Story

    entries = state.history if player is None or not state.game.hides else state.history_for(player)
    return Story(book.program, _names(book), by_itself(book)).lines(entries[-1])


def _names(book: Book) -> list[str]:
    return [name or f"seat {number}" for number, name in enumerate(book.program.labels.seats, 1)]
