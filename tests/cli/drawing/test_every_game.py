"""Screens of every game: no line is too long, and nothing on them tells what a seat does not know."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import rulewright as rw
from rulewright.author.story.narration import Story
from rulewright.cli.drawing.printed import lines
from rulewright.cli.drawing.texts import folded
from rulewright.cli.table.menu import listed
from rulewright.scene.table import scene_of
from tests.cli.conftest import Run
from tests.games.books import HIDING, Table, books, tables

STEPS = 30
LOOKS = (0, 1, 2, 5, 12, 29)
FLOWS_OVER = 100


def widest_tables() -> list[Table]:
    """The largest table of every rulebook and variant."""
    most: dict[tuple[str, str | None], Table] = {}
    for table in tables():
        most[table.name, table.variant] = table
    return list(most.values())


def looked_at(table: Table, seed: int) -> Iterator[rw.State]:
    """Some states of a random game."""
    random = Random(f"screens {seed}")
    state = table.load().new_initial_state(seed)
    for step in range(STEPS):
        if step in LOOKS or state.is_terminal():
            yield state
        if state.is_terminal():
            return
        state.apply_action(random.choice(state.legal_actions()))


def names(state: rw.State) -> list[str]:
    return [f"Player {number + 1}" for number in range(state.game.num_players)]


def screen(state: rw.State, seat: int, width: int = 88) -> list[str]:
    return lines(scene_of(state, seat, names(state)), width)


@pytest.mark.parametrize("table", widest_tables(), ids=str)
@pytest.mark.parametrize("width", [88, 80])
def test_every_line_fits_the_terminal(table: Table, width: int) -> None:
    for state in looked_at(table, seed=width):
        story = Story(state.game.program, names(state))
        for seat in range(state.game.num_players):
            told = folded(
                [line for entry in state.history_for(seat)[-2:] for line in story.lines(entry)], width
            )
            for line in (*screen(state, seat, width), *told):
                assert len(line) <= width, line
        for line in listed(state, state.legal_actions() if not state.is_terminal() else (), width=width):
            assert len(line) <= width, line


@pytest.mark.parametrize("table", [table for table in widest_tables() if table.name in HIDING], ids=str)
def test_a_seats_screen_is_the_same_in_states_it_cannot_tell_apart(table: Table) -> None:
    for state in looked_at(table, seed=7):
        for seat in range(state.game.num_players):
            other = state.resample(seat, seed=11)
            assert screen(state, seat) == screen(other, seat)
            looking_on = lines(scene_of(state, None, names(state)))
            assert looking_on == lines(scene_of(other, None, names(state)))


@pytest.mark.parametrize("game", books())
def test_a_whole_evening_at_one_terminal_fits_it(run: Run, game: str) -> None:
    random = Random(f"evening {game}")
    typed = "".join(f"{random.choice((1, 1, 2, 3))}\n" for _ in range(25)) + "more\nhelp\nquit\n"
    ended = run("play", books()[game], "--seed", "4", typed=typed)
    assert ended.status == 0, ended.err
    assert max(map(len, ended.out.splitlines())) <= FLOWS_OVER
