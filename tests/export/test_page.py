"""The page in Chromium, with Python and kernels in it and without a network. `.ci/run` fetches Pyodide, and names it; without it these tests are
skipped."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which

import pytest

pytest.importorskip("playwright")
pytest.importorskip("llvmlite")
pytest.importorskip("axe_playwright_python")

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from rulewright.export.building import write_page
from rulewright.export.offers import offered
from rulewright.pipeline import Book, open_book
from rulewright.play.compare import compare
from rulewright.play.comparing import result as comparisons
from rulewright.play.figures import simulation
from rulewright.play.simulate import simulate
from rulewright.playground.pyodide import pyodide
from tests.playground.sites import GIVEN, browsed
from tests.serve.browser.conftest import CHROMIUM

MOST = 18_000_000
"""The most bytes of a page."""


SHORT = """rulebook: 1
name: short-pig
extends: pig
change: {options: {target: 50}}
"""


def opened(players: int | None, variant: str | None, more: Sequence[str]) -> Book:
    return open_book("pig", players, variant, {}, list(more), engine="native")


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The path of a house rule."""
    path = tmp_path_factory.mktemp("rules") / "short-pig.overlay.yaml"
    path.write_text(SHORT, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory, short: str) -> Iterator[Page]:
    """One browser for all tests, since Python takes seconds to start."""
    given = os.environ.get(GIVEN)
    if CHROMIUM is None or not given:
        pytest.skip(f"there is no Chromium, or {GIVEN} names no Pyodide")
    offer = offered(opened, None, None, (short,), {})
    folder = tmp_path_factory.mktemp("site")
    written = write_page(folder, offer, pyodide(Path(given)), print)
    assert (written.size < MOST, written.without) == (True, ())
    with browsed(folder) as (_, found):
        yield found


def test_a_person_plays_against_a_bot(page: Page) -> None:
    table = page.frame_locator("#table")
    expect(table.locator("#turn")).to_have_text("Your turn")
    assert page.locator("body").get_attribute("data-start") == ("continued" if which("node") else "anew")
    page.get_by_label("Seat 2").select_option("greedy")
    expect(table.locator("#seats")).to_contain_text("greedy 2")
    table.locator("#actions button").first.click()
    expect(table.locator("#log li").first).to_be_visible()
    page.get_by_role("tab", name="Rules").click()
    expect(page.frame_locator("#rulesheet").get_by_role("heading", level=1)).to_contain_text("Pig")
    page.get_by_role("tab", name="Rules").press("ArrowLeft")
    expect(page.locator("#table")).to_be_visible()
    page.locator("#players").select_option("3")
    expect(table.locator("#seats > li")).to_have_count(3)


def test_figures_are_those_of_the_commands(page: Page, short: str) -> None:
    page.get_by_role("tab", name="Figures").click()
    page.locator("#many").fill("60000")
    page.locator("#luck").fill("5")
    page.get_by_label("Player 2").select_option("hold_at_20")
    page.get_by_role("button", name="Play the games").click()
    found = page.locator("#found")
    expect(found.locator("h2")).to_contain_text("60000 games")
    game = opened(None, None, ()).game
    expected = simulation.report(
        simulate(game, 60_000, seed=5, players=["random", "hold_at_20"], rotated=True)
    )
    rows = [list(row) for part in expected for each in part if not isinstance(each, str) for row in each[1]]
    assert rows_of(page) == rows

    page.locator("#b").select_option("short-pig")
    expect(page.get_by_label("Player 2")).to_have_value("hold_at_20")
    page.get_by_label("Player 1").select_option("hold_at_20")
    page.locator("#many").fill("5000")
    page.get_by_role("button", name="Play the games").click()
    expect(found.locator("h2")).to_contain_text("5,000 games on each side")
    other = opened(None, None, (short,)).game
    both = compare(game, other, games=5000, bots=("hold_at_20", "hold_at_20"), seed=5)
    assert [row[1:] for row in rows_of(page)] == [
        [a, b, line.words] for _, rows in comparisons.sections(both) for line, a, b in rows
    ]


def test_axe_finds_nothing(page: Page) -> None:
    for name in ("Table", "Rules", "Figures"):
        page.get_by_role("tab", name=name).click()
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()


def rows_of(page: Page) -> list[list[str]]:
    """The cells of all tables of figures."""
    rows: list[list[str]] = page.locator("#found tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    return rows
