"""The page of the playground at an address of this machine, and a browser that reaches nothing else."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect, sync_playwright

from rulewright.playground.building import vendored, write_page
from tests.serve.browser.conftest import CHROMIUM, QUIET

PATIENCE = 120_000
"""Milliseconds in which Python starts, on a slow day."""

GIVEN = "RULEWRIGHT_PYODIDE"
"""The variable that names a folder or an archive with Pyodide, for the tests that need it. CodeMirror is in the folder next to it, or else
it is fetched."""


class Quiet(SimpleHTTPRequestHandler):
    """A handler that writes nothing."""

    def log_message(self, format: str, *arguments: Any) -> None:
        pass


@contextmanager
def at_an_address(folder: Path) -> Iterator[str]:
    """A folder at an address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=os.fspath(folder)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def without_network(context: BrowserContext, address: str) -> list[str]:
    """Let a browser reach one address alone: the list of all others that it asks for."""
    elsewhere: list[str] = []

    def ask(route: Route) -> None:
        if route.request.url.startswith((address, "data:", "blob:", "about:")):
            return route.continue_()
        elsewhere.append(route.request.url)
        route.abort()

    context.route("**/*", ask)
    return elsewhere


@contextmanager
def browsed(folder: Path) -> Iterator[tuple[BrowserContext, Page]]:
    """The page of a folder in a browser without a network. Afterwards nothing may have gone wrong in it, or been asked for elsewhere."""
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


def site(folder: Path) -> bool:
    """Write the page for the tests into a folder, with Pyodide and CodeMirror as given; False if they are not."""
    given = Path(os.environ.get(GIVEN, ""))
    if not given.name:
        return False
    beside = given.parent / "codemirror"
    write_page(folder, vendored(given, beside if beside.is_dir() else None, print), print)
    return True
