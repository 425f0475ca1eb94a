"""The search: a planted setting is found, settings that cannot be played are named, and the answer rests on fresh games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rulewright.author.tuning.tune import Tuned, tune
from rulewright.play.tuning.knobs import Knob, Space
from rulewright.play.tuning.searching import WAYS, WayName
from rulewright.problems.problem import RulebookError
from tests.play.tuning.small_games import FASTER, STAIRS


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("stairs.rulebook.yaml").write_text(STAIRS, encoding="utf-8")
    Path("faster.overlay.yaml").write_text(FASTER, encoding="utf-8")


def tuned(*wishes: str, knobs: tuple[str, ...] = ("options.top=1..20",), **more: object) -> Tuned:
    arguments: dict[str, object] = {"bots": ("steady",), "games": 500, "engine": "reference", **more}
    return tune("stairs.rulebook.yaml", wishes, knobs, **arguments)  # type: ignore[arg-type]  # as in `tune`


@pytest.mark.parametrize("way", WAYS)
def test_a_planted_number_is_found(way: WayName) -> None:
    found = tuned("rounds in 13..13", way=way)
    assert found.answer is not None
    assert found.answer.values == {"options.top": 13}
    assert found.answer.figures[0].value == 13
    assert found.holds


def test_a_number_of_a_table_and_a_house_rule_are_knobs_too() -> None:
    found = tuned(
        "seat 2 wins in 100 %", "rounds in 4", knobs=("options.top=9, 12", "tables.stride.rows.2=1..3")
    )
    assert found.answer is not None
    assert found.answer.values == {"options.top": 12, "tables.stride.rows.2": 3}
    found = tuned("seat 2 wins in 90..100 %", knobs=("faster.overlay.yaml", "options.top=10, 11"))
    assert found.answer is not None
    assert found.answer.values["faster.overlay.yaml"] is True
    assert found.holds
    assert "faster.overlay.yaml" in found.overlay("mine")


def test_how_often_an_action_is_taken_where_it_is_legal() -> None:
    wishes = ("action rest is taken in 30..70 %, at random", "action rest is taken in at most 9 %")
    for engine in ("reference", "auto"):
        found = tuned(*wishes, knobs=("options.top=3, 8",), games=1000, engine=engine)
        assert found.answer is not None
        rests, steady = found.answer.figures
        assert (found.answer.values, rests.verdict) == ({"options.top": 8}, "holds")
        assert (steady.value, steady.verdict) == (0, "holds"), (
            "one decision in each game is between two actions"
        )
        never = found.found.trials.tried[0,]
        assert never.samples[0].over == 0, "with three steps nobody can ever rest"
        assert (never.samples[0].share().value, never.samples[0].share_interval(0.95)) == (0, (0, 1))


def test_a_file_asks_as_arguments_do() -> None:
    lines = ("tuning: 1", "want: rounds in 4", "knobs: {options.top: 3..8}", "bots: steady", "games: 400")
    Path("short.tuning.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    by_file = tune("stairs.rulebook.yaml", file="short.tuning.yaml", engine="reference")
    assert by_file.to_json() == tuned("rounds in 4", knobs=("options.top=3..8",), games=400).to_json()
    Path("short.tuning.yaml").write_text("\n".join(lines).replace("rounds", "ronds"), encoding="utf-8")
    with pytest.raises(RulebookError, match="did you mean"):
        tune("stairs.rulebook.yaml", file="short.tuning.yaml", engine="reference")


def test_settings_that_cannot_be_played_are_named_and_left_out() -> None:
    found = tuned("rounds in 3..5", knobs=("options.top=35..45",))
    refused = [found.found.space.values(setting)["options.top"] for setting in found.found.refused]
    assert set(refused) <= {41, 42, 43, 44, 45}
    assert f"{len(refused)} settings cannot be played and were left out:" in str(found)


def test_games_that_do_not_end_are_refused() -> None:
    found = tuned(
        "rounds in 3..5", knobs=("tables.stride.rows.1=0, 1", "tables.stride.rows.2=0, 1"), max_actions=200
    )
    assert len(found.found.refused) == 1
    assert "its games do not end" in str(found)


def test_a_wish_may_be_about_the_game_as_it_is() -> None:
    found = tuned(
        "rounds stays within 10 %",
        "seat 2 wins at least 60 %",
        knobs=("options.top=5..30", "tables.stride.rows.2=1..3"),
    )
    assert found.answer is not None
    assert 9 <= found.answer.figures[0].value <= 11
    assert (found.found.wishes[0].low, found.found.wishes[0].high) == (9, 11)
    assert found.holds


def test_wishes_that_conflict_give_compromises() -> None:
    found = tuned("rounds at most 5", "rounds at least 15", games=1500)
    assert not found.holds
    fronts = {answer.figures[0].value for answer in found.found.front}
    assert len(fronts) > 2
    assert all(5 <= value <= 15 for value in fronts)
    assert "Compromises among the settings" in str(found)


def test_ctrl_c_keeps_what_is_known() -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    found = tuned("rounds in 10..12", progress=stop)
    assert found.found.interrupted
    assert found.found.tried == 1


def test_the_same_seed_gives_the_same_answer() -> None:
    one, other = (tuned("rounds in 6..9", "seat 1 wins in 40..60 %", bots=("random",)) for _ in range(2))
    assert one.to_json() == other.to_json()


def test_settings_and_their_neighbours() -> None:
    space = Space((Knob("a", (1, 2, 3)), Knob("b", ("x", "y", "z"))))
    assert list(space.neighbours((0, 1))) == [(1, 1), (0, 0), (0, 2)]
    assert space.coordinates((1, 2)) == (0.5, 0, 0, 1)
    assert len(set(space.some(5, random.Random(1)))) == 5
    assert space.some(9, random.Random(1)) == list(space.settings())


@pytest.mark.parametrize("games", [100, 450])
@pytest.mark.parametrize("way", WAYS)
def test_no_more_games_are_played_than_asked_for(way: WayName, games: int) -> None:
    wishes = ("rounds in 6..9", "seat 1 wins in 40..60 %, at random", "seat 1 wins in 1..2 %")
    found = tuned(*wishes, bots=("random",), games=games, way=way).found
    assert 0.9 * games < found.games <= games


def test_too_few_games_for_the_players_that_wishes_name() -> None:
    wishes = ("seat 1 wins in 40..60 %", "rounds in 4, at steady")
    with pytest.raises(ValueError, match="at least 60 games are needed"):
        tuned(*wishes, bots=("random",), games=59)
