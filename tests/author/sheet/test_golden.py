"""The sheets of the bundled games read as in `tests/author/sheet/sheets/NAME.md`: a stranger has to be able to play from them.

`python -m pytest tests/author --update` writes the files anew.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet

HERE = Path(__file__).parent / "sheets"
SHEETS: dict[str, dict[str, object]] = {
    "cinq-o": {},
    "cinq-o-rounds": {"variant": "rounds", "options": {"ties": "playoff"}},
    "cinq-o-solitaire": {"variant": "solitaire"},
    "cinq-o-table": {
        "overlays": ["cinq-o-quick", "cinq-o-short-straight"],
        "options": {
            "five_kind": "choice",
            "hilo_reroll": "forced",
            "rack_rule": "cumulative",
            "target_check": "end_of_round",
        },
    },
    "red-hot-yott": {},
    "yott-straight": {"options": {"chip_cap": 5, "voluntary_zero": False}},
    "pig": {},
    "tic-tac-toe": {},
    "connect-four": {},
    "reversi": {},
    "hex": {"options": {"size": 5, "swap_rule": True}},
    "gomoku": {"options": {"exact_five": True}},
    "cinco": {"players": 4},
    "sino": {},
    "crib-ino": {"players": 5},
    "crib-ino-table": {
        "options": {
            "drawing": "player_choice",
            "debt": "pay_what_you_have",
            "hand_size": 1,
            "hands_per_game": 1,
        }
    },
    "crib-ino-partners": {"variant": "partners"},
    "crib-ino-solitaire": {"variant": "solitaire"},
}
GAMES = {
    **dict.fromkeys(("cinq-o-rounds", "cinq-o-solitaire", "cinq-o-table"), "cinq-o"),
    **dict.fromkeys(("crib-ino-table", "crib-ino-partners", "crib-ino-solitaire"), "crib-ino"),
}
CODE = re.compile(r"==|!=|<=|>=|\b\w+\(|\.\.|_|\bme\.|\bp\.")
"""What only the language writes; `(` after a space and `.` at the end of a sentence are English."""


@cache
def printed(name: str) -> str:
    book = pipeline.open_book(GAMES.get(name, name), **SHEETS[name])  # type: ignore[arg-type]  # keyword arguments by name
    return to_markdown(make_sheet(book, others=True))


@pytest.mark.parametrize("name", SHEETS)
def test_the_sheet_reads_as_written_down(name: str, update: bool) -> None:
    written, sheet = HERE / f"{name}.md", printed(name)
    if update:
        written.write_text(sheet, encoding="utf-8")
    assert written.is_file(), f"{name} has no sheet yet: python -m pytest tests/author --update"
    assert sheet == written.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SHEETS)
def test_the_sheet_speaks_no_code(name: str) -> None:
    assert CODE.findall(printed(name)) == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("cinq-o", "5 scoring dice"),
        ("cinq-o", "After each roll you must rack at least one scoring die, a loose or a banked one, before you roll again."),
        ("cinq-o", "not rolled again this turn, but they may still be racked"),
        ("cinq-o", "| for a straight | 10 |"),
        ("cinq-o", "If you have five of a kind, you must take 10 points instead of a turn score"),
        ("cinq-o", "then your turn ends and you take another one."),
        ("cinq-o", "Unless you take another turn, play passes to the player to your left."),
        ("cinq-o", "With none left, rack all banked dice, and your turn is over."),
        ("cinq-o", "As soon as a player has 100 points, also by five of a kind, the game is over and that player wins."),
        ("cinq-o", "**whether with no loose scoring die left you may still roll the Hi/Lo die**: no"),
        ("red-hot-yott", "So a game has 10 rounds."),
        ("red-hot-yott", "You have 3 rolls a turn. After that a roll costs a chip."),
        ("red-hot-yott", "● is wild"),
        ("red-hot-yott", "the top total once more if it is at least 80"),
        ("red-hot-yott", "take one chip from the supply"),
        ("red-hot-yott", "| Not So Hot | the sum of all dice, each ● counted as 6 |"),
        ("cinq-o", "| 1 Hi | 1 | Hi |"),
        ("red-hot-yott", "The youngest player begins."),
        ("red-hot-yott", "The chip goes back to the supply."),
        ("red-hot-yott", "chips left over count nothing"),
        ("red-hot-yott", "What you wrote for each of the 10 categories; all are blank at first."),
        ("red-hot-yott", "**limit on the chips you may own after winning one back**: none"),
        ("cinq-o", "This does not count as racking a die."),
        ("cinq-o-rounds", "the next player clockwise from your left who is still in"),
        ("cinq-o-rounds", "you take another one in the same round."),
        ("cinq-o-solitaire", "As soon as you have 100 points, the game is over. The fewer rounds, the better."),
        ("cinq-o-table", "The Hi/Lo die takes part in every roll until it is boxed."),
        ("cinq-o-table", "Before you roll again you must have racked at least as many scoring dice as you have made rolls."),
        ("cinq-o-table", "Take 25 points for five of a kind and start another turn."),
        ("tic-tac-toe", "- **board**: a grid of 3 rows and 3 columns\n- **marks for each player**: as many as needed"),
        ("connect-four", "After “drop”, if any straight line of 4 through that space is all yours"),
        ("reversi", "Put one of dark's discs on d5 and on e4, then put one of light's discs on d4 and on e5."),
        ("reversi", "As soon as neither player can place a disc, the game ends. The player with the most discs wins"),
        ("hex", "a rhombus of 25 hexagonal spaces, 5 along each side"),
        ("hex", "if the stones of yours that are joined to the space reach both of your sides"),
        ("gomoku", "The first player with a straight row of five stones of their own wins."),
        ("cinco", "a hexagon of 90 numbered spaces, 6 along each side, around an empty centre. The numbers run ring by ring"),
        ("cinco", "35 tokens for each team"),
        ("sino", "a grid of 5 rows (one for each colour) and 6 columns"),
        ("sino", "5 to 10 (red die)"),
        ("pig", "If the die shows 1, set the pot to 0, and your turn ends."),
        ("pig", "After “hold”, if your score is at least 100, you win."),
    ],
)  # fmt: skip
def test_the_sheet_answers_what_a_stranger_asks(name: str, told: str) -> None:
    assert told in printed(name)
