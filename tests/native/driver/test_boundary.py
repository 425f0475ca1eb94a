"""What games come to may enter native code; what no game comes to may not."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import rulewright as rw
from rulewright.game.game import Game
from rulewright.ir.layout import CURRENT, ENDED, PHASE, ROUND, WINNERS
from rulewright.native.driver.boundary import Boundary
from rulewright.runtime.executor import Choice

NAMES = ("pig", "yahtzee", "tic-tac-toe", "reversi", "cinq-o", "crazy-eights", "dominoes", "crib-ino")


@cache
def game(name: str) -> Game:
    return rw.load(name, engine="reference")


def positions(name: str, seed: int, most: int = 40) -> Iterator[tuple[array[int], list[Choice]]]:
    """Positions of a random game, with what can be chosen there."""
    state, random = game(name).new_initial_state(seed), Random(seed)
    for _ in range(most):
        actions = state.legal_actions()
        if not actions:
            return
        yield state.cells, [action.choice for action in actions]
        state.apply_action(random.choice(actions))


@pytest.mark.parametrize("name", NAMES)
def test_positions_of_games_and_their_choices_may_enter(name: str) -> None:
    boundary = Boundary(game(name).program)
    for seed in range(3):
        for cells, choices in positions(name, seed):
            assert boundary.admits(cells)
            assert all(map(boundary.admits_choice, choices))


@pytest.mark.parametrize("name", NAMES)
def test_no_cell_may_hold_a_number_far_off(name: str) -> None:
    boundary, layout = Boundary(game(name).program), game(name).program.layout
    (cells, _), *_ = positions(name, 1)
    free = {ROUND, WINNERS}
    for place in set(range(layout.size)) - free:
        for number in (-(2**31), -1000, 2**31 - 1):
            wrong = cells[:]
            wrong[place] = number
            if not any(group.offset <= place < group.offset + group.size and group.low <= number <= group.high
                       for group in layout.groups.values()):  # fmt: skip
                assert not boundary.admits(wrong), (place, number)


@pytest.mark.parametrize("name", NAMES)
def test_pieces_that_do_not_add_up_may_not_enter(name: str) -> None:
    """One cell of what lies where is changed within its own range: nothing says any more where a piece is."""
    program = game(name).program
    boundary = Boundary(program)
    (cells, _), *_ = positions(name, 2)
    for kind in program.layout.kinds.values():
        if kind.identical:
            continue
        for piece in range(kind.pieces):
            for place in range(len(kind.places)):
                if place != cells[kind.where + piece]:
                    wrong = cells[:]
                    wrong[kind.where + piece] = place
                    assert not boundary.admits(wrong)
        for code, start in kind.order.items():
            for at in range(start, start + kind.places[code].size):
                wrong = cells[:]
                wrong[at] = (cells[at] + 1) % (kind.pieces + 1)
                assert not boundary.admits(wrong)


def test_more_identical_pieces_than_there_are_may_not_enter() -> None:
    program = game("reversi").program
    boundary = Boundary(program)
    (cells, _), *_ = positions("reversi", 1)
    (kind,) = program.layout.kinds.values()
    assert kind.identical
    boundary_of_one = cells[:]
    boundary_of_one[kind.counts : kind.counts + 1] = array("i", [kind.pieces])
    if kind.first_spot:
        assert not boundary.admits(boundary_of_one)
    too_high = cells[:]
    too_high[kind.spots] = kind.looks + 1
    assert not boundary.admits(too_high)


def test_only_a_game_that_goes_on_may_enter() -> None:
    program = game("pig").program
    boundary = Boundary(program)
    (cells, _), *_ = positions("pig", 1)
    assert boundary.admits(cells)
    for place, number in ((CURRENT, -1), (CURRENT, 2), (ENDED, 1), (PHASE, 9), (ROUND, -1)):
        wrong = cells[:]
        wrong[place] = number
        assert not boundary.admits(wrong)
    assert not boundary.admits(cells[:-1])
    assert not boundary.admits(cells + array("i", [0]))
    assert not boundary.admits(array("i"))


def test_choices_of_other_types_may_not_enter() -> None:
    program = game("yahtzee").program
    boundary = Boundary(program)
    for _, choices in positions("yahtzee", 3, 6):
        for choice in choices[:20]:
            assert boundary.admits_choice(choice)
            assert not boundary.admits_choice(Choice(len(program.actions), choice.arguments))
            assert not boundary.admits_choice(Choice(-1, choice.arguments))
            assert not boundary.admits_choice(Choice(choice.action, (*choice.arguments, 0)))
            for place, value in enumerate(choice.arguments):
                for wrong in (
                    None,
                    10**6,
                    -1,
                    (10**6,),
                    tuple(range(100)),
                    (0,) if not isinstance(value, tuple) else 0,
                ):
                    changed = list(choice.arguments)
                    changed[place] = wrong
                    assert not boundary.admits_choice(Choice(choice.action, tuple(changed))), changed
