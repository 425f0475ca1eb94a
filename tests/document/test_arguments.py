"""What programs pass when they load: paths as well as names, numbers of any kind, and mistakes told in words."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import rulewright as rw
from rulewright.author.diff import diff
from rulewright.document import library
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
    with pytest.raises(rw.RecordError, match="files=True"):
        rw.replay(state.record())
    assert rw.replay(state.record(), files=True) == state


def test_no_overlays_and_no_options_may_be_none() -> None:
    game = rw.load("pig", options=None, overlays=None)
    assert (game.overlays, game.fingerprint) == ((), rw.load("pig").fingerprint)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: rw.load(None), "`game` is the name of a rulebook or a path, but this is None"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load(b"pig"), "`game` is the name of a rulebook or a path, but this is b'pig' (bytes)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.check(3), "`game` is the name of a rulebook or a path, but this is 3 (int)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load("pig", overlays=3), "`overlays` is a list of names or paths, but this is 3 (int)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load("pig", overlays=[None]), "`overlays` is the name of a rulebook or a path"),  # type: ignore[list-item]  # so it is meant
        (lambda: rw.load("pig", options=["target=50"]), '`options` maps names to values, such as {"target": 50}'),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load("pig", options={3: 50}), "an option is named by a text, but this is 3 (int)"),  # type: ignore[dict-item]  # so it is meant
        (lambda: rw.load("pig", variant=3), "`variant` is the name of a variant, but this is 3 (int)"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.load_text(b"rulebook: 1"), "`text` is the text of a rulebook, but this is b'rulebook: 1'"),  # type: ignore[arg-type]  # so it is meant
        (lambda: rw.check_text(None), "`text` is the text of a rulebook, but this is None"),  # type: ignore[arg-type]  # so it is meant
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


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("fsater.overlay.yaml", "did you mean `faster.overlay.yaml`?"),
        ("nosuch.overlay.yaml", "a bundled rulebook is named without a path"),
        ("nowhere/faster.overlay.yaml", "there is no folder `nowhere`"),
    ],
)
def test_a_path_that_leads_nowhere(
    overlay: Path, monkeypatch: pytest.MonkeyPatch, path: str, told: str
) -> None:
    monkeypatch.chdir(overlay.parent)
    (problem,) = rw.check("pig", overlays=[path])
    assert told in problem.help


def test_a_name_that_is_far_too_long_is_cut_short() -> None:
    (problem,) = rw.check("x" * 100_000)
    assert problem.code == "unknown-rulebook"
    assert len(problem.message) < 300


# --------------------------------------------------------------------- which text opens which file


def test_a_path_in_a_file_is_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.txt").write_text("password: hunter2\n")
    (tmp_path / "deck.fragment.yaml").write_text("rulebook: 1\nname: hunter2\n")
    opened: list[Path] = []
    monkeypatch.setattr(library, "read", opened.append)
    for use in (
        tmp_path / "secret.txt",
        tmp_path / "deck.fragment.yaml",
        "../deck.fragment.yaml",
        "a\\b.yaml",
    ):
        text = f"rulebook: 1\nname: x\nuse: ['{use}']\nplayers: 2\n"
        told = "\n".join(str(problem) for problem in rw.check_text(text))
        assert "bad-name" in told
        assert "hunter2" not in told
    assert rw.check_text(f"rulebook: 1\nname: x\nextends: {tmp_path}/deck.fragment.yaml\n")
    assert opened == []


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    book = tmp_path / "mine" / "book.rulebook.yaml"
    book.parent.mkdir()
    (tmp_path / "secret.fragment.yaml").write_text("hunter2\n")
    (tmp_path / "mine" / "plain.txt").write_text("hunter2\n")
    (tmp_path / "mine" / "out.fragment.yaml").symlink_to(tmp_path / "secret.fragment.yaml")
    (tmp_path / "mine" / "plain.fragment.yaml").symlink_to("plain.txt")
    for name in ("out", "plain"):
        book.write_text(f"rulebook: 1\nname: x\nuse: [{name}]\nplayers: 2\n")
        told = "\n".join(str(problem) for problem in rw.check(book))
        assert f"`{name}.fragment.yaml` is a link out of its folder" in told
        assert "hunter2" not in told


def test_what_is_no_plain_file_is_not_waited_for(tmp_path: Path) -> None:
    book = tmp_path / "book.rulebook.yaml"
    os.mkfifo(tmp_path / "pipe.fragment.yaml")
    book.write_text("rulebook: 1\nname: x\nuse: [pipe]\nplayers: 2\n")
    assert "no fragment called `pipe`" in "\n".join(str(problem) for problem in rw.check(book))


def test_a_record_opens_no_files_unless_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    record = rw.load("pig").new_initial_state().record()
    (tmp_path / "pig.rulebook.yaml").write_text("rulebook: hunter2\n")
    assert rw.replay(record).record() == record
    for key in ("game", "overlays"):
        for name in ("/proc/self/environ", "pig.rulebook.yaml", "mine"):
            forged = {**record, key: name if key == "game" else [name]}
            with pytest.raises(rw.RecordError, match=f"`{name}` is not a bundled rulebook"):
                rw.replay(forged)
    with pytest.raises(rw.RulebookError, match="hunter2"):
        rw.replay(record, files=True)


def test_a_bundled_record_keeps_the_names_of_its_overlays() -> None:
    state = rw.load("sino", overlays=["sino-last-row"]).new_initial_state()
    assert rw.replay(state.record()).record() == state.record()
