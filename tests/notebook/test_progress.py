"""The bar of progress in a notebook."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
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


def reviewed(progress: Any) -> None:  # Any: a bar, or what is none
    state = rw.load("tic-tac-toe").new_initial_state()
    for move in ("mark b2", "mark b1"):
        state.apply_action(move)
    rw.review(state, by="mcts:20", progress=progress)


@cache
def pig() -> rw.Game:
    return rw.load("pig", players=2)


WISHES = ("pig", ["seat 1 wins in 40..60 %"], ["options.target=40..60 step 20"])
FUNCTIONS: dict[str, Callable[[Any], object]] = {  # Any: a bar, or what is none
    "simulate": lambda bar: rw.simulate(pig(), 20, progress=bar),
    "compare": lambda bar: rw.compare(
        pig(), pig(), precision=rw.Precision("decisions", 1000.0), games=9000, progress=bar
    ),
    "health": lambda bar: rw.health(pig(), games=20, seconds=0.3, levels=(), progress=bar),
    "tune": lambda bar: rw.tune(*WISHES, games=400, progress=bar),
    "solve": lambda bar: rw.solve(rw.load("tic-tac-toe"), progress=bar),
    "review": reviewed,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_function_moves_it_and_leaves_nothing(name: str, handle: Handle) -> None:
    FUNCTIONS[name](rw.progress_bar())
    assert any(" of " in each for each in handle.shown)
    assert handle.shown[-1] == ""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_cannot_be_called_is_refused_before_anything_is_done(name: str) -> None:
    with pytest.raises(TypeError, match=r"`progress` is a function .* such as `progress_bar\(\)`, not True"):
        FUNCTIONS[name](True)


def test_tune_says_how_far_off_it_is_and_how_many_games_there_are() -> None:
    told: list[tuple[str, int, int]] = []
    found = rw.tune(*WISHES, games=400, progress=lambda off, done, of: told.append((off, done, of)))
    assert told[0][0].startswith("off by ")
    assert told[0][2] == 400
    assert told[-1][1:] == (found.found.games, found.found.games)


def test_the_number_of_what_there_is_to_do_is_a_number() -> None:
    with pytest.raises(TypeError, match="`of` is a whole number from 1 on, not 'x'"):
        rw.progress_bar("x")  # type: ignore[arg-type]  # as somebody may do
    bar = rw.progress_bar(10)
    bar(5)
    assert repr(bar) == "<ProgressBar: 5 of 10>"


def test_outside_a_notebook_nothing_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    bar = rw.progress_bar()
    bar(5, 10)
    assert repr(bar) == "<ProgressBar: 5 of 10>"
    assert capsys.readouterr() == ("", "")
