"""What happens by itself has words: the first sentence of its author, or its name if something can be seen of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.story.automatic_rules import by_itself, over_by, words_of
from rulewright.author.story.narration import Story
from rulewright.game.history.steps import Entry

BOOK = """\
rulebook: 1
name: rows
players: 2
options: {most: {type: 1..9, default: 3, about: rolls}}
pieces: {dice: {count: 2, faces: 1..6, label: die, plural: dice}}
zones: {tray: {holds: dice, start: all}}
variables: {rolls: {type: 0..1000}, seen: {type: bool}, pot: {type: 0..1000}}
turns: {phase: deal}
phases:
  deal:
    about: Roll both dice. Then play.
    do: [{roll: tray}, {go: turn}]
  turn:
    actions:
      wait: {do: [{add: 1, to: rolls}]}
    as_soon_as:
      RULE
end:
  enough: {END when: rolls >= most, result: draw}
"""


def book(folder: Path, rule: str = "never: {when: pot > 9, do: [end_turn]}", end: str = "") -> pipeline.Book:
    path = folder / "rows.rulebook.yaml"
    path.write_text(BOOK.replace("RULE", rule).replace("END", end), encoding="utf-8")
    return pipeline.open_book(str(path))


RULES = {
    "its words": ("over: {about: So <most> are enough. Next!, when: pot > 9, do: [{set: pot, to: 0}]}", "Over: So 3 are enough."),
    "its label": ("over: {label: Game over, when: pot > 9, do: [{set: pot, to: 0}]}", "Game over."),
    "its name, where pieces move": ("dice_go_home: {when: pot > 9, do: [{return: dice}]}", "Dice go home."),
    "its name, where the turn ends in a branch": (
        "over: {when: pot > 9, do: [{if: seen, do: [end_turn], else: [{set: pot, to: 0}]}]}",
        "Over.",
    ),
    "nothing, where it keeps a variable up to date": ("over: {when: pot > 9, do: [{set: pot, to: 0}]}", None),
}  # fmt: skip


@pytest.mark.parametrize(("rule", "words"), RULES.values(), ids=RULES)
def test_a_rule_is_told_by(tmp_path: Path, rule: str, words: str | None) -> None:
    told = by_itself(book(tmp_path, rule))
    found = [str(each) for path, each in told.items() if path.startswith("phases.turn.as_soon_as.")]
    assert found == ([words] if words else [])


def test_a_phase_nobody_acts_in_is_told_too(tmp_path: Path) -> None:
    opened = book(tmp_path)
    assert str(by_itself(opened)["phases.deal.do"]) == "Deal: Roll both dice."
    state = opened.game.new_initial_state(3)
    (line,) = Story(opened.program, ["Ann", "Bob"], by_itself(opened)).lines(state.history[0])
    assert line.startswith("Deal: Roll both dice (dice ")


def test_words_are_told_once(tmp_path: Path) -> None:
    opened = book(tmp_path, "over: {about: All over. Really., when: pot > 9, do: [end_turn]}")
    story = Story(opened.program, ["Ann", "Bob"], by_itself(opened))
    rule: dict[str, object] = {"rule": "phases.turn.as_soon_as.over"}
    rolled: dict[str, object] = {"rolled": "dice", "faces": ["3", "4"], "by_chance": True}
    assert story.lines(Entry(0, "wait", (rule, {"turn": 1}, rolled))) == [
        "Ann: wait",
        "  Over: All over.",
        "Bob's turn: dice 3 4 by chance",
    ]
    assert story.lines(Entry(1, "wait", (rule, rolled))) == ["Bob: wait", "  Over (dice 3 4 by chance)"]
    assert Story(opened.program, ["Ann", "Bob"]).lines(Entry(0, "wait", (rule,))) == ["Ann: wait"]
    assert story.lines(Entry(None, None, ({"turn": 0}, rolled, {"turn": 1}, rolled))) == [
        "Ann begins: dice 3 4 by chance",
        "Bob's turn: dice 3 4 by chance",
    ]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("", "Enough."),
        ("label: Three <most>,", "Three 3."),
        ("about: That was it. Go home.,", "That was it."),
    ],
)
def test_the_end_of_a_game_has_words(tmp_path: Path, end: str, words: str) -> None:
    opened = book(tmp_path, end=end)
    assert words_of(opened).end("end.enough") == f"The game is over: {words}"
    assert words_of(opened).end("end.other") == ""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Board is full.", "The game is over: Board is full."),
        ("As soon as you have three in a row, you win.", "The game is over. As soon as you have three in a row, you win."),
        ("After hand 3 the highest score wins.", "The game is over. After hand 3 the highest score wins."),
        ("As soon as a row is won, even in a turn.", "The game is over: it ends as soon as a row is won, even in a turn."),
        ("When no row is left that anybody could win.", "The game is over: it ends when no row is left that anybody could win."),
    ],
)  # fmt: skip
def test_why_a_game_is_over_is_a_whole_sentence(words: str, told: str) -> None:
    assert over_by(words) == told
