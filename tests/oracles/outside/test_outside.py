"""Our rulebooks agree with the same games of OpenSpiel and python-chess, step by step.

One game of each twin; `python -m tests.oracles.outside.agree` plays as many as one likes.
"""

from dataclasses import replace
from functools import partial
from importlib.util import find_spec

import pytest

import rulewright as rw
from tests.oracles.outside.lockstep import Disagreement, play
from tests.oracles.outside.twins import named, names

pytestmark = pytest.mark.skipif(
    find_spec("pyspiel") is None,
    reason="there is no OpenSpiel for this Python and system; where there is, the extra `oracles` installs it",
)


LONG = {"backgammon", "chess", "chess until nobody would go on", "english-draughts by turn"}
"""Twins of which a game takes seconds."""


@pytest.mark.parametrize("name", [name for name in names() if name not in LONG])
def test_a_game_is_the_same_on_both_sides(name: str) -> None:
    play(named(name), seed=1)


@pytest.mark.parametrize("name", sorted(LONG))
def test_a_long_game_is_the_same_on_both_sides(name: str) -> None:
    play(named(name), seed=1)


def test_other_rules_are_noticed() -> None:
    """Two columns fewer over there, so that some drops are legal only here."""
    with pytest.raises(Disagreement, match="legal on one side alone: we have"):
        play(replace(named("connect-four"), outside="connect_four(columns=5)"), seed=1)


def test_other_returns_are_noticed() -> None:
    with pytest.raises(Disagreement, match="returns that differ"):
        play(replace(named("tic-tac-toe"), returns=lambda state: [7.0, 7.0]), seed=1)


def test_other_chances_are_noticed() -> None:
    from tests.oracles.outside.openspiel import OpenSpiel  # not every Python has it

    class Loaded(OpenSpiel):
        def chance(self) -> dict[int, tuple[str, float]]:
            return {number: (text, 0.5 if number else 0.1) for number, (text, _) in super().chance().items()}

    pig = named("pig")
    with pytest.raises(Disagreement, match="results of chance"):
        play(replace(pig, outside="pig(winscore=30,diceoutcomes=8)"), seed=1)
    with pytest.raises(Disagreement, match="probabilities that differ"):
        play(replace(pig, opens=lambda: Loaded.begun("pig(winscore=30)")), seed=1)


def test_another_turn_is_noticed() -> None:
    with pytest.raises(Disagreement, match="the turn"):
        play(replace(named("hex 5"), seats=(1, 0)), seed=1)


def test_whole_turns_are_compared_by_where_they_lead() -> None:
    ours, theirs = partial(drawn, rows="321"), str
    twin = replace(named("tic-tac-toe"), theirs=None, positions=(ours, theirs))
    assert play(twin, seed=1)["mark"] > 4
    with pytest.raises(Disagreement, match="reached on one side alone"):
        play(replace(twin, positions=(partial(drawn, rows="311"), theirs)), seed=1)


def drawn(state: rw.State, rows: str) -> str:
    """A position of tic-tac-toe as OpenSpiel draws it."""
    marks: dict[object, str] = {None: ".", 0: "x", 1: "o"}
    return "\n".join(
        "".join(marks[state.get(f"board.{column}{row}.owner")] for column in "abc") for row in rows
    )
