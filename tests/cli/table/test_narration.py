"""What happened is told: moves, dice, what happened by itself, whose turn it is, and why a game is over."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rulewright as rw
from rulewright.game.knowledge import score_changes
from tests.cli.conftest import Run

BUSTS = """\
rulebook: 1
name: busts
title: Busts
players: 2
pieces: {dice: {count: 4, faces: 1..6, label: die, plural: dice}}
zones:
  cup: {holds: dice, start: all}
  aside: {holds: dice}
variables:
  score: {per: players, type: 0..1000}
  pot: {type: 0..1000, lasts: turn}
  fresh: {type: bool, lasts: turn, start: true}
  rolls: {type: 0..1000, lasts: turn}
turns:
  begin: [{return: dice}, {roll: cup}]
phases:
  turn:
    actions:
      pair:
        choose: {those: 2 of cup}
        when: {alike: distinct(those.face) == 1}
        do: [{move: those, to: aside}, {add: sum(those.face), to: pot}, {set: fresh, to: false}]
      roll:
        when: {set_aside_first: not fresh}
        do:
          - if: cup.empty
            do: [{move: all aside, to: cup}]
          - {roll: cup}
          - {set: fresh, to: true}
      bank:
        when: {set_aside_first: not fresh}
        do: [{add: pot, to: me.score}, end_turn]
    as_soon_as:
      rolls_counted: {after: roll, do: [{add: 1, to: rolls}]}
      bust:
        about: If nothing can be set aside, the points are lost. So it goes.
        when: fresh and not can(pair)
        do: [{set: pot, to: 0}, end_turn]
end:
  enough: {when: any(p.score >= 20 for p in players), result: highest score}
standing: highest score
examples:
  it:
    play:
      - {rolled: {dice: [2, 2, 3, 5]}}
      - {do: pair 2 2}
"""


def busts(last_step: str = "", expect: str = "round == 1") -> str:
    """The file of the game, with a last step and an expectation of its example."""
    step = f"      - {last_step}\n" if last_step else ""
    Path("busts.rulebook.yaml").write_text(f"{BUSTS}{step}    expect: [{expect}]\n", encoding="utf-8")
    return "busts.rulebook.yaml"


def failed(run: Run, last_step: str, expect: str = "round == 1") -> str:
    ended = run("test", busts(last_step, expect), "--games", "0")
    assert ended.status == 1, ended.out
    return ended.out


def test_a_failed_example_tells_what_happened(run: Run) -> None:
    told = failed(run, "{do: roll, rolled: {dice: [3, 5]}}", "seat(1).score == 1")
    assert "`seat(1).score == 1` is expected" in told
    assert "  Seat 1 begins: dice 2 2 3 5\n  Seat 1: pair 2 2\n  Seat 1: roll (dice 3 5)\n" in told
    assert "    Bust: If nothing can be set aside, the points are lost.\n" in told
    assert "So it goes" not in told
    assert "Rolls counted" not in told
    assert re.search(r"\n  Seat 2's turn: dice \d \d \d \d by chance\n", told)
    assert re.search(
        r"\nSeat \d is to act. What came by chance is not fixed in the example\s+\(seed 1\)", told
    )


def test_what_is_fixed_is_not_said_to_be_by_chance(run: Run) -> None:
    told = failed(run, "{do: roll, rolled: {dice: [3, 5, 1, 1, 2, 3]}}", "me == seat(1)")
    assert "  Seat 2's turn: dice 1 1 2 3\nSeat 2 is to act.\n" in told
    assert "by chance" not in told


def test_a_long_story_is_told_from_its_end(run: Run) -> None:
    steps = ", ".join(["roll, pair 3 3"] * 12)
    results = ", ".join(["3, 3, 3, 3" if number % 2 else "3, 3" for number in range(12)])
    told = failed(run, f"{{do: [{steps}], rolled: {{dice: [{results}]}}}}", "pot == 0")
    assert "lines before\n" in told
    assert "Seat 1 begins: dice 2 2 3 5" not in told
    assert told.count("Seat 1: roll (") < 12


TRICK = """\
rulebook: 1
name: trick
title: Trick
players: 2
use: [standard-52]
zones: {hand: {per: players, holds: cards, seen_by: owner}, middle: {holds: cards}}
setup: [{for: p in players, do: [{move: 2 cards, from: deck, to: p.hand}]}]
phases:
  turn: {actions: {play: {choose: {card: me.hand}, do: [{move: card, to: middle}, end_turn]}}}
end: {over: {when: all(p.hand.empty for p in players), result: draw}}
examples:
  it:
    given: GIVEN
    play: [{do: play ace of spades}]
    expect: [middle.empty]
"""


@pytest.mark.parametrize(
    ("given", "told", "open_"),
    [
        ("{me: seat(2), seat(2).hand: [ace of spades], seat(1).hand: [ten of clubs, two of clubs]}",
         "  Given: me: seat(2); seat(2).hand: ace of spades; seat(1).hand: ten of clubs, two of clubs\n", False),
        ("{seat(1).hand: [ace of spades]}",
         "  To begin with: # of #, # of # to Seat 2's hand by chance\n  Given: seat(1).hand: ace of spades\n", True),
    ],
)  # fmt: skip
def test_the_story_tells_what_was_given_and_not_what_it_replaced(
    run: Run, given: str, told: str, open_: bool
) -> None:
    Path("trick.rulebook.yaml").write_text(TRICK.replace("GIVEN", given), encoding="utf-8")
    said = run("test", "trick.rulebook.yaml", "--games", "0", "--format", "json")
    story = "\n".join(said.json["tested"][0]["examples"][0]["story"])
    assert re.sub(r"\w+ of \w+(?=,| to Seat)", "# of #", story.partition("  Given")[0]) in told
    assert told.partition("  Given")[2].strip() in story
    assert ("What came by chance" in story) is open_


def test_the_story_is_in_json_and_junit(run: Run) -> None:
    file = busts("{do: roll, rolled: {dice: [3, 5]}}", "seat(1).score == 1")
    (example,) = run("test", file, "--games", "0", "--format", "json").json["tested"][0]["examples"]
    assert "  Seat 1: roll (dice 3 5)" in example["story"]
    run("test", file, "--games", "0", "--junitxml", "report.xml")
    assert "Seat 1: roll (dice 3 5)" in Path("report.xml").read_text(encoding="utf-8")
    passing = busts("{do: bank}", "seat(1).score == 4")
    (example,) = run("test", passing, "--games", "0", "--format", "json").json["tested"][0]["examples"]
    assert example["story"] == []


@pytest.mark.parametrize(
    ("results", "message", "marked"),
    [
        ("[3]", "2 dice are rolled here, and 1 result is given", "3"),
        (
            "[3, 5, 1]",
            "3 results are given: the first roll takes 2, and 1 is left for the roll of 4 dice that follows in the turn of seat 2",
            "3, 5, 1",
        ),
        ("[3, 5, 1, 1, 2, 3, 6, 6]", "2 of the 8 results given for `dice` are left over: 6 6", "6, 6"),
    ],
)
def test_results_of_several_rolls_are_counted(run: Run, results: str, message: str, marked: str) -> None:
    told = failed(run, f"{{do: roll, rolled: {{dice: {results}}}}}")
    assert message in told
    assert f" {'^' * len(marked)}" in told
    assert f" {'^' * (len(marked) + 1)}" not in told


def test_results_that_no_roll_asks_for(run: Run) -> None:
    told = failed(run, "{do: bank, rolled: {dice: [1, 1, 2, 3, 6]}}")
    assert "1 of the 5 results given for `dice` is left over: 6" in told
    assert "nothing asks for them" in failed(run, "{refused: roll, rolled: {dice: [1, 2]}}")


def test_a_set_with_too_few_pieces(run: Run) -> None:
    assert "2 dice are needed for <those>, but this is 1, as in `pair 2 2`" in failed(run, "{do: pair 2}")


# ------------------------------------------------------------------------------------------------------- trace


def test_an_example_is_opened_like_a_record(run: Run) -> None:
    file = busts("{do: roll, rolled: {dice: [3, 5, 1, 1, 2, 3]}}", "pot == 7")
    ended = run("trace", file, "--example", "it")
    assert ended.status == 0
    assert "example it, after 2 steps, seat 2 to move" in ended.out
    assert "    Bust: If nothing can be set aside" in ended.out
    assert "does not come true: `pot == 7` is expected (pot is 0)" in ended.err
    listed = run("trace", file, "--example", "it", "--steps").out
    assert "   2  seat 1: roll (dice 3 5)\n        Bust: " in listed
    assert "      seat 1 begins: dice 2 2 3 5\n" in listed
    assert "pot → 4" in run("trace", file, "--example", "it", "--step", "2", "pot").out


def test_an_example_that_is_given_a_position_or_fails(run: Run) -> None:
    file = busts("{do: bank}")
    text = Path(file).read_text(encoding="utf-8")
    Path(file).write_text(text.replace("  it:\n", "  it:\n    given: {seat(2).score: 3}\n"), encoding="utf-8")
    assert "seat(2).score → 3" in run("trace", file, "--example", "it", "seat(2).score").out
    Path(file).write_text(text.replace("0..1000}\n  pot", "0..3}\n  pot"), encoding="utf-8")
    ended = run("trace", file, "--example", "it")
    assert "before step 2, which fails" in ended.out
    assert "score" in ended.out


def test_examples_are_called_by_their_names(run: Run) -> None:
    file = busts("{do: bank}")
    ended = run("trace", file, "--example", "itt")
    assert ended.status == 2
    assert "there is no example `itt` in busts.rulebook.yaml (it has it); did you mean `it`?" in ended.err
    run("simulate", file, "--games", "3", "--record-worst", "1", "--worst-by", "decisions")
    (record,) = Path().glob("*.record.json")
    for arguments in ((str(record), "--example", "it"), (file, "--example", "it", "--seed", "3")):
        ended = run("trace", *arguments)
        assert ended.status == 2
        assert "does not go with an example, which belongs to a rulebook" in ended.err


def test_a_rule_that_happens_by_itself_is_asked_about(run: Run) -> None:
    file = busts("{do: roll, rolled: {dice: [3, 5, 1, 1, 2, 3]}}")
    at = ("trace", file, "--example", "it", "--step")
    told = run(*at, "2", "bust").out
    assert "bust: carried out once" in told
    assert "when: fresh and not can(pair)" in told
    assert "└ set pot: 0" in told
    assert "bust: not carried out, its condition does not hold" in run(*at, "1", "bust").out
    assert "rolls_counted: not asked in this step" in run(*at, "1", "rolls_counted").out
    assert "rolls_counted: carried out once" in run(*at, "2", "rolls_counted").out
    assert "bust: does not hold here" in run("trace", file, "bust").out
    assert "It is asked only right after `roll`" in run("trace", file, "rolls_counted").out
    assert "bust: set pot: 0" in run(*at, "2").out
    assert "nothing is called `bist`" in run(*at, "2", "bist").err


# -------------------------------------------------------------------------------------------------- at the table


def test_what_happens_by_itself_is_told_at_the_table(run: Run) -> None:
    file = busts("{do: bank}")
    told = run("play", file, "--seed", "2", typed="1\nroll\n1\nroll\n1\nroll\n1\nroll\nquit\n").out
    assert "  Bust: If nothing can be set aside, the points are lost.\n" in told
    assert told.count("the points are lost") == 1
    assert "Rolls counted" not in told


def test_a_record_tells_it_again_and_why_it_is_over(run: Run) -> None:
    run("simulate", busts("{do: bank}"), "--games", "20", "--record-worst", "1", "--worst-by", "decisions")
    (record,) = Path().glob("*.record.json")
    told = run("replay", str(record)).out
    assert "        Bust: If nothing can be set aside, the points are lost.\n" in told
    assert "        Bust.\n" in told
    assert re.search(r"The game is over: Enough\.\n\w+( \d)? wins\.\n", told)
    assert "Bust: If" in run("replay", str(record), "--seat", "1").out


def test_the_end_that_came_is_told(run: Run) -> None:
    moves = "".join("1\nbank\n" for _ in range(60))
    told = run("play", busts("{do: bank}"), "--seed", "2", typed=moves).out
    assert re.search(r"The game is over: Enough\.\nPlayer \d wins\.", told)


def test_a_resumed_game_begins_with_the_last_moves(run: Run) -> None:
    run("play", busts("{do: bank}"), "--seed", "2", typed="1\nba\nquit\n")
    (record,) = Path().glob("*.record.json")
    steps = json.loads(record.read_text(encoding="utf-8"))["steps"]
    told = run("play", "--resume", str(record), typed="quit\n").out.splitlines()
    assert told[0] == f"The game goes on after {len(steps)} moves."
    assert told[1].startswith(f"Player {steps[0]['player'] + 1}: {steps[0]['action'].split()[0]}")


def test_beginnings_of_actions_are_enough_unless_they_are_short_or_mean_something_else(run: Run) -> None:
    file = busts("{do: bank}")
    told = run("play", file, "--seed", "2", typed="1\nro\nquit\n").out
    assert re.search(r"Player \d: roll ", told)
    assert "There is no action `b`" in run("play", file, "--seed", "2", typed="b\nquit\n").out
    Path(file).write_text(
        Path(file)
        .read_text(encoding="utf-8")
        .replace("      bank:", "      sack:")
        .replace("do: bank", "do: sack"),
        encoding="utf-8",
    )
    assert "There is no action `sa`" in run("play", file, "--seed", "2", typed="sa\nquit\n").out


# ------------------------------------------------------------------------------------------------------ points

SHARES = """\
rulebook: 1
name: shares
title: Shares
players: 4
teams: {count: 2, seats: alternate}
variables:
  score: {per: teams, type: number}
  luck: {per: players, type: number, seen_by: owner}
phases:
  turn:
    actions:
      give:
        do:
          - {add: 3, to: me.team.score}
          - {add: 1, to: me.luck}
          - {add: -1, to: me.left.team.score}
          - end_turn
end:
  enough: {at: round, when: round >= 3, result: highest score}
standing: highest score
"""


def test_points_that_move_are_told_at_the_table_and_wherever_it_is_told_again(run: Run) -> None:
    file = busts("{do: bank}", "seat(1).score == 5")
    assert "  Seat 1: bank\n    Seat 1 +4, now 4\n  Seat 2's turn: " in run("test", file, "--games", "0").out
    told = run("play", file, "--seed", "2", typed="1\nbank\nquit\n").out
    (line,) = re.findall(r"\nPlayer \d: bank\n  Player (\d \+\d+, now \d+)\n", told)
    assert f"      Player {line}\n" in run("replay", "busts.record.json").out
    assert f"      seat {line}\n" in run("trace", "busts.record.json", "--steps").out
    assert f"  Player {line}\n" in run("play", "--resume", "busts.record.json", typed="quit\n").out


def test_points_of_a_team_are_told_once_and_hidden_ones_to_nobody(run: Run) -> None:
    Path("shares.rulebook.yaml").write_text(SHARES, encoding="utf-8")
    names = ("--names", "Ann,Bob,Cleo,Dan")
    told = run("play", "shares.rulebook.yaml", *names, typed="\n1\nquit\n").out
    assert "\n  Ann and Cleo +3, now 3 · Bob and Dan -1, now -1\n" in told
    hidden = SHARES.replace("per: teams, type: number", "per: teams, type: number, seen_by: team")
    Path("shares.rulebook.yaml").write_text(hidden, encoding="utf-8")
    assert ", now " not in run("play", "shares.rulebook.yaml", *names, typed="\n1\nquit\n").out
    shares = rw.load("shares.rulebook.yaml")
    state = shares.new_initial_state()
    state.apply_action("give")
    assert score_changes.of_step(shares, state.tip, None) == (
        score_changes.Moved((0, 2), 3, 3),
        score_changes.Moved((1, 3), -1, -1),
    )
    assert (
        score_changes.of_step(shares, state.tip, 0)
        == score_changes.of_step(shares, state.tip, "spectator")
        == ()
    )


def test_the_steps_as_json_have_all_that_their_lines_tell(run: Run) -> None:
    file = busts("{do: roll, rolled: {dice: [3, 5, 1, 1, 2, 3]}}")
    data = run("trace", file, "--example", "it", "--steps", "--format", "json").json
    assert data["begin"]["story"] == ["seat 1 begins: dice 2 2 3 5"]
    _, roll = data["steps"]
    assert {"rolled": "dice", "faces": ["3", "5"]} in roll["happened"]
    assert {"rule": "phases.turn.as_soon_as.bust"} in roll["happened"]
    assert roll["story"][0] == "seat 1: roll (dice 3 5)"
    assert roll["points"] == []
    file = busts("{do: bank}")
    data = run("trace", file, "--example", "it", "--steps", "--format", "json").json
    assert data["steps"][1]["points"] == [{"seats": [0], "by": 4, "now": 4}]
    Path(file).write_text(
        Path(file).read_text(encoding="utf-8").replace("0..1000}\n  pot", "0..3}\n  pot"), encoding="utf-8"
    )
    data = run("trace", file, "--example", "it", "--steps", "--format", "json").json
    assert data["steps"][1] == {
        "step": 2,
        "player": 0,
        "action": "bank",
        "happened": [],
        "points": [],
        "story": [],
    }
