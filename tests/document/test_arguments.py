"""What programs pass when they load: paths as well as names, numbers of any kind, and mistakes told in words."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import rulewright as rw
from rulewright.author.diff import diff
from rulewright.pipeline import open_book

FASTER = "rulebook: 1\nname: faster\nextends: pig\nchange:\n  options: {target: 20}\n"


@pytest.fixture
def overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("faster.overlay.yaml").write_text(FASTER, encoding="utf-8")
    return Path("faster.overlay.yaml")


def test_rulebooks_and_overlays_may_be_paths(overlay: Path) -> None:
    by_text = rw.load("pig", overlays=[str(overlay)])
    assert rw.load(overlay).options["target"] == 20
    for overlays in ([overlay], overlay, (each for each in [overlay])):
        game = rw.load("pig", overlays=overlays)
        assert game.fingerprint == by_text.fingerprint
        assert game.overlays == ("faster.overlay.yaml",)
    assert rw.check(overlay) == rw.check("pig", overlays=[overlay]) == []
    assert rw.load_text("rulebook: 1\nname: x\nextends: pig", overlays=[overlay]).options["target"] == 20
    assert open_book(overlay.absolute()).game.options["target"] == 20


def test_the_record_of_a_game_with_a_path_replays(overlay: Path) -> None:
    state = rw.load("pig", overlays=[overlay]).new_initial_state(seed=1)
    state.apply_action("roll")
    assert rw.replay(state.record()) == state


def test_no_overlays_and_no_options_may_be_none() -> None:
    game = rw.load("pig", options=None, overlays=None)
    assert (game.overlays, game.fingerprint) == ((), rw.load("pig").fingerprint)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: rw.load(None), "`game` is the name of a rulebook or a path, and this is None"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load(b"pig"), "`game` is the name of a rulebook or a path, and this is b'pig' (bytes)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.check(3), "`game` is the name of a rulebook or a path, and this is 3 (int)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load("pig", overlays=3), "`overlays` is a list of names or paths, and this is 3 (int)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load("pig", overlays=[None]), "`overlays` is the name of a rulebook or a path"),  # type: ignore[list-item]  # so it is meant
        (lambda: rw.load("pig", options=["target=50"]), '`options` maps names to values, such as {"target": 50}'),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load("pig", options={3: 50}), "an option is named by a text, and this is 3 (int)"),  # type: ignore[dict-item]  # so it is meant
        (lambda: rw.load("pig", variant=3), "`variant` is the name of a variant, and this is 3 (int)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load_text(b"rulebook: 1"), "`text` is the text of a rulebook, and this is b'rulebook: 1'"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.check_text(None), "`text` is the text of a rulebook, and this is None"),  # type: ignore[arg-type]  # so it is meant
        (lambda: diff(rw.load("pig"), rw.load("pig")), "rulewright.pipeline.open_book opens one"),  # type: ignore[arg-type]  # so it is meant
    ],
)  # fmt: skip
def test_what_is_of_a_wrong_sort_is_a_type_error_in_words(wrong: Callable[[], object], says: str) -> None:
    with pytest.raises(TypeError) as caught:
        wrong()
    assert says in str(caught.value)


def test_players_and_options_may_be_numbers_of_numpy() -> None:
    given: dict[str, Any] = {"players": numpy.int64(3), "options": {"target": numpy.uint8(50)}}
    game = rw.load("pig", **given)
    assert (game.num_players, game.options["target"]) == (3, 50)
    assert type(game.options["target"]) is type(game.num_players) is int


@pytest.mark.parametrize("value", [50.5, float("nan"), [50], "fifty", None, True, numpy.float32(1.5), 5000])
def test_a_value_that_an_option_cannot_have_is_a_problem(value: object) -> None:
    with pytest.raises(rw.RulebookError) as caught:
        rw.load("pig", options={"target": value})  # type: ignore[dict-item]  # so it is meant
    (problem,) = caught.value.problems
    assert (problem.code, problem.help) == ("wrong-setting", "it is a number from 1 to 1000")


@pytest.mark.parametrize("players", ["3", 2.0, 99])
def test_a_wrong_number_of_players_says_how_many_may(players: int) -> None:
    with pytest.raises(rw.RulebookError, match=r"is not for .* players \(for 2, 3, 4"):
        rw.load("pig", players=players)


def test_the_names_of_the_bundled_games_are_there_to_be_listed() -> None:
    names = rw.bundled_games()
    assert names == sorted(names)
    assert {"cinq-o", "pig"} <= set(names)
    assert "sino-last-row" not in names


def test_a_game_tells_its_variant_and_overlays(overlay: Path) -> None:
    assert repr(rw.load("pig")) == "<Game pig for 2>"
    assert repr(rw.load("pig", overlays=[overlay])) == "<Game pig with faster.overlay.yaml for 2>"


def test_a_text_in_place_of_a_name_is_told_where_it_belongs() -> None:
    (problem,) = rw.check("rulebook: 1\nname: mine\n")
    assert (problem.code, problem.message) == (
        "unknown-rulebook",
        "there is no file `rulebook: 1`, and a name has one line",
    )
    assert "load_text" in problem.help


def test_a_name_that_is_far_too_long_is_cut_short() -> None:
    (problem,) = rw.check("x" * 100_000)
    assert problem.code == "unknown-rulebook"
    assert len(problem.message) < 300
