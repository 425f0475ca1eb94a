"""A number of players that is none is refused like one that does not fit."""

from __future__ import annotations

import pytest

import rulewright as rw

BOOK = """
rulebook: 1
name: pairs
players: 1..2
phases: {turn: {actions: {pass: {do: [end_turn]}}}}
end: {late: {when: round > 9, result: draw}}
"""


@pytest.mark.parametrize("players", [2.0, True, "2", 0, 3])
def test_what_is_no_number_of_players_is_a_problem_and_no_traceback(players: object) -> None:
    with pytest.raises(rw.RulebookError) as raised:
        rw.load_text(BOOK, players=players)  # type: ignore[arg-type]  # what callers without types bring
    (problem,) = raised.value.problems
    assert problem.code == "wrong-players"
    number = "the number of players is a whole number, as in `players=1`"
    assert problem.help == ("" if players in (0, 3) else number)


@pytest.mark.parametrize(
    ("variant", "players", "said"),
    [("alone", 2, "the variant `alone` of `pairs` is not for 2 players"), ("short", 3, "`pairs` is not for 3 players")],
)  # fmt: skip
def test_a_variant_is_named_where_it_decides_how_many_play(variant: str, players: int, said: str) -> None:
    variants = (
        "variants: {alone: {change: {players: 1}}, short: {change: {end: {late: {when: round > 3}}}}}\n"
    )
    with pytest.raises(rw.RulebookError) as raised:
        rw.load_text(BOOK + variants, players=players, variant=variant)
    (problem,) = raised.value.problems
    assert problem.message == said
