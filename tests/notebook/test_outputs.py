"""What notebooks show of states and results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

import rulewright as rw
from rulewright.notebook.display import html
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Shown

TITLE = "Ann & <b>Bob</b>"
TEXT = f"""
rulebook: 1
name: coins
title: {TITLE}
players: 2
kinds: {{coin: {{pieces: [red, blue, green, yellow], label: [coin, coins]}}}}
zones: {{hand: {{of: coin, per: player, seen_by: owner}}, box: {{of: coin}}}}
"""
"""Not a whole rulebook: what is said of it is what is tested."""
VOID = {"br", "line", "circle", "rect", "polygon", "progress"}


class Checked(HTMLParser):
    """Reads HTML, and fails where a tag is not closed, or could run or load something."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "iframe", "img", "link", "object"), tag
        for name, value in attrs:
            assert not name.startswith("on"), name
            assert name not in ("src", "href"), value
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["style"]:
            self.text += f" {data}"


def read(shown: object) -> str:
    """The words of an output, after all checks of its HTML."""
    text: str = shown._repr_html_()  # type: ignore[attr-defined]  # whatever is shown has one
    parser = Checked()
    parser.feed(text)
    assert parser.open == []
    assert "url(" not in text
    assert "@import" not in text
    return re.sub(r"\s+", " ", parser.text)


@cache
def pig() -> rw.Game:
    return rw.load("pig", players=2)


def hearts() -> rw.State:
    return rw.load("hearts", players=3).new_initial_state(seed=3)


RESULTS: dict[str, tuple[Callable[[], object], str]] = {
    "game": (pig, "target 100"),
    "simulation": (lambda: rw.simulate(pig(), 50), "50 games, 2 players, seed 0 .* wins"),
    "rotated": (
        lambda: rw.simulate(pig(), 50, bots=["hold_at_20", "random"], rotated=True),
        "hold_at_20 against random",
    ),
    "comparison": (
        lambda: rw.compare(pig(), rw.load("pig", players=2, options={"target": 50}), games=50),
        "what the change does .* shorter",
    ),
    "solved": (lambda: rw.solve(rw.load("tic-tac-toe")), "Tic-tac-toe: solved .* mark b2"),
    "hint": (lambda: rw.hint_for(rw.load("tic-tac-toe").new_initial_state(), 0, effort=500), "A hint"),
    "health": (lambda: rw.health("pig", games=40, seconds=1.0), "Best seat"),
    "tuned": (
        lambda: rw.tune("pig", ["seat 1 wins in 40..60 %"], ["options.target=40..80 step 20"], games=300),
        "The house rule .* target",
    ),
}


@pytest.mark.parametrize("name", RESULTS)
def test_a_result_shows_its_report(name: str) -> None:
    make, words = RESULTS[name]
    found = make()
    assert re.search(words, read(found))
    assert len(repr(found)) < 200
    if not isinstance(found, rw.Game):  # one line, for messages
        printed = str(found)
        assert "<" not in printed
        assert printed.count("\n") > 1


def test_a_review_names_the_moves_that_gave_most_away() -> None:
    state = rw.load("tic-tac-toe").new_initial_state()
    for move in ("mark b2", "mark b1", "mark a1", "mark a2", "mark c3"):
        state.apply_action(move)
    found = rw.review(state, by="mcts:300")
    words = read(found)
    assert found.turning_points
    printed = re.sub(r"\s+", " ", str(found))
    assert repr(found).startswith("<Review of 5 steps: ")
    for each in found.turning_points:
        assert f"{each.step} {each.player + 1} {each.move} {each.better}" in printed
        assert each.move != each.better
        assert f"{each.step} {each.player + 1} {each.move} {each.better}" in words


def test_problems_are_shown_with_their_lines_and_escaped() -> None:
    found = rw.check_text(TEXT)
    words = read(found)
    assert found
    assert all(f"[{each.code}]" in words for each in found)
    assert "<b>" not in found._repr_html_()
    assert all(f"[{each.code}]" in str(found) for each in found)
    assert repr(found) == f"<Checked: {len(found)} errors>"
    assert "No problems" in read(rw.check("pig"))
    assert str(rw.check("pig")) == "No problems"


def test_a_list_of_problems_is_a_list() -> None:
    assert rw.check("pig") == []
    assert isinstance(rw.check_text("rulebook: 1"), list)


def test_a_state_shows_what_everybody_sees_and_a_scene_what_its_seat_sees() -> None:
    state = hearts()
    hands = [[piece["piece"] for piece in _hand(state, seat)] for seat in range(3)]
    everybody, one = state._repr_html_(), rw.scene_of(state, 1)._repr_html_()
    assert not any(f'title="{card}"' in everybody for hand in hands for card in hand)
    assert all(f'title="{card}"' in one for card in hands[1])
    assert not any(f'title="{card}"' in one for hand in (hands[0], hands[2]) for card in hand)
    open_ = rw.scene_of(state, None, face_up=True)
    assert all(f'title="{card}"' in open_._repr_html_() for hand in hands for card in hand)
    assert "as Player 2 sees it" in read(rw.scene_of(state, 1))
    assert "face down" in read(state)
    scene = rw.scene_of(state, 1)
    assert repr(scene) == "<Scene of Hearts, as seat 2 sees it>"
    assert all((card in str(scene)) == (hand is hands[1]) for hand in hands for card in hand)


def test_a_printed_scene_says_what_is_on_its_boards() -> None:
    state = rw.load("tic-tac-toe").new_initial_state()
    assert "\n\nempty\n" in f"{rw.scene_of(state, None)}\n"
    state.apply_action("mark b2")
    assert "\n\nb2: X's mark\n" in f"{rw.scene_of(state, None)}\n"


def test_no_class_that_is_shown_writes_all_that_it_holds() -> None:
    found: list[type] = [Shown]
    for kind in found:
        found += kind.__subclasses__()
    whole = [kind.__name__ for kind in found if kind.__repr__.__module__ == dataclass.__module__]
    assert rw.Scene in found
    assert whole == []


def _hand(state: rw.State, seat: int) -> Iterator[dict[str, str]]:
    everything = state.observation(None)
    for piece in everything["zones"]["cards"][f"seat({seat + 1}).hand"]["pieces"]:
        yield piece if isinstance(piece, dict) else {"piece": piece}


@pytest.mark.parametrize("name", ["tic-tac-toe", "cinq-o", "red-hot-yott", "kalah", "dominoes"])
def test_the_table_of_a_game_is_drawn_from_the_beginning_to_the_end(name: str) -> None:
    game = rw.load(name)
    state = game.new_initial_state(seed=5)
    for _ in range(60):
        actions = state.legal_actions()
        if not actions:
            break
        state.apply_action(actions[len(actions) // 2])
    words = read(state)
    assert words.strip().startswith(game.title)
    picture = state._repr_svg_()
    boards = rw.scene_of(state, None).boards
    assert (picture is None) == (not boards)
    if picture is not None:
        drawn = ElementTree.fromstring(picture)
        assert len(drawn.findall("{*}svg")) == len(boards)


def test_nothing_else_is_shown() -> None:
    with pytest.raises(TypeError, match="int"):
        html(3)
