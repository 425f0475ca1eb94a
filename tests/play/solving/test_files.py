"""Files of solved games: what a bot does by them, and which are refused."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from fractions import Fraction
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.play.bots import bot_named, refuse_unknown, seat_bots
from rulewright.play.solving.files import SolutionFileError, read, write
from rulewright.play.solving.hidden import solve_hidden
from rulewright.play.solving.solve import solve
from rulewright.play.solving.solved_bot import SolvedBot
from rulewright.play.solving.turn_by_turn import solve_by_turns
from tests.games.exploiting import value
from tests.play.solving.small_games import CIRCLE, NIM, SHEET, loaded


def solved(tmp_path: Path, text: str, **options: int) -> tuple[rw.Game, Path]:
    game = loaded(tmp_path, text, **options)
    path = tmp_path / "game.solution.json"
    write(solve(game), path)
    return game, path


def winner(game: rw.Game, *bots: str) -> list[float]:
    state, players = game.new_initial_state(), [bot_named(game, bot) for bot in bots]
    for seat, player in enumerate(players):
        player.begin(seat)
    while (acts := state.current_player()) is not None:
        state.apply_action(players[acts].choose(state, acts))
    return state.returns()


def test_a_bot_wins_what_is_won(tmp_path: Path) -> None:
    game, path = solved(tmp_path, NIM, small=2, middle=4, large=3)
    assert seat_bots(game, f"solved:{path},random") == (f"solved:{path}", "random")
    assert winner(game, f"solved:{path}", "random") == [1, -1]
    game, path = solved(tmp_path, NIM, small=1, middle=2, large=3)
    assert winner(game, "random", f"solved:{path}") == [-1, 1]


def test_a_bot_makes_progress_where_play_can_go_round(tmp_path: Path) -> None:
    game, path = solved(tmp_path, CIRCLE)
    assert winner(game, f"solved:{path}", f"solved:{path}") == [1, -1]


def test_a_bot_goes_on_where_somebody_left_out_a_sure_win(tmp_path: Path) -> None:
    game = loaded(tmp_path, NIM, small=0, middle=1, large=2)
    path = tmp_path / "game.solution.json"
    write(solve(game, every=False), path)
    state = game.new_initial_state()
    missing = []
    for first in ("take 2 1", "take 3 1", "take 3 2"):
        state = game.new_initial_state()
        state.apply_action(first)
        missing.append(read(path, game).best(state))
        assert SolvedBot(path).choose(state, 1) in state.legal_actions()
    assert None not in missing
    for text in ("take 3 2",):
        state = game.new_initial_state()
        state.apply_action(text)
        assert str(SolvedBot(path).choose(state, 1)) == "take 2 1"


def test_a_bot_draws_from_an_equilibrium(tmp_path: Path) -> None:
    game, path = rw.load("kuhn-poker", players=2, engine="reference"), tmp_path / "kuhn.solution.json"
    write(solve_hidden(game), path)
    known = read(path, game)

    def policy(state: rw.State) -> dict[str, Fraction]:
        player = state.current_player()
        assert player is not None
        parts = known.parts(state, player)
        assert parts is not None
        total = sum(parts.values())
        return {action: Fraction(part, total) for action, part in parts.items()}

    assert float(value(game, policy)[0]) == pytest.approx(-1 / 18, abs=1e-9)
    state = game.new_initial_state(3)
    bot = SolvedBot(path)
    bot.begin(1)
    assert str(bot.choose(state, 0)) in policy(state)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    game, path = solved(tmp_path, NIM, small=0, middle=1, large=2)
    other = loaded(tmp_path, NIM, small=0, middle=1, large=3)
    with pytest.raises(SolutionFileError, match="is a solution of nim for 2 by other rules or options"):
        read(path, other)
    told = json.loads(path.read_text(encoding="utf-8"))
    for damage in ({"places": "x"}, {"keys": told["places"]}, {"policy": 3}):
        path.write_text(json.dumps(told | damage), encoding="utf-8")
        with pytest.raises(SolutionFileError, match="is damaged"):
            read(path, game)
    path.write_text("[]", encoding="utf-8")
    with pytest.raises(SolutionFileError, match="is no solution that"):
        read(path, game)
    path.write_text("[", encoding="utf-8")
    with pytest.raises(SolutionFileError, match="cannot be read as a solution"):
        read(path, game)
    with pytest.raises(SolutionFileError, match=r"nowhere\.json cannot be read"):
        seat_bots(game, "solved:nowhere.json")


def test_a_name_from_elsewhere_opens_no_file(tmp_path: Path) -> None:
    """A server asks so for the bots that people on the network name."""
    game, path = solved(tmp_path, NIM, small=0, middle=1, large=2)
    refuse_unknown(game, f"solved:{path}", files=True)
    with pytest.raises(ValueError, match="nobody called"):
        refuse_unknown(game, f"solved:{path}")
    with pytest.raises(ValueError, match="nobody called"):
        refuse_unknown(game, f"solved:{path}", people=True)


def test_what_was_solved_turn_by_turn_is_found_again(tmp_path: Path) -> None:
    game = loaded(tmp_path, SHEET, rolls_each=1)
    solution, path = solve_by_turns(game), tmp_path / "game.solution.json"
    write(solution, path)
    state = game.new_initial_state(3)
    while not state.is_terminal():
        best = read(path, game).best(state)
        assert best is not None
        assert read(path, game).worth(state) == solution.at(state).worths[0].value
        moves = solution.at(state).moves
        assert moves[best].worth.value == max(move.worth.value for move in moves)
        state.apply_action(SolvedBot(path).choose(state, 0))
    assert (read(path, game).best(state), read(path, game).worth(state)) == (None, None)
    told = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(
        json.dumps({**told, "turns": b64encode(zlib.compress(bytes(8))).decode()}), encoding="utf-8"
    )
    with pytest.raises(SolutionFileError, match="damaged"):
        read(path, game)


def test_programs_solve_games_of_every_sort(tmp_path: Path) -> None:
    game = loaded(tmp_path, NIM, small=0, middle=1, large=2)
    told: list[tuple[int, int]] = []
    solved = rw.solve(game, progress=lambda done, known: told.append((done, known)))
    assert solved.answer.worths[0].exact == 1
    state = game.new_initial_state()
    assert solved.at(state) == solved.answer == rw.solve(state).answer
    solved.write(tmp_path / "nim.solution.json")
    assert read(tmp_path / "nim.solution.json", game).best(state) is not None
    sheet = loaded(tmp_path, SHEET, rolls_each=1)
    assert rw.solve(sheet, positions=10).answer.worths[0].exact is None
    kuhn = rw.solve(rw.load("kuhn-poker", players=2))
    assert kuhn.answer.worths[0].value == pytest.approx(-1 / 18, abs=1e-6)
    with pytest.raises(ValueError, match="something is hidden"):
        kuhn.at(kuhn.game.new_initial_state(1))
    with pytest.raises(ValueError, match="solved from the beginning only"):
        rw.solve(kuhn.game.new_initial_state(1))
    with pytest.raises(ValueError, match="more than 3 positions"):
        rw.solve(game, positions=3)
    with pytest.raises(TypeError):
        rw.solve("nim")  # type: ignore[arg-type]  # as somebody may do
    with pytest.raises(TypeError):
        rw.solve(game, positions="many")  # type: ignore[arg-type]  # the same
