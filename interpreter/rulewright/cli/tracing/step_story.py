"""The story of a game, step by step, as `trace` prints it with its answers: moves with their dice, automatic rules, and
turns.

    lines(table, state, None)[6]         ["seat 1: roll (dice 5 4)", "  Bust: If nothing can be set aside, ...", "seat 2's turn: ..."]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.author.story.narration import Story
from rulewright.cli.drawing.printed import at_hand_end
from rulewright.game.knowledge import score_changes

if TYPE_CHECKING:
    from rulewright.cli.keeping.games import LazyBook
    from rulewright.game.game import State


def lines(table: LazyBook, state: State, player: int | None) -> list[list[str]]:
    """The lines of every step up to a state, the set-up first, as one player may know them (None: everything)."""
    viewer = player if state.game.hides else None
    return Story(table.game.program, _names(table), table.words.rules).steps(state, viewer)


def step(table: LazyBook, state: State, player: int | None) -> list[str]:
    """The lines of the step that led to a state, in full."""
    viewer = player if state.game.hides else None
    return Story(table.game.program, _names(table), table.words.rules).last(state, viewer)


def hand_ends(table: LazyBook, state: State, player: int | None) -> list[tuple[list[str], int]]:
    """For every step up to a state: the table at the end of a hand, if the step ended one (else []), and how many of the step's
    lines are about the next deal, which come after it."""
    names, viewer = _names(table), player if state.game.hides else None
    story = Story(table.game.program, names, table.words.rules)
    parts = [story.parts(state, each, viewer)[1:] for each in state.tip.chain()]
    return [
        (at_hand_end(state.game, each, player, names), sum(map(len, deal)))
        for each, deal in zip(state.tip.chain(), parts, strict=True)
    ]


def happened(state: State, player: int | None) -> list[dict[str, object]]:
    """The same as data: what happened in each step, and the points that it moved."""
    entries = state.history if player is None else state.history_for(player)
    moved = score_changes.of_steps(state.game, state.tip, player)
    return [
        {"happened": list(entry.happened), "points": [each.to_json() for each in of_step]}
        for entry, of_step in zip(entries, moved, strict=True)
    ]


def _names(table: LazyBook) -> list[str]:
    return [name or f"seat {number}" for number, name in enumerate(table.game.program.labels.seats, 1)]
