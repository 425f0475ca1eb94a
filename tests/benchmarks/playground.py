"""How long it takes until the first move is made in the playground, from the opening of the page.

    python -m tests.benchmarks.playground --pyodide FOLDER [--times 3]

A fresh browser each time, so nothing is kept from before; the page is on this machine, and nothing else can be reached. Besides the
time by the clock it prints the processor time of the browser until then, which does not depend on what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from rulewright.playground.building import vendored, write_page
from tests.playground.sites import at_an_address, without_network
from tests.serve.browser.conftest import CHROMIUM, QUIET

MINUTES = 5


def first_move(address: str) -> tuple[float, float]:
    """Seconds by the clock, and of the browser's processes."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        context = browser.new_context()
        context.set_default_timeout(MINUTES * 60_000)
        without_network(context, address)
        page = context.new_page()
        before, began = processor_time(), time.perf_counter()
        page.goto(address)
        table = page.frame_locator("#table")
        table.locator('[data-key^="space|board|b2"]').first.click()
        table.locator("#log li", has_text="mark b2").wait_for()
        took, used = time.perf_counter() - began, processor_time() - before
        browser.close()
    return took, used


def processor_time() -> float:
    """The seconds that the processes below this one have used so far (Linux)."""
    parents, times = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        parents[int(stat.parent.name)] = int(fields[1])
        times[int(stat.parent.name)] = int(fields[11]) + int(fields[12])
    own = os.getpid()
    below = {own}
    while found := {each for each, parent in parents.items() if parent in below} - below:
        below |= found
    return sum(times[each] for each in below - {own}) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument(
        "--pyodide", type=Path, help="a folder or an archive with Pyodide; else it is fetched"
    )
    parser.add_argument("--codemirror", type=Path, help="the folder of an earlier page; else it is fetched")
    parser.add_argument("--times", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        write_page(Path(folder), vendored(given.pyodide, given.codemirror, print), print)
        with at_an_address(Path(folder)) as address:
            for _ in range(given.times):
                took, used = first_move(address)
                print(f"first move after {took:.1f} s; the browser used {used:.1f} s of processors")


if __name__ == "__main__":
    main()
