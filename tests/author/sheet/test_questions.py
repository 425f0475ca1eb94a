"""Twenty questions that players ask at the table, each answered by words that stand on the printed sheet.

A question is a numbered paragraph of `sheets/questions/GAME.md`, then comes its answer, then, after `>`, what the
sheet says.  Whoever changes the words of a rulebook or of the sheet reads the questions again, and mends the quotations.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright import pipeline
from rulewright.author.report.markdown import to_markdown
from rulewright.author.sheet.rule_sheet import make_sheet

QUESTIONS = Path(__file__).parent / "sheets" / "questions"
GAMES = sorted(path.stem for path in QUESTIONS.glob("*.md"))


def quotations(game: str) -> dict[str, list[str]]:
    """Number of a question -> what of the sheet answers it."""
    found: dict[str, list[str]] = {}
    for line in (QUESTIONS / f"{game}.md").read_text(encoding="utf-8").splitlines():
        if started := re.match(r"(\d+)\. .*\?", line):
            found[started[1]] = []
        elif line.startswith("   > "):
            found[list(found)[-1]].append(line.removeprefix("   > "))
    return found


def test_there_are_questions_for_both_games() -> None:
    assert GAMES == ["cinq-o", "red-hot-yott"]


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_stands_on_the_printed_sheet(game: str) -> None:
    sheet, asked = to_markdown(make_sheet(pipeline.open_book(game))), quotations(game)
    assert list(asked) == [str(number) for number in range(1, 21)]
    assert [number for number, said in asked.items() if not said] == []
    missing = {number: words for number, said in asked.items() for words in said if words not in sheet}
    assert missing == {}
