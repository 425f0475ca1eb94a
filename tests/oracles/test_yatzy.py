"""Scandinavian Yatzy beside a scorer of its own: every hand in every box, and whole games."""

from __future__ import annotations

from itertools import combinations_with_replacement
from random import Random

import pytest

import rulewright as rw
from rulewright.runtime.chance.fixed import Fixed
from rulewright.runtime.chance.sampled import Sampled
from tests.oracles.loaded import Loaded
from tests.oracles.sides import happened
from tests.oracles.yatzy import BOXES, UPPER, Yatzy, scored


def test_every_hand_in_every_box() -> None:
    game = rw.load("yatzy", players=1, engine="reference")
    luck = Sampled(game.program.streams)
    hands = list(combinations_with_replacement(range(1, 7), 5))
    assert (len(hands), len(BOXES)) == (252, 15)
    for hand in hands:
        chance = Fixed(game.program, luck, rolled={"dice": [face - 1 for face in hand]})
        state = game.new_initial_state(seed=1, chance=chance)
        for box in BOXES:
            assert state.get(f"points({box})") == scored(box, hand), (box, hand)


@pytest.mark.parametrize(
    ("players", "bonus", "in_order"), [(1, 50, False), (2, 35, False), (3, 50, True), (4, 200, False)]
)
def test_whole_games(players: int, bonus: int, in_order: bool) -> None:
    options = {"bonus": bonus, "in_order": in_order}
    game = rw.load("yatzy", players=players, options=options, engine="reference")
    with_bonus = [play(game, Yatzy(players, bonus, in_order), seed) for seed in range(4)]
    assert any(with_bonus) or players < 4, "some sheet has the bonus"


def play(game: rw.Game, oracle: Yatzy, seed: int) -> bool:
    """A game in lockstep, with loaded dice in every second one; whether somebody has the bonus in the end."""
    random = Random(f"yatzy {seed}")
    state = game.new_initial_state(seed, Loaded(game.program.streams, seed) if seed % 2 else None)
    while True:
        for each in happened(state, "rolled"):
            oracle.rolled([int(face) for face in each["faces"]])
        assert state.is_terminal() == oracle.over
        finals = [state.get(f"seat({seat}).final") for seat in range(1, oracle.players + 1)]
        assert finals == oracle.totals()
        if oracle.over:
            best = {seat for seat, points in enumerate(finals) if points == max(oracle.totals())}
            assert set(state.observation(None)["winners"]) == best
            return any(
                final != sum(sheet.values()) for final, sheet in zip(finals, oracle.sheets, strict=True)
            )
        assert state.current_player() == oracle.current
        legal = {str(action) for action in state.legal_actions()}
        assert legal == oracle.legal()
        # filling the best box as a rule, so that bonuses come up
        text = max(legal, key=lambda each: _liking(each, oracle, random))
        oracle.apply(text)
        state.apply_action(text)


def _liking(action: str, oracle: Yatzy, random: Random) -> float:
    name, *words = action.split()
    if name == "reroll":
        kept = list(oracle.dice)
        for face in map(int, words):
            kept.remove(face)
        return (
            100 + 10 * max((kept.count(face) for face in set(kept)), default=0) + len(words) + random.random()
        )
    many = oracle.dice.count(UPPER.index(words[0]) + 1) if words[0] in UPPER else 0
    return (
        30 * many if many > 2 else scored(words[0], oracle.dice) - 20 * (words[0] in UPPER)
    ) + random.random()
