"""Every promise of the engine, on every rulebook, variant and number of players.

Games end, rules do not fail, pieces are conserved, seeds and records replay, saved states come back, every action that
is not listed is refused with a reason, and what a player cannot tell apart is the same for this player in everything:
`rulewright.play.hunting.conformance` says it in full.  `python -m tests.games.promises --games 50` plays more.
"""

from __future__ import annotations

from functools import cache
from itertools import compress, count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulewright as rw
from rulewright.play.hunting.conformance import check_game
from tests.games.books import TESTS, Table, books, tables

TABLES = {str(table): table for table in tables()}
MOVES_BY_ID = 12
MASKED = 1 << 20
"""The most ids of games whose masks are compared."""
SMALL = sorted(name for name, table in TABLES.items() if table.players <= 4)


@cache
def game_at(table: Table) -> rw.Game:
    return table.load()


@pytest.mark.parametrize("name", TABLES)
def test_seeded_games_keep_every_promise(name: str) -> None:
    assert [str(broken) for broken in check_game(game_at(TABLES[name]), range(1))] == []


@pytest.mark.parametrize("name", TABLES)
def test_ids_are_the_same_on_both_engines(name: str) -> None:
    tables = [TABLES[name].load(engine) for engine in ("reference", "native")]
    quick, slow = (game.new_initial_state(5) for game in tables)
    for turn in range(MOVES_BY_ID):
        assert quick.legal_ids() == slow.legal_ids() == [action.id for action in slow.legal_actions()]
        if tables[0].num_distinct_actions <= MASKED:
            assert quick.legal_mask() == slow.legal_mask()
            assert [*compress(count(), quick.legal_mask())] == sorted(slow.legal_ids())
        if quick.is_terminal():
            break
        number = quick.legal_ids()[turn * 7 % len(quick.legal_ids())]
        for state in (quick, slow):
            state.apply_action(number)
        assert quick == slow


@settings(max_examples=5, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(name=st.sampled_from(SMALL), seed=st.integers(0, 2**53 - 1))
def test_any_game_keeps_every_promise(name: str, seed: int) -> None:
    assert [str(broken) for broken in check_game(game_at(TABLES[name]), [seed])] == []


@pytest.mark.parametrize("variant", [None, "partners"])
def test_games_with_hidden_hands_keep_every_promise(variant: str | None) -> None:
    file = books()["hidden-hand"]
    game = rw.load(file, players=4, variant=variant)
    assert game.hides
    assert [str(broken) for broken in check_game(game, range(100, 104))] == []


def test_every_rulebook_of_the_repository_is_played() -> None:
    top = TESTS.parent
    found = {
        path.name.removesuffix(".rulebook.yaml") for path in (top / "rulebooks").rglob("*.rulebook.yaml")
    }
    assert found <= set(books())
    assert {"cinq-o", "red-hot-yott", "hidden-hand"} <= set(books())
    assert {str(table) for table in tables() if table.name == "cinq-o"} == {
        *(f"cinq-o {players}" for players in range(2, 7)),
        *(f"cinq-o {players} rounds" for players in range(2, 7)),
        "cinq-o 1 solitaire",
    }
