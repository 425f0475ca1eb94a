"""How much a result counts: what players win and lose is multiplied, the same on both engines, in every count and figure."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.cli.table.result import result_of
from rulewright.evaluate.reference import Reference
from rulewright.game.game import from_text
from rulewright.ir.fingerprint import fingerprint
from rulewright.ir.saved.sound import demand_sound
from rulewright.play.compare import compare
from rulewright.play.simulate import simulate
from rulewright.scene.table import scene_of
from rulewright.source.text import Source

BOOK = """
rulebook: 1
name: climb
players: 2..4
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables:
  height: {per: players, type: 0..6}
define:
  behind: min(p.height for p in players)
phases:
  turn:
    actions:
      roll:
        do:
          - {roll: tray}
          - if: tray.face == 1
            do: [{set: me.height, to: 0}]
            else:
              - add: min(tray.face, 6 - me.height)
                to: me.height
          - end_turn
      stay: {do: [end_turn]}
end:
  top:
    after: roll
    when: me.height == 6
    result: {wins: me}
    worth: 3 if behind == 0 else 2 if behind <= 2 else 1
  late: {at: round, when: round == 8, result: draw}
strategies: {climber: {prefer: {stay: none}}}
"""


def game(players: int = 2, engine: str = "auto", worth: str = "") -> rw.Game:
    text = BOOK if not worth else BOOK.replace("3 if behind == 0 else 2 if behind <= 2 else 1", worth)
    return rw.load_text(text, players=players, engine=engine)


def finished(played: rw.Game, seed: int) -> rw.State:
    state = played.new_initial_state(seed)
    while not state.is_terminal():
        state.apply_action("roll")
    return state


def test_returns_are_multiplied() -> None:
    for players in (2, 3, 4):
        played, seen = game(players, "reference"), set[int]()
        for seed in range(40):
            state = finished(played, seed)
            told = state.observation(None)
            if not told["winners"]:
                assert (told["worth"], state.returns()) == (0, [0.0] * players)
                continue
            (winner,) = told["winners"]
            worth = told["worth"]
            assert isinstance(worth, int)
            seen.add(worth)
            others = [-worth / (players - 1)] * (players - 1)
            assert state.returns() == pytest.approx([*others[:winner], worth, *others[winner:]])
            assert state.record()["result"]["worth"] == worth
        assert seen == {1, 2, 3}


def test_bounds_are_proved_and_the_sum_is_nothing() -> None:
    two, three = game(), game(3)
    assert (two.min_utility, two.max_utility) == (-3, 3)
    assert (three.min_utility, three.max_utility) == (-1.5, 3)
    assert two.utility == "result"
    assert two.utility_sum == 0
    assert two.zero_sum
    assert game(worth="max(0, 4 * (me.height - behind))").max_utility == 24


def test_both_engines_agree_in_games_figures_and_batches() -> None:
    native, reference = game(engine="native"), game(engine="reference")
    assert simulate(native, games=60, seed=3) == simulate(reference, games=60, seed=3)
    bots = ("climber", "random")
    ours, theirs = (simulate(each, games=60, seed=4, bots=bots, rotated=True) for each in (native, reference))
    assert ours == theirs
    assert not ours.fallbacks
    batch, seeds = native.batch(20), range(20)
    batch.reset(seed=5)
    states = [reference.new_initial_state(int(seed)) for seed in batch.seeds]
    assert len(states) == len(seeds)
    while not all(batch.terminal):
        moved = [not over for over in batch.terminal]
        batch.apply([native.action("roll").id if moves else -1 for moves in moved])
        for state, moves in zip(states, moved, strict=True):
            if moves:
                state.apply_action("roll")
    wanted = [value for state in states for value in state.returns()]
    assert list(batch.returns) == wanted
    assert 3.0 in wanted


def test_figures_say_how_often_a_result_counts_how_much() -> None:
    result = simulate(game(engine="reference"), games=200, seed=1)
    assert set(result.worths) == {1, 2, 3}
    assert sum(result.worths.values()) == result.finished - result.draws
    gains = [seat.returns.mean for seat in result.seats if seat.returns is not None]
    assert len(gains) == 2
    assert sum(gains) == pytest.approx(0)
    listed = ", ".join(f"{worth} in {many}" for worth, many in result.worths.items())
    assert f"Results worth: {listed}; " in str(result)
    assert json.loads(json.dumps(result.to_json()))["worths"] == {
        str(n): many for n, many in result.worths.items()
    }
    three = simulate(
        game(3, "reference"), games=100, seed=1, bots=("climber", "random", "random"), rotated=True
    )
    shares = [Fraction(each.returns.mean).limit_denominator(1000) for each in three.by_player if each.returns]
    assert sum(shares) == 0
    assert shares[0] > 0


def test_a_comparison_tells_what_results_count() -> None:
    found = compare(
        game(engine="reference"), game(engine="reference", worth="1"), games=100, bots=("climber", "random")
    )
    sides = {line.id: (line.a or 0, line.b or 0) for line in found.lines}
    assert sides["worth"][0] > sides["worth"][1]
    assert sides["returns.climber"][0] > sides["returns.climber"][1] > 0
    assert sides["worth.3"][0] > sides["worth.3"][1] == 0


def test_bots_that_look_ahead_prefer_what_counts_more() -> None:
    text = """
rulebook: 1
name: two-ways
players: 2
phases:
  turn:
    actions:
      small: {do: [end_turn]}
      large: {do: [end_turn]}
end:
  small: {after: small, result: {wins: me}}
  large: {after: large, result: {wins: me}, worth: 2}
"""
    played = rw.load_text(text, engine="reference")
    assert simulate(played, games=3, bots=("rollouts", "rollouts")).ends == {"large": 3}
    assert simulate(played, games=3, bots=("greedy", "greedy")).ends == {"large": 3}


def test_a_compiled_game_keeps_it() -> None:
    played = game()
    again = from_text(played.to_text(), Reference)
    demand_sound(again.program)
    assert again.fingerprint == played.fingerprint
    assert (again.min_utility, again.max_utility) == (-3, 3)
    assert finished(again, 7).returns() == finished(played, 7).returns()


def test_the_fingerprint_changes_with_it() -> None:
    prints = {fingerprint(game(worth=worth).program) for worth in ("2", "3", "1")}
    without = rw.load_text(
        BOOK.replace("    worth: 3 if behind == 0 else 2 if behind <= 2 else 1\n", ""), players=2
    )
    assert len({*prints, without.fingerprint}) == 4


def test_the_sheet_says_it() -> None:
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("climb", BOOK), 2)))
    assert "The win counts 3 if" in sheet


def test_people_are_told_how_many_points_a_win_counts() -> None:
    played, seen = game(engine="reference"), dict[int, str]()
    for seed in range(30):
        state = finished(played, seed)
        won = state.observation(None)["winners"]
        if won:
            worth = state.observation(None)["worth"]
            assert scene_of(state, None).worth == worth
            seen[worth] = result_of(state, ["Ann", "Ben"], told=False).replace("Ben", "Ann")
    assert seen == {1: "Ann wins 1 point.", 2: "Ann wins 2 points.", 3: "Ann wins 3 points."}
    assert scene_of(played.new_initial_state(0), None).worth is None
