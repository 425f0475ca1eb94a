"""The commands that report something about rulebooks: list, show, schema, explain, validate, rules, new."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from tests.cli.conftest import Run


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


SHORT = """\
rulebook: 1
name: short
extends: dare
change:
  options: {target: 20}
"""


def test_list_names_the_games_that_come_along(run: Run) -> None:
    games = run("list", "--format", "json").json["games"]
    by_name = {game["name"]: game for game in games}
    assert by_name["cinq-o"]["players"] == [2, 3, 4, 5, 6]
    assert "solitaire" in by_name["cinq-o"]["variants"]
    assert "cinq-o" in run("list").out


def test_list_names_the_fragments_that_a_rulebook_can_use(run: Run) -> None:
    listed = run("list")
    rules = {rule["name"]: rule for rule in run("list", "--format", "json").json["house_rules"]}
    assert rules["cinq-o-quick"]["extends"] == "cinq-o"
    assert "cinq-o-quick " in run("list").out
    fragments = run("list", "--format", "json").json["fragments"]
    assert fragments
    for fragment in fragments:
        assert fragment["name"] in listed.out
        assert fragment["about"] in listed.out
        write(
            "own.rulebook.yaml",
            f"rulebook: 1\nname: own\ntitle: Own\nplayers: 2\nuse: [{fragment['name']}]\n",
        )
        assert "unknown-rulebook" not in run("validate", "own.rulebook.yaml").out


def test_list_is_about_the_bundled_games_whatever_lies_here(run: Run) -> None:
    write("pig.rulebook.yaml", "broken: [\n")
    assert "pig" in run("list").out


def test_show_prints_the_file_as_it_stands(run: Run, dice_game: str) -> None:
    assert run("show", dice_game).out == Path(dice_game).read_text(encoding="utf-8")


def test_show_refuses_a_table_that_there_is_not(run: Run, dice_game: str) -> None:
    for words, said in (
        (("--players", "99"), "is not for 99 players"),
        (("--set", "nope=1"), "has no option `nope`"),
        (("--set", "target=0"), "`target` cannot be `0`"),
    ):
        ended = run("show", dice_game, *words)
        assert (ended.status, ended.out) == (2, "")
        assert said in ended.err
    at_table = run("show", dice_game, "--players", "3")
    assert at_table.out == run("show", dice_game).out


@pytest.mark.parametrize("words", [(), ("--with", "easy.overlay.yaml")])
def test_show_prints_the_rulebook_with_the_options_that_were_set(
    run: Run, dice_game: str, words: tuple[str, ...]
) -> None:
    Path("easy.overlay.yaml").write_text(
        "rulebook: 1\nname: easy\nextends: dare\nchange: {options: {target: 100}}\n"
    )
    shown = run("show", dice_game, *words, "--set", "target=20").out
    Path("shown.rulebook.yaml").write_text(shown)
    assert "default: 20" in shown
    ended = run("rules", "shown.rulebook.yaml")
    assert ended.status == 0
    assert "points that win the game: 20" in ended.out


def test_show_with_a_house_rule_is_a_rulebook_that_can_be_played(run: Run, dice_game: str) -> None:
    overlay = write("short.overlay.yaml", SHORT)
    whole = run("show", dice_game, "--with", overlay)
    assert whole.status == 0
    assert yaml.safe_load(whole.out)["options"]["target"]["default"] == 20
    write("whole.rulebook.yaml", whole.out)
    assert run("validate", "whole.rulebook.yaml").status == 0


def test_schema_prints_a_schema_or_where_it_is(run: Run) -> None:
    schema = run("schema", "overlay").json
    jsonschema.Draft202012Validator.check_schema(schema)
    path = Path(run("schema", "overlay", "--path").out.strip())
    assert json.loads(path.read_text(encoding="utf-8")) == schema


def test_explain_lists_codes_and_explains_one(run: Run) -> None:
    listed = run("explain")
    assert "unknown-key" in listed.out
    assert run("explain", "error[unknown-key]").out.startswith("# unknown-key")


def test_explain_suggests_the_nearest_code(run: Run) -> None:
    ended = run("explain", "unknow-key")
    assert ended.status == 2
    assert "did you mean `unknown-key`?" in ended.err


def test_validate_says_that_a_rulebook_is_fine(run: Run, dice_game: str) -> None:
    ended = run("validate", dice_game)
    assert ended.status == 0
    assert "fine: dare.rulebook.yaml" in ended.err


def test_validate_shows_problems_and_ends_with_1(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8").replace("to: me.score}", "to: me.scor}")
    bad = write("bad.rulebook.yaml", text)
    ended = run("validate", bad)
    assert ended.status == 1
    assert "bad.rulebook.yaml:" in ended.out
    assert "score" in ended.out
    found = run("validate", bad, "--format", "json").json
    assert found[0]["severity"] == "error"
    assert run("validate", bad, "--format", "github").out.startswith("::error ")
    assert run("validate", bad, "--format", "sarif").json["version"] == "2.1.0"


def test_validate_says_only_of_unread_rules_that_they_are_checked_later(run: Run, dice_game: str) -> None:
    text, later = Path(dice_game).read_text(encoding="utf-8"), "the rules themselves are checked once"
    unfinished = write("unfinished.rulebook.yaml", re.sub(r"(?m)^end:\n(  .*\n)+", "", text))
    ended = run("validate", unfinished)
    assert "needs the key `end`" in ended.out
    assert later not in ended.err
    assert later in run("validate", write("unread.rulebook.yaml", text.replace("players:", "player:"))).err


def test_house_rules_that_wait_for_their_game_are_named(run: Run, dice_game: str) -> None:
    text = Path(dice_game).read_text(encoding="utf-8")
    write(dice_game, text.replace("to: me.score}", "to: me.scor}"))
    write("quick.overlay.yaml", SHORT.replace("name: short", "name: quick"))
    write("short.overlay.yaml", SHORT)
    wrong = write("wrong.overlay.yaml", "rulebook: 1\nname: wrong\nextends: dare\nchang: {}\n")
    ended = run("validate", "quick.overlay.yaml", dice_game, "short.overlay.yaml", wrong)
    assert ended.status == 1
    (said,) = [line for line in ended.err.splitlines() if "not checked" in line]
    assert said == f"not checked, since {dice_game} has errors: quick.overlay.yaml, short.overlay.yaml"
    assert "not checked" not in run("validate", "short.overlay.yaml").err, "whose errors stand there"


def validated(text: bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """`validate -` with a text piped in."""
    command = [sys.executable, "-m", "rulewright", "validate", "-", *arguments]
    return subprocess.run(command, input=text, capture_output=True, check=False)


def test_what_is_piped_in_is_validated(run: Run, dice_game: str) -> None:
    fine = validated(Path(dice_game).read_bytes())
    assert (fine.returncode, fine.stderr[:13]) == (0, b"fine: <stdin>")
    assert validated(SHORT.encode()).returncode == 0, "the parent stands in this folder"
    bad = validated(Path(dice_game).read_bytes().replace(b"tray", b"tary", 1))
    assert bad.returncode == 1
    assert b"\n  <stdin>:" in bad.stdout
    assert b"validate --fix" not in bad.stderr
    assert b"`<stdin>` is not text in UTF-8" in validated(b"\xff").stdout
    assert run("validate", "-", "--fix").status == 2


def test_a_fragment_is_validated_by_itself(run: Run) -> None:
    ended = run("validate", "standard-52")
    assert ended.status == 0
    assert "fine: standard-52 in its shape" in ended.err
    assert "`use: [standard-52]`: validate that one" in ended.err
    bad = run("validate", write("suits.fragment.yaml", "rulebook: 1\nname: suits\ntables: {a: 5}\n"))
    assert bad.status == 1
    assert "`a` must be a mapping that describes a table" in bad.out
    assert "players" not in bad.out


def test_a_file_that_is_called_a_house_rule_is_told_how_to_be_one(run: Run) -> None:
    told = run(
        "validate", write("quick.overlay.yaml", "rulebook: 1\nname: quick\noptions: {target: 20}\n")
    ).out
    assert "an overlay needs the key `extends`" in told
    assert "put it under `change:` if the game has it already (`change: {options: ...}`)" in told
    assert "phases" not in told


def test_a_house_rule_is_validated_with_its_game(run: Run, dice_game: str) -> None:
    overlay = write("short.overlay.yaml", SHORT.replace("target", "taget"))
    ended = run("validate", dice_game, "--with", overlay)
    assert ended.status == 1
    assert "target" in ended.out


def test_a_game_that_is_not_there_is_told_with_the_nearest_name(run: Run) -> None:
    ended = run("rules", "cinqo")
    assert ended.status == 2
    assert "cinq-o" in ended.err


def test_an_unknown_option_names_the_nearest_and_what_it_may_be(run: Run, dice_game: str) -> None:
    ended = run("rules", dice_game, "--set", "taget=20")
    assert ended.status == 2
    assert "did you mean `target`?" in ended.err
    assert "1..1000" in ended.err


def test_what_the_table_cannot_be_is_wrong_usage(run: Run, dice_game: str) -> None:
    for slip in (("--set", "target=5000"), ("--players", "9"), ("--variant", "fast"), ("--with", "nix.yaml")):
        ended = run("rules", dice_game, *slip)
        assert ended.status == 2, slip
        assert ended.err
    assert run("validate", "nix.yaml").status == 2


def test_an_option_needs_a_value(run: Run, dice_game: str) -> None:
    ended = run("rules", dice_game, "--set", "target")
    assert ended.status == 2
    assert "option=value" in ended.err


def test_rules_prints_what_a_player_has_to_read(run: Run, dice_game: str) -> None:
    sheet = run("rules", dice_game, "--set", "target=20").out
    assert "2 to 6 players" in sheet
    assert "There must be points in the pot." in sheet
    assert "Whoever reaches 20 points first wins." in sheet


def test_rules_can_be_markdown(run: Run, dice_game: str) -> None:
    sheet = run("rules", dice_game, "--format", "markdown").out
    assert sheet.startswith("# Dare\n")
    assert "- **keep**: " in sheet


def test_new_writes_starters_that_validate_and_test(run: Run) -> None:
    for kind in ("dice", "cards"):
        assert run("new", f"my-{kind}", "--kind", kind).out.strip() == f"my-{kind}.rulebook.yaml"
        assert run("validate", f"my-{kind}.rulebook.yaml").status == 0
        tested = run("test", f"my-{kind}.rulebook.yaml", "--games", "4")
        assert tested.status == 0, tested.out + tested.err


def test_new_writes_a_house_rule_that_validates_and_tests(run: Run) -> None:
    assert run("new", "short-evening", "--of", "pig").status == 0
    assert run("validate", "short-evening.overlay.yaml").status == 0
    assert run("test", "pig", "--with", "short-evening.overlay.yaml", "--games", "2").status == 0


def test_new_never_writes_over_a_file(run: Run, dice_game: str) -> None:
    ended = run("new", "dare")
    assert ended.status == 2
    assert "is there already" in ended.err


def test_names_that_will_not_do_are_refused(run: Run) -> None:
    for name in ("My Game", "game.rulebook.yaml", "-x-", "../up"):
        assert run("new", "--", name).status == 2


def test_a_folder_in_place_of_a_rulebook_is_told_with_all_that_is_in_it(run: Run) -> None:
    Path("games").mkdir()
    for name in ("dare.rulebook", "a.overlay", "b.overlay", "c.overlay"):
        Path(f"games/{name}.yaml").write_text("", encoding="utf-8")
    said = (
        "it holds dare.rulebook.yaml, a.overlay.yaml, b.overlay.yaml and 1 more (all of them: `games/*.yaml`)"
    )
    assert said in run("validate", "games/").err


def test_an_empty_name_is_no_folder(run: Run) -> None:
    for command in ("validate", "show", "test", "simulate"):
        ended = run(command, "")
        assert (ended.status, ended.out) == (2, "")
        assert "which game? `rulewright list` shows those that come along" in ended.err
    assert "a name is empty where that of a house rule is wanted" in run("validate", "pig", "--with", "").err


def test_a_name_as_long_as_a_text_is_not_said_back_whole(run: Run) -> None:
    for words in (("validate", "x" * 5000), ("show", "x" * 5000), ("validate", "pig", "--with", "x" * 5000)):
        ended = run(*words)
        assert ended.status == 2
        assert "x" * 200 in ended.err + ended.out
        assert "x" * 260 not in ended.err + ended.out


def test_a_folder_in_place_of_a_house_rule_or_a_record_is_told(run: Run) -> None:
    Path("rules").mkdir()
    Path("rules/short.overlay.yaml").write_text("", encoding="utf-8")
    for words in (("validate", "pig", "--with", "rules/"), ("rules", "pig", "--with", "rules/")):
        ended = run(*words)
        assert ended.status == 2
        assert "is a folder, and a house rule is a file; it holds short.overlay.yaml" in ended.err
    assert "is a folder, and a record of a game is a file" in run("replay", "rules/").err


def test_nothing_more_is_promised_under_an_empty_file(run: Run) -> None:
    Path("empty.rulebook.yaml").write_text("", encoding="utf-8")
    Path("open.rulebook.yaml").write_text("a: [1\n", encoding="utf-8")
    assert "checked once" not in run("validate", "empty.rulebook.yaml").err
    assert "checked once" in run("validate", "open.rulebook.yaml").err
