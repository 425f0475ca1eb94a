"""The pictures of an exported page, wide and on a phone, in `docs/pictures`. It needs Chromium, Playwright, npm and Node.js.

    python -m docs.picture_export [--pyodide PATH] [--site DIR]

The wide one shows the table of Cinq-O against a bot, the one on a phone a comparison of two sets of rules.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from rulewright.export.building import write_page
from rulewright.export.offers import offered
from rulewright.pipeline import Book, open_book
from rulewright.playground.pyodide import pyodide
from tests.playground.sites import at_an_address
from tests.serve.browser.conftest import CHROMIUM, QUIET

PICTURES = Path(__file__).parent / "pictures"
PATIENCE = 120_000


def opened(browser: Browser, address: str, width: int, height: int, dark: bool) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    page.frame_locator("#table").locator("#actions button").first.wait_for()
    return page


def table(page: Page) -> None:
    """A few moves against a bot."""
    page.get_by_label("Seat 2").select_option("cautious")
    frame = page.frame_locator("#table")
    frame.locator("#seats", has_text="cautious 2").wait_for()
    frame.locator("#actions button").first.click()
    frame.locator("#log li").first.wait_for()
    page.wait_for_timeout(1000)


def figures(page: Page) -> None:
    """A comparison with the first variant."""
    page.get_by_role("tab", name="Figures").click()
    page.get_by_label("Player 1").select_option("cautious")
    page.get_by_label("Player 2").select_option("cautious")
    page.locator("#b").select_option("1")
    page.wait_for_timeout(1500)
    page.get_by_role("button", name="Play the games").click()
    page.locator("#found h2").wait_for()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("--site", type=Path, help="the folder of a page of Cinq-O that was written before")
    given = parser.parse_args()

    def book(players: int | None, variant: str | None, more: Sequence[str]) -> Book:
        return open_book("cinq-o", players, variant, {}, list(more))

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = given.site or Path(folder)
        if given.site is None:
            write_page(site, offered(book, None, None, (), {}), pyodide(given.pyodide, print), print)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        with at_an_address(site) as address:
            page = opened(browser, address, 1366, 850, dark=False)
            table(page)
            page.screenshot(path=PICTURES / "exported.png")
            page = opened(browser, address, 390, 844, dark=True)
            figures(page)
            page.screenshot(path=PICTURES / "exported-phone.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main()
