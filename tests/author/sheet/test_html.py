"""The rule sheet as a page: well-formed, self-contained, and nothing that authors wrote is markup."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright import pipeline
from rulewright.author.report.html import to_html
from rulewright.author.report.markdown import to_markdown
from rulewright.author.report.tree import Grid, Item, Section, Sheet
from rulewright.author.sheet.rule_sheet import make_sheet
from rulewright.cli.rules import command
from rulewright.pipeline import Book
from tests.author.conftest import Write

GOLDEN = Path(__file__).parent / "sheets" / "yott-straight.html"
EMPTY = {"meta"}
"""Elements that have no end tag."""


class Page(HTMLParser):
    """The elements of a page and the words in them; an end tag that closes nothing is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.words: list[tuple[str, str]] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)
        self.close()
        assert self.open == [], "elements left open"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append((self.open[-1], data))

    def within(self, tag: str) -> list[str]:
        return [words for inside, words in self.words if inside == tag]


@pytest.mark.parametrize("game", ["cinq-o", "red-hot-yott", "pig"])
def test_every_page_is_well_formed_and_has_the_headings_of_the_markdown(game: str) -> None:
    sheet = make_sheet(pipeline.open_book(game))
    page, markdown = Page(to_html(sheet)), to_markdown(sheet)
    assert page.within("h1") == re.findall(r"^# (.*)$", markdown, re.MULTILINE)
    assert page.within("h2") == re.findall(r"^## (.*)$", markdown, re.MULTILINE)
    assert page.tags.count("table") == len(re.findall(r"^\|( --- \|)+$", markdown, re.MULTILINE))


def test_the_page_needs_nothing_else(book: Book) -> None:
    page = Page(to_html(make_sheet(book)))
    assert not {"script", "link", "img", "iframe", "a"} & set(page.tags)
    assert not {"src", "href", "style", "onload"} & {name for name, _ in page.attributes}
    style = "".join(page.within("style"))
    assert "url(" not in style
    assert "@import" not in style
    assert "@media print" in style


def test_the_page_says_its_language_and_title(book: Book) -> None:
    page = Page(to_html(make_sheet(book)))
    assert ("lang", "en") in page.attributes
    assert ("charset", "utf-8") in page.attributes
    assert page.within("title") == ["Dare: rules"]


def test_markup_in_an_about_is_shown_as_written(write: Write) -> None:
    path = Path(write())
    shout = "about: 'Roll <script>alert(1)</script> & \"dare\".'\nplayers: 2..4"
    path.write_text(re.sub(r"about: Roll two.*\nplayers: 2..4", shout, path.read_text()), encoding="utf-8")
    made = to_html(make_sheet(pipeline.open_book(str(path))))
    assert "script" not in Page(made).tags
    assert "&lt;/script&gt; &amp; &quot;dare&quot;." in made


def test_every_part_of_a_sheet_is_escaped() -> None:
    bad = "<b>&"
    blocks = (bad, Item(bad, bad, (bad,)), Grid(bad, (bad,), ((bad, bad),)))
    page = Page(to_html(Sheet(bad, bad, bad, (Section(bad, blocks),))))
    assert "b" not in page.tags
    assert sum(words.count(bad) for _, words in page.words) == 13


def test_short_rows_are_filled_up() -> None:
    grid = Grid("worth", ("row", "points"), (("twos",), ("threes", "9", "extra")))
    made = to_html(Sheet("Dare", "2 players", "", (Section("Scoring", (grid,)),)))
    assert '<tr><th scope="row" class="short">twos</th><td></td><td></td></tr>' in made
    assert '<th scope="col">points</th><th scope="col"></th>' in made


def test_names_of_rows_are_broken_only_where_one_is_long() -> None:
    """A wide second column squeezes the first to its longest word: `three of a kind` would be on two lines or three."""

    def made(*names: str) -> str:
        grid = Grid("worth", (), tuple((name, "25 if they are alike, otherwise 0 " * 4) for name in names))
        return to_html(Sheet("Dare", "2 players", "", (Section("Scoring", (grid,)),)))

    assert made("ones", "three of a kind").count('<th scope="row" class="short">') == 2
    assert 'class="short"' not in made("ones", "all of the dice that were not loose at the start")
    assert "tbody th.short { white-space: nowrap; }" in made("ones")


def test_a_very_long_word_is_broken_before_it_is_wider_than_the_page() -> None:
    grid = Grid("worth: " + "z" * 60, (), (("x" * 60, "1"), ("ones", "y" * 60)))
    made = to_html(Sheet("Dare", "2 players", "", (Section("Scoring", (grid,)),)))
    assert made.count('class="long">') == 3
    assert '<th scope="row">ones</th>' in made
    assert "body { overflow-wrap: break-word; }" in made
    assert ".long { overflow-wrap: anywhere; }" in made


def test_text_that_is_read_from_the_right_begins_at_the_right() -> None:
    made = to_html(Sheet("לוח", "2 players", "", ()))
    assert "{ unicode-bidi: plaintext; text-align: start; }" in made
    assert "text-align: left" not in made


def test_the_page_reads_as_written_down(update: bool) -> None:
    book = pipeline.open_book("yott-straight", options={"chip_cap": 5, "voluntary_zero": False})
    made = to_html(make_sheet(book))
    if update:
        GOLDEN.write_text(made, encoding="utf-8")
    assert made == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize("style", ["text", "markdown", "html", "json"])
def test_every_format_begins_with_what_this_table_plays_differently(style: str) -> None:
    asked = ["cinq-o", "--with", "cinq-o-quick", "--set", "max_rolls=4", "--format", style]
    ended = CliRunner().invoke(command, asked)
    assert ended.exit_code == 0, ended.output
    before, _, told = ended.output.partition("A short evening game.")
    assert "at this table" in before.lower()
    assert "you need" not in before.lower()
    assert "50 instead of 100" in told


def test_a_board_never_has_a_scrollbar_on_paper_and_none_beside_it_on_a_screen() -> None:
    """Its letters are as small as it is wide; what is taller than its box by a hair is not scrolled."""
    page = to_html(make_sheet(pipeline.open_book("cinco")))
    screen, paper = page.split("@media print")
    assert "overflow: auto hidden" in screen
    assert re.search(r"pre \{ overflow: visible;", paper)
    drawn = re.search(r'<pre [^>]*style="--wide: (\d+)">([^<]*)</pre>', page)
    assert drawn is not None
    assert int(drawn[1]) == max(map(len, drawn[2].split("\n")))
