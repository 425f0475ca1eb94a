"""The parts of the table that `play` shows: drawing, seats, lists of moves, what everybody may see."""

from __future__ import annotations

import click
import pytest

from rulewright import load
from rulewright.cli.drawing.printed import lines
from rulewright.cli.drawing.texts import in_columns
from rulewright.cli.table.menu import FOLDED, listed
from rulewright.cli.table.seats import read_names, read_seats, seats
from rulewright.scene.table import position_of, scene_of


def test_columns_are_as_many_as_fit() -> None:
    assert in_columns(["a", "bb", "c"], 10) == ["a    bb", "c"]


def test_wide_characters_count_as_the_terminal_counts_them() -> None:
    assert in_columns(["骰", "b"], 10) == ["骰   b"]


def test_everybody_is_a_person_unless_told_otherwise() -> None:
    bots = ("human", "bold", "random")
    assert [seat.human for seat in seats(3, [], [], {})] == [True, True, True]
    assert [seat.played_by for seat in seats(3, [], [], {}, bots)] == ["human", "bold", "random"]
    assert [seat.played_by for seat in seats(3, [], [], {1: "random", 3: "human"}, bots)] == [
        "random",
        "bold",
        "human",
    ]


def test_seats_have_the_names_given_or_those_of_the_rulebook() -> None:
    assert [seat.name for seat in seats(2, ["dark", "light"], ["Ann"], {})] == ["Ann", "Light"]
    assert [seat.name for seat in seats(2, ["", ""], [], {})] == ["Player 1", "Player 2"]


def test_slips_in_names_and_seats_are_wrong_usage() -> None:
    with pytest.raises(click.UsageError, match="same name"):
        read_names("Ann, ann")
    with pytest.raises(click.UsageError, match="should look like"):
        read_seats(["two=human"])
    with pytest.raises(click.UsageError, match="3 names for 2 players"):
        seats(2, [], ["A", "B", "C"], {})


def test_long_lists_are_folded_and_more_unfolds_them() -> None:
    state = load("red-hot-yott").new_initial_state(seed=1)
    actions = state.legal_actions()
    folded, whole = listed(state, actions), listed(state, actions, everything=True)
    assert len(folded) < len(whole)
    assert any("`more` lists them" in line for line in folded)
    assert any(f"{len(actions):3}  " in line for line in folded)
    assert len(actions) > FOLDED


def test_what_all_look_at_shows_nobodys_secrets(card_game: str) -> None:
    state = load(card_game, players=3).new_initial_state(seed=1)
    scene = position_of(state.game, state.cells, "spectator", ["A", "B", "C"])
    assert all(zone.pieces is None for zone in scene.zones if "hand" in zone.id)
    assert sum(line.endswith("5 cards") for line in lines(scene)) == 3
    whole = position_of(state.game, state.cells, None)
    assert all(zone.pieces is not None for zone in whole.zones)


def test_zones_are_in_the_order_of_the_rulebook() -> None:
    state = load("cinq-o").new_initial_state(seed=1)
    drawn = "\n".join(lines(scene_of(state, 0)))
    assert drawn.index("loose dice") < drawn.index("Bank") < drawn.index("Rack") < drawn.index("Box")
