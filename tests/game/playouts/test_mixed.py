"""Mixed strategies: weights by which a player chooses among what is preferred, the same on both engines."""

from __future__ import annotations

from array import array
from collections import Counter
from fractions import Fraction

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.game import from_text
from rulewright.game.playouts.players import Preferred
from rulewright.play.bots import bot_named
from rulewright.play.simulate import simulate

BOOK = """
rulebook: 1
name: cards-up
players: 2
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {taken: {per: players, type: number}, asked: {type: number}, shown: {type: 1..6}}
turns: {begin: [{roll: tray}, {set: shown, to: tray.face}]}
phases:
  turn:
    actions:
      bet: {choose: {much: 1..4}, when: {shown: much <= shown}, do: [{add: much, to: me.taken}, {add: 1, to: asked}, end_turn]}
      fold: {do: [{add: 1, to: asked}, end_turn]}
      pass: {do: [{add: 1, to: asked}, end_turn]}
end: {late: {when: asked == 40, result: highest taken}}
strategies:
  bluffer:
    about: Folds one time in four, and bets twice as often by each more.
    prefer: {bet: true, fold: true}
    mix: {bet: much, fold: 6 - shown}
  careless: {mix: {bet: 3 if much == shown else 0, pass: 2}}
  never: {mix: {bet: false, fold: false, pass: 0}}
  failing: {mix: {bet: 4 div (6 - shown)}}
  plain: {prefer: {fold: true}}
"""


def game(engine: str = "reference") -> rw.Game:
    return rw.load_text(BOOK, engine=engine)


def policy(state: rw.State, strategy: str) -> dict[str, Fraction]:
    return {str(action): share for action, share in state.policy(strategy)}


def at(face: int, strategy: str) -> dict[str, Fraction]:
    played = game()
    for seed in range(100):
        state = played.new_initial_state(seed)
        if state.get("shown") == face:
            return policy(state, strategy)
    raise AssertionError


def test_weights_are_probabilities_in_whole_numbers() -> None:
    third = Fraction(1, 3)
    assert at(3, "bluffer") == {"bet 1": third / 3, "bet 2": 2 * third / 3, "bet 3": third, "fold": third}
    assert at(2, "careless") == {"bet 2": Fraction(3, 6), "fold": Fraction(1, 6), "pass": third}


def test_if_everything_weighs_nothing_each_is_as_likely() -> None:
    assert at(1, "never") == dict.fromkeys(("bet 1", "fold", "pass"), Fraction(1, 3))
    assert at(1, "plain") == {"fold": 1}


def test_a_number_below_the_sum_decides() -> None:
    legal = game().new_initial_state(0).legal_actions()[:3]
    mixed = Preferred([each.choice for each in legal], [2, 0, 1])
    assert [mixed.choices.index(mixed.at(number)) for number in range(mixed.total)] == [0, 0, 2]


def test_players_choose_in_these_proportions() -> None:
    played, bot, seen = game(), bot_named(game(), "bluffer"), Counter[str]()
    start = next(s for s in map(played.new_initial_state, range(99)) if s.get("shown") == 3)
    for seed in range(900):
        bot.begin(seed)
        seen[str(bot.choose(start, 0))] += 1
    assert {move: pytest.approx(many, abs=60) for move, many in seen.items()} == {
        "bet 1": 100,
        "bet 2": 200,
        "bet 3": 300,
        "fold": 300,
    }


SEATS = ("bluffer", "careless"), ("random", "never"), ("plain", "bluffer")


@pytest.mark.parametrize("bots", SEATS, ids=" ".join)
def test_both_engines_mix_alike(bots: tuple[str, str]) -> None:
    native, reference = game("native"), game()
    ours, theirs = (simulate(each, games=40, seed=2, bots=bots, rotated=True) for each in (native, reference))
    assert ours == theirs
    assert not ours.fallbacks


def test_both_engines_mix_alike_in_batches() -> None:
    batches = [game(engine).batch(30) for engine in ("native", "reference")]
    for batch in batches:
        batch.reset(seed=9)
    for _ in range(12):
        chosen = [list(batch.choose(("bluffer", "careless"))) for batch in batches]
        assert chosen[0] == chosen[1]
        for batch in batches:
            batch.apply(array("q", chosen[0]))


def test_bots_that_look_ahead_play_on_by_mixed_strategies() -> None:
    found = [
        simulate(game(engine), games=2, seed=1, bots=("rollouts:20", "bluffer"))
        for engine in ("native", "reference")
    ]
    assert found[0] == found[1]


def test_a_weight_that_fails_has_a_record() -> None:
    for engine in ("reference", "native"):
        result = simulate(game(engine), games=5, seed=1, bots="failing")
        assert {failed.code for failed in result.failures} == {"division-by-zero"}
        assert all(failed.path == "strategies.failing.mix.bet" for failed in result.failures)
        with pytest.raises(rw.RuleFailure) as again:
            rw.replay(dict(result.failures[0].record), game())  # type: ignore[call-overload]  # a record is a mapping
        assert again.value.path == "strategies.failing.mix.bet"


def test_a_compiled_game_keeps_its_mixed_strategies() -> None:
    again = from_text(game().to_text(), Reference)
    bots = ("bluffer", "careless")
    assert simulate(again, games=5, seed=3, bots=bots) == simulate(game(), games=5, seed=3, bots=bots)


def test_the_game_is_the_same_with_and_without() -> None:
    less = rw.load_text(BOOK[: BOOK.index("strategies:")], engine="reference")
    assert less.fingerprint == game().fingerprint
