"""`test`: examples, then random games against every promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.author import promises
from tests.cli.conftest import Run


def change(file: str, old: str, new: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_text(text.replace(old, new), encoding="utf-8")


def test_a_sound_rulebook_passes_with_a_summary(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "--games", "6")
    assert ended.status == 0
    assert ended.out == "4 examples passed, 6 games kept every promise\n"


def test_hidden_hands_keep_every_promise(run: Run, card_game: str) -> None:
    ended = run("test", card_game, "--games", "8")
    assert ended.status == 0, ended.out


def test_a_failed_example_shows_its_place_and_what_came(run: Run, dice_game: str) -> None:
    change(dice_game, "expect: [pot == 7,", "expect: [pot == 8,")
    ended = run("test", dice_game, "--games", "0")
    assert ended.status == 1
    assert "`pot == 8` is expected" in ended.out
    assert "pot is 7" in ended.out
    assert "dare.rulebook.yaml:" in ended.out
    assert "3 examples passed, 1 failed" in ended.out


def test_every_number_of_players_is_played(run: Run, dice_game: str) -> None:
    assert run("test", dice_game, "--games", "1").out.endswith("5 games kept every promise\n")
    assert run("test", dice_game, "--games", "1", "--players", "3").out.endswith(
        "1 game kept every promise\n"
    )


def test_a_rule_that_fails_is_found_and_leaves_a_record(run: Run, dice_game: str) -> None:
    change(dice_game, "pot:   {type: number", "pot:   {type: 0..20")
    ended = run("test", dice_game, "--games", "10")
    assert ended.status == 1
    assert "a rule failed: " in ended.out
    assert "broken: " not in ended.out
    again = run("replay", "dare-broken.record.json")
    assert again.status == 1
    assert "0..20" in again.err or "20" in again.err


def test_a_game_that_does_not_end_is_found(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "--games", "5", "--max-actions", "3")
    assert ended.status == 1
    assert "games do not end: after 3 actions nobody had won" in ended.out
    assert "5 games" in ended.out


def test_a_table_whose_games_do_not_end_is_left_after_the_first(run: Run, dice_game: str) -> None:
    ended = run("test", dice_game, "--games", "50", "--max-actions", "3", "--players", "2")
    assert ended.out.count("games do not end") == 1
    assert "1 promise broken in 1 game" in ended.out


def test_failing_runs_leave_one_record(run: Run, dice_game: str) -> None:
    for _ in range(3):
        run("test", dice_game, "--games", "5", "--max-actions", "3")
    assert [path.name for path in Path().glob("*.record.json")] == ["dare-broken.record.json"]


def test_a_file_that_is_no_record_is_not_replaced(run: Run, dice_game: str) -> None:
    Path("dare-broken.record.json").write_text("mine", encoding="utf-8")
    run("test", dice_game, "--games", "5", "--max-actions", "3")
    assert Path("dare-broken.record.json").read_text(encoding="utf-8") == "mine"
    assert Path("dare-broken-2.record.json").is_file()


def test_ctrl_c_reports_what_is_done(run: Run, dice_game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checking = promises.checking

    def interrupted(*arguments: object) -> object:
        games = iter(checking(*arguments))  # type: ignore[arg-type]  # whatever the command passes on
        yield from (next(games) for _ in range(4))
        raise KeyboardInterrupt

    monkeypatch.setattr(promises, "checking", interrupted)
    ended = run("test", dice_game)
    assert ended.status == 130
    assert "4 examples passed, 3 games kept every promise" in ended.out
    assert "Stopped after 4 examples and 3 games." in ended.err


def test_what_a_house_rule_changes_is_told_and_is_no_mistake(run: Run, dice_game: str) -> None:
    Path("easy.overlay.yaml").write_text(
        "rulebook: 1\nname: easy\nextends: dare\nchange: {options: {target: 100}}\n", encoding="utf-8"
    )
    ended = run("test", dice_game, "--with", "easy.overlay.yaml", "--games", "0")
    assert ended.status == 0
    assert "changed by the house rule: the_target_wins" in ended.out
    assert "3 examples passed, 1 changed by the house rule" in ended.out


def test_the_report_can_be_json(run: Run, dice_game: str) -> None:
    (tested,) = run("test", dice_game, "--games", "5", "--format", "json").json["tested"]
    assert tested["fine"]
    assert tested["games"] == 5
    assert {example["result"] for example in tested["examples"]} == {"passed"}


def test_a_rulebook_with_mistakes_cannot_be_tested(run: Run, dice_game: str) -> None:
    change(dice_game, "to: me.score}", "to: me.scor}")
    ended = run("test", dice_game)
    assert ended.status == 1
    assert "error[" in ended.err
