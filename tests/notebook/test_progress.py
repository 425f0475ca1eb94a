"""The bar of progress in a notebook."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

import rulewright as rw


class Handle:
    """What IPython gives for a display that is written anew."""

    def __init__(self) -> None:
        self.shown: list[str] = []

    def update(self, shown: Any) -> None:  # Any: whatever is displayed
        self.shown.append(shown._repr_html_())


@pytest.fixture
def handle(monkeypatch: pytest.MonkeyPatch) -> Handle:
    """The display of a notebook in which the test seems to run."""
    made = Handle()

    def display(shown: Any, display_id: bool) -> Handle:  # Any: whatever is displayed
        assert display_id
        made.update(shown)
        return made

    shell = SimpleNamespace(kernel=object())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(display=display))
    return made


def test_the_bar_moves_with_the_games_and_is_empty_at_the_end(handle: Handle) -> None:
    bar = rw.progress_bar()
    for done in range(1, 1001):
        bar(done, 1000)
    assert 'value="500" max="1000"></progress> 500 of 1,000' in handle.shown[50]
    assert len(handle.shown) == 101
    assert handle.shown[-1] == ""


def test_every_function_can_call_it(handle: Handle) -> None:
    pig = rw.load("pig", players=2)
    rw.simulate(pig, 20, progress=rw.progress_bar())
    rw.compare(pig, pig, games=200, progress=rw.progress_bar())
    rw.health("pig", games=20, seconds=0.5, progress=rw.progress_bar())
    assert any("of" in each for each in handle.shown)
    handle.shown.clear()
    rw.tune(
        "pig",
        ["seat 1 wins in 40..60 %"],
        ["options.target=40..60 step 20"],
        games=400,
        progress=rw.progress_bar(400),
    )
    assert "of 400" in handle.shown[0]


def test_outside_a_notebook_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    bar = rw.progress_bar()
    bar(5, 10)
    assert repr(bar) == "<ProgressBar: 5 of 10>"
    assert capsys.readouterr() == ("", "")
