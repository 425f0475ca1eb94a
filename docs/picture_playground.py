"""The pictures of the playground, wide and on a phone, in `docs/pictures`. It needs Chromium, Playwright and npm.

    python -m docs.picture_playground [--pyodide FOLDER] [--codemirror FOLDER]

Each shows the page with a mistake in the text, the names that are offered, figures of a simulation,
and a table at which a move has been made.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from rulewright.playground.building import vendored, write_page
from tests.playground.sites import at_an_address
from tests.serve.browser.conftest import CHROMIUM, QUIET

PICTURES = Path(__file__).parent / "pictures"
SIZES = {
    "playground": {"width": 1366, "height": 850},
    "playground-phone": {"width": 390, "height": 844},
}
PATIENCE = 120_000


def picture(browser: Browser, address: str, name: str) -> None:
    """Take one of the pictures."""
    is_phone = name.endswith("phone")
    context = browser.new_context(viewport=SIZES[name], is_mobile=is_phone, has_touch=is_phone)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(address)
    table = page.frame_locator("#table")
    table.locator('[data-key^="space|board|b2"]').first.click()
    table.locator("#log li").first.wait_for()
    page.locator(".lenses button", has_text="Simulate").click()
    page.locator(".hint", has_text="taken").first.wait_for()
    page.locator("#fold").click()
    page.locator(".cm-line", has_text="place: mark").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    for _ in "- {place: mar":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Delete")
    page.locator("#problems .error").wait_for()
    page.locator(".cm-line", has_text="holds: at.empty").click()
    page.keyboard.press("End")
    page.locator(".cm-scroller").evaluate("text => { text.scrollLeft = 0 }")
    page.keyboard.type(" and at.")
    page.locator(".cm-tooltip-autocomplete").wait_for()
    page.screenshot(path=PICTURES / f"{name}.png", full_page=is_phone)
    context.close()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("--codemirror", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        write_page(Path(folder), vendored(given.pyodide, given.codemirror, print), print)
        with at_an_address(Path(folder)) as address:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
            for name in SIZES:
                picture(browser, address, name)
            browser.close()


if __name__ == "__main__":
    main()
