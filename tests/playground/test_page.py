"""The page in Chromium, with Python in it and without a network. `.ci/run` fetches Pyodide, and names it; without it these tests are
skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from shutil import which

import pytest

pytest.importorskip("playwright")

from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from rulewright.playground.building import write_page
from rulewright.playground.pyodide import pyodide
from tests.playground.sites import GIVEN, at_an_address, pyodide_given, without_network
from tests.serve.browser.conftest import CHROMIUM, QUIET

PATIENCE = 120_000
"""Milliseconds in which Python starts, on a slow day."""


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[BrowserContext, Page]]:
    """One browser for all tests, since Python takes seconds to start."""
    given = pyodide_given()
    if given is None or CHROMIUM is None:
        pytest.skip(f"there is no Chromium, or {GIVEN} names no Pyodide")
    folder = tmp_path_factory.mktemp("site")
    write_page(folder, pyodide(given), print)
    with at_an_address(folder) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        context = browser.new_context(viewport={"width": 1366, "height": 850})
        context.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        wrong: list[str] = []
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        elsewhere = without_network(context, address)
        page = context.new_page()
        page.goto(address)
        yield context, page
        browser.close()
    assert (elsewhere, wrong) == ([], [])


def test_a_text_is_played_edited_mended_and_shared(opened: tuple[BrowserContext, Page]) -> None:
    context, page = opened
    table, text = page.frame_locator("#table"), page.get_by_label("The text of the rulebook")
    table.locator('[data-key^="space|board|b2"]').first.click()
    expect(table.locator("#log")).to_contain_text("X: mark b2")
    assert page.locator("body").get_attribute("data-start") == ("continued" if which("node") else "anew")
    table.get_by_role("button", name="Undo").click()
    expect(table.locator("#log")).not_to_contain_text("mark b2")

    page.get_by_label("Seat 2").select_option("greedy")
    expect(table.locator("#seats")).to_contain_text("greedy 2")
    table.locator('[data-key^="space|board|a1"]').first.click()
    expect(table.locator("#log li")).to_have_count(2)

    text.fill(
        text.input_value()
        .replace("place: mark", "place: makr")
        .replace("title: Tic-tac-toe", "title: My own game")
    )
    problem = page.locator("#problems .error")
    expect(problem).to_contain_text("makr")
    problem.locator(".place").click()
    assert (
        page.evaluate(
            "() => { const t = document.getElementById('text'); return t.value.slice(t.selectionStart, t.selectionEnd); }"
        )
        == "makr"
    )
    problem.locator(".fix").click()
    expect(page.locator("#problems .fine")).to_be_visible()

    page.get_by_role("button", name="Rule sheet").click()
    expect(page.frame_locator("#rulesheet").get_by_role("heading", level=1)).to_contain_text("My own game")
    page.get_by_role("button", name="Link to this text").click()
    link = page.get_by_label("Link", exact=True)
    expect(link).to_have_value(re.compile("#text=."))
    address = link.input_value()
    assert len(address) < len(text.input_value())

    page.evaluate("() => localStorage.clear()")
    other = context.new_page()
    other.goto(address)
    expect(other.frame_locator("#table").locator("h1")).to_have_text("My own game")
    assert other.get_by_label("The text of the rulebook").input_value() == text.input_value()
    other.goto(f"{address.split('#')[0]}?again#text=nonsense!")
    expect(other.locator("#state")).to_contain_text("cannot be read")
    other.close()
