"""The pages themselves: small, without anything inline, open to screen readers, and no wider than a phone."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright")
pytest.importorskip("axe_playwright_python")

from axe_playwright_python.sync_playwright import Axe

from rulewright.language.colours import COLOURS
from tests.serve.browser.conftest import GAMES
from tests.serve.browser.served import Player, Served

STATIC = Path(str(files("rulewright.serve") / "static"))
MOST_SCRIPT = 60_000
GOLDEN = Path(__file__).with_name("golden")


def test_the_script_is_small() -> None:
    assert sum(path.stat().st_size for path in STATIC.glob("*.js")) <= MOST_SCRIPT


@pytest.mark.parametrize("page", sorted(STATIC.glob("*.html")), ids=lambda path: path.name)
def test_nothing_is_inline(page: Path) -> None:
    text = page.read_text("utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son[a-z]+=", text)
    assert not re.findall(r"https?://", text)


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing(game: str, people: Any, served: Served) -> None:
    player = Player(people(), served, served.table(game), 0)
    found = Axe().run(player.page)
    assert found.violations_count == 0, found.generate_report()


def test_axe_finds_nothing_on_the_start_page(people: Any, served: Served) -> None:
    page = people().new_page()
    page.goto(served.address)
    page.get_by_role("button", name="Crazy Eights").click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("game", ["tic-tac-toe", "cinq-o"])
def test_a_screen_reader_hears_what_is_written_down(
    game: str, people: Any, served: Served, update: bool
) -> None:
    player = Player(people(), served, served.table(game), 0)
    tree = player.page.locator(".play").aria_snapshot() + "\n"
    tree = re.sub(r'(?<=button ")[1-6](?=")', "N", tree) if game == "cinq-o" else tree
    written = GOLDEN / f"{game}.txt"
    if update:
        GOLDEN.mkdir(exist_ok=True)
        written.write_text(tree, encoding="utf-8")
    assert tree == written.read_text("utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_wider_than_a_phone(game: str, people: Any, served: Served) -> None:
    player = Player(people(390, 844, has_touch=True), served, served.table(game), 0)
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_every_colour_that_has_a_name_is_in_the_style_sheet_with_one_for_a_text_on_it() -> None:
    style = (STATIC / "style.css").read_text("utf-8")
    names = [*COLOURS, *map(str, range(8)), "blank", "nobody"]
    assert [
        name for name in names if f"--c-{name}: #" not in style or f"--c-{name}-ink: #" not in style
    ] == []
