"""A comparison as a page: complete without a network, readable without pictures, sound as HTML and SVG."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.dom import minidom

import pytest

import rulewright as rw
from rulewright.author.comparison.page import to_html
from rulewright.author.comparison.pictures import pictures
from rulewright.author.comparison.text import to_markdown
from rulewright.author.comparison.verdict import label
from rulewright.author.diff import diff
from rulewright.pipeline import open_book
from rulewright.play.compare import compare
from rulewright.play.comparing.result import Comparison

NAMES = ("pig", "pig --set target=30 <&>")
EMPTY = {"meta", "br"}


def pig(a: int, b: int, games: int = 120, players: int = 2) -> Comparison:
    one, other = (rw.load("pig", players=players, options={"target": target}) for target in (a, b))
    return compare(one, other, games)


@pytest.fixture(scope="module")
def page() -> str:
    return to_html(pig(40, 30), NAMES)


class Balance(HTMLParser):
    """Follows which elements are open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


def test_elements_are_closed_and_ids_are_unique(page: str) -> None:
    found = Balance()
    found.feed(page)
    assert (found.open, found.wrong) == ([], [])
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', page)
    assert {one or other for one, other in used} <= set(ids)


def test_nothing_is_fetched(page: str) -> None:
    assert not re.search(r'<(?:link|script|img|iframe)\b|@import|(?:src|href)="(?!#)', page)
    assert set(re.findall(r"https?://[^\s\"<>]+", page)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_pictures_are_told_in_words_and_are_sound(page: str) -> None:
    drawn = re.findall(r"<svg.*?</svg>", page, flags=re.DOTALL)
    assert len(drawn) == 3
    for svg in drawn:
        minidom.parseString(svg)
        labels = re.search(r'role="img" aria-labelledby="(\S+) (\S+)"', svg)
        assert labels
        for id_ in labels.groups():
            told = re.search(rf'id="{id_}">([^<]+)<', svg)
            assert told
            assert len(told[1]) > 10
    assert "turns: shorter by " in drawn[0]
    assert "after round 1 and " in drawn[2]


def test_every_figure_is_a_row_and_names_are_escaped(page: str) -> None:
    found = pig(40, 30)
    rows = re.findall(r'<th scope="row">([^<]+)</th>', page)
    assert rows == [label(line.name) for line in found.lines if line.verdict != "never"]
    assert "pig --set target=30 &lt;&amp;&gt;" in page
    assert "<&>" not in page
    assert "<li>turns: shorter by " in page
    assert "@media print" in page
    assert "Never, on either side: the win is shared, nobody wins." in page


def test_a_page_is_the_same_each_time(page: str) -> None:
    assert to_html(pig(40, 30), NAMES) == page


def test_a_page_says_what_the_change_is() -> None:
    books = open_book("cinq-o"), open_book("cinq-o", overlays=["cinq-o-short-straight"])
    found = compare(books[0].game, books[1].game, 3)
    words = ((), ("short: Four <in> a row.",))
    page = to_html(found, ("cinq-o", "b"), words, diff(*books, examples=False))
    assert "<dd><code>b</code><br>short: Four &lt;in&gt; a row.</dd>" in page
    assert "<th><code>define.number.cases.short_straight</code> (new)</th>" in page
    followed = Balance()
    followed.feed(page)
    assert (followed.open, followed.wrong) == ([], [])
    assert "B: short: Four &lt;in> a row." in to_markdown(found, ("cinq-o", "b"), words).split("\n\n")
    assert "<details" not in to_html(found, ("cinq-o", "b"))


def test_games_without_scores_have_no_curve_and_a_page_all_the_same() -> None:
    game = rw.load("tic-tac-toe")
    found = compare(game, game, 120, paired=False)
    assert [picture.name for picture in pictures(found, NAMES)] == ["intervals", "distributions"]
    assert "<h2>In figures</h2>" in to_html(found, NAMES)


def test_nothing_differs_and_nothing_varies() -> None:
    game = rw.load("red-hot-yott", players=2)
    names = [picture.name for picture in pictures(compare(game, game, 3), NAMES)]
    assert names == ["distributions", "scores"]
    assert "<p>No effect found.</p>" in to_html(compare(game, game, 1), NAMES)


def test_a_change_far_beyond_all_others_is_an_arrow_with_its_number() -> None:
    found = compare(rw.load("cinq-o"), rw.load("cinq-o", options={"max_rolls": 4}), 20)
    line = found.line("fired.phases.turn.as_soon_as.last_roll_made")
    assert line.a
    percent = 100 * line.difference / line.a
    assert percent > 100
    assert f">+{percent:,.0f}<" in pictures(found, NAMES)[0].svg


def test_a_table_of_markdown_holds_a_bar_as_text() -> None:
    assert "`a|b`" in to_markdown(pig(20, 15, 5), ("a|b", "c"))


def test_what_draws_is_loaded_only_to_draw() -> None:
    asked = (
        "import sys\nimport rulewright.author.comparison.page, rulewright.cli.comparing.compare_command, rulewright.play.compare\n"
        "print(sorted({'matplotlib', 'scipy', 'numpy'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert result.stdout == "[]\n"
