"""The page in Chromium, with Python in it and without a network. `.ci/run` fetches Pyodide, and names it; without it these tests are
skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from shutil import which

import pytest

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")
pytest.importorskip("pygls")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.playground.sites import GIVEN, browsed, site
from tests.serve.browser.conftest import CHROMIUM


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BrowserContext, Page]]:
    """One browser for all tests, since Python takes seconds to start."""
    folder = tmp_path_factory.mktemp("site")
    if CHROMIUM is None or not site(folder):
        pytest.skip(f"there is no Chromium, or {GIVEN} names no Pyodide")
    with browsed(folder) as found:
        yield found


def text_of(page: Page) -> str:
    """The text, which the page keeps after each change."""
    return str(page.evaluate("() => localStorage.getItem('playground text')"))


def write(page: Page, text: str) -> None:
    """Write a text in place of the one that is there."""
    page.get_by_label("The text of the rulebook").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)
    assert text_of(page) == text


def place(page: Page, word: str, number: int = 0) -> None:
    """Put the cursor into a word of the text."""
    page.locator(".cm-line", has_text=word).nth(number).click()
    page.keyboard.press("Home")
    line = page.locator(".cm-line", has_text=word).nth(number).inner_text()
    for _ in range(line.index(word) + 1 - (len(line) - len(line.lstrip()))):
        page.keyboard.press("ArrowRight")


def test_a_text_is_played_edited_mended_and_shared(opened: tuple[BrowserContext, Page]) -> None:
    context, page = opened
    table = page.frame_locator("#table")
    table.locator('[data-key^="space|board|b2"]').first.click()
    expect(table.locator("#log")).to_contain_text("X: mark b2")
    assert page.locator("body").get_attribute("data-start") == ("continued" if which("node") else "anew")
    table.get_by_role("button", name="Undo").click()
    expect(table.locator("#log")).not_to_contain_text("mark b2")

    page.get_by_label("Seat 2").select_option("greedy")
    expect(table.locator("#seats")).to_contain_text("greedy 2")
    table.locator('[data-key^="space|board|a1"]').first.click()
    expect(table.locator("#log li")).to_have_count(2)

    before = text_of(page)
    write(
        page, before.replace("place: mark", "place: makr").replace("title: Tic-tac-toe", "title: My own game")
    )
    problem = page.locator("#problems .error")
    expect(problem).to_contain_text("makr")
    expect(page.locator(".cm-lintRange-error")).to_have_text("makr")
    problem.locator(".place").click()
    assert page.evaluate("() => String(getSelection())") == "makr"
    problem.locator(".fix").click()
    expect(page.locator("#problems .fine")).to_be_visible()
    assert text_of(page) == before.replace("title: Tic-tac-toe", "title: My own game")

    page.get_by_role("button", name="Rule sheet").click()
    expect(page.frame_locator("#rulesheet").get_by_role("heading", level=1)).to_contain_text("My own game")
    page.get_by_role("button", name="Link to this text").click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("#text=."))
    address = link.input_value()
    assert len(address) < len(text_of(page))
    page.get_by_role("button", name="Close").click()
    shared = text_of(page)

    page.evaluate("() => localStorage.clear()")
    other = context.new_page()
    other.goto(address)
    expect(other.frame_locator("#table").locator("h1")).to_have_text("My own game")
    assert text_of(other) == shared
    other.goto(f"{address.split('#')[0]}?again#text=nonsense!")
    expect(other.locator("#state")).to_contain_text("cannot be read")
    other.close()


def test_the_language_server_answers_in_the_page(opened: tuple[BrowserContext, Page]) -> None:
    _, page = opened
    page.get_by_label("Begin with").select_option("tic-tac-toe")
    expect(page.frame_locator("#table").locator("h1")).to_have_text("Tic-tac-toe")
    expect(page.locator("#problems .fine")).to_be_visible()
    before = text_of(page)

    # Colours, and what a name means.
    expect(page.locator(".cm-line .k-1", has_text="at").first).to_be_visible()
    page.locator(".cm-line .k-1", has_text="at").first.hover()
    expect(page.locator(".cm-tooltip-hover .about")).to_contain_text("at")

    # What can be written, and the arguments of a call.
    place(page, "at.empty")
    page.keyboard.press("End")
    page.keyboard.type(" and board.")
    expect(page.locator(".cm-tooltip-autocomplete li").filter(has_text="spaces").first).to_be_visible()
    page.keyboard.type("spa")
    page.keyboard.press("Enter")
    page.keyboard.type(" and count(")
    expect(page.locator("#signature")).to_contain_text("count(")
    assert "holds: at.empty and board.space and count(" in text_of(page)
    write(page, before)

    # Examples, games and what they show, and places of the outline; by keys too.
    lens = page.locator(".lenses button")
    lens.filter(has_text="Run all examples").click()
    expect(page.locator("#state")).to_contain_text("5 of 5 hold")
    lens.filter(has_text="Simulate").click()
    expect(page.get_by_label("Games: your")).to_contain_text("Ended by: three_in_a_row")
    expect(page.locator(".cm-line .hint", has_text="taken").first).to_be_visible()
    page.get_by_role("button", name="Outline").click()
    page.locator("#entries button", has_text="examples").click()
    expect(page.locator("#entries [aria-current]")).to_have_count(1)
    expect(page.locator(".cm-activeLine")).to_contain_text("examples:")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("F9")
    expect(lens.and_(page.locator(":focus"))).to_have_text("Run this example")
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_contain_text("1 of 1 hold")
    for _ in ("light", "dark"):
        found = Axe().run(page, options={"resultTypes": ["violations"]})
        assert not found.response["violations"], found.generate_report()
        page.locator("#theme").click()
    page.get_by_role("button", name="Outline").click()
    page.locator("#fold").click()
    expect(page.locator("#result")).to_be_hidden()

    # Where a name is declared, and another name for it everywhere.
    place(page, "at.empty")
    page.get_by_role("button", name="Go to definition").click()
    expect(page.locator(".cm-activeLine")).to_contain_text("choose: {at:")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("Name", exact=True).fill("square")
    page.keyboard.press("Enter")
    expect(page.locator(".cm-line", has_text="choose: {square: board.spaces}")).to_be_visible()
    assert "holds: square.empty" in text_of(page)
    assert "to: square}" in text_of(page)


def test_the_table_is_chosen_and_hands_are_covered(opened: tuple[BrowserContext, Page]) -> None:
    _, page = opened
    table, curtain = page.frame_locator("#table"), page.locator("#curtain")
    page.get_by_label("Begin with").select_option("crazy-eights")
    expect(table.locator("h1")).to_have_text("Crazy Eights")
    page.get_by_label("Players").select_option("3")
    expect(table.locator("#seats > li")).to_have_count(3)
    page.locator("summary", has_text="Options").click()
    page.get_by_label("hand size").fill("1")
    page.get_by_label("hand size").press("Tab")
    expect(table.locator("#table")).to_contain_text("48")  # cards are left
    expect(page.get_by_label("hand size")).to_have_value("1")
    page.get_by_label("Begin with").select_option("kuhn-poker")
    expect(table.locator("h1")).to_have_text("Kuhn Poker")
    expect(curtain).to_be_hidden()
    table.locator("#actions button").first.click()
    expect(table.locator("#turn")).to_contain_text("to move")
    page.get_by_role("button", name="Cover the table").click()
    expect(page.locator("#table")).to_be_hidden()
    page.get_by_role("button", name=re.compile("^I am ")).click()
    expect(curtain).to_be_hidden()
    expect(table.locator("#turn")).to_have_text("Your turn")


def test_the_python_that_plays_games_ends_when_it_is_not_asked_for_a_while(
    opened: tuple[BrowserContext, Page],
) -> None:
    _, page = opened
    page.get_by_label("Begin with").select_option("tic-tac-toe")
    page.evaluate(
        "() => { const soon = setTimeout; setTimeout = (then, time) => time < 60_000 ? soon(then, time) : void (window.later = then); }"
    )
    for _ in range(2):  # the second time another one starts
        page.locator("#state").evaluate("(state) => state.replaceChildren()")
        page.locator(".lenses button").get_by_text("Test", exact=True).click()
        expect(page.locator("#state")).to_contain_text(
            re.compile(r"Tests: .*(5 examples and 20 random games hold|there was time for)")
        )
        assert len(page.workers) == 2
        page.evaluate("() => window.later()")
        while len(page.workers) > 1:
            page.wait_for_timeout(50)
