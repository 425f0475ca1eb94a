"""The page of `tune`: all of it in one file, with its pictures in words as well."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from rulewright.author.tuning.drawing import charts, strips
from rulewright.author.tuning.tune import Tuned, tune
from tests.play.tuning.small_games import FASTER, STAIRS


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tuned, str]:
    folder = tmp_path_factory.mktemp("stairs")
    rules = STAIRS.replace("title: Stairs", "title: <b>Stairs</b>")
    (folder / "stairs.rulebook.yaml").write_text(rules, encoding="utf-8")
    (folder / "faster.overlay.yaml").write_text(FASTER, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        found = tune(
            "stairs.rulebook.yaml",
            [
                "rounds at most 5",
                "rounds at least 15",
                "seat 1 wins in 45..55 %",
                "action rest is taken in at least 2 %",
            ],
            ["options.top=3..45 step 14", "tables.stride.rows.2=1, 4", "faster.overlay.yaml"],
            games=1000,
            engine="reference",
        )
        return found, found.to_html("mine")


@pytest.fixture
def tuned(both: tuple[Tuned, str]) -> Tuned:
    return both[0]


@pytest.fixture
def page(both: tuple[Tuned, str]) -> str:
    return both[1]


def test_the_page_loads_nothing_and_has_no_markup_of_authors(page: str) -> None:
    assert "http" not in page
    assert "src=" not in page
    assert "<script" not in page
    assert "<b>" not in page


def test_the_verdict_comes_first_and_the_house_rule_is_there(page: str, tuned: Tuned) -> None:
    assert tuned.answer is not None
    order = [
        "This one comes nearest",
        "The setting",
        "The wishes",
        "What each knob does",
        "Compromises",
        "The change",
        "How it was found",
    ]
    places = [page.index(each) for each in order]
    assert places == sorted(places)
    assert "name: mine" in page
    assert "options.top.default" in page
    assert "cannot be played" in page


def test_pictures_are_well_formed_and_have_words(page: str) -> None:
    drawn = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawn) > 6
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        assert root.get("aria-label") or root.get("aria-hidden")


def test_what_is_drawn_lies_within_its_picture(tuned: Tuned) -> None:
    for strip in strips(tuned.found):
        for mark in (strip.now, strip.answer):
            assert mark is not None
            assert 8 <= mark.low <= mark.at <= mark.high <= 232
    every = charts(tuned.found, {"options.top": "10", "faster.overlay.yaml": "off"})
    assert {name for name, _ in every} == {"options.top", "tables.stride.rows.2", "faster.overlay.yaml"}
    for _, own in every:
        for chart in own:
            assert sum(dot.answer for dot in chart.dots) <= 1
            for dot in chart.dots:
                assert chart.left <= dot.x <= chart.right
                assert 0 <= dot.high <= dot.y <= dot.low <= chart.bottom
            for at, text in chart.labels:
                assert 0 <= at - 3 * len(text) <= at + 3 * len(text) <= chart.width


def test_without_an_answer_there_is_a_page_too(tuned: Tuned) -> None:
    nothing = replace(tuned, found=replace(tuned.found, answer=None, others=(), interrupted=True))
    page = nothing.to_html()
    assert "No answer was found." in page
    assert "What each knob does" not in page
