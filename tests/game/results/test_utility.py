"""What a game is worth to each player: results whose sum is 0, points where the rulebook says so, the same on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.evaluate.reference import Reference
from rulewright.game.game import from_text
from rulewright.ir.saved.sound import demand_sound
from rulewright.ir.saved.sound_layout import UnsoundError
from rulewright.play.simulate import simulate
from rulewright.source.text import Source

BOOK = """
rulebook: 1
name: worth
players: 1..6
TEAMS
variables:
  score: {per: players, type: 0..9, start: 5}
  debts: {per: players, type: 0..9}
  ours: {per: teams, type: 0..9}
define:
  winnings: {of: {p: players}, is: p.score - p.debts}
phases:
  turn:
    actions:
      earn: {do: [{add: 1, to: me.score}, {add: 1, to: me.team.ours}, end_turn]}
      owe: {do: [{add: 2, to: me.debts}, end_turn]}
      pass: {do: [end_turn]}
end: {done: {at: round, when: round == 1, result: RESULT}}
UTILITY
"""
EARN, OWE, PASS = "earn", "owe", "pass"


def game(result: str, players: int, utility: str = "", teams: str = "", engine: str = "auto") -> rw.Game:
    text = BOOK.replace("RESULT", result).replace("TEAMS", teams)
    return rw.load_text(
        text.replace("UTILITY", f"utility: {utility}" if utility else ""), players=players, engine=engine
    )


def returns(played: rw.Game, *moves: str) -> list[float]:
    """What everybody gets; from a state and from a batch, and as the record of the game says it."""
    state, batch = played.new_initial_state(), played.batch(1)
    batch.reset(seed=0)
    assert set(state.returns()) == {0.0}
    for move in moves:
        state.apply_action(move)
        batch.apply([played.action(move).id])
    assert state.is_terminal()
    assert list(batch.returns) == state.returns()
    assert rw.replay(state.record(), played).returns() == state.returns()
    assert all(played.min_utility <= each <= played.max_utility for each in state.returns())
    return state.returns()


engines = pytest.mark.parametrize("engine", ["reference", "native"])


@engines
@pytest.mark.parametrize("result", ["highest score", "lowest score", "[highest score, lowest debts]"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_win_that_all_share_is_worth_nothing(result: str, players: int, engine: str) -> None:
    assert returns(game(result, players, engine=engine), *[EARN] * players) == [0.0] * players


@engines
@pytest.mark.parametrize(
    ("moves", "worth"),
    [
        ((EARN, PASS), (1, -1)),
        ((EARN, PASS, PASS), (1, -1 / 2, -1 / 2)),
        ((EARN, EARN, PASS), (1 / 4, 1 / 4, -1 / 2)),
        ((PASS, EARN, PASS, PASS), (-1 / 3, 1, -1 / 3, -1 / 3)),
        ((EARN, PASS, EARN, PASS), (1 / 3, -1 / 3, 1 / 3, -1 / 3)),
        ((EARN, EARN, EARN, PASS), (1 / 9, 1 / 9, 1 / 9, -1 / 3)),
    ],
)
def test_a_win_that_some_share_is_worth_what_lots_would_give(
    moves: tuple[str, ...], worth: tuple[float, ...], engine: str
) -> None:
    played = game("highest score", len(moves), engine=engine)
    assert returns(played, *moves) == pytest.approx(worth)
    assert (played.utility, played.utility_sum, played.zero_sum) == ("result", 0, True)


@engines
def test_partners_win_as_one(engine: str) -> None:
    two = game("highest ours", 4, teams="teams: {count: 2, seats: alternate}", engine=engine)
    assert returns(two, EARN, PASS, PASS, PASS) == [1, -1, 1, -1]
    assert returns(two, EARN, EARN, PASS, PASS) == [0] * 4
    three = game("highest ours", 6, teams="teams: {count: 3, seats: alternate}", engine=engine)
    assert returns(three, EARN, EARN, *[PASS] * 4) == [1 / 4, 1 / 4, -1 / 2] * 2
    assert two.zero_sum
    assert three.zero_sum


@engines
def test_teams_of_different_sizes_have_a_sum_of_0_too(engine: str) -> None:
    uneven = game("highest ours", 3, teams="teams: {count: 2, seats: alternate}", engine=engine)
    assert returns(uneven, EARN, PASS, PASS) == [1 / 4, -1 / 2, 1 / 4]
    assert returns(uneven, PASS, EARN, PASS) == [-1 / 2, 1, -1 / 2]
    assert uneven.zero_sum


@engines
def test_players_of_a_team_who_are_compared_one_by_one_win_alone(engine: str) -> None:
    played = game("highest score", 4, teams="teams: {count: 2, seats: alternate}", engine=engine)
    assert returns(played, EARN, PASS, PASS, PASS) == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])
    assert played.zero_sum


@engines
@pytest.mark.parametrize(("result", "worth"), [("{wins: players}", 1.0), ("lost", -1.0), ("draw", 0.0)])
def test_what_all_get_together_stays(result: str, worth: float, engine: str) -> None:
    played = game(result, 3, engine=engine)
    assert returns(played, EARN, PASS, PASS) == [worth] * 3
    assert played.zero_sum == (result == "draw")


@engines
@pytest.mark.parametrize(
    ("utility", "worth"), [("highest winnings", [6, 3, 5]), ("lowest debts", [0, -2, 0])]
)
def test_a_game_may_be_played_for_points(utility: str, worth: list[float], engine: str) -> None:
    for result in ("highest score", "draw", "lost"):
        played = game(result, 3, utility, engine=engine)
        assert returns(played, EARN, OWE, PASS) == worth
        assert (played.utility, played.utility_sum, played.zero_sum) == ("points", None, None)


def test_the_bounds_of_points_are_those_that_can_be_proved() -> None:
    played = game("highest score", 2, "highest winnings")
    assert (played.min_utility, played.max_utility) == (5 - 8, 9), "a score never falls, and debts are even"
    fewest = game("highest score", 2, "lowest debts")
    assert (fewest.min_utility, fewest.max_utility) == (-8, 0)


def test_points_change_the_fingerprint_and_who_wins_is_the_same() -> None:
    plain, paid = game("highest score", 2), game("highest score", 2, "highest winnings")
    assert plain.fingerprint != paid.fingerprint
    assert plain.new_initial_state().ranking() == paid.new_initial_state().ranking()


def test_a_compiled_game_has_the_same_utility() -> None:
    again = from_text(game("lost", 2, "highest winnings").to_text(), Reference)
    assert returns(again, EARN, OWE) == [6, 3]


def test_records_from_when_every_winner_got_1_are_read() -> None:
    played = game("highest score", 3)
    state = played.new_initial_state()
    for move in (EARN, EARN, PASS):
        state.apply_action(move)
    record = state.record()
    assert isinstance(record["result"], dict)
    record["result"]["returns"] = [1.0, 1.0, -1.0]
    assert rw.replay(record, played) == state
    record["result"]["returns"] = [1.0, -1.0, -1.0]
    with pytest.raises(rw.RecordError):
        rw.replay(record, played)


SUM = "{points: highest winnings, sum: SUM}"


@engines
@pytest.mark.parametrize(
    ("sum_", "worth"), [("0", 0), ("5 * players.count - 1", 9), ("-3", -3), ("players.count", 2)]
)
def test_the_sum_of_points_can_be_declared(sum_: str, worth: int, engine: str) -> None:
    played = game("highest score", 2, SUM.replace("SUM", sum_), engine=engine)
    assert (played.utility, played.utility_sum, played.zero_sum) == ("points", worth, worth == 0)


@engines
def test_a_sum_that_is_declared_is_held_when_the_game_ends(engine: str) -> None:
    played = game("highest score", 2, SUM.replace("SUM", "5 * players.count"), engine=engine)
    assert returns(played, PASS, PASS) == [5, 5]
    state = played.new_initial_state()
    state.apply_action(EARN)
    before = state.clone()
    with pytest.raises(
        rw.RuleFailure, match=r"should get 10 together .* they get 11: seat\(1\) 6, seat\(2\) 5"
    ) as failed:
        state.apply_action(PASS)
    assert state == before
    assert (failed.value.code, failed.value.span.text) == ("utility-sum", "5 * players.count")


@engines
def test_lowest_counts_against_the_sum(engine: str) -> None:
    played = game("highest score", 2, "{points: lowest debts, sum: -2}", engine=engine)
    assert returns(played, OWE, PASS) == [-2, 0]
    with pytest.raises(rw.RuleFailure):
        returns(played, PASS, PASS)


@engines
def test_points_of_teams_count_for_each_player_in_the_sum(engine: str) -> None:
    teams = "teams: {count: 2, seats: alternate}"
    played = game("highest ours", 4, "{points: highest ours, sum: 2}", teams, engine=engine)
    assert returns(played, EARN, PASS, PASS, PASS) == [1, 0, 1, 0]


@engines
def test_games_that_are_played_at_once_fail_where_the_sum_is_wrong(engine: str) -> None:
    played = game("highest score", 2, SUM.replace("SUM", "10"), engine=engine)
    played_out = simulate(played, games=50, seed=1)
    assert 0 < played_out.failed < 50
    assert {failed.code for failed in played_out.failures} == {"utility-sum"}


def test_a_sum_is_part_of_the_fingerprint_only_if_it_is_declared() -> None:
    plain, points = game("draw", 2, "highest winnings"), game("draw", 2, "{points: highest winnings}")
    assert plain.fingerprint == points.fingerprint
    sums = {game("draw", 2, SUM.replace("SUM", each)).fingerprint for each in ("0", "1")}
    assert len({plain.fingerprint, *sums}) == 3


def test_a_compiled_game_holds_the_same_sum() -> None:
    again = from_text(game("lost", 2, SUM.replace("SUM", "11")).to_text(), Reference)
    assert (again.utility_sum, again.zero_sum) == (11, False)
    assert returns(again, EARN, PASS) == [6, 5]
    with pytest.raises(rw.RuleFailure):
        returns(again, PASS, PASS)


def test_a_compiled_game_with_a_sum_and_no_points_is_refused() -> None:
    program = game("draw", 2, SUM.replace("SUM", "0")).program
    demand_sound(program)
    with pytest.raises(UnsoundError, match="the sum of points"):
        demand_sound(replace(program, utility=()))


POKER = """
rulebook: 1
name: one-card
players: 2..4
options:
  ante: {type: 1..3, default: 1}
  bet: {type: 1..4, default: 2}
pieces:
  cards: {one_per: {number: 1..3, copy: 1..2}, label: card <number>}
zones:
  deck: {holds: cards, start: all, order: shuffled, seen_by: nobody}
  hand: {holds: cards, per: players, seen_by: owner}
variables:
  chips: {per: players, type: 0..60, start: 10}
  pot: {type: 0..60}
  folded: {per: players, type: bool}
define:
  luckiest: first(p for p in players if p.wins) otherwise seat(1)
  best: max(sum(p.hand.number) for p in players if not p.folded)
  wins: {of: {p: players}, is: not p.folded and sum(p.hand.number) == best}
  winners: count(p for p in players if p.wins)
  winnings: {of: {p: players}, is: p.chips - 10}
setup:
  - for: p in players
    do:
      - {move: 1 cards, from: deck, to: p.hand}
      - {pay: ante, from: p.chips, to: pot}
phases:
  turn:
    actions:
      call: {do: [{pay: bet, from: me.chips, to: pot}, end_turn]}
      fold: {when: {others: count(p for p in players if not p.folded) > 1}, do: [{set: me.folded, to: true}, end_turn]}
turns:
  round_end:
    - let: share
      be: pot div winners
    - for: p in players if p.wins
      do: [{pay: share, from: pot, to: p.chips}]
    - {pay: pot, from: pot, to: luckiest.chips}
end: {showdown: {at: round, when: round == 1, result: highest winnings}}
utility: {points: highest winnings, sum: 0}
"""
REMAINDER = "    - {pay: pot, from: pot, to: luckiest.chips}\n"


def showdowns(text: str, players: int, engine: str) -> Iterator[list[float]]:
    """What everybody gets in games of random players."""
    played = rw.load_text(text, players=players, engine=engine)
    assert (played.utility_sum, played.zero_sum) == (0, True)
    for seed in range(40):
        state, chosen = played.new_initial_state(seed=seed), Random(seed)
        while not state.is_terminal():
            state.apply_action(chosen.choice(state.legal_actions()))
        yield state.returns()


@engines
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_pot_that_is_split_at_a_showdown_is_zero_sum(players: int, engine: str) -> None:
    results = list(showdowns(POKER, players, engine))
    assert {sum(each) for each in results} == {0}
    assert any(len([gets for gets in each if gets > 0]) > 1 for each in results) or players < 3


@engines
def test_a_showdown_that_forgets_what_cannot_be_split_is_caught(engine: str) -> None:
    assert REMAINDER in POKER
    with pytest.raises(
        rw.RuleFailure, match="should get 0 together when the game is over, and they get -1"
    ) as failed:
        list(showdowns(POKER.replace(REMAINDER, ""), 3, engine))
    assert failed.value.code == "utility-sum"


@engines
def test_a_house_rule_changes_the_sum(engine: str, tmp_path: Path) -> None:
    (tmp_path / "one-card.rulebook.yaml").write_text(POKER)
    overlay = tmp_path / "rake.overlay.yaml"
    overlay.write_text("rulebook: 1\nname: rake\nextends: one-card\nchange: {utility: {sum: -ante}}\n")
    played = rw.load(tmp_path / "one-card.rulebook.yaml", players=2, overlays=[overlay], engine=engine)
    assert (played.utility_sum, played.zero_sum) == (-1, False)


def test_a_house_rule_adds_a_sum_to_points_alone(tmp_path: Path) -> None:
    plain = POKER.replace("{points: highest winnings, sum: 0}", "highest winnings")
    (tmp_path / "one-card.rulebook.yaml").write_text(plain)
    overlay = tmp_path / "fair.overlay.yaml"
    overlay.write_text("rulebook: 1\nname: fair\nextends: one-card\nadd: {utility: {sum: 0}}\n")
    played = rw.load(tmp_path / "one-card.rulebook.yaml", players=2, overlays=[overlay])
    assert played.zero_sum
    assert rw.load_text(plain, players=2).zero_sum is None


@pytest.mark.parametrize(
    ("utility", "said"),
    [
        ("highest winnings", "has won as many points as their winnings."),
        (SUM.replace("SUM", "0"), "has won as many points as their winnings; what some win, others lose."),
        (SUM.replace("SUM", "10"), "has won as many points as their winnings; all together have won 10."),
        (
            "{points: lowest debts, sum: -3}",
            "has lost as many points as their debts; all together have lost 3.",
        ),
    ],
)
def test_the_rule_sheet_says_what_is_counted(utility: str, said: str) -> None:
    text = BOOK.replace("RESULT", "draw").replace("TEAMS", "").replace("UTILITY", f"utility: {utility}")
    sheet = to_markdown(make_sheet(pipeline.open_source(Source("worth", text), 2)))
    assert f"In the end each player {said}" in sheet
