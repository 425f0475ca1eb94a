"""Keeping a game and going on with it: nothing is lost, nothing is replaced unasked, and the table stays the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ended, Run


def record(name: str) -> Any:  # a record is JSON
    return json.loads(Path(name).read_text(encoding="utf-8"))


def rewrite(name: str, **changes: object) -> None:
    Path(name).write_text(json.dumps({**record(name), **changes}), encoding="utf-8")


def bare(name: str) -> None:
    """Removes the texts of the rulebook from a record, which then depends on its files."""
    without = {key: value for key, value in record(name).items() if key != "texts"}
    Path(name).write_text(json.dumps(without), encoding="utf-8")


def actions(name: str) -> list[str]:
    return [step["action"] for step in record(name)["steps"]]


UNDO = """\
rulebook: 1
name: beehive
title: Beehive
about: A game whose moves can be taken back.
players: 2
variables:
  honey: {per: players, type: 0..100}
phases:
  turn:
    actions:
      gather:
        choose: {flowers: 1..3}
        do: [{add: flowers, to: me.honey}]
      go_home:
        do: [end_turn]
end:
  full:
    about: Ten drops win.
    after: gather
    when: me.honey >= 10
    result: {wins: me}
"""


@pytest.fixture
def beehive(run: Run) -> str:
    Path("beehive.rulebook.yaml").write_text(UNDO, encoding="utf-8")
    assert run("validate", "beehive.rulebook.yaml").status == 0
    return "beehive"


def test_a_replaced_move_of_a_resumed_game_is_kept(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\nquit\n")
    ended = run("play", "--resume", "a.json", typed="undo\ngather 3\nquit\n")
    assert "The game is kept in a.json" in ended.err
    assert actions("a.json") == ["gather 3"]


def test_an_undone_move_of_a_resumed_game_is_undone_in_the_file(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\nquit\n")
    run("play", "--resume", "a.json", typed="undo\nquit\n")
    assert actions("a.json") == []


def test_stopping_without_anything_new_says_so(run: Run, beehive: str) -> None:
    ended = run("play", beehive, typed="gather 1\nsave a.json\nquit\n")
    assert "Nothing new since `a.json`." in ended.err
    assert (
        "Nothing new since `a.json`." in run("play", "--resume", "a.json", typed="gather 1\nundo\nquit\n").err
    )
    assert sorted(path.name for path in Path().glob("*.json")) == ["a.json"]


def test_a_resumed_game_goes_back_into_its_file(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\n")
    for _ in range(3):
        run("play", "--resume", "beehive.record.json", typed="gather 1\n")
    assert [path.name for path in Path().glob("*.json")] == ["beehive.record.json"]
    assert len(actions("beehive.record.json")) == 4


def test_save_replaces_another_record_only_when_told(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\n")
    again = run("play", beehive, typed="gather 2\nsave a.json\nquit\n")
    assert "`save a.json !` replaces it" in again.out
    assert actions("a.json") == ["gather 1"]
    run("play", beehive, typed="gather 2\nsave a.json !\nquit\n")
    assert actions("a.json") == ["gather 2"]
    assert "is not a record" in run("play", beehive, typed="gather 2\nsave beehive.rulebook.yaml !\n").out
    assert Path("beehive.rulebook.yaml").read_text(encoding="utf-8") == UNDO


def test_real_dice_are_remembered(run: Run, dice_game: str) -> None:
    run("play", dice_game, "--dice", "typed", typed="roll\n2 5\n")
    assert record("dare.record.json")["dice"] == "typed"
    again = run("play", "--resume", "dare.record.json", typed="roll\n1 3\n")
    assert "played with real dice" in again.err
    assert "(dice 1 3)" in again.out
    rolled = run("play", "--resume", "dare.record.json", "--dice", "rolled", "--seed", "1", typed="roll\n")
    assert "(dice " in rolled.out
    assert record("dare.record.json")["dice"] == "rolled"


@pytest.mark.parametrize(
    "slip", [("--players", "3"), ("--variant", "fast"), ("--set", "target=7"), ("--set", "goal=7"), ("pig",)]
)
def test_another_table_is_refused(run: Run, dice_game: str, slip: tuple[str, ...]) -> None:
    run("play", dice_game, typed="roll\n")
    ended = run("play", "--resume", "dare.record.json", *slip, typed="quit\n")
    assert ended.status == 2
    assert "dare.record.json" in ended.err
    assert run("play", "--resume", "dare.record.json", "--players", "2", "--set", "target=50").status == 0


def test_a_record_finds_the_rulebook_beside_it(
    run: Run, beehive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("play", beehive, typed="gather 1\n")
    bare("beehive.record.json")
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert run("replay", "../beehive.record.json").status == 0
    Path("beehive.record.json").write_text(
        (tmp_path / "beehive.record.json").read_text(encoding="utf-8"), encoding="utf-8"
    )
    ended = run("replay", "beehive.record.json")
    assert ended.status == 2
    assert "--game FILE" in ended.err
    assert run("replay", "beehive.record.json", "--game", "../beehive.rulebook.yaml").status == 0


@pytest.mark.parametrize("key", ["rulebook", "house_rules"])
def test_a_record_cannot_show_what_is_in_a_file(run: Run, beehive: str, key: str) -> None:
    run("play", beehive, typed="gather 1\n")
    bare("beehive.record.json")
    Path("secret").write_text("the combination is 1234\n", encoding="utf-8")
    rewrite("beehive.record.json", **{key: "./secret" if key == "rulebook" else ["./secret"]})
    for ended in (run("replay", "beehive.record.json"), run("play", "--resume", "beehive.record.json")):
        assert ended.status == 2
        assert "which is not a rulebook" in ended.err
        assert "1234" not in ended.err + ended.out


def test_damaged_records_are_told_in_words(run: Run, dice_game: str) -> None:
    def with_step(player: int) -> Ended:
        steps = record("dare.record.json")["steps"]
        steps[0]["player"] = player
        rewrite("dare.record.json", steps=steps)
        return run("replay", "dare.record.json")

    run("play", dice_game, typed="roll\n")
    assert "it is seat 1's turn, not seat 2's" in with_step(1).err
    with_step(0)
    for options, says in (
        ({"target": [1]}, "the option `target` cannot be [1]"),
        ({"target": 50, "nix": 3}, "no option `nix`"),
        (7, "`options`"),
    ):
        rewrite("dare.record.json", options=options)
        ended = run("replay", "dare.record.json")
        assert ended.status in (1, 2)
        assert says in ended.err


def test_a_false_result_is_refused(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\n")
    rewrite("beehive.record.json", result={"ended_by": "full", "winners": [1]})
    ended = run("replay", "beehive.record.json")
    assert ended.status == 1
    assert "result" in ended.err
    assert run("replay", "beehive.record.json", "--step", "0").status == 0


def test_too_many_names_say_how_many_may_play(run: Run, beehive: str) -> None:
    ended = run("play", beehive, "--names", "A,B,C")
    assert ended.status == 2
    assert "2 players are the most for Beehive" in ended.err
    run("play", beehive, typed="gather 1\n")
    assert "2 play in" in run("play", "--resume", "beehive.record.json", "--names", "A,B,C").err


def test_moves_can_be_typed_as_they_are_printed(run: Run, beehive: str) -> None:
    ended = run("play", beehive, typed="Gather 2\ngo home\nGO_HOME\ngo\nq\n")
    assert actions("beehive.record.json") == ["gather 2", "go_home", "go_home", "go_home"]
    assert (
        "`gather` needs more; what fits now: gather 1, gather 2, gather 3."
        in run("play", beehive, typed="gather\nexit\n").out
    )
    assert ended.status == 0


def test_why_takes_the_number_of_a_move(run: Run, beehive: str) -> None:
    shown = run("play", beehive, typed="why 2\nwhy 77\n?\n").out
    assert "It is allowed." in shown
    assert "There are moves 1 to 4." in shown
    assert "take the last move back" in shown


THREE = """\
rulebook: 1
name: three
extends: beehive
change: {phases: {turn: {actions: {gather: {choose: {flowers: 1..MOST}}}}}}
"""


@pytest.mark.parametrize(
    "command",
    [
        ("replay", "a.json"),
        ("trace", "a.json"),
        ("trace", "a.json", "--steps"),
        ("play", "--resume", "a.json"),
    ],
)
def test_of_changed_rules_the_files_and_the_way_out_are_told(
    run: Run, beehive: str, command: tuple[str, ...]
) -> None:
    Path("three.overlay.yaml").write_text(THREE.replace("MOST", "4"), encoding="utf-8")
    Path("old.overlay.yaml").write_text(THREE.replace("MOST", "4"), encoding="utf-8")
    run("play", beehive, "--with", "three.overlay.yaml", typed="gather 4\nsave a.json\n")
    bare("a.json")
    Path("three.overlay.yaml").write_text(THREE.replace("MOST", "5"), encoding="utf-8")
    ended = run(*command)
    assert (ended.status, ended.out) == (1, "")
    first, played_by, how_far, way_out = ended.err.splitlines()
    assert first.startswith(
        "a.json does not replay: its rules have changed since it was played (fingerprint "
    )
    assert played_by == (
        "  It was played by beehive.rulebook.yaml and three.overlay.yaml. Changed since: three.overlay.yaml."
    )
    assert how_far == (
        "  By the rules of now its only step goes the same way. "
        "`rulewright replay a.json --anyway` goes through it so far."
    )
    assert "Put back what was changed there, or name a copy of the file as it was" in way_out
    assert "`rulewright play OLDFILE --resume a.json` plays on" in way_out
    assert "`rulewright replay a.json --game OLDFILE`" in way_out
    assert "`--with OLDFILE` names that of the house rule" in way_out
    assert run(*command, "--with", "old.overlay.yaml", typed="quit\n").status == 0


def test_of_changed_rules_also_those_that_are_named_now(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\n")
    bare("a.json")
    Path("other.rulebook.yaml").write_text(UNDO.replace("1..3", "1..4"), encoding="utf-8")
    ended = run("replay", "a.json", "--game", "other.rulebook.yaml")
    assert ended.status == 1
    assert (
        "It was played by beehive; what is opened now is other.rulebook.yaml. Changed since: other.rulebook.yaml."
        in ended.err
    )
    assert "house rule" not in ended.err
    Path("beehive.rulebook.yaml").write_text(UNDO.replace("1..3", "1..4"), encoding="utf-8")
    assert (
        "It was played by beehive.rulebook.yaml. Changed since: beehive.rulebook.yaml."
        in run("replay", "a.json").err
    )
    known = json.loads(Path("a.json").read_text(encoding="utf-8"))
    del known["files"]
    Path("a.json").write_text(json.dumps(known), encoding="utf-8")
    assert "It was played by beehive.rulebook.yaml.\n" in run("replay", "a.json").err, "as older records are"


def test_a_record_goes_by_changed_rules_as_far_as_it_fits(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 2\ngo_home\ngather 3\nsave a.json\n")
    bare("a.json")
    Path("beehive.rulebook.yaml").write_text(UNDO.replace("1..3", "1..2"), encoding="utf-8")
    steps = len(record("a.json")["steps"])
    refused = run("replay", "a.json").err
    assert (
        f"the first {steps - 1} of its {steps} steps go the same way. Then step {steps} of the rec" in refused
    )
    ended = run("replay", "a.json", "--anyway")
    assert ended.status == 1
    assert "gather 2" in ended.out
    assert "gather 3" not in ended.out
    assert "a.json: its rules have changed since it was played. By the rules of now the first" in ended.err
    told = run("replay", "a.json", "--anyway", "--format", "json").json
    assert (told["same_rules"], told["steps"], told["differs"]["step"]) == (False, steps - 1, steps)
    assert run("replay", "a.json", "--anyway", "--step", str(steps)).status == 2
    assert run("replay", "a.json", "--anyway", "--step", "1").status == 1


def test_a_record_that_still_goes_the_same_way_is_fine_anyway(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 2\nsave a.json\n")
    bare("a.json")
    Path("beehive.rulebook.yaml").write_text(UNDO.replace("1..3", "1..2"), encoding="utf-8")
    assert run("replay", "a.json").status == 1
    ended = run("replay", "a.json", "--anyway")
    assert ended.status == 0
    assert "goes the same way." in ended.err, "it has no end yet, and nothing is said of one"


def test_of_several_records_each_has_a_line(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 2\nsave a.json\n")
    run("play", beehive, typed="gather 3\nsave b.json\n")
    fine = run("replay", "a.json", "b.json")
    assert (fine.status, fine.out) == (0, "fine: a.json (1 step)\nfine: b.json (1 step)\n")
    Path("beehive.rulebook.yaml").write_text(UNDO.replace("1..3", "1..2"), encoding="utf-8")
    ended = run("replay", "b.json", "a.json", "--anyway")
    assert ended.status == 1
    first, second = ended.out.splitlines()
    assert first.startswith(
        "b.json: its rules have changed since it was played. By the rules of now step 1 of "
    )
    assert second == "fine: a.json (1 step, and its rules have changed since)"
    told = run("replay", "b.json", "a.json", "--anyway", "--format", "json").json
    assert [each["differs"] and each["differs"]["step"] for each in told] == [1, None]
    assert run("replay", "a.json", "nosuch.json", "--anyway").status == 2
    assert run("replay", "a.json", "b.json", "--step", "1").status == 2


def test_a_house_rule_too_many_is_told(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\n")
    Path("three.overlay.yaml").write_text(THREE.replace("MOST", "4"), encoding="utf-8")
    said = run("replay", "a.json", "--with", "three.overlay.yaml").err
    assert "It was played without house rules: leave out `--with three.overlay.yaml`." in said
    assert "Put back" not in said


def test_a_rulebook_is_no_damaged_record(run: Run, dice_game: str) -> None:
    said = run("replay", dice_game)
    assert said.status == 2
    assert "is not a record of a game: those are JSON" in said.err


def test_of_a_bundled_game_that_has_changed_another_version_is_told(run: Run) -> None:
    run("play", "pig", typed="roll\nsave a.json\n")
    bare("a.json")
    rewrite("a.json", fingerprint="0")
    ended = run("replay", "a.json")
    assert ended.status == 1
    assert "pig.rulebook.yaml." in ended.err
    assert "Those come with Rulewright, of which this is another version." in ended.err


def test_a_record_without_a_fingerprint_is_refused(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\n")
    bare("a.json")
    rewrite("a.json", fingerprint=None)
    ended = run("replay", "a.json")
    assert ended.status == 1
    assert "are not those of this record" in ended.err


def test_a_record_carries_the_texts_of_its_game(
    run: Run, beehive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("four.overlay.yaml").write_text(THREE.replace("MOST", "4"), encoding="utf-8")
    run("play", beehive, "--with", "four.overlay.yaml", typed="gather 4\nsave a.json\n")
    assert set(record("a.json")["texts"]["files"]) == {"beehive.rulebook.yaml", "four.overlay.yaml"}
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (tmp_path / "a.json").rename("a.json")
    (tmp_path / "beehive.rulebook.yaml").unlink()
    ended = run("replay", "a.json")
    assert (ended.status, ended.err) == (0, "")
    assert run("trace", "a.json", "me.honey").status == 0
    run("play", "--resume", "a.json", typed="gather 4\nquit\n")
    assert actions("a.json") == ["gather 4", "gather 4"]
    assert run("replay", "a.json", "--format", "json").json["rules_from"] == "record"
    assert run("replay", "a.json", "--anyway").status == 2, "there are no files any more"


def test_the_texts_of_a_record_take_precedence_over_changed_files(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 3\nsave a.json\n")
    run("play", beehive, typed="gather 2\nsave b.json\n")
    Path("beehive.rulebook.yaml").write_text(UNDO.replace("A game", "Another game"), encoding="utf-8")
    assert run("replay", "a.json").err == "", "other words are no other rules"
    Path("beehive.rulebook.yaml").write_text(UNDO.replace("1..3", "1..2"), encoding="utf-8")
    for command in (("replay", "a.json"), ("trace", "a.json"), ("play", "--resume", "a.json")):
        ended = run(*command, typed="quit\n")
        assert ended.status == 0
        assert ended.err.startswith(
            "beehive has changed since a.json was played. The rules in the record apply;"
        )
    told = run("replay", "a.json", "--format", "json").json
    assert (told["rules_from"], told["same_rules"], told["differs"]) == ("record", False, None)
    assert run("replay", "a.json", "b.json").out.splitlines() == [
        f"fine: {name} (1 step, by the rules in the record, which have changed since)" for name in ("a.json", "b.json")
    ]  # fmt: skip
    told = run("replay", "a.json", "--anyway", "--format", "json").json
    assert (told["rules_from"], told["differs"]["step"]) == ("files", 1)
    assert run("replay", "a.json", "--game", "beehive").status == 1


def test_changed_texts_of_a_record_are_refused(run: Run, beehive: str) -> None:
    run("play", beehive, typed="gather 1\nsave a.json\n")
    texts = record("a.json")["texts"]
    for broken, says in (
        ({**texts, "files": {"beehive.rulebook.yaml": UNDO.replace("1..3", "1..9")}}, "the checksum of its `texts`"),
        ({**texts, "house_rules": ["nix.overlay.yaml"]}, "it has 1 `texts.house_rules` and 0 `overlays`"),
        ({**texts, "rulebook": "nix.rulebook.yaml"}, "`nix.rulebook.yaml` is not among its `texts.files`"),
        ({**texts, "files": {**texts["files"], "../x.yaml": ""}}, "names of files without folders"),
        ([], "`texts` is a list of 0"),
    ):  # fmt: skip
        rewrite("a.json", texts=broken)
        for command in (("replay", "a.json"), ("trace", "a.json"), ("play", "--resume", "a.json")):
            ended = run(*command)
            assert ended.status == 1
            assert says in ended.err
    rewrite("a.json", texts=texts, fingerprint="0")
    assert "the texts in this record are not those by which it was played" in run("replay", "a.json").err


@pytest.mark.parametrize("key", ["rulebook", "house_rules"])
def test_of_a_record_with_texts_no_other_file_is_shown(run: Run, beehive: str, key: str) -> None:
    run("play", beehive, typed="gather 1\n")
    Path("secret").write_text("the combination is 1234\n", encoding="utf-8")
    rewrite("beehive.record.json", **{key: "./secret" if key == "rulebook" else ["./secret"]})
    for ended in (run("replay", "beehive.record.json"), run("play", "--resume", "beehive.record.json")):
        assert ended.status == 0
        assert "1234" not in ended.err + ended.out


def test_the_rule_sheet_of_a_resumed_game_is_made_of_its_texts(run: Run, beehive: str) -> None:
    title = "title: Four drops\nabout: The fourth flower counts.\n"
    Path("four.overlay.yaml").write_text(THREE.replace("MOST", "4") + title, encoding="utf-8")
    run("play", beehive, "--with", "four.overlay.yaml", typed="gather 4\nsave a.json\n")
    Path("secret.yaml").write_text("rulebook: 1\nname: secret\ntitle: The combination\n", encoding="utf-8")
    for path in ("four.overlay.yaml", "beehive.rulebook.yaml"):
        Path(path).unlink()
    assert (
        "Four drops: The fourth flower counts."
        in run("play", "--resume", "a.json", typed="rules\nquit\n").out
    )
    rewrite("a.json", overlays=["./secret.yaml"])
    shown = run("play", "--resume", "a.json", typed="rules\nquit\n").out
    assert "The fourth flower counts." in shown
    assert "The combination" not in shown
