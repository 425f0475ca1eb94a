"""What people did at tables: lengths, minutes, refused moves, undos, long thoughts, next to a simulation."""

from __future__ import annotations

import json
from typing import Any

import pytest

import rulewright as rw
from rulewright.author.tables.figures import figures_of
from rulewright.author.tables.sessions import BREAK, session_of

MOVES = ("drop d", "drop d", "drop e", "drop e", "drop f", "drop f", "drop g")
"""Yellow wins in seven moves."""


def record(**more: Any) -> dict[str, Any]:
    state = rw.load("connect-four").new_initial_state(seed=3)
    for move in MOVES:
        state.apply_action(move)
    times = [1000.0 + 10 * number for number in range(len(MOVES))]
    times[4:] = [time + 2 * BREAK for time in times[4:]]  # they went for lunch
    times[6] += 50
    return {
        **state.record(), "begun": 990.0, "times": times, "names": ["Ann", "Bob"], "played_by": ["human", "greedy"],
        "undos": [{"step": 3, "back": 2}], "refused": [{"reason": "The column is full."}] * 3, **more,
    }  # fmt: skip


def test_a_session_is_counted() -> None:
    game = rw.load("connect-four")
    session = session_of(record(), "a.record.json", game)
    assert (session.over, session.decisions, session.winners, session.ended_by) == (
        True,
        7,
        (0,),
        "four in a row",
    )
    assert session.minutes == pytest.approx((4 * 10 + 60) / 60), "without the break"
    assert session.undone == 2
    assert session.people == (True, False)
    assert [thought.seconds for thought in session.thoughts] == [10, 10, 60], (
        "of people alone, without the break"
    )


def test_figures_say_what_was_played_refused_and_thought_about() -> None:
    game = rw.load("connect-four")
    sessions = [session_of(record(), f"{name}.record.json", game) for name in "ab"]
    found = figures_of(game, sessions, rw.simulate(game, 20))
    assert (found.tables, found.finished, found.undone, found.refused) == (
        2,
        2,
        4,
        {"The column is full.": 6},
    )
    assert [(each.action, each.a_game, each.seconds) for each in found.actions] == [("drop", 7.0, 10)]
    assert (found.longest[0].sentence, found.longest[0].name, found.longest[0].step) == ("drop g", "Ann", 7)
    assert found.seats[0].wins == 2
    assert json.loads(json.dumps(found.to_json()))["simulated"]["games"] == 20
