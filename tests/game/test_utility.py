"""What a game is worth to each player: results whose sum is 0, points where the rulebook says so, the same on both engines."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.evaluate.reference import Reference
from rulewright.game.compiled import from_text

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
        assert (played.utility, played.utility_sum, played.zero_sum) == ("points", None, False)


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
