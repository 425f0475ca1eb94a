"""Games tried out, changed and shrunk; loops; odd luck."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import configuration

from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game
from rulewright.game.playouts.chance_codes import Fair
from rulewright.game.playouts.equivalence import Sameness
from rulewright.game.playouts.trial import Move, Trial, Trials
from rulewright.play.hunting import standstill
from rulewright.play.hunting.hunt import hunt
from rulewright.play.hunting.shrink import Found, _leaving_no_folder, shrunk
from rulewright.play.hunting.standstill import is_stuck, stuck_from
from rulewright.play.hunting.styles import STYLES, OddLuck, Style
from tests.game.tables import PROGRAMS, game


def narrow(name: str, high: int) -> Game:
    """A game whose score cannot go above a limit."""
    program = PROGRAMS[name]
    score = replace(program.layout.groups["score"], high=high)
    groups = {**program.layout.groups, "score": score}
    return Game(Reference(replace(program, layout=replace(program.layout, groups=groups))))


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("style", STYLES)
def test_a_game_replays_from_its_numbers(name: str, style: Style) -> None:
    trials, random = Trials(game(name)), Random(3)
    tried = trials.play(style.chooser(random), style.results(random), 60)
    again = trials.replay(tried.trial)
    assert again.trial == tried.trial
    assert again.cells == tried.cells
    state = trials.state(tried.trial)
    assert state.cells == tried.cells[-1]
    kept = trials.of_record(state.record())
    assert kept is not None
    recorded = trials.replay(kept)
    assert recorded.cells == tried.cells, (
        "a record does not tell which of several dice that are all alike shows what"
    )
    assert [move.text for move in recorded.trial.moves] == [move.text for move in tried.trial.moves]


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_does_not_fit_is_left_out_and_the_rest_is_played(name: str) -> None:
    trials, random = Trials(game(name)), Random(4)
    tried = trials.play(lambda legal: random.randrange(len(legal)), Fair(random), 40)
    nonsense = Move("no such move", (1, 2))
    mixed = Trial(tried.trial.opening, tuple(m for move in tried.trial.moves for m in (nonsense, move)))
    assert trials.replay(mixed).trial == tried.trial
    some = trials.replay(Trial((), tried.trial.moves[::3]))
    assert trials.replay(some.trial).cells == some.cells


@pytest.mark.parametrize("name", PROGRAMS)
def test_going_on_from_a_settled_game_is_the_same_as_from_the_start(name: str) -> None:
    trials, random = Trials(game(name)), Random(5)
    tried = trials.play(lambda legal: random.randrange(len(legal)), Fair(random), 30)
    less = replace(tried.trial, moves=tried.trial.moves[:10] + tried.trial.moves[14:])
    plain = trials.replay(less)
    trials.settle(tried)
    assert trials.replay(less) == plain


def test_a_long_game_becomes_a_short_one() -> None:
    trials = Trials(narrow("identical-dice", 20))
    random = Random(1)
    tried = trials.play(lambda legal: random.randrange(len(legal)), Fair(random), 500)
    assert tried.failure is not None
    code = tried.failure.code
    found = shrunk([trials], Found(0, tried), lambda _, t: t.failure is not None and t.failure.code == code)
    assert found.tried.failure is not None
    assert found.size < Found(0, tried).size
    assert len(found.tried.trial.moves) <= 6
    assert trials.replay(found.tried.trial).trial == found.tried.trial


def test_nothing_is_shrunk_without_a_budget() -> None:
    trials = Trials(narrow("identical-dice", 20))
    random = Random(1)
    tried = trials.play(lambda legal: random.randrange(len(legal)), Fair(random), 500)
    assert shrunk([trials], Found(0, tried), lambda *_: True, budget=0) == Found(0, tried)


def test_a_mistake_is_told_once_with_its_record() -> None:
    looks = list(hunt([lambda: narrow("identical-dice", 20)], 20, 0, 1000))
    (mistake,) = [mistake for look in looks for mistake in look.mistakes]
    assert looks[0].done == 0
    assert isinstance(mistake.record, dict)
    assert mistake.record["failure"]["code"] == "range-left"
    assert mistake.failure is not None


def test_a_position_that_comes_again_closes_a_loop() -> None:
    played = game("pig")
    trials, random = Trials(played), Random(2)
    tried = trials.play(lambda legal: random.randrange(len(legal)), Fair(random), 200)
    loop = standstill.shortest(Sameness(played.program), tried)
    assert loop is not None
    key = Sameness(played.program).exact
    assert key(tried.cells[loop.start]) == key(tried.cells[loop.end])
    assert 0 <= loop.start < loop.end


def test_odd_luck_stays_within_what_is_possible_and_loves_doubles() -> None:
    luck = OddLuck(Random(6))
    rolls = [tuple(luck.numbers([6] * 5)) for _ in range(2000)]
    assert all(0 <= face < 6 for roll in rolls for face in roll)
    alike = sum(len(set(roll)) == 1 for roll in rolls)
    assert alike > 200, "five alike come twice or three times in 2,000 fair rolls"
    assert len(set(rolls)) > 300
    assert all(
        number < of for _ in range(500) for number, of in zip(luck.numbers([3, 2, 1]), (3, 2, 1), strict=True)
    )


def test_bad_luck_for_a_round_is_not_standing_still() -> None:
    played = game("pig")
    trials, random = Trials(played), Random(2)
    tried = trials.play(lambda legal: random.randrange(len(legal)), Fair(random), 200)
    sameness = Sameness(played.program)
    loop = standstill.shortest(sameness, tried)
    assert loop is not None
    assert not is_stuck(played, sameness, tried.cells[loop.end])
    assert stuck_from(played, sameness, tried) is None


def test_shrinking_leaves_no_folder_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    before = configuration.storage_directory("tmp").path
    with _leaving_no_folder(configuration):
        inside = configuration.storage_directory("tmp")
        inside.create_if_missing()
        assert inside.path.is_dir()
    assert not inside.path.exists()
    assert list(tmp_path.iterdir()) == []
    assert configuration.storage_directory("tmp").path == before
