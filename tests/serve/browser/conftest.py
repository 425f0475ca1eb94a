"""A real server and a real browser. Without Chromium these tests are skipped; `.ci/run` installs it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("starlette")

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.serve.browser.served import Served

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--disable-quic",
)  # fmt: skip
GAMES = (
    "tic-tac-toe", "connect-four", "crazy-eights", "dominoes", "cinq-o", "red-hot-yott", "sino", "cinco", "crib-ino", "hex",
    "reversi",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after each module: while it is open, an event loop runs in this thread, and tests of others need their own."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield found
        found.close()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for all tests of a module."""
    server = Served(tmp_path_factory.mktemp("serve") / "tables.sqlite3", GAMES)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def people(browser: Browser) -> Iterator[Any]:  # Any: a function that opens a browser of one person
    """`people(width, height)` is a new person with a browser of their own, who notes what goes wrong in it."""
    opened: list[BrowserContext] = []
    wrong: list[str] = []

    def person(width: int = 1366, height: int = 850, **more: Any) -> BrowserContext:
        context = browser.new_context(viewport={"width": width, "height": height}, **more)
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        context.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
        context.set_default_timeout(20_000)
        opened.append(context)
        return context

    person.wrong = wrong  # type: ignore[attr-defined]  # tests that break the connection clear it
    yield person
    for context in opened:
        context.close()
    assert wrong == []


@pytest.fixture
def pictures(request: pytest.FixtureRequest) -> Path | None:
    """The folder for screenshots, if `RULEWRIGHT_SCREENSHOTS` names one."""
    import os

    folder = os.environ.get("RULEWRIGHT_SCREENSHOTS")
    if not folder:
        return None
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Path(folder)
