"""Sino and Cinco: figures that can be worked out by hand, who plays, who sees what, and what their sheets say at a table.

What is reconstructed in them can be replaced.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest

import rulewright as rw
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.checked.options import Setting
from rulewright.game.playouts.playout import play_out
from rulewright.pipeline import open_book

MOST = 5_000


@pytest.mark.parametrize(
    ("name", "variant", "players"),
    [
        ("sino", None, [2, 3, 4]),
        ("cinco", None, [2, 3, 4, 6]),
        ("cinco", "with_joker", [2, 3, 4, 6]),
        ("cinco", "meander_board", [2, 3, 4, 6]),
        ("cinco", "two_teams_of_three", [6]),
    ],
)
def test_so_many_can_play(name: str, variant: str | None, players: list[int]) -> None:
    assert list(open_book(name, variant=variant).rulebook.players) == players
    for other in set(range(1, 9)) - set(players):
        with pytest.raises(rw.RulebookError, match="wrong-players"):
            rw.load(name, players=other, variant=variant)


@pytest.mark.parametrize(
    ("name", "overlays", "options", "says", "says_not"),
    [
        ("cinco", ["cinco-four-in-a-row"], {}, "straight line of four", "five in|line of five"),
        ("cinco", ["cinco-six-cards"], {}, "exactly 6 cards", "4 cards"),
        ("sino", ["sino-last-row"], {}, "50 more if it is the last", "the row are yours, and all"),
        ("sino", [], {"announce": "auto"}, "as soon as you close it", "[Aa]nnounce (rows|a row)"),
        ("sino", [], {"late_announce": False}, "may not be announced any more", "stay open to everybody"),
        ("sino", [], {"numbers_a_turn": 1, "rainbow_times": 1}, "1 in a turn", r"\b1 (numbers|times)"),
    ],
)
def test_a_sheet_is_true_at_its_table(
    name: str, overlays: list[str], options: dict[str, Setting], says: str, says_not: str
) -> None:
    sheet = to_markdown(make_sheet(open_book(name, overlays=overlays, options=options)))
    assert says in sheet
    assert re.search(says_not, sheet) is None


# ---------------------------------------------------------------------------------------------------- Sino


def number(state: rw.State, expression: str) -> int:
    found = state.get(expression)
    assert isinstance(found, int)
    return found


@pytest.fixture(scope="module")
def throws() -> list[tuple[Fraction, rw.State]]:
    """All that a try for a bonus can come to."""
    game = rw.load("sino", players=2, options={"bonus_from_round": 1})
    return game.new_initial_state().outcomes("try_bonus")


def test_a_try_for_a_bonus(throws: list[tuple[Fraction, rw.State]]) -> None:
    assert len(throws) == 6**5
    five_different = sum((weight for weight, state in throws if state.get("all_different")), Fraction(0))
    rainbow = sum((weight for weight, state in throws if state.get("is_rainbow")), Fraction(0))
    mean = sum((weight * number(state, "seat(1).bonus") for weight, state in throws), Fraction(0))
    assert (five_different, rainbow) == (Fraction(263, 972), Fraction(7, 432))
    assert mean == Fraction(sum(map(bonus_by_hand, product(range(6), repeat=5))), 6**5)


def bonus_by_hand(columns: Sequence[int]) -> int:
    """What the dice are worth that show these columns of the card."""
    numbers = [row + column for row, column in enumerate(columns, 1)]
    if len(set(numbers)) < len(numbers):
        return 0
    return sum(numbers) * (2 if max(numbers) - min(numbers) == 4 else 1)


@pytest.mark.parametrize("announce", ["explicit", "auto"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_rows_are_worth_495_whoever_won_them(players: int, announce: str) -> None:
    game = rw.load("sino", players=players, options={"announce": announce})
    for seed in range(3):
        state = ended(game, seed)
        assert number(state, "card.lines.count") == 21
        assert sum(number(state, f"seat({seat}).points") for seat in range(1, players + 1)) == 495
        totals = [number(state, f"seat({seat}).total") for seat in range(1, players + 1)]
        assert state.scores() == totals
        won = totals.count(max(totals))
        share = (players - won) / (won * (players - 1)), -1 / (players - 1) if won < players else 0.0
        assert state.returns() == pytest.approx([share[total < max(totals)] for total in totals])


def ended(game: rw.Game, seed: int) -> rw.State:
    random, state = Random(f"ended {seed}"), game.new_initial_state(seed)
    while not state.is_terminal():
        legal = state.legal_actions()
        name = random.choice(sorted({action.name for action in legal}))
        state.apply_action(random.choice([action for action in legal if action.name == name]))
    return state


@pytest.fixture
def house(tmp_path: Path) -> Path:
    return tmp_path / "other.overlay.yaml"


def test_an_overlay_puts_another_card_in_the_place_of_the_reconstructed_one(house: Path) -> None:
    house.write_text("""\
rulebook: 1
name: other-card
extends: sino
about: Our card has other numbers, and a name for one of the two colours.
remove: [enums.Colour.green]
add:
  enums: {Colour: {silver: {before: purple, lowest: 6}}}
change:
  enums: {Colour: {red: {lowest: 8}}}
""")
    assert [p.code for p in rw.check("sino", overlays=[str(house)]) if p.severity == "error"] == []
    game = rw.load("sino", players=2, overlays=[str(house)])
    state = game.new_initial_state()
    assert number(state, "card.lines.count") == 5 + 6 + 13
    assert state.get("card.spaces")[12] == "silver 6"  # type: ignore[index]  # a tuple of names
    sums = [sum(range(low, low + 6)) for low in (1, 2, 6, 4, 8)]
    assert number(state, "sum(worth(row) for row in card.lines)") == 3 * sum(sums)
    assert ended(game, 1).get("all(d.face - d.colour.lowest in 0..5 for d in dice)") is True
    assert play_out(game, 2, MOST).ended_by == "every_row_is_won"


# --------------------------------------------------------------------------------------------------- Cinco


@pytest.mark.parametrize(("centre", "lines"), [("breaks", 126), ("bridges", 138)])
@pytest.mark.parametrize("path", ["spiral", "meander"])
def test_lines_of_five(path: str, centre: str, lines: int) -> None:
    """Three directions, in each rows of 6, 7, 8, 9, 10, 11, 10, ... spaces; the middle one has the hole in it."""
    game = rw.load("cinco", players=2, options={"path": path, "centre": centre})
    state = game.new_initial_state()
    assert number(state, "board.five.count") == lines
    assert number(state, "board.spaces.count") == 90
    layout = game.program.layout.boards["board"]
    assert len(set(map(frozenset, layout.lines))) == len(layout.lines) == lines
    gapless = [line for line in layout.lines if evenly_spaced([layout.positions[at] for at in line])]
    assert len(gapless) == 126


def evenly_spaced(positions: Sequence[tuple[int, int]]) -> bool:
    steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(positions)}
    return len(steps) == 1


@pytest.mark.parametrize("card", [1, 42, 68, 90])
def test_a_card_has_all_higher_spaces_of_an_empty_board(card: int) -> None:
    game = rw.load("cinco", players=2)
    for seed in range(200):
        state = game.new_initial_state(seed)
        plays = [str(a) for a in state.legal_actions() if str(a).startswith(f"play {card} ")]
        if plays:
            assert sorted(int(play.split()[2]) for play in plays) == list(range(card, 91))
            return
    raise AssertionError(f"card {card} was never dealt to the first player")


@pytest.mark.parametrize("face", ["up", "down"])
@pytest.mark.parametrize("players", [2, 4, 6])
def test_nobody_sees_the_cards_of_others_not_even_a_partner(players: int, face: str) -> None:
    state = rw.load("cinco", players=players, options={"exchange_face": face}).new_initial_state(seed=1)
    for action in ("exchange", "exchange"):
        for viewer in (*range(players), "spectator"):
            seen = {place for place, zone in cards(state, viewer).items() if zone["pieces"] is not None}
            assert seen == {"discard"} | ({f"seat({viewer + 1}).hand"} if isinstance(viewer, int) else set())
        state.apply_action(action)
    assert cards(state, "spectator")["discard" if face == "up" else "muck"]["count"] == 8
    told = [entry.happened[0] for entry in state.history_for("spectator")[1:]]
    assert ["pieces" in moved for moved in told] == [face == "up"] * 2


def cards(state: rw.State, viewer: int | Literal["spectator"]) -> dict[str, Any]:
    zones: Any = state.observation(viewer)["zones"]  # Any: plain data
    found: dict[str, Any] = zones["cards"]
    return found


def test_an_overlay_runs_the_numbers_another_way(house: Path) -> None:
    house.write_text("""\
rulebook: 1
name: our-board
extends: cinco
about: The numbers of our board begin in the east and turn the other way.
change:
  boards: {board: {number: {path: spiral, from: center, towards: east, turning: counterclockwise, first: 1}}}
""")
    game = rw.load("cinco", players=2, overlays=[str(house)])
    usual = rw.load("cinco", players=2)
    state = game.new_initial_state()
    here, there = (str(g.new_initial_state().get("board.spaces")) for g in (game, usual))
    assert here != there
    assert number(state, "board.five.count") == 126
    names = list(state.get("board.spaces"))  # type: ignore[call-overload]  # a tuple of names
    layout = game.program.layout.boards["board"]
    at = {int(name): layout.positions[place] for place, name in enumerate(names)}
    assert at[90] == (20, 5), "the last number lies in the eastern corner"
    rays = [{at[n][1] for n in (6, 18, 36, 60, 90)}, {at[n][1] - at[6][1] for n in (1, 7, 19, 37, 61)}]
    assert rays[0] == {5}, "the middle row"
    assert all(level <= 0 for level in rays[1]), "from the east counter-clockwise is upwards"
    assert play_out(game, 1, MOST).ended_by is not None
