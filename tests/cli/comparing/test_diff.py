"""`rulewright diff`: what a person and a program see of it, and what is said when something is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.author.changes.model import Mark
from rulewright.cli.comparing import diff_command
from tests.cli.conftest import Run

RULE = """\
rulebook: 1
name: short-evening
extends: {parent}
about: A short evening game.
change:
  options: {{target: 50}}
"""


def write(name: str, text: str) -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def test_a_change_is_shown_with_its_lines_and_what_it_affects(run: Run) -> None:
    ended = run("diff", "pig", write("short.overlay.yaml", RULE.format(parent="pig")))
    assert ended.status == 0
    assert ended.out.splitlines()[6].startswith("  affects end.target_reached")
    assert ended.out.splitlines()[:6] == [
        "A  pig  Pig",
        "B  pig --with short.overlay.yaml  Pig",
        "",
        "options.target.default",
        "  - 100  rulewright/rulebooks/classics/dice/pig.rulebook.yaml:9",
        "  + 50   short.overlay.yaml:6",
    ]
    assert ended.out.splitlines()[-1].startswith("Rules: 1 changed.")


def test_examples_that_come_out_differently_are_shown_with_what_came(run: Run) -> None:
    shown = run("diff", "cinq-o", "--set-b", "target=90").out
    assert "EXAMPLES OF A THAT COME OUT DIFFERENTLY IN B" in shown
    assert " is expected" in shown
    assert run("diff", "cinq-o", "--set-b", "target=90", "--no-examples").out.count("expected") == 0


def test_examples_that_cannot_be_asked_are_shown_apart_with_what_watches_instead(run: Run) -> None:
    house_rule = "rulebook: 1\nname: six\nextends: red-hot-yott\nchange: {pieces: {dice: {count: 6}}}\n"
    shown = run("diff", "red-hot-yott", write("six.overlay.yaml", house_rule)).out
    assert "EXAMPLES OF A THAT COME OUT DIFFERENTLY IN B" not in shown
    _, _, part = shown.partition("EXAMPLES OF A THAT CANNOT BE ASKED OF B\n")
    assert part.splitlines()[0] == "there are 6 dice; 5 faces are given:"
    assert "`rulewright test red-hot-yott --with six.overlay.yaml` plays B" in part
    assert shown.splitlines()[-1].endswith(" examples of A cannot be asked any more; the others hold in B.")


def test_no_difference_is_said_in_a_line(run: Run) -> None:
    ended = run("diff", "pig", "pig", "--exit-code")
    assert ended.status == 0
    assert ended.out.splitlines()[-1] == "No rule and no word is different. All 9 examples of A hold in B."


def test_only_words_are_told_as_such_and_are_no_different_rules(run: Run) -> None:
    text = run("show", "pig").out.replace("points that win the game", "what it takes")
    ended = run("diff", "pig", write("mine.rulebook.yaml", text), "--exit-code")
    assert ended.status == 0
    assert "WORDS ONLY" in ended.out
    assert "Only words changed, in 1 place." in ended.out


@pytest.mark.parametrize(("extra", "status"), [((), 0), (("--exit-code",), 1)])
def test_the_exit_status_tells_of_different_rules_only_if_asked(
    run: Run, extra: tuple[str, ...], status: int
) -> None:
    assert run("diff", "pig", "--set-b", "target=50", "--no-examples", *extra).status == status


def test_json_and_markdown(run: Run) -> None:
    told = run("diff", "pig", "--set-b", "target=50", "--format", "json").json
    assert [(change["kind"], change["path"]) for change in told["changes"]] == [("set", "options.target")]
    assert told["a"]["options"]["target"] == 100
    page = run("diff", "pig", "--set-b", "target=50", "--format", "markdown").out
    assert page.startswith("# pig → pig --set target=50\n")
    assert (
        "- **`options.target`** (set for this game): `100` → `50` (rulewright/rulebooks/classics/dice/pig.rulebook.yaml:9, as set)"
        in page
    )


def test_two_games_that_have_little_in_common_are_counted(run: Run) -> None:
    ended = run("diff", "cinq-o", "sino", "--no-examples")
    assert ended.status == 0
    assert len(ended.out.splitlines()) < 60
    assert "only in A (" in ended.out
    assert "--all shows each of them" in ended.out
    assert len(run("diff", "cinq-o", "sino", "--no-examples", "--all").out.splitlines()) > 400


@pytest.mark.parametrize("side", ["A", "B"])
def test_a_broken_rulebook_is_told_with_its_side(run: Run, side: str) -> None:
    broken = write("mine.rulebook.yaml", run("show", "pig").out.replace("to: me.score}", "to: me.scroe}"))
    games = [broken, "pig"] if side == "A" else ["pig", broken]
    ended = run("diff", *games)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.splitlines()[0] == f"{side}, mine.rulebook.yaml, cannot be played:"
    assert "did you mean" in ended.err
    assert run("diff", *games, "--exit-code").status == 2


def test_slips_on_the_command_line_are_told_with_their_side(run: Run) -> None:
    option = run("diff", "pig", "--set-b", "tarket=50")
    assert option.status == 2
    assert "B, pig --set tarket=50, cannot be played:" in option.err
    assert "did you mean `target`?" in option.err
    assert run("diff", "pig", "pgi").status == 2
    assert run("diff").status == 2
    assert "did you mean `pig`?" in run("diff", "pgi").err
    orphan = run("diff", write("orphan.overlay.yaml", RULE.format(parent="nobodys")))
    assert "there is no rulebook called `nobodys`" in orphan.err
    assert "orphan.overlay.yaml:3" in orphan.err
    assert "what is pig to be compared with?" in run("diff", "pig").err


def test_a_pipe_that_is_closed_ends_it_quietly(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rulewright", "diff", "cinq-o", "sino", "--all", "--no-examples"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env={**os.environ, "NO_COLOR": "1"}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith("A  cinq-o")
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 0
    process.stderr.close()


def test_ctrl_c_ends_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulewright.author.diff.compare_examples", interrupted)
    assert run("diff", "pig", "--set-b", "target=50").status == 130


def test_what_is_different_in_a_line_is_marked() -> None:
    old, new = Mark("-", "p.score >= 100 for p"), Mark("+", "p.score >= 90 for p")
    assert list(diff_command._parts(new, old)) == [("p.score >= ", False), ("90", True), (" for p", False)]


def test_lines_stand_for_each_other_where_there_are_as_many() -> None:
    marks = [Mark("-", "a"), Mark("-", "b"), Mark("+", "c"), Mark("+", "d"), Mark(" ", "x"), Mark("-", "e")]
    assert diff_command._counterparts(marks) == {0: 2, 2: 0, 1: 3, 3: 1}


def test_every_line_of_a_change_names_its_place(run: Run) -> None:
    """Two editions in folders of their own: the old and the new row stand in the same line of files of the same name."""
    for folder, price in (("first", 10), ("second", 15)):
        Path(folder).mkdir()
        write(f"{folder}/shop.rulebook.yaml", PRICES.replace("PRICE", str(price)))
    ended = run("diff", "first/shop.rulebook.yaml", "second/shop.rulebook.yaml")
    changed = [line for line in ended.out.splitlines() if line.startswith(("  - ", "  + "))]
    assert [line.split()[-1].rpartition(":")[2] for line in changed] == ["4", "4"]


PRICES = """\
rulebook: 1
name: shop
players: 2
tables: {price: {of: 1..2, rows: {1: 3, 2: PRICE}}}
variables: {paid: {per: players, type: number}}
phases: {turn: {actions: {buy: {choose: {what: 1..2}, do: [{add: price(what), to: me.paid}, end_turn]}}}}
end: {late: {when: round > 3, result: lowest paid}}
"""
