"""Games of a batch in which a rule fails are named, replay, and do not stop the others."""

from __future__ import annotations

import pickle
from typing import Any

import numpy
import pytest

import rulewright as rw
from rulewright.game.batches.batch import RANDOM, Batch

LEAK = """
rulebook: 1
name: leak
players: 2
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {n: {type: 0..12}}
phases: {turn: {actions: {roll: {do: [{roll: tray}, {add: tray.face, to: n}]}}}}
end: {e: {after: roll, when: n == 12, result: draw}}
"""
SHAKY = """
rulebook: 1
name: shaky
players: 2
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {left: {type: 0..1, start: 1}}
setup:
  - {roll: tray}
  - if: tray.face > 4
    do: [{set: left, to: left - tray.face}]
phases: {turn: {actions: {stop: {do: [end_turn]}}}}
end: {e: {after: stop, result: draw}}
"""
ASKS = """
rulebook: 1
name: asks
players: 2
variables: {n: {type: 0..20}}
phases:
  main:
    actions:
      up:   {do: [{add: 1, to: n}, end_turn]}
      odd:  {when: {fits: "12 div (n - 3) > 0 or n == 0"}, do: [{add: 1, to: n}, end_turn]}
      jump: {when: {early: n < 2}, do: [{set: n, to: 4}, end_turn]}
end: {over: {when: n > 7, result: draw}}
strategies: {steady: {prefer: {up: 1}}}
"""
BROKEN = """
rulebook: 1
name: broken
players: 3
pieces: {cards: {one_per: {n: 1..9}}}
zones: {hand: {per: players, holds: cards}, deck: {holds: cards, start: all}}
variables: {n: {per: players, type: 0..3}}
define: {share: {of: {p: players}, is: 5 - p.hand.count}}
setup: [{set: seat(1).n, to: 3 + deck.count}]
phases:
  main:
    actions:
      take: {choose: {card: deck}, when: {small: card.n < me.share + me.n}, do: [{move: card, to: me.hand}, end_turn]}
      wait: {do: [end_turn]}
end: {over: {at: round, when: deck.empty, result: draw}}
"""
ENGINES = ("reference", "native")
SIZE = 6
FEW = 3
"""So many games begin with seed 0, without the first set-up that fails."""


def stepped(batch: Batch[rw.State]) -> rw.BatchFailure | None:
    """A step at random: what failed, if something did."""
    try:
        batch.apply([RANDOM] * batch.size)
    except rw.BatchFailure as failure:
        return failure
    return None


def failing(batch: Batch[rw.State]) -> rw.BatchFailure:
    """Steps at random up to a failure."""
    return next(failure for failure in (stepped(batch) for _ in range(60)) if failure is not None)


def row(batch: Batch[rw.State], place: int) -> list[int]:
    return batch.cells[place * batch.width : (place + 1) * batch.width].tolist()


@pytest.mark.parametrize("engine", ENGINES)
def test_all_games_that_failed_are_named_with_their_seeds(engine: str) -> None:
    game = rw.load_text(LEAK, engine=engine)
    batch = game.batch(SIZE)
    batch.reset(seeds=range(100, 100 + SIZE))
    told = set[int]()
    for _ in range(8):
        before = [row(batch, place) for place in range(SIZE)]
        over = list(batch.terminal)
        failure = stepped(batch)
        if failure is None:
            continue
        assert isinstance(failure, rw.RuleFailure)
        assert [each.place for each in failure.games] == sorted(each.place for each in failure.games)
        for each in failure.games:
            assert each.seed == 100 + each.place
            assert each.failure.code == "range-left"
            assert row(batch, each.place) == before[each.place]
        failed = {each.place for each in failure.games}
        told |= failed
        assert failure.message == failure.games[0].failure.message
        assert f"in game {min(failed)} of the batch, seed {100 + min(failed)}" in str(failure)
        assert ("more" in str(failure)) == (len(failed) > 1)
        for place in range(SIZE):
            assert (row(batch, place) == before[place]) == (place in failed or bool(over[place]))
    assert told == {place for place in range(SIZE) if not batch.terminal[place]}
    assert told


@pytest.mark.parametrize("engine", ENGINES)
def test_what_failed_has_a_record_that_replays_to_it(engine: str) -> None:
    game = rw.load_text(LEAK, engine=engine)
    batch = game.batch(SIZE)
    for each in failing(batch).games:
        record = each.failure.record
        assert isinstance(record, dict)
        assert record["start"]["cells"] == row(batch, each.place)
        assert [step["action"] for step in record["steps"]] == ["roll"]
        with pytest.raises(rw.RuleFailure) as again:
            rw.replay(record, rw.load_text(LEAK, engine="reference"))
        assert again.value.message == each.failure.message


@pytest.mark.parametrize("engine", ENGINES)
def test_what_failed_begins_anew_with_auto_reset(engine: str) -> None:
    game = rw.load_text(LEAK, engine=engine)
    batch = game.batch(SIZE, auto_reset=True)
    failures = 0
    for _ in range(60):
        seeds = list(batch.seeds)
        failure = stepped(batch)
        failures += failure is not None
        for each in failure.games if failure else ():
            assert each.seed == seeds[each.place] != batch.seeds[each.place]
            assert row(batch, each.place) == game.new_initial_state(batch.seeds[each.place]).cells.tolist()
            assert not batch.terminal[each.place]
    assert 0 < failures < 60, "every game fails or ends after about four rolls, and then there is another"


@pytest.mark.parametrize("engine", ENGINES)
def test_some_games_begin_anew_where_that_is_wanted(engine: str) -> None:
    game = rw.load_text(LEAK, engine=engine)
    batch = game.batch(SIZE)
    failed = [each.place for each in failing(batch).games]
    before, seeds = [row(batch, place) for place in range(SIZE)], list(batch.seeds)
    batch.reset(places=numpy.array(failed))
    for place in range(SIZE):
        if place in failed:
            assert batch.seeds[place] != seeds[place]
            assert row(batch, place) == game.new_initial_state(batch.seeds[place]).cells.tolist()
        else:
            assert batch.seeds[place] == seeds[place]
            assert row(batch, place) == before[place]
    batch.reset(places=[4, 1], seeds=[7, 8])
    assert (batch.seeds[4], batch.seeds[1]) == (7, 8)
    whole = game.batch(SIZE)
    whole.reset(seed=3)
    batch.reset(seed=3, places=[2])
    assert batch.seeds[2] == whole.seeds[2]
    kept = batch.cells[:]
    batch.reset(places=[])
    assert batch.cells == kept
    for wrong in ([6], [-1], [1, 1], [0.5], 3):
        with pytest.raises(ValueError, match="places are whole numbers"):
            batch.reset(places=wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 seeds are needed, 2 are given"):
        batch.reset(places=[1], seeds=[1, 2])


@pytest.mark.parametrize("engine", ENGINES)
def test_games_in_which_nobody_can_tell_what_may_be_done_do_not_stop_the_others(engine: str) -> None:
    game = rw.load_text(ASKS, engine=engine)
    up, jump = game.action("up").id, game.action("jump").id
    for auto_reset in (False, True):
        batch = game.batch(3, auto_reset)
        n = game.column("n").start
        for ids in ([up, jump, up], [up, RANDOM, up], [up, RANDOM, up]):
            batch.apply(ids)
        assert [row(batch, place)[n] for place in range(3)] == [3, 6, 3]
        mask = numpy.ones((3, game.num_distinct_actions), numpy.bool_)
        with pytest.raises(rw.BatchFailure, match="12 div 0 has no value") as caught:
            batch.legal_mask(mask)
        assert [each.place for each in caught.value.games] == [0, 2]
        with pytest.raises(rw.BatchFailure, match="12 div 0 has no value") as caught:
            batch.choose("steady")
        assert [each.place for each in caught.value.games] == [0, 2]
        assert mask.any(axis=1).tolist() == [False, True, False]
        with pytest.raises(rw.BatchFailure, match="in game 2 of the batch"):
            batch.legal_ids(2)
        with pytest.raises(rw.IllegalAction):
            batch.apply([up, jump, up])
        assert row(batch, 1)[n] == 6
        failure = stepped(batch)
        assert failure is not None
        assert [each.place for each in failure.games] == [0, 2]
        assert [row(batch, place)[n] for place in range(3)] == ([0, 7, 0] if auto_reset else [3, 7, 3])
        with pytest.raises(rw.RuleFailure, match="12 div 0"):
            rw.replay(failure.games[1].failure.record, rw.load_text(ASKS, engine="reference"))  # type: ignore[arg-type]
        batch.reset(places=[0, 2])
        assert stepped(batch) is None


def test_games_that_begin_anew_are_the_same_on_every_engine() -> None:
    batches = [rw.load_text(LEAK, engine=engine).batch(SIZE, auto_reset=True) for engine in ENGINES]
    for step in range(80):
        told = list[str]()
        for batch in batches:
            if step % 7 == 3:
                batch.reset(places=[step % SIZE])
            told.append(str(stepped(batch)))
        assert told[0] == told[1]
        assert batches[0].cells == batches[1].cells
        assert batches[0].seeds == batches[1].seeds


def begins(game: rw.Game, seed: int) -> bool:
    """Whether the set-up of a game does not fail."""
    try:
        game.new_initial_state(seed)
    except rw.RuleFailure:
        return False
    return True


@pytest.mark.parametrize("engine", ENGINES)
def test_set_ups_that_fail_are_told_and_change_nothing(engine: str) -> None:
    game = rw.load_text(SHAKY, engine=engine)
    good = [seed for seed in range(40) if begins(game, seed)][:FEW]
    bad = [seed for seed in range(40) if not begins(game, seed)]
    batch = game.batch(FEW)
    batch.reset(seeds=good)
    before = batch.cells[:]
    with pytest.raises(rw.BatchFailure) as caught:
        batch.reset(seeds=[bad[0], good[1], bad[1]])
    assert [(each.place, each.seed) for each in caught.value.games] == [(0, bad[0]), (2, bad[1])]
    assert batch.cells == before
    assert list(batch.seeds) == good
    for each in caught.value.games:
        record = each.failure.record
        assert isinstance(record, dict)
        with pytest.raises(rw.RuleFailure):
            rw.replay(record, rw.load_text(SHAKY, engine="reference"))


@pytest.mark.parametrize("engine", ENGINES)
def test_seeds_whose_set_up_fails_are_told_and_left_out_by_auto_reset(engine: str) -> None:
    game = rw.load_text(SHAKY, engine=engine)
    batch, told = game.batch(FEW, auto_reset=True), 0
    for _ in range(30):
        failure = stepped(batch)
        for each in failure.games if failure else ():
            told += 1
            assert not begins(game, each.seed)
        assert all(begins(game, seed) for seed in batch.seeds)
        for place, over in enumerate(batch.terminal):
            if not over:
                assert row(batch, place) == game.new_initial_state(batch.seeds[place]).cells.tolist()
    assert told


@pytest.mark.parametrize("engine", ENGINES)
def test_a_batch_none_of_whose_games_begins_is_refused(engine: str) -> None:
    with pytest.raises(rw.BatchFailure) as caught:
        rw.load_text(BROKEN, engine=engine).batch(FEW)
    assert [each.place for each in caught.value.games] == [*range(FEW)]


def test_machine_code_is_not_asked_what_may_be_done_in_games_that_never_began() -> None:
    """It would read its tables at the place of nobody."""
    game = rw.load_text(BROKEN, engine="native")
    executor: Any = game.executor  # one that steps many states at once
    states = executor.states(FEW)
    executor.step_all(states)
    assert all(states.failed)
    assert list(states.listed.starts) == [0] * (FEW + 1)
    assert set(states.current) == {-1}


def test_failures_of_a_batch_cross_processes() -> None:
    failure = failing(rw.load_text(LEAK).batch(SIZE))
    copy = pickle.loads(pickle.dumps(failure))
    assert isinstance(copy, rw.BatchFailure)
    assert str(copy) == str(failure)
    assert copy.record == failure.record
    assert [(each.place, each.seed, str(each.failure)) for each in copy.games] == [
        (each.place, each.seed, str(each.failure)) for each in failure.games
    ]
