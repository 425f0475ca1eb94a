"""The page of a health report: all of it in one file, with its pictures in words as well."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import rulewright as rw
from rulewright.author.health.drawing import seat_picture
from rulewright.author.health.page import to_html
from rulewright.play.health.verdict import verdict


@pytest.fixture(scope="module")
def found() -> rw.Health:
    return rw.health(rw.load("tic-tac-toe"), levels=(), games=100, seconds=None)


def test_the_page_loads_nothing(found: rw.Health) -> None:
    page = to_html(found)
    assert "http" not in page
    assert "src=" not in page
    assert "<script" not in page


def test_the_verdict_comes_first(found: rw.Health) -> None:
    page = to_html(found, "Three in a row.")
    first, *others = verdict(found)
    assert page.index("Three in a row.") < page.index(first) < page.index("Every figure")
    assert all(re.sub("`([^`]*)`", r"<code>\1</code>", each) in page for each in others)


def test_pictures_are_well_formed_and_have_words(found: rw.Health) -> None:
    drawn = re.findall(r"<svg.*?</svg>", to_html(found), re.DOTALL)
    assert len(drawn) > 1
    for svg in drawn:
        root = ElementTree.fromstring(svg)
        assert root.get("aria-label") or root.get("aria-labelledby")


def test_intervals_lie_within_the_picture(found: rw.Health) -> None:
    picture = seat_picture(found)
    assert picture is not None
    (row,) = picture.rows
    assert picture.left <= row.sure_low <= row.low < row.dot < row.high <= row.sure_high <= picture.width
    assert row.unfair


def test_where_seats_have_no_meaning_there_is_no_picture_of_them() -> None:
    alone = rw.health(rw.load("yahtzee", players=1), levels=(), games=3, seconds=None)
    assert seat_picture(alone) is None
    assert "Is it fair?" not in to_html(alone)


def test_names_of_authors_never_become_markup() -> None:
    found = rw.health(rw.load("tic-tac-toe"), levels=(), games=3, seconds=None)
    page = to_html(replace(found, title="<b>Coin</b>"), "<b>Toss.</b>")
    assert "<b>" not in page
