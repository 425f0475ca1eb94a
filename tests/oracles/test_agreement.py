"""The engine with the rulebooks agrees with the oracles, which were written from the rule lists alone.

A game at every table, at every second one with loaded dice; `python -m tests.oracles.agree` plays as many as one likes.
"""

from collections import Counter

import pytest

import rulewright as rw
from tests.oracles.lockstep import Disagreement, Match, play
from tests.oracles.matches import TABLES, at_random, one_by_one

MATCHES = [*one_by_one(), *at_random(6, seed=1)]


@pytest.mark.parametrize("number", range(len(MATCHES)), ids=[str(match) for match in MATCHES])
def test_engine_and_oracle_agree(number: int) -> None:
    match = MATCHES[number]
    play(match, number % 2, match.load())


@pytest.mark.parametrize(("name", "variant"), [(name, variant) for name, variant, _, _ in TABLES])
def test_every_option_of_the_rulebook_is_compared(name: str, variant: str | None) -> None:
    compared = next(values for at, mode, _, values in TABLES if (at, mode) == (name, variant))
    players = next(seats[0] for at, mode, seats, _ in TABLES if (at, mode) == (name, variant))
    fixed = {"target_check"} if variant == "solitaire" else set()
    assert set(rw.load(name, players=players, variant=variant).options) - fixed == set(compared)


def test_the_games_reach_every_action_and_every_end() -> None:
    done: Counter[str] = Counter()
    for options in ({"five_kind": "choice"}, {"target_check": "end_of_round"}):
        match = Match("cinq-o", 2, None, options)
        game = match.load()
        done += sum((play(match, seed, game) for seed in range(2)), Counter())
    assert set(done) == {
        "roll", "rack", "bank_die", "box", "take_points",
        "ended by target_reached", "ended by target_reached_this_round",
    }  # fmt: skip
    match = Match("sino", 2)
    game = match.load()
    assert set(sum((play(match, seed, game) for seed in range(2)), Counter())) == {
        "roll", "try_bonus", "announce_row", "pass_the_cup", "ended by every_row_is_won"
    }  # fmt: skip
    done = play(Match("sino", 2, None, {"late_announce": False}), 0)
    assert done["ended by no_row_can_be_won"] == 1
    done = sum((play(Match("cinco", players), seed) for players, seed in ((2, 0), (6, 0), (4, 0))), Counter())
    assert set(done) == {
        "play", "play_dead", "draw", "exchange",
        "ended by five_in_a_row", "ended by out_of_tokens", "ended by board_is_full",
    }  # fmt: skip
    done = sum((play(Match("crib-ino", players), 0) for players in (2, 7)), Counter())
    assert set(done) == {"open", "play", "draw", "pass", "ended by all_hands_are_played"}
    done = sum((play(Match("crib-ino", 1, "solitaire", {"leftovers": left}), seed)
                for left in ("waste", "stay") for seed in range(2)), Counter())  # fmt: skip
    assert set(done) == {"open", "play", "turn_up", "ended by every_card_is_played", "ended by stuck"}
    match = Match("red-hot-yott", 2)
    assert set(play(match, 1)) == {"reroll", "buy_roll", "fill", "cross_out", "ended by every_sheet_is_full"}


def test_a_disagreement_is_noticed() -> None:
    match = Match("cinq-o", 2)
    other = Match("cinq-o", 2, None, {"straight_number": 0, "rack_rule": "cumulative"}).load()

    def some_games() -> None:
        for seed in range(5):
            play(match, seed, other)

    with pytest.raises(Disagreement, match="legal actions"):
        some_games()
