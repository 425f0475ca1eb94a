"""What happens openly is told to all who may see it, by the names that people use; moves keep their signs."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import rulewright as rw
from rulewright.author.story.events import Happened, together
from rulewright.author.story.hand_end import final_position
from rulewright.author.story.narration import Story
from rulewright.cli.table.console import Talk, waits
from rulewright.cli.table.menu import Signs
from rulewright.cli.table.typed_moves import meant_by
from rulewright.game.knowledge.observation import observation
from tests.cli.conftest import Run
from tests.cli.open_games import GAMES, SHOWDOWN, write


def seen_by_spectator(state: rw.State, cells: Sequence[int]) -> dict[str, Any]:
    """What everybody sees of a position."""
    seen: dict[str, Any] = observation(
        state.game.wording, state.game.sight, cells, state.game.sight.spectator
    )
    return seen


def played(run: Run, game: str, *lines: str, names: str = "Ann,Bob", seed: str = "3") -> str:
    typed = "".join(f"{line}\n" for line in lines)
    return run("play", write(game), "--names", names, "--seed", seed, typed=typed).out


# ------------------------------------------------------------------------------------------ what happened


def test_a_challenge_tells_whose_dice_were_lifted_and_whose_are_rolled(run: Run) -> None:
    told = played(run, "bluff", "bid 2 3", "call a bluff").split("Bob: call a bluff\n")[-1]
    lifted = re.match(
        r"  dice \d \d \d from Ann's cup to Ann's lifted dice\n"
        r"  dice \d \d \d from Bob's cup to Bob's lifted dice\n"
        r"  \w+ -1, now 1\n\nHow the hand ended\n",
        told,
    )
    assert lifted, told
    rolled = re.search(
        r"\nThe next deal:\n(  (Ann|Bob)'s 3 dice rolled unseen\n|  (Ann|Bob)'s dice \d \d \d\n){2}\n", told
    )
    assert rolled, told


def test_a_showdown_tells_the_cards_and_the_chips(run: Run) -> None:
    told = played(run, "showdown", "bet", "bet", "show").split("\nBob: show\n")[-1]
    assert re.match(r"  \w+ of \w+, \w+ of \w+ from Ann's hand to Ann's cards on the table\n", told), told
    assert "from Bob's hand to Bob's cards on the table\n" in told
    assert "  4 cards to deck\n" in told
    assert re.search(r"  \w+ \+2, now \d+\n", told)


def test_cards_that_change_hands_are_named_to_both_and_counted_to_others(run: Run, tmp_path: Path) -> None:
    write("fishing")
    game = rw.load("fishing.rulebook.yaml")
    story = Story(game.program, ["Ann", "Bob", "Cleo"])
    for seed in range(20):
        state = game.new_initial_state(seed)
        caught = [
            action
            for action in state.legal_actions()
            if any(
                card.split()[0] == action.args["rank"] for card in hand(state, int(str(action.args["whom"])))
            )
            and action.args["whom"] == 1
        ]
        if caught:
            state.apply_action(caught[0])
            both = [story.last(state, viewer)[1] for viewer in (0, 1)]
            assert both[0] == both[1]
            assert re.search(rf"{caught[0].args['rank']} of \w+.* from Bob's hand to Ann's hand", both[0])
            for other in (2, "spectator"):
                assert re.fullmatch(r"  \d cards? from Bob's hand to Ann's hand", story.last(state, other)[1])
            return
    pytest.fail("nobody had a card that was asked for")


def hand(state: rw.State, seat: int) -> list[str]:
    zones = state.observation(None)["zones"]
    return list(zones["cards"][f"seat({seat + 1}).hand"]["pieces"])


def test_pieces_that_are_taken_or_turned_are_told(run: Run) -> None:
    moves = ("go a1 a2", "go b4 b3", "go a2 b3", "go a4 b3", "go b1 b2", "go b3 b2", "go c1 b2", "go c4 c3",
             "go b2 b3", "go c3 c2", "b3 b4")  # fmt: skip
    told = played(run, "march", *moves)
    assert "Ann: go a2 b3\n  Bob's man off b3\n" in told
    assert "Ann: go b3 b4\n  man on b4 turned to king\n" in told


def test_a_total_is_told_with_its_parts_to_those_who_may_see_what_it_is_made_of() -> None:
    game = rw.load_text(GAMES["gather"])
    state, story = game.new_initial_state(4), Story(game.program, ["Ann", "Bob"])
    state.apply_action(state.legal_actions()[0])
    (who, other) = (0, 1) if state.history[-1].player == 0 else (1, 0)
    own, *others = ["\n".join(story.last(state, viewer)) for viewer in (who, other, "spectator")]
    assert re.search(r"  score: \w+ \+(\d+), now \1 \(in hand \+\d+, on the table \+\d0\)\n", own)
    assert own == "\n".join(story.last(state, None))
    for told in others:
        assert re.search(r"  score: \w+ \+(\d+), now \1\n", told)
        assert "in hand" not in told
        assert re.search(r"  best so far: \w+ \+(\d), now \1 \((low|high) cards \+\1\)\n", told), (
            "by another name, open"
        )
        assert "nothing" not in told


def test_what_all_share_is_told_when_it_changes(run: Run) -> None:
    told = played(run, "gather", "1")
    assert "\n  bank: now 5\n" in told
    told = played(run, "bluff", "bid 2 3", "quit")
    assert "bid count: now" not in told, "the move has named it"
    assert "bidder: now" not in told, "her name is before the move"
    Path("passed.rulebook.yaml").write_text(
        GAMES["bluff"].replace("to: me}", "to: me.left}"), encoding="utf-8"
    )
    told = run("play", "passed.rulebook.yaml", "--names", "Ann,Bob", typed="bid 2 3\nquit\n").out
    assert "\n  bidder: now Bob\n" in told


STAKES = """\
rulebook: 1
name: stakes
title: Stakes
players: 2
variables:
  chips: {per: players, type: number, start: 10}
  pot: {type: number}
  bet_before: {type: number}
  w1s1: {type: number}
  dealt: {type: number, label: dealt}
  last: {type: players or none}
phases:
  turn:
    actions:
      bet:
        choose: {n: 1..4}
        do: [{pay: n, from: me.chips, to: pot}, {add: n, to: w1s1}, {set: bet_before, to: n}, {set: last, to: me}, end_turn]
      swap: {label: change a card, choose: {n: 1..4}, do: [{add: 1, to: dealt}, {add: 1, to: me.chips}, end_turn]}
      call: {when: {there: pot > 0 and last != none}, do: [{pay: pot, from: pot, to: last.chips}, end_turn]}
end:
  broke: {when: any(p.chips < 1 for p in players), result: highest chips}
  long: {when: w1s1 > 9 or bet_before > 8, result: highest chips}
standing: highest chips
"""


def stakes(run: Run, *lines: str, book: str = STAKES) -> str:
    Path("stakes.rulebook.yaml").write_text(book, encoding="utf-8")
    typed = "".join(f"{line}\n" for line in (*lines, "quit"))
    return run("play", "stakes.rulebook.yaml", "--names", "Ann,Bob", typed=typed).out


def test_a_value_equal_to_the_choice_by_accident_is_told(run: Run) -> None:
    told = stakes(run, "bet 2", "bet 1", "call", "change a card 1")
    assert "Ann: bet 2\n  Ann -2, now 8\n  pot: now 2\n" in told
    assert "bet before: now" not in told, "the move sets it to what was chosen"
    assert "\n  pot: now 3\n" in told
    assert "Ann: call\n  Bob +3, now 12\n  pot: now 0\n" in told, "a pot that is empty"
    assert "Bob: change a card 1\n  Bob +1, now 13\n  dealt: now 1\n" in told, "right in whatever number"


def test_of_several_amounts_it_is_told_which_one_moved(run: Run) -> None:
    several = STAKES.replace("  pot: {", "  tricks: {per: players, type: number, label: tricks}\n  pot: {")
    assert "Ann: bet 2\n  chips: Ann -2, now 8\n" in stakes(run, "bet 2", book=several)
    assert "Ann: bet 2\n  Ann -2, now 8\n" in stakes(run, "bet 2"), "of one amount it goes without saying"


def test_a_word_that_no_action_reads_is_answered_with_the_words_of_the_menu(run: Run) -> None:
    told = stakes(run, "c", "bett", "call 5")
    assert "There is no action `c`; actions: bet, change a card, call." in told
    assert "swap" not in told


def test_a_variable_whose_id_is_no_word_is_out_of_sight(run: Run) -> None:
    assert "w1s1" not in stakes(run, "bet 2", "bet 1")
    labelled = STAKES.replace("w1s1: {type: number}", "w1s1: {type: number, label: bets}")
    assert "\n  bets: now 2\n" in stakes(run, "bet 2", book=labelled)
    assert "bets_2: now 2" not in stakes(run, "bet 2", book=STAKES.replace("w1s1", "bets_2"))
    assert "\n  bets 2: now 2\n" in stakes(run, "bet 2", book=STAKES.replace("w1s1", "bets_2"))


# -------------------------------------------------------------------------------------------------- names


def test_reasons_call_players_and_variables_as_the_table_does(run: Run) -> None:
    told = played(run, "fishing", "why ask bob ace", "ask ann ace", "quit", names="Ann,Bob,Cleo")
    assert "seat 1" not in told
    book = GAMES["bluff"].replace("Each bid has to be higher.", "<bidder> has bid more.")
    Path("more.rulebook.yaml").write_text(book, encoding="utf-8")
    told = run("play", "more.rulebook.yaml", "--names", "Ann,Bob", "--seed", "3",
               typed="bid 2 3\nbid 2 2\nwhy bid 2 2\nquit\n").out  # fmt: skip
    assert "Not now: Ann has bid more." in told
    assert "bid_count" not in told
    assert "      bid count: 2\n" in told


def test_a_label_is_the_word_everywhere(run: Run) -> None:
    told = played(run, "bluff", "bid 2 3", "hint", "history", "help", "why call", "call a bluff", "quit")
    screens, _, after = told.rpartition("Bob: call a bluff")
    assert "challenge" not in screens + after
    assert "  c  call a bluff" in screens or re.search(r"\d  call a bluff", screens)


def test_players_are_called_by_their_names_in_moves(run: Run) -> None:
    told = played(run, "fishing", "quit", names="Ann,Bob,Cleo")
    (rank,) = re.findall(r"1  ask Bob (\w+)", told)
    told = played(run, "fishing", f"ask bob {rank}", names="Ann,Bob,Cleo")
    assert f"Ann: ask Bob {rank}" in told
    told = played(run, "fishing", f"Cleo {rank}", names="Ann,Bob,Cleo")
    assert f"Ann: ask Cleo {rank}" in told


def test_what_nobody_looks_at_is_not_drawn(run: Run) -> None:
    told = played(run, "march", "go a1 a2", "quit")
    assert "touched" not in told
    assert "last" not in told
    assert "pieces taken" in told
    told = played(run, "bluff", "bid 2 3", "quit")
    assert "bid count 2 · bid face 3 · bidder Ann" in told
    assert "asked before" not in told
    assert "moves made" not in told
    assert "Ann's lifted dice" in told
    assert "(Ann)" not in told, "whose dice lie in Ann's cup goes without saying"


# -------------------------------------------------------------------------------------------------- signs

ROUND = """\
rulebook: 1
name: number-round
title: Number round
players: 2
variables: {score: {per: players, type: number}}
phases: {turn: {actions: {say: {choose: {n: 1..30}, do: [{add: n, to: me.score}, end_turn]}}}}
end: {far: {when: any(p.score > 99 for p in players), result: highest score}}
standing: highest score
"""

COMES_AND_GOES = """\
rulebook: 1
name: comes-and-goes
title: Comes and goes
players: 2
variables: {used: {per: 1..4, type: bool}, open: {type: bool}, score: {per: players, type: number}}
pieces: {dice: {count: 1, faces: 1..6, label: die}}
zones: {tray: {holds: dice, start: all}}
phases:
  turn:
    actions:
      use: {choose: {n: 1..4}, when: {once: not used(n)}, do: [{set: used(n), to: true}]}
      show: {when: {closed: not open}, do: [{set: open, to: true}]}
      extra: {choose: {n: 5..6}, when: {opened: open}, do: [{add: n, to: me.score}]}
      roll: {do: [{roll: tray}, {add: 1, to: me.score}]}
      done: {do: [{for: n in 1..4, do: [{set: used(n), to: false}]}, {set: open, to: false}, end_turn]}
end: {far: {when: any(p.score > 99 for p in players), result: highest score}}
standing: highest score
"""


def test_one_action_needs_no_name_and_numbers_are_its_choices(run: Run) -> None:
    Path("number-round.rulebook.yaml").write_text(ROUND, encoding="utf-8")
    told = run("play", "number-round.rulebook.yaml", "--names", "Ann,Bob", typed="7\nc\n31\nquit\n").out
    assert "   a  say 1" in told
    assert "Ann: say 7\n" in told
    assert "Bob: say 3\n" in told
    assert "31" in told.split("Bob: say 3\n")[1]


@pytest.mark.parametrize(("game", "typed", "move"), [
    ("tic-tac-toe", "b2", "mark b2"), ("crib-ino", "74", "open 74"), ("connect-four", "d1", "drop d"), ("reversi", "d3", "place d3"),
])  # fmt: skip
def test_the_choice_alone_is_a_move(game: str, typed: str, move: str) -> None:
    state = rw.load(game).new_initial_state(5)
    legal = [str(action) for action in state.legal_actions()]
    bare = move.partition(" ")[2] if move in legal else legal[0].partition(" ")[2]
    assert str(meant_by(state, bare)) == (move if move in legal else legal[0])
    assert typed


def test_a_choice_that_is_not_allowed_is_refused_with_its_reason(run: Run) -> None:
    told = run("play", "tic-tac-toe", typed="b2\nb2\nz9\nquit\n").out
    assert "Not now: " in told
    assert "`z9`" in told


def test_signs_stay_while_other_moves_come_and_go(run: Run) -> None:
    game = rw.load_text(COMES_AND_GOES)
    state, signs = game.new_initial_state(1), Signs(game)
    before = {str(action): sign for action, sign in signs.of(state).items()}
    state.apply_action("use 2")
    state.apply_action("show")
    after = {str(action): sign for action, sign in signs.of(state).items()}
    assert all(after[text] == before[text] for text in after if text in before)
    assert {after["extra 5"], after["extra 6"]}.isdisjoint(before.values())
    assert signs.meant(state, before["use 2"]) is None
    state.apply_action("done")
    assert sorted(signs.of(state).values(), key=int) == [str(n) for n in range(1, 8)]


@pytest.fixture
def typing_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if somebody sat at a terminal and had typed every line before it was asked for."""
    begin = Talk.__init__

    def sits(talk: Talk) -> None:
        begin(talk)
        talk.somebody_there = True

    monkeypatch.setattr(Talk, "__init__", sits)
    monkeypatch.setattr(Talk, "typed_ahead", lambda talk: True)


@pytest.mark.usefixtures("typing_ahead")
def test_no_final_move_is_made_by_a_sign_that_was_typed_ahead(run: Run) -> None:
    Path("comes-and-goes.rulebook.yaml").write_text(COMES_AND_GOES, encoding="utf-8")
    arguments = ("play", "comes-and-goes.rulebook.yaml", "--names", "Ann,Bob")
    told = run(*arguments, typed="1\n6\nroll\nquit\n").out
    assert "Ann: use 1" in told, "it can be taken back"
    assert "`6` was typed before this list was shown, and `roll` cannot be taken back" in " ".join(
        told.split()
    )
    assert told.count("Ann: roll (") == 1, "the move by its name is meant"


def test_a_script_pipes_all_its_lines_in(run: Run) -> None:
    Path("comes-and-goes.rulebook.yaml").write_text(COMES_AND_GOES, encoding="utf-8")
    told = run("play", "comes-and-goes.rulebook.yaml", "--names", "Ann,Bob", typed="6\n6\nquit\n").out
    assert told.count("Ann: roll (") == 2


# ------------------------------------------------------------------------------------- the end of a hand


@pytest.mark.parametrize(("game", "moves", "zone"), [
    ("bluff", ("bid 2 3", "call a bluff"), "lifted"), ("showdown", ("bet", "bet", "show"), "shown"),
])  # fmt: skip
def test_a_hand_that_ends_is_shown_before_the_next_one(
    run: Run, game: str, moves: tuple[str, ...], zone: str
) -> None:
    told = played(run, game, *moves)
    assert told.count("How the hand ended") == 1
    state = rw.load(f"{game}.rulebook.yaml", players=2).new_initial_state(3)
    for move in moves[:-1]:
        state.apply_action(move)
    held = {seat: hand_or_cup(state, seat) for seat in (0, 1)}
    state.apply_action("challenge" if game == "bluff" else "show")
    cells = final_position(state.game, state.tip)
    assert cells is not None
    final = seen_by_spectator(state, cells)["zones"]["dice" if game == "bluff" else "cards"]
    assert {seat: sorted(final[f"seat({seat + 1}).{zone}"]["pieces"]) for seat in (0, 1)} == held


@pytest.mark.parametrize("command", [("replay",), ("trace", "--steps"), ("replay", "--step", "3")])
def test_a_hand_that_ended_is_shown_where_a_record_is_gone_through(
    run: Run, command: tuple[str, ...]
) -> None:
    game = rw.load(write("showdown"), players=2)
    state = game.new_initial_state(3)
    for move in ("bet", "bet", "show"):
        state.apply_action(move)
    Path("it.record.json").write_text(json.dumps(state.record()), encoding="utf-8")
    told = run(command[0], "it.record.json", "--game", "showdown.rulebook.yaml", *command[1:]).out
    assert told.count("How the hand ended") == 1
    if "--step" not in command:
        assert told.index("How the hand ended") < told.index("The next deal:")


def hand_or_cup(state: rw.State, seat: int) -> list[str]:
    zones = state.observation(None)["zones"]
    (kind,) = zones.values()
    name = f"seat({seat + 1}).{'cup' if f'seat({seat + 1}).cup' in kind else 'hand'}"
    return sorted(kind[name]["pieces"])


def test_hands_that_were_not_shown_stay_hidden_at_the_end_of_a_hand() -> None:
    folded = SHOWDOWN.replace(
        "{for: p in players, do: [{move: all p.hand, to: p.shown}]}", "{move: all me.hand, to: me.shown}"
    )
    game = rw.load_text(
        folded.replace("p.worth for p in players", "p.worth for p in me + me.left"), players=2
    )
    state = game.new_initial_state(3)
    for move in ("bet", "bet", "show"):
        state.apply_action(move)
    cells = final_position(game, state.tip)
    assert cells is not None
    assert seen_by_spectator(state, cells)["zones"]["cards"]["seat(1).hand"] == {"count": 2, "pieces": None}
    assert state.get("seat(1).shown.count") == 0


@pytest.mark.parametrize("name", ["pig", "cinq-o", "crazy-eights", "tic-tac-toe", "dominoes"])
def test_a_turn_that_ends_is_no_hand_that_ends(name: str) -> None:
    game = rw.load(name, engine="reference")
    state = game.new_initial_state(1)
    for number in range(25):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        before = state.observation(None)["round"]
        state.apply_action(legal[number % len(legal)])
        if name not in ("crazy-eights", "dominoes") or state.observation(None)["round"] == before:
            assert final_position(game, state.tip) is None


def test_somebody_at_a_terminal_has_time_to_look(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Talk.__init__

    def sits(talk: Talk) -> None:
        begin(talk)
        talk.somebody_there = True

    monkeypatch.setattr(Talk, "__init__", sits)
    monkeypatch.setattr(Talk, "typed_ahead", lambda talk: False)
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "80")
    told = played(run, "bluff", "", "bid 2 3", "", "call a bluff", "quit")
    assert told.endswith("Enter to go on. ")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
@pytest.mark.parametrize("typed", ["1", "1\n", "1\n2\n"])
def test_a_terminal_tells_what_was_typed_ahead_and_keeps_it(typed: str) -> None:
    person, terminal = os.openpty()
    try:
        assert not waits(terminal)
        os.write(person, typed.encode())
        assert waits(terminal)
        assert waits(terminal)
        if typed.endswith("\n"):
            assert os.read(terminal, 99) == b"1\n"
    finally:
        os.close(person)
        os.close(terminal)


TOTAL = (
    ROUND.replace("number-round", "total-round")
    .replace(
        "standing: highest score",
        """\
define:
  total: {of: {p: players}, sum_of: {shown: {is: p.score, label: what was said}, bonus: 10 if p.score >= 20 else 0}}
standing: highest total""",
    )
    .replace("result: highest score", "result: highest total")
)


def test_the_lines_of_a_total_are_told(run: Run) -> None:
    Path("total-round.rulebook.yaml").write_text(TOTAL, encoding="utf-8")
    told = run("play", "total-round.rulebook.yaml", "--names", "Ann,Bob", typed="7\n25\nquit\n").out
    assert "  Ann +7, now 7 (what was said +7)\n" in told
    assert "  Bob +35, now 35 (what was said +25, bonus +10)\n" in told


HOMES = """\
rulebook: 1
name: homes
title: Homes
players: 2
pieces: {men: {of: players, count: 2, label: man, plural: men}}
zones:
  yard: {per: players, holds: men, start: all}
  goal: {per: players, holds: men, label: the goal}
phases: {turn: {actions: {go: {when: {left: me.yard.count > 0}, do: [{move: 1 men, from: me.yard, to: me.goal}, end_turn]}}}}
end: {home: {after: go, when: me.goal.count == 2, result: {wins: me}}}
standing: highest goal.count
"""


@pytest.mark.parametrize(("changed", "told"), [
    ((), "Men in the goal: Ann 1 · Bob 0"),
    (("goal.count\n", "home\ndefine: {home: {of: {p: players}, label: men at home, is: p.goal.count}}\n"), "Men at home: Ann 1 · Bob 0"),
    (("goal.count\n", "home\ndefine: {home: {of: {p: players}, is: p.goal.count}}\n"), "Home: Ann 1 · Bob 0"),
])  # fmt: skip
def test_how_players_stand_is_said_in_the_words_of_the_author(
    run: Run, changed: tuple[str, str] | tuple[()], told: str
) -> None:
    Path("homes.rulebook.yaml").write_text(HOMES.replace(*changed) if changed else HOMES, encoding="utf-8")
    assert told in run("play", "homes.rulebook.yaml", "--names", "Ann,Bob", typed="1\nquit\n").out


LOTS = """\
rulebook: 1
name: lots
title: Lots
players: 2
use: [standard-52]
zones: {row: {holds: cards}}
variables: {score: {per: players, type: number}}
phases:
  turn:
    actions:
      draw_lots:
        do:
          - {pick: p in players, do: [{add: 1, to: p.score}]}
          - {pick: c in deck, do: [{move: c, to: row}]}
          - {pick: n in 1..4, do: [{add: n, to: me.score}]}
          - end_turn
end: {far: {when: any(p.score > 19 for p in players), result: highest score}}
standing: highest score
"""


def test_what_was_picked_is_called_by_its_name(run: Run) -> None:
    Path("lots.rulebook.yaml").write_text(LOTS, encoding="utf-8")
    told = run("play", "lots.rulebook.yaml", "--names", "Ann,Bob", "--seed", "1", typed="1\nquit\n").out
    line = re.search(
        r"Ann: draw lots\n  (\w+ of \w+) from deck to row\n  picked at random: \d\n|Ann: draw lots \((.*)\)",
        told,
    )
    assert line, told
    assert "picked at random: 0" not in told


# ------------------------------------------------------------------------------ the hand and the next deal

FOLDING = (
    SHOWDOWN.replace("name: showdown", "name: folding")
    .replace("variables:\n", "  discard: {holds: cards, seen_by: nobody}\nvariables:\n  took: {per: players, type: bool, label: took the pot}\n")
    .replace(
        "      show:\n",
        """\
      fold:
        do:
          - {move: all me.hand, to: discard}
          - {pay: pot, from: pot, to: me.left.chips}
          - {set: me.left.took, to: true}
          - {go: deal}
      show:
""",
    )
    .replace(
        "      - {return: cards}\n",
        "      - {for: p in players, do: [{pay: 1, from: p.chips, to: pot}, {set: p.took, to: false}]}\n      - {return: cards}\n",
    )
)  # fmt: skip


def folded(*moves: str) -> rw.State:
    state = rw.load_text(FOLDING, players=2).new_initial_state(3)
    for move in moves:
        state.apply_action(move)
    return state


def test_a_hand_that_is_given_up_ends_with_its_payment_and_without_the_next_stakes() -> None:
    state = folded("bet", "fold")
    cells = final_position(state.game, state.tip)
    assert cells is not None
    seen = seen_by_spectator(state, cells)["variables"]
    assert (seen["pot"], sorted(seen["chips"].values() if isinstance(seen["chips"], dict) else seen["chips"])) == (0, [19, 21])  # fmt: skip
    assert sorted(seen["took"].values() if isinstance(seen["took"], dict) else seen["took"]) == [False, True]


def test_the_story_of_a_step_is_told_up_to_the_end_of_the_hand_and_then_of_the_deal() -> None:
    state = folded("bet", "fold")
    ended, deal = Story(state.game.program, ["Ann", "Bob"]).parts(state, state.tip, "spectator")
    assert any(re.fullmatch(r"  \w+ \+3, now 21", line) for line in ended), ended
    assert any(re.fullmatch(r"  took the pot: \w+ yes", line) for line in ended), ended
    assert deal[0] == "The next deal:"
    assert any(re.fullmatch(r"  Ann -1, now \d\d · Bob -1, now \d\d", line) for line in deal), deal
    assert not any("took the pot" in line for line in deal), "what begins anew is no news"
    assert not any(" of " in line for line in deal), "whoever looks on is told of no card"


def test_cards_are_told_in_the_order_in_which_the_table_shows_them() -> None:
    state = folded("bet", "show")
    cells = final_position(state.game, state.tip)
    assert cells is not None
    shown = seen_by_spectator(state, cells)["zones"]["cards"]
    ended, _ = Story(state.game.program, ["Ann", "Bob"]).parts(state, state.tip, "spectator")
    for seat, name in enumerate(("Ann", "Bob"), 1):
        lying = ", ".join(shown[f"seat({seat}).shown"]["pieces"])
        assert f"  {lying} from {name}'s hand to {name}'s cards on the table" in ended


def test_of_cards_that_are_gathered_it_is_told_whose_they_were() -> None:
    game = rw.load_text(FOLDING, players=2)
    gathered = [{"moved": "cards", "count": many, "from": place, "to": "deck", **pieces} for many, place, pieces in (
        (2, "seat(1).shown", {"pieces": ["ten of hearts", "ten of spades"]}), (1, "discard", {}),
    )]  # fmt: skip
    (told,) = together(game.program, gathered)
    assert Happened(game.program, ["Ann", "Bob"]).of_pieces(told) == (
        "3 cards from Ann's cards on the table and discard to deck"
    )


def test_actions_that_the_options_switch_off_are_not_proposed(run: Run) -> None:
    Path("storm.rulebook.yaml").write_text(STORM, encoding="utf-8")
    ended = run("play", "storm.rulebook.yaml", "--names", "Ann,Bob", typed="thnder\nquit\n")
    assert "There is no action `thnder`; actions: Swap, Go home." in ended.out
    with_storm = run("play", "storm.rulebook.yaml", "--set", "storm=true", typed="thnder\nquit\n")
    assert "did you mean `thunder`" in with_storm.out


def test_a_move_that_does_not_read_is_told_by_the_label_of_its_action(run: Run) -> None:
    Path("storm.rulebook.yaml").write_text(STORM, encoding="utf-8")
    ended = run("play", "storm.rulebook.yaml", "--names", "Ann,Bob", typed="swap\nSwap\ngo home 3\nquit\n")
    assert "Nothing follows `Go home`: it has nothing to choose." in ended.out


def test_an_action_of_another_phase_says_which_phase_it_is_for(run: Run) -> None:
    Path("storm.rulebook.yaml").write_text(STORM, encoding="utf-8")
    ended = run("play", "storm.rulebook.yaml", "--names", "Ann,Bob", typed="go home\nquit\n")
    said = "Go home is for the phase `The end`, but this is the phase `turn`, which offers `Swap`."
    assert said in " ".join(ended.out.split())


def test_pieces_with_owners_are_called_by_whose_they_are(run: Run) -> None:
    Path("storm.rulebook.yaml").write_text(STORM, encoding="utf-8")
    ended = run("play", "storm.rulebook.yaml", "--names", "Ann,Bob", "--seed", "1", typed="1\nquit\n")
    assert "Swap Ann's die 4" in ended.out
    assert re.search(r"picked at random: Ann's die \d from Ann's tray", ended.out)
    assert not re.search(r"Ann: .* of 1", ended.out)


STORM = """\
rulebook: 1
name: storm
players: 2
options: {storm: {type: bool, default: false}}
pieces: {dice: {count: 2, of: players, faces: 1..6, label: die}}
zones:
  tray: {per: players, holds: dice, start: all}
  mid: {holds: dice, label: middle}
setup: [{roll: seat(1).tray}, {roll: seat(2).tray}]
phases:
  turn:
    actions:
      thunder: {when: {stormy: {holds: storm, says: There is no storm.}}, do: [end_turn]}
      swap_dice:
        label: Swap
        choose: {d: me.tray}
        do: [{pick: x in me.tray, do: [{move: x, to: mid}]}, {move: all mid, to: me.tray}, {if: round > 9, do: [{go: last}]}, end_turn]
  last:
    label: The end
    actions: {go_home: {label: Go home, do: [end_turn]}}
end: {late: {when: round > 10, result: draw}}
"""
