"""The pages of `rulewright export web`: their size, the time until the first move, and the games a second of their kernels beside native code.

    python -m tests.benchmarks.exported [GAME ...] [--games N] [--times 3] [--pyodide PATH]         pages of these games
    python -m tests.benchmarks.exported --cpu x86-64-v2 --times 0 [GAME ...]         beside native code for an older processor
    python -m tests.benchmarks.exported --rows [GAME ...]           the rows of all bundled games, in Chromium and native, are compared

A page is on this machine, and nothing else can be reached. Each start has a fresh browser. Kernels and native code play the same games, one
thread each, in turns; the rate is that of the best of several parts, since other programs only make a part slower.
"""

from __future__ import annotations

import argparse
import base64
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from unittest import mock

from playwright.sync_api import Browser, Page, sync_playwright

from rulewright.document import library
from rulewright.export.building import write_page
from rulewright.export.offers import Offer, offered
from rulewright.game.game import Game
from rulewright.native.driver import machine
from rulewright.native.wasm.kernels import SCRIPT, Kernel, kernel
from rulewright.pipeline import Book, open_book
from rulewright.playground.pyodide import pyodide
from rulewright.runtime.counted import Adding
from rulewright.runtime.fast import Bulk, Measuring
from tests.benchmarks.playground import MINUTES, processor_time
from tests.playground.sites import at_an_address, without_network
from tests.serve.browser.conftest import CHROMIUM, QUIET

GAMES = ("tic-tac-toe", "connect-four", "reversi", "cinq-o", "cinco")
PARTS = 7
"""How often each of the two plays its games."""
SECONDS = 0.7
"""About how long native code plays for a part."""
MOST = 10_000
PLAYED = """async ([about, code, sort, parts, games]) => {
  const { Part, seedsOf } = await import("./kernel.mjs");
  const part = globalThis[sort] ??= await Part.load(Uint8Array.from(atob(code), (sign) => sign.charCodeAt(0)), about);
  const began = performance.now();
  part.totals(1, 0, games, 10000, [Array(about.players).fill(0)]);
  return (performance.now() - began) / 1000;
}"""
ROWS = """async ([about, modules, games, tables]) => {
  const { Part, seedsOf } = await import("./kernel.mjs"), seeds = seedsOf(1, 0, games);
  const load = (name) => Part.load(Uint8Array.from(atob(modules[name]), (sign) => sign.charCodeAt(0)), about);
  const hash = async (numbers) => {
    const found = new Uint8Array(await crypto.subtle.digest("SHA-256", numbers));
    return [...found].map((each) => each.toString(16).padStart(2, "0")).join("");
  };
  return [await hash((await load("playouts")).playouts(seeds, 10000)), await hash((await load("measured")).measured(seeds, 10000, tables).rows)];
}"""


def opened(name: str) -> Offer:
    """The rules of a page of a game."""

    def book(players: int | None, variant: str | None, more: Sequence[str]) -> Book:
        return open_book(name, players, variant, {}, list(more), engine="native")

    return offered(book, None, None, (), {})


def first_move(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds until the first move was made and the table shows it: by the clock, and of the browser's processes."""
    context = browser.new_context()
    context.set_default_timeout(MINUTES * 60_000)
    without_network(context, address)
    page = context.new_page()
    before, began = processor_time(), time.perf_counter()
    page.goto(address)
    table = page.frame_locator("#table")
    table.locator("#actions button, [data-key].can").first.click()
    table.locator("#log li").first.wait_for()
    took, used = time.perf_counter() - began, processor_time() - before
    context.close()
    return took, used


def coded(made: Kernel) -> dict[str, str]:
    return {name: base64.b64encode(code).decode() for name, code in made.modules.items()}


def rates(page: Page, name: str, game: Game, made: Kernel) -> tuple[float, float]:
    """Games a second of a kernel, and of native code."""
    executor = game.executor
    assert isinstance(executor, Adding)
    seats = [(None,) * game.num_players]

    def native(games: int) -> float:
        began = time.perf_counter()
        executor.play_counted(1, range(games), MOST, seats)
        return time.perf_counter() - began

    native(10)
    games = 100
    while (took := native(games)) < SECONDS / 4:
        games *= 4
    games = int(games * SECONDS / took)
    code, own = coded(made)["totals"], []
    there: list[float] = []
    for _ in range(PARTS):
        own.append(native(games))
        there.append(page.evaluate(PLAYED, [dict(made.about), code, name, PARTS, games]))
    return games / min(there), games / min(own)


def same_rows(page: Page, game: Game, made: Kernel, games: int) -> bool:
    """Whether the rows of playouts and of measured games are the same."""
    executor, who, players = game.executor, made.about["who"], game.num_players
    assert isinstance(executor, Bulk)
    assert isinstance(executor, Measuring)
    tables = [[(seat + turn) % len(who) for seat in range(players)] for turn in range(players)]
    seeds = executor.seeds_of(1, range(games))
    rows = executor.play_many(seeds, MOST).numbers
    measured = executor.play_measured(
        seeds, MOST, [tuple(who[each] for each in table) for table in tables]
    ).numbers
    expected = [sha256(each.tobytes()).hexdigest() for each in (rows, measured)]
    found: list[str] = page.evaluate(ROWS, [dict(made.about), coded(made), games, tables])
    return found == expected


def compare_rows(page: Page, names: Sequence[str], games: int) -> None:
    for name in names:
        game = open_book(name, engine="native").game
        made = kernel(game.program, tuple(game.program.strategies))
        print(
            f"{name}: {'the same' if same_rows(page, game, made, games) else 'OTHER'} rows of {games} games",
            flush=True,
        )


def measure(browser: Browser, names: Sequence[str], of_pyodide: Path | None, times: int) -> None:
    with at_an_address(SCRIPT.parent) as beside:
        page = browser.new_page()
        page.set_default_timeout(MINUTES * 60_000)
        page.goto(beside)
        for name in names:
            offer = opened(name)
            game = offer.rules[0].book.game
            made = kernel(game.program, tuple(game.program.strategies))
            there, own = rates(page, name, game, made)
            print(
                f"{name}: {there:,.0f} games a second in Chromium, {own:,.0f} in native code: {there / own:.2f} of it",
                flush=True,
            )
            if not times:
                continue
            with tempfile.TemporaryDirectory() as folder:
                began = time.perf_counter()
                written = write_page(Path(folder), offer, pyodide(of_pyodide, print), print)
                took = time.perf_counter() - began
                print(f"{name}: {written.size / 1e6:.1f} MB, written in {took:.0f} s", flush=True)
                with at_an_address(Path(folder)) as address:
                    for _ in range(times):
                        clock, used = first_move(browser, address)
                        print(
                            f"{name}: first move after {clock:.1f} s; the browser used {used:.1f} s of processors; "
                            f"load {os.getloadavg()[0]:.1f}",
                            flush=True,
                        )


@contextmanager
def on_processor(cpu: str | None) -> Iterator[None]:
    """Machine code is made for this processor; the one of the machine without a name."""
    if cpu is None:
        yield
        return
    target = machine.Target(machine._llvm().get_process_triple(), cpu, "")

    def made() -> object:
        return machine._machine_of(target)

    def named() -> str:
        return " ".join(map(str, target))

    with mock.patch.object(machine, "_target_machine", made), mock.patch.object(machine, "host", named):
        yield


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--rows", action="store_true", help="compare the rows of all bundled games")
    parser.add_argument("--games", type=int, default=2000, help="games of each, with --rows")
    parser.add_argument(
        "--times", type=int, default=2, help="how often each page is opened; 0: none is written"
    )
    parser.add_argument(
        "--pyodide", type=Path, help="a folder or an archive with Pyodide; else it is fetched"
    )
    parser.add_argument("--cpu", help="the processor for which native code is made, as LLVM names it")
    given = parser.parse_args()
    with sync_playwright() as playwright, on_processor(given.cpu):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        if given.rows:
            with at_an_address(SCRIPT.parent) as address:
                page = browser.new_page()
                page.set_default_timeout(MINUTES * 60_000)
                page.goto(address)
                compare_rows(page, given.names or [name for name, _ in library.bundled()], given.games)
        else:
            measure(browser, given.names or GAMES, given.pyodide, given.times)
        browser.close()


if __name__ == "__main__":
    main()
