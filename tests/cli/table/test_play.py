"""`play` and `replay`, with the moves piped in."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from rulewright import load
from rulewright.cli.table.console import Talk
from rulewright.cli.table.menu import descriptions
from rulewright.cli.table.real_chance.real_dice import RealDice
from rulewright.cli.table.typed_moves import meant_by
from rulewright.game.errors import UnknownMove
from rulewright.runtime.chance.sampled import Sampled, new_luck
from tests.cli.conftest import Run


def play(run: Run, game: str, *lines: str, options: tuple[str, ...] = ()) -> str:
    ended = run("play", game, "--seed", "3", *options, typed="".join(f"{line}\n" for line in lines))
    assert ended.status == 0, ended.err
    return ended.out + ended.err


def test_moves_can_be_typed_or_numbered(run: Run, dice_game: str) -> None:
    by_name = play(run, dice_game, "roll", "roll")
    Path("dare.record.json").unlink()
    by_number = play(run, dice_game, "1", "1")
    assert by_name == by_number


def test_the_table_shows_names_pieces_and_scores(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, "roll", options=("--names", "Ann,Bob"))
    assert "Round 1 · Ann to move" in shown
    assert re.search(r"^tray  [1-6]  [1-6]$", shown, re.MULTILINE)
    assert "tray  ?  ?" in shown, "dice that were not rolled yet"
    assert "pot" in shown
    assert "Ann: roll (dice " in shown


def test_no_prompt_is_printed_for_piped_moves(run: Run, dice_game: str) -> None:
    assert "> " not in play(run, dice_game, "roll")


def test_a_typed_mistake_is_told_with_the_nearest_move(run: Run, dice_game: str) -> None:
    assert "did you mean `roll`?" in play(run, dice_game, "rll")


def test_a_refused_move_tells_why(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, "keep", "why keep", "why roll")
    assert "Not now: There must be points in the pot." in shown
    assert "It is allowed." in shown


def test_undo_is_refused_with_its_reason(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, "undo", "roll", "undo")
    assert "nothing to take back" in shown
    assert "drew on chance" in shown


def test_help_rules_and_look_are_there(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, "help", "rules", "look", "/help")
    assert "undo            take the last move back" in shown
    assert "UNLESS YOU AGREE OTHERWISE" in shown


def test_stopping_leaves_a_record_that_resumes(run: Run, dice_game: str) -> None:
    first = run("play", dice_game, "--names", "Ann,Bob", "--seed", "3", typed="roll\n")
    assert "rulewright play --resume dare.record.json" in first.err
    assert Path("dare.record.json").is_file()
    again = run("play", "--resume", "dare.record.json", typed="quit\n")
    assert again.status == 0
    assert "Ann to move" in again.out or "Bob to move" in again.out


def test_nothing_is_kept_of_a_game_that_did_not_begin(run: Run, dice_game: str) -> None:
    play(run, dice_game, "quit")
    assert not Path("dare.record.json").exists()


def test_save_writes_a_record_and_not_over_other_files(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, "roll", "save tonight.json", "save dare.rulebook.yaml", "quit")
    assert "Saved." in shown
    assert "cannot be written" in shown
    assert json.loads(Path("tonight.json").read_text(encoding="utf-8"))["game"] == "dare"


def test_no_file_gets_a_name_that_steers_a_terminal(run: Run, dice_game: str) -> None:
    assert "steers a terminal" in play(run, dice_game, "roll", "save \x1b[31mtonight.json", "quit")
    assert not list(Path().glob("*tonight*"))


def test_bots_say_what_they_do(run: Run, dice_game: str) -> None:
    shown = play(
        run, dice_game, *["roll"] * 40, options=("--bots", "--names", "Ann,Robot", "--set", "target=5")
    )
    assert "Robot: " in shown


def test_bots_alone_play_to_the_end(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, options=("--seat", "1=random", "--seat", "2=random"))
    assert "wins." in shown


def test_real_dice_are_asked_for_and_checked(run: Run, dice_game: str) -> None:
    shown = play(run, dice_game, "roll", "2", "2 9", "2 5", "keep", options=("--dice", "typed"))
    assert "2 results are needed" in shown
    assert "`9` is not on a die" in shown
    assert "(dice 2 5)" in shown
    assert "Player 2 to move" in shown


def test_leaving_before_the_first_real_roll_is_no_error(run: Run) -> None:
    ended = run("play", "red-hot-yott", "--dice", "typed", typed="1 2\n")
    assert ended.status == 0
    assert "5 results are needed" in ended.out
    assert ended.err == ""


def test_a_resumed_game_has_the_same_bots(run: Run, dice_game: str) -> None:
    run("play", dice_game, "--bots", "--names", "Ann,Robot", "--seed", "3", typed="roll\n")
    again = run("play", "--resume", "dare.record.json", "--seed", "3", typed="roll\n" * 30)
    assert "Robot: " in again.out
    assert "Robot to move" not in again.out


def test_a_hidden_hand_is_shown_to_its_owner_only(run: Run, card_game: str) -> None:
    ended = run("play", card_game, "--names", "Ann,Bob", "--seed", "1", typed="1\n")
    ann, bob = ended.out.split("Ann: play ", maxsplit=1)
    dealt = json.loads(Path("tricks.record.json").read_text(encoding="utf-8"))["start"]["chance"]
    assert re.search(r"^Bob's hand +5 cards$", ann, re.MULTILINE)
    assert all(card in ann for card in dealt[0]["pieces"])
    assert not any(card in ann for card in dealt[1]["pieces"])
    assert all(card in bob for card in dealt[1]["pieces"])
    assert sum(card in bob for card in dealt[0]["pieces"]) == 1


def test_bots_keep_their_hands_to_themselves(run: Run, card_game: str) -> None:
    ended = run("play", card_game, "--names", "Ann,Robot", "--bots", "--seed", "1", typed="1\n")
    dealt = json.loads(Path("tricks.record.json").read_text(encoding="utf-8"))["start"]["chance"]
    assert sum(card in ended.out for card in dealt[1]["pieces"]) == 1


def test_unknown_seats_and_players_are_refused(run: Run, dice_game: str) -> None:
    assert run("play", dice_game, "--seat", "7=random").status == 2
    assert "did you mean `random`?" in run("play", dice_game, "--seat", "1=randon").err
    assert run("play", dice_game, "--names", "Ann,Ann").status == 2
    assert run("play").status == 2


def test_a_record_is_gone_through_step_by_step(run: Run, dice_game: str) -> None:
    run("play", dice_game, "--names", "Ann,Bob", "--seed", "3", typed="roll\nroll\n")
    ended = run("replay", "dare.record.json")
    assert ended.status == 0
    assert "   1  Ann: roll (dice " in ended.out
    assert "Ann to move" in run("replay", "dare.record.json", "--step", "0").out
    assert run("replay", "dare.record.json", "--format", "json").json["steps"] == 2


def test_a_record_that_was_tampered_with_names_the_step(run: Run, dice_game: str) -> None:
    run("play", dice_game, "--seed", "3", typed="roll\nroll\n")
    record = json.loads(Path("dare.record.json").read_text(encoding="utf-8"))
    record["steps"][1]["action"] = "keeep"
    Path("dare.record.json").write_text(json.dumps(record), encoding="utf-8")
    ended = run("replay", "dare.record.json")
    assert ended.status == 1
    assert "step 2" in ended.err


def test_damaged_files_are_no_records(run: Run, dice_game: str) -> None:
    for text in (
        "",
        "{",
        "[]",
        "{}",
        '{"rulewright": 1}',
        '{"rulewright": 1, "game": "nothing-like-it"}',
        "[" * 9999,
    ):
        Path("damaged.json").write_text(text, encoding="utf-8")
        ended = run("replay", "damaged.json")
        assert ended.status in (1, 2), text
        assert "Traceback" not in ended.err
        assert ended.err
    assert run("replay", "not-there.json").status == 2


def test_every_printed_move_can_be_typed(run: Run) -> None:
    game = load("red-hot-yott")
    state = game.new_initial_state(seed=3)
    random = Random(1)
    for _ in range(60):
        legal = state.legal_actions()
        for action, words in zip(legal, descriptions(state, legal), strict=True):
            assert meant_by(state, words) == action
            assert meant_by(state, f"{words.upper()}") == action
        state.apply_action(random.choice(legal))
        if state.is_terminal():
            break


def test_the_next_players_roll_stands_in_a_line_of_its_own(run: Run) -> None:
    ended = run("play", "red-hot-yott", "--names", "Ann,Bob", "--seed", "2", typed="fill twos with 2\nquit\n")
    lines = ended.out.splitlines()
    assert "Ann: fill twos with 2" in lines
    move = lines.index("Ann: fill twos with 2")
    assert lines[move + 1] == "  Ann +2, now 2 (top total +2)"
    assert lines[move + 2].startswith("Bob's turn: dice ")


def test_what_fits_is_counted_when_there_is_much(run: Run) -> None:
    shown = run("play", "red-hot-yott", "--seed", "3", typed="reroll\nquit\n").out
    told = " ".join(shown.split())
    assert "`reroll` needs more; what fits now: " in told
    assert "and 11 more." in told
    assert all(len(line) <= 90 for line in shown.splitlines())


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (
            "roll d",
            "`roll d` does not fit: `d` is nothing that `roll` takes; what fits now: roll everything.",
        ),
        ("bnk 3", "There is no action `bnk`; did you mean `bank`?"),
    ],
)
def test_a_slip_is_told_in_words_of_the_game(run: Run, typed: str, told: str) -> None:
    shown = run("play", "cinq-o", "--seed", "1", typed=f"{typed}\nquit\n").out
    assert told in " ".join(shown.split())


def test_a_roll_with_real_dice_can_be_called_off(run: Run, dice_game: str) -> None:
    shown = play(
        run, dice_game, "roll", "help", "cancel", "roll", "undo", "quit", options=("--dice", "typed")
    )
    assert "call the move off" in shown
    assert shown.count("Called off: nothing was done.") == 2
    assert not Path("dare.record.json").exists()


def test_leaving_while_dice_are_asked_for_keeps_the_game(run: Run, dice_game: str) -> None:
    for last in ("quit\n", ""):
        run("play", dice_game, "--dice", "typed", typed=f"roll\n1 2\nroll\n{last}")
        kept = json.loads(Path("dare.record.json").read_text(encoding="utf-8"))
        assert len(kept["steps"]) == 1
        Path("dare.record.json").unlink()


def test_a_first_roll_that_was_typed_is_kept(run: Run) -> None:
    ended = run("play", "red-hot-yott", "--dice", "typed", typed="two two 3 dot four\nquit\n")
    assert "The game is kept in red-hot-yott.record.json" in ended.err
    assert (
        "Nothing new"
        in run("play", "--resume", "red-hot-yott.record.json", typed="reroll 2\nundo\nquit\n").err
    )


def test_labels_of_several_words_can_be_typed_for_real_dice(run: Run) -> None:
    ended = run("play", "cinq-o", "--dice", "typed", typed="roll\n1 2 3 4 5\n3 lo\nquit\n")
    assert "Hi/Lo die 3 Lo" in ended.out


def test_the_request_for_real_dice_names_the_player_and_the_faces() -> None:
    asked: list[str] = []

    class Scripted(Talk):
        def ask(self, prompt: str) -> str:
            asked.append(prompt)
            return "dot TWO ● two three"

    program = load("red-hot-yott").program
    dice = RealDice(program, Scripted(), Sampled(program.streams), ["Ann", "Bob"])
    faces = dice.roll(new_luck(1, 2), 1, 0, "dice", (), [6] * 5, True)
    assert len(faces) == 5
    assert faces[0] == faces[2]
    assert asked[0].startswith("Bob, roll 5 dice [")
    assert "dot ●" in asked[0]


def test_two_at_a_screen_take_back_the_other_s_move(run: Run) -> None:
    shown = run("play", "tic-tac-toe", "--names", "Ann,Bob", typed="mark a1\nmark b2\nundo\nundo\nquit\n").out
    assert "Taken back: Bob's move." in shown
    assert "Taken back: Ann's move." in shown
    assert shown.rindex("Ann to move") > shown.rindex("Taken back: Ann's move.")


def test_alone_against_bots_one_s_move_goes_back_with_theirs(run: Run) -> None:
    shown = run("play", "tic-tac-toe", "--bots", "random", typed="mark a1\nundo\nmark c3\nquit\n").out
    assert "Taken back: your move, and the move after it." in shown
    assert "mark c3" in shown.split("Taken back")[1]


def test_where_hands_are_hidden_only_one_s_own_move_is_taken_back(run: Run, card_game: str) -> None:
    game = load(card_game, players=2)
    state = game.new_initial_state(3)
    state.apply_action(state.legal_actions()[0])
    other = state.current_player() != state.tip.player
    assert (state.can_undo(together=True) is None) == (state.can_undo() is None)
    assert not other or "only your own" in str(state.can_undo(together=True))


def test_the_first_list_of_moves_shows_how_they_are_typed(run: Run) -> None:
    shown = run("play", "crib-ino", "--seed", "3", typed="a\nmore\nquit\n").out
    lines = [line.strip() for line in shown.splitlines() if "Type a letter" in line]
    assert len(lines) == 2, "once for each action"
    assert lines[0].startswith("Type a letter, or the move: open ")
    assert lines[1].startswith("Type a letter, or the move: ")
    assert "Type a number" not in run("play", "tic-tac-toe", typed="quit\n").out, (
        "they are typed as they read"
    )


CARDS = """\
rulebook: 1
name: cards
title: Cards
players: 2
use: [standard-52]
zones:
  hand: {per: players, holds: cards}
setup:
  - {move: "cards(five, clubs)", to: seat(1).hand}
  - {move: "cards(five, hearts)", to: seat(1).hand}
  - {move: "cards(jack, spades)", to: seat(1).hand}
phases:
  turn:
    actions:
      play: {choose: {card: me.hand}, do: [{move: card, to: deck}]}
      wait: {do: [end_turn]}
end: {none_left: {when: "all(p.hand.empty for p in players)", result: draw}}
"""
BIDS = """\
rulebook: 1
name: bids
title: Bids
players: 2
variables: {most: {type: 0..5, start: 3}}
phases:
  turn:
    actions:
      bid: {choose: {n: 0..most}, do: [{set: most, to: n}, end_turn]}
end: {none_left: {when: most == 0, result: draw}}
"""


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("play five of cl", "play five of clubs"),
        ("play five of c", "play five of clubs"),
        ("five", "needs more; what fits now: play five of clubs, play five of hearts$"),
        ("five of", "needs more; what fits now: play five of clubs, play five of hearts$"),
        ("five clubs", "play five of clubs"),
        ("Jack", "play jack of spades"),
        ("j of s", "play jack of spades"),
        ("play 5♣", "play five of clubs"),
        ("5♣", "play five of clubs"),
        ("play J♠", "play jack of spades"),
        ("play 5 of clubs", "play five of clubs"),
        ("5 of h", "play five of hearts"),
        ("play fve of clubs", "did you mean `play five of clubs`?"),
        ("jack of spads", "did you mean `play jack of spades`?"),
        ("play jack of hearts", "play jack of hearts"),
        ("play jack of h", "play jack of hearts"),
        ("play 9♥", "play nine of hearts"),
        ("play nine", "may be `play nine of clubs`, `play nine of diamonds`, .*: none of them is legal now"),
        ("play nine of xx", "`nine of xx` is not one of `cards`"),
        ("play j", "play jack of spades"),
        ("w", "no action `w`"),
        ("play 50", "`50` is not one of `cards`"),
    ],
)
def test_a_card_is_known_by_the_beginnings_of_its_words_and_by_its_mark(
    line: str, meant: str, tmp_path: Path
) -> None:
    file = tmp_path / "cards.rulebook.yaml"
    file.write_text(CARDS, encoding="utf-8")
    state = load(file).new_initial_state()
    if meant.startswith("play "):
        assert str(meant_by(state, line)) == meant
        return
    with pytest.raises(UnknownMove, match=meant):
        meant_by(state, line)


def test_a_number_that_cannot_be_chosen_now_is_answered_with_those_that_can(tmp_path: Path) -> None:
    file = tmp_path / "bids.rulebook.yaml"
    file.write_text(BIDS, encoding="utf-8")
    state = load(file).new_initial_state()
    for line in ("bid 9", "9"):
        with pytest.raises(UnknownMove) as unfit:
            meant_by(state, line)
        assert str(unfit.value) == (
            "`bid 9` does not fit: `9` is not a number in 0..5; what fits now: bid 0, bid 1, bid 2, bid 3"
        )
    (reason,) = state.why_not(meant_by(state, "bid 5"))
    assert reason.says == "5 cannot be chosen for n now, only 0 to 3."
