"""The rule sheet prints what a player has to read, for the options that are played."""

from __future__ import annotations

from rulewright import pipeline
from rulewright.author.sheet import make_sheet
from rulewright.author.sheet_blocks import Item, Sheet
from rulewright.author.sheet_markdown import to_markdown
from rulewright.pipeline import Book
from tests.author.conftest import Write


def items(sheet: Sheet, heading: str) -> dict[str, Item]:
    section = next(section for section in sheet.sections if section.heading == heading)
    return {block.name: block for block in section.blocks if isinstance(block, Item)}


def test_it_names_title_players_and_object(book: Book) -> None:
    sheet = make_sheet(book)
    assert (sheet.title, sheet.players) == ("Dare", "2 to 4 players")
    assert sheet.about == "Roll two dice until you dare no more; 20 points win."


def test_it_lists_what_is_needed(book: Book) -> None:
    needed = list(items(make_sheet(book), "You need"))
    assert needed[0].startswith("2 ")
    assert needed[1] == "1 arrow die"


def test_conditions_read_as_sentences_with_values(book: Book) -> None:
    assert items(make_sheet(book), "Your turn")["rack"].notes[0] == "Only if the rack is not full."


def test_conditions_that_always_hold_vanish(write: Write) -> None:
    free = items(make_sheet(pipeline.open_book(write())), "Your turn")["keep"]
    strict = items(make_sheet(pipeline.open_book(write(), options={"strict": True})), "Your turn")["keep"]
    assert free.notes == ()
    assert strict.notes == ("You must have rolled if 20 points are to be won.",)


def test_actions_that_can_never_be_done_vanish(write: Write) -> None:
    assert "never" not in items(make_sheet(pipeline.open_book(write())), "Your turn")
    allowed = pipeline.open_book(write(), options={"strict": True, "ties": "lowest_seat"})
    assert "never" in items(make_sheet(allowed), "Your turn")


def test_tables_cases_and_sums_are_printed(book: Book) -> None:
    sheet = to_markdown(make_sheet(book))
    assert "| 10 to 11 | 2 |" in sheet
    assert "| 9 or less | 0 |" in sheet
    assert "| Low | 1 |" in sheet
    assert "| points | your score |" in sheet


def test_options_are_printed_with_the_values_in_force(write: Write) -> None:
    sheet = make_sheet(pipeline.open_book(write(), options={"target": 33}))
    agreed = items(sheet, "Agreed on")
    assert agreed["target"].text == "33 (points that win)"
    assert agreed["ties"].text == "they share the win (equal scores)"
    assert "Whoever has 33 points first wins." in to_markdown(sheet)


def test_an_action_without_words_says_what_it_does(book: Book) -> None:
    assert items(make_sheet(book), "Your turn")["rack"].text.startswith(
        "Choose a die from the tray. Move the die to the rack."
    )


def test_faces_with_values_are_a_table(book: Book) -> None:
    sheet = to_markdown(make_sheet(book))
    assert "| face | times |" in sheet
    assert "| down | 2 |" in sheet


def test_markup_that_authors_write_is_shown_as_written() -> None:
    sheet = to_markdown(Sheet("A <b> game", "2 players", "Roll <script>.", ()))
    assert sheet == "# A &lt;b> game\n\n*2 players*\n\nRoll &lt;script>.\n"
