"""`rulewright print`: files, what is said about them, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.paper import parts
from tests.cli.conftest import Run
from tests.cli.conftest import card_game as card_game
from tests.cli.conftest import dice_game as dice_game
from tests.cli.conftest import run as run


def test_a_pdf_is_named_after_the_game_and_its_parts_are_listed(run: Run) -> None:
    ended = run("print", "sino", "--what", "boards", "--what", "pads")
    assert ended.status == 0
    assert Path("sino.pdf").read_bytes().startswith(b"%PDF-")
    assert "sino.pdf: boards and pads" in ended.err
    assert run("print", "sino", "--what", "pads").status == 0, "it may be written again"


def test_what_is_needed_besides_is_said(run: Run) -> None:
    assert "You also need 1 die." in run("print", "pig", "--what", "pads").err


def test_an_own_rulebook_is_printed(run: Run, card_game: str) -> None:
    ended = run("print", card_game, "--paper", "letter", "--backs", "-o", "mine.pdf")
    assert ended.status == 0
    assert Path("mine.pdf").stat().st_size > 1000


def test_a_part_that_the_game_lacks_is_said(run: Run, dice_game: str) -> None:
    ended = run("print", dice_game, "--what", "boards")
    assert (ended.status, "there is nothing of the sort in this game: boards" in ended.err) == (2, True)
    assert (
        "There are no cards in this game."
        in run("print", dice_game, "--what", "cards", "--what", "rules").err
    )


def test_svg_pages_and_tables_go_into_a_folder(run: Run) -> None:
    assert run("print", "tic-tac-toe", "--format", "svg", "-o", "deep/pages").status == 0
    pages = sorted(each.name for each in Path("deep/pages").iterdir())
    assert pages == ["01 board.svg", "02 marks.svg"]
    svg = Path("deep/pages/01 board.svg").read_text(encoding="utf-8")
    assert "<svg" in svg
    assert "font-family: rulewright" not in svg
    assert run("print", "tic-tac-toe", "--format", "csv").status == 0
    assert [each.name for each in Path("tic-tac-toe-components").iterdir()] == ["mark.csv"]
    refused = run("print", "tic-tac-toe", "--format", "svg", "--what", "rules")
    assert (refused.status, "only boards, cards and tokens can be SVG" in refused.err) == (2, True)


def test_what_an_author_wrote_is_not_written_over(run: Run) -> None:
    Path("notes.pdf").write_text("mine", encoding="utf-8")
    Path("cards").mkdir()
    Path("cards/mark.csv").write_text("mine\n", encoding="utf-8")
    for arguments in (
        ("-o", "notes.pdf"),
        ("--format", "csv", "-o", "cards"),
        ("--format", "csv", "-o", "notes.pdf"),
    ):
        ended = run("print", "tic-tac-toe", *arguments)
        assert ended.status == 2
    assert Path("notes.pdf").read_text(encoding="utf-8") == "mine"
    assert Path("cards/mark.csv").read_text(encoding="utf-8") == "mine\n"
    wrong = run("print", "tic-tac-toe", "-o", "page.html")
    assert (wrong.status, "should end with .pdf" in wrong.err) == (2, True)


def test_a_missing_package_is_named_with_the_extra(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "NEEDED", ("no_such_package",))
    ended = run("print", "pig")
    assert ended.status == 2
    assert "no_such_package, which is not installed" in ended.err
    assert ".[print]" in ended.err
    assert run("print", "pig", "--format", "csv").status == 0


def test_a_font_that_is_none_is_refused_and_missing_letters_are_said(run: Run) -> None:
    Path("font.ttf").write_text("no font", encoding="utf-8")
    ended = run("print", "pig", "--font", "font.ttf")
    assert (ended.status, "font.ttf cannot be used as a font" in ended.err) == (2, True)
    text = (
        "rulebook: 1\nname: dog\ntitle: 犬 race\nplayers: 1\n"
        "phases: {turn: {actions: {go: {do: [end_turn]}}}}\nend: {third: {when: round == 3, result: draw}}\n"
    )
    Path("dog.rulebook.yaml").write_text(text, encoding="utf-8")
    ended = run("print", "dog.rulebook.yaml", "--what", "rules")
    assert ended.status == 0
    assert "No font has the signs 犬: give one that has them with --font." in ended.err


def test_parts_may_be_given_with_commas(run: Run) -> None:
    ended = run("print", "sino", "--what", "boards, pads")
    assert (ended.status, "sino.pdf: boards and pads" in ended.err) == (0, True)
    wrong = run("print", "sino", "--what", "boards,pad")
    assert (wrong.status, "`pad` is none of rules, aids, boards" in wrong.err) == (2, True)


def test_the_ending_of_the_file_chooses_the_format(run: Run) -> None:
    assert run("print", "crazy-eights", "-o", "deck.csv").status == 0
    assert len(Path("deck.csv").read_text(encoding="utf-8").splitlines()) == 53
    assert run("print", "cinco", "--what", "cards", "-o", "cards.csv").status == 0
    assert run("print", "cinco", "--what", "cards", "--format", "csv", "-o", "tables").status == 0
    assert [each.name for each in Path("tables").iterdir()] == ["cards.csv"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cinco", "-o", "all.csv"), "there are tables of cards and tokens: name a folder"),
        (("cinco", "--format", "csv", "--backs"), "--backs is for pages, and CSV has none"),
        (("cinco", "--format", "csv", "--what", "rules"), "only cards and tokens can be CSV"),
    ],
)
def test_what_a_table_cannot_be_is_refused(run: Run, arguments: tuple[str, ...], said: str) -> None:
    ended = run("print", *arguments)
    assert (ended.status, said in " ".join(ended.err.split())) == (2, True)
    assert not Path("all.csv").exists()
