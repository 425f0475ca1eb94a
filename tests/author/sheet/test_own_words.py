"""`sheet:` of an entry is what the sheet prints for it: the text, nothing for `false`, and generated words once a house rule changes it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet

BOOK = """\
rulebook: 1
name: own-words
title: Own Words
players: 2
options: {target: {type: 1..100, default: 20, about: points that win}}
pieces: {dice: {count: 2, faces: 1..6, sheet: two ordinary dice}, chips: {count: 3, sheet: false}}
boards: {road: {track: 5, sheet: the road of five squares}}
zones: {tray: {holds: dice, start: all, sheet: a cup}, bowl: {holds: chips, start: all, sheet: false}}
variables:
  score: {per: players, type: number, sheet: "Write your points down."}
  rolls: {type: number, about: rolls made, sheet: false}
tables: {prize: {of: 1..2, rows: {1: 3, 2: 4}, sheet: what you win}}
define:
  pair: {is: most_alike(tray.face) == 2, sheet: Both dice alike.}
  total: {is: sum(tray.face), sheet: false}
  spare: {is: total + 1, about: what is left, sheet: false}
  worth:
    cases: {doubles: {when: pair, is: 2 * total, sheet: with a pair}, low: {when: total < 4, is: prize(1)}}
    otherwise: total
  bonus: {sum_of: {first: {is: prize(1), sheet: three for the first}, second: prize(2)}}
turns: {begin: [{roll: tray}], sheet: "Roll when your turn begins. Then play passes on."}
phases:
  turn:
    sheet: "Up to <target> points, do what you like."
    actions:
      hold:
        sheet: Score what the dice show.
        when: {few: {holds: me.score < 90, sheet: false, says: Too many points.}, more: {holds: total > 2, sheet: Not with two ones.}}
        do: [{add: worth + bonus, to: me.score}, tally, end_turn]
      count: {do: [tally, end_turn]}
      hidden: {sheet: false, do: [end_turn]}
    as_soon_as:
      odd: {when: total == 3, sheet: "With one and two, start again.", do: [{set: rolls, to: 0}]}
steps: {tally: {sheet: A mark counts the turn., do: [{add: 1, to: rolls}]}}
end:
  won:
    when: any(p.score >= target for p in players) or rolls > 999
    result: highest score
    sheet: "<target> points win, and nothing else does."
"""


@pytest.fixture
def printed(tmp_path: Path) -> Callable[..., str]:
    """The sheet of `BOOK`, or of another text, with these changes of a house rule."""

    def sheet(changes: str = "", text: str = BOOK) -> str:
        book, rule = tmp_path / "own-words.rulebook.yaml", tmp_path / "other.overlay.yaml"
        book.write_text(text, encoding="utf-8")
        rule.write_text(f"rulebook: 1\nname: other\nextends: own-words\n{changes}\n", encoding="utf-8")
        return to_markdown(make_sheet(pipeline.open_book(book, overlays=[rule] if changes else [])))

    return sheet


@pytest.mark.parametrize(
    "words",
    [
        "- **2 dice**: two ordinary dice\n",
        "- **road**: the road of five squares\n",
        "- **tray**: a cup\n",
        "- **score**: Write your points down.\n",
        "**prize: what you win**",
        "- **pair**: Both dice alike.\n",
        "| with a pair |",
        "| first | three for the first |",
        "## Your turn\n\nUp to 20 points, do what you like.\n\n- **hold**: Score what the dice show.\n  - Not with two ones.\n",
        "## Tally\n\nA mark counts the turn.\n",
        "With one and two, start again.\n",
        "## After a turn\n\nRoll when your turn begins. Then play passes on.\n",
        "## The end\n\n20 points win, and nothing else does.\n",
    ],
)
def test_the_sheet_prints_the_words_of_the_entry_and_nothing_else(
    printed: Callable[..., str], words: str
) -> None:
    assert words in printed()


@pytest.mark.parametrize(
    "left_out", ["chip", "bowl\\*\\*:", "**rolls**", "**spare**", "Too many", "hidden", "At the start of"]
)
def test_false_prints_nothing(printed: Callable[..., str], left_out: str) -> None:
    assert left_out not in printed()


@pytest.mark.parametrize(
    ("changes", "gone", "instead"),
    [
        ("change: {end: {won: {when: rolls > 9}}}", "nothing else does", "As soon as the rolls are more than 9, the game ends."),
        ("change: {turns: {begin: []}}", "Then play passes on.", "Play passes to your opponent."),
        ("change: {define: {pair: {is: total > 9}}}", "Both dice alike", "- **pair**: “total” is more than 9."),
        ("change: {phases: {turn: {actions: {hold: {do: [end_turn]}}}}}", "Score what the dice show", "- **hold**: Your turn ends."),
        ("change: {phases: {turn: {actions: {hold: {when: {more: total > 3}}}}}}", "two ones", "Only if “total” is more than 3."),
        ("change: {phases: {turn: {as_soon_as: {odd: {when: total == 4}}}}}", "start again", "is 4, set the rolls to 0."),
        ("change: {steps: {tally: {do: [{add: 2, to: rolls}]}}}", "A mark counts", "Add 2 to the rolls. Your turn ends."),
    ],
)  # fmt: skip
def test_words_that_a_house_rule_made_outdated_are_not_printed(
    printed: Callable[..., str], changes: str, gone: str, instead: str
) -> None:
    assert gone in printed()
    assert gone not in printed(changes)
    assert instead in printed(changes)


def test_what_a_printed_sentence_mentions_is_explained_all_the_same(printed: Callable[..., str]) -> None:
    rule = "change: {phases: {turn: {actions: {hold: {when: {more: total > 3}}}}}}"
    assert "- **total**: The sum of the dice in the tray." in printed(rule)


def test_words_that_a_house_rule_repeats_are_printed(printed: Callable[..., str]) -> None:
    said = "change: {end: {won: {when: rolls > 9, sheet: Ten rolls are enough.}}}"
    assert "## The end\n\nTen rolls are enough.\n" in printed(said)


def test_other_words_for_the_table_do_not_make_those_for_the_sheet_wrong(printed: Callable[..., str]) -> None:
    assert "nothing else does" in printed("add: {end: {won: {label: Home}}}")


def test_new_words_of_a_house_rule_are_printed_instead_of_older_ones(printed: Callable[..., str]) -> None:
    said = printed("add: {end: {won: {about: Whoever is first wins.}}}")
    assert "Whoever is first wins." in said
    assert "nothing else does" not in said


def test_placeholders_of_options_are_filled_with_the_words_of_their_choice(
    printed: Callable[..., str],
) -> None:
    option = "  how: {default: fast, one_of: {fast: up to <target> at once, slow: little by little}, about: how points are won}"
    text = BOOK.replace(
        "options: {target: {type: 1..100, default: 20, about: points that win}}",
        f"options:\n  target: {{type: 1..100, default: 20}}\n{option}",
    )
    assert "- **hold**: Score, up to 20 at once." in printed(
        "", text.replace("Score what the dice show.", '"Score, <how>."')
    )


def test_what_is_printed_instead_of_dropped_words_is_marked_as_outdated_too(
    printed: Callable[..., str],
) -> None:
    words = "sheet: Score what the dice show."
    text = BOOK.replace(words, f"{words}\n        about: Take the points.")
    rule = "change: {phases: {turn: {actions: {hold: {do: [end_turn]}}}}}"
    assert "Take the points (words of Own Words). At this table: your turn ends." in printed(rule, text)
