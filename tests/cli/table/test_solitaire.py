"""A game of one player, which nobody wins over somebody else, ends with what the player came to."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run

SOLO = """\
rulebook: 1
name: alone
title: Alone
about: Take three.
players: 1
variables: {taken: {type: 0..3}}
phases: {turn: {actions: {take: {do: [{add: 1, to: taken}]}}}}
end: {all: {ABOUTwhen: taken == 3, result: draw}}
"""


def test_one_player_is_told_once_that_it_is_over(run: Run) -> None:
    for about, said in (("about: You have all three., ", "You have all three."), ("", "All.")):
        Path("alone.rulebook.yaml").write_text(SOLO.replace("ABOUT", about), encoding="utf-8")
        told = run("play", "alone.rulebook.yaml", typed="take\n" * 3).out
        assert told.endswith(f"\nThe game is over: {said}\n")
        assert told.count("The game is over") == 1


def test_one_player_is_told_what_it_came_to(run: Run) -> None:
    results = {
        "highest taken": "Taken: 3",
        "{wins: seat(1)}": "Player 1 wins.",
        "lost": "Player 1 loses.",
        "draw": "The game is over: All.",
    }
    for result, said in results.items():
        rules = SOLO.replace("ABOUT", "").replace("result: draw", f"result: {result}")
        Path("alone.rulebook.yaml").write_text(rules, encoding="utf-8")
        assert run("play", "alone.rulebook.yaml", typed="take\n" * 3).out.endswith(f"\n{said}\n")
        assert run("simulate", "alone.rulebook.yaml", "--games", "1", "--record-worst", "1").status == 0
        (path,) = Path().glob("alone-decisions-1.record.json")
        assert run("replay", str(path)).out.endswith(f"\n{said}\n")
        path.unlink()


def test_one_player_is_told_the_points_once(run: Run) -> None:
    rules = SOLO.replace("ABOUT", "").replace("result: draw", "result: highest twice")
    Path("alone.rulebook.yaml").write_text(f"{rules}define: {{twice: 2 * taken}}\n", encoding="utf-8")
    told = run("play", "alone.rulebook.yaml", typed="take\n" * 3).out
    assert "Twice: 4\n" in told
    assert told.count("Twice: 6") == 1
    assert told.endswith("\nThe game is over: All.\nTwice: 6\n")
