"""A batch stepped by machine code is the batch stepped game by game, whatever is played and whatever goes wrong."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy
import pytest

import rulewright as rw
from rulewright.document.library import bundled
from rulewright.game.batches.batch import RANDOM, STAY, Batch
from rulewright.game.batches.scalar import OneByOne
from rulewright.game.batches.vectorised import AtOnce
from rulewright.native.driver import batch_calls
from rulewright.play.perft import perft
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.ids import Numbering

SIZE = 6
FAILING = """
rulebook: 1
name: falls
players: 2
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {left: {type: 0..3, start: 3}}
turns: {begin: [{roll: dice}]}
phases:
  main:
    actions:
      low: {do: [{set: left, to: left - 1}, end_turn]}
      pass: {do: [end_turn]}
end: {over: {when: round > 12, result: draw}}
"""
NEVER_BEGINS = """
rulebook: 1
name: stuck
players: 2
variables: {left: {type: 0..3, start: 0}}
turns: {begin: [{set: left, to: left - 1}]}
phases: {main: {actions: {pass: {do: [end_turn]}}}}
end: {over: {when: round > 2, result: draw}}
"""


def pair(load: Callable[[str], rw.Game], auto_reset: bool = True) -> tuple[Batch[rw.State], Batch[rw.State]]:
    """The same batch by the reference and by machine code."""
    slow, quick = load("reference").batch(SIZE, auto_reset), load("native").batch(SIZE, auto_reset)
    assert isinstance(slow._way, OneByOne)
    assert isinstance(quick._way, AtOnce)
    return slow, quick


def same(slow: Batch[rw.State], quick: Batch[rw.State]) -> None:
    assert quick.cells == slow.cells
    assert quick.current_player == slow.current_player
    assert quick.terminal == slow.terminal
    assert quick.returns == slow.returns
    assert quick.seeds == slow.seeds
    assert [quick.legal_ids(place) for place in range(SIZE)] == [
        slow.legal_ids(place) for place in range(SIZE)
    ]
    assert quick.observations() == slow.observations()


def tried(batch: Batch[rw.State], ids: list[int]) -> str:
    """What comes of a step, as far as it is told."""
    try:
        batch.apply(ids)
    except (RuleFailure, rw.IllegalAction) as error:
        return str(error)
    return "done"


@pytest.mark.parametrize("name", [name for name, _ in bundled()])
def test_any_game_is_the_same(name: str) -> None:
    slow, quick = pair(lambda engine: rw.load(name, engine=engine))
    random = Random(name)
    for seed in (1, 2**63 + 5):
        slow.reset(seed)
        quick.reset(seed)
        for _ in range(40):
            same(slow, quick)
            ids = [random.choice([RANDOM, STAY, *slow.legal_ids(place)]) for place in range(SIZE)]
            assert tried(quick, ids) == tried(slow, ids) == "done"


def test_games_in_which_a_rule_fails_begin_anew_and_the_others_go_on() -> None:
    slow, quick = pair(lambda engine: rw.load_text(FAILING, engine=engine))
    told = set()
    for step in range(60):
        same(slow, quick)
        ids = [RANDOM if (step + place) % 3 else slow.legal_ids(place)[0] for place in range(SIZE)]
        ids = [RANDOM if over else number for number, over in zip(ids, slow.terminal, strict=True)]
        ids[step % SIZE] = STAY
        came = tried(slow, ids)
        assert tried(quick, ids) == came
        told.add(came == "done")
    assert len(told) == 2, "it never failed, or nothing ever went well"


def test_a_game_that_cannot_begin_says_so() -> None:
    for engine in ("reference", "native"):
        with pytest.raises(RuleFailure):
            rw.load_text(NEVER_BEGINS, engine=engine).batch(2)


def test_what_is_not_legal_changes_nothing_not_even_luck() -> None:
    slow, quick = pair(lambda engine: rw.load("connect-four", engine=engine))
    wrong = [RANDOM] * (SIZE - 1) + [99]
    for _ in range(12):
        assert tried(quick, wrong) == tried(slow, wrong) != "done"
        assert tried(quick, [RANDOM] * SIZE) == tried(slow, [RANDOM] * SIZE) == "done"
        same(slow, quick)


def test_choices_that_native_code_cannot_list_are_asked_of_the_reference() -> None:
    slow, quick = pair(lambda engine: rw.load("pig", engine=engine))
    way = quick._way
    assert isinstance(way, AtOnce)
    for step in range(30):
        way._unlisted[step % SIZE] = None
        starts = way._states.listed.starts
        for place in range(step % SIZE + 1, SIZE + 1):
            starts[place] -= len(slow.legal_ids(step % SIZE))
        # What was listed behind them moves up, as if nothing had been listed for this game.
        cut = sum(len(slow.legal_ids(place)) for place in range(step % SIZE))
        many_ = len(slow.legal_ids(step % SIZE))
        width = len(way._states.listed.rows) // way._states.listed.room
        del way._states.listed.ids[cut : cut + many_]
        del way._states.listed.rows[cut * width : (cut + many_) * width]
        same(slow, quick)
        ids = [
            RANDOM if place % 2 or slow.terminal[place] else slow.legal_ids(place)[0] for place in range(SIZE)
        ]
        ids[step % SIZE] = ids[step % SIZE] if step % 3 else STAY
        assert tried(quick, ids) == tried(slow, ids) == "done"
        same(slow, quick)


def test_there_is_room_for_any_number_of_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_calls, "FEW", 1)
    slow, quick = pair(lambda engine: rw.load("reversi", engine=engine))
    for step in range(20):
        same(slow, quick)
        ids = [STAY if (step + place) % 4 == 0 else RANDOM for place in range(SIZE)]
        assert tried(quick, ids) == tried(slow, ids) == "done"


def test_buffers_may_have_any_shape_of_bytes() -> None:
    _, quick = pair(lambda engine: rw.load("tic-tac-toe", engine=engine))
    mask = numpy.ones(SIZE * 9, dtype=numpy.int64)
    quick.apply(numpy.full(SIZE, 4))
    quick.legal_mask(mask)
    assert mask.reshape(SIZE, 9).tolist() == [[1, 1, 1, 1, 0, 1, 1, 1, 1]] * SIZE
    quick.apply(array("q", [0] * SIZE))
    assert list(quick.legal_mask()) == [0, 1, 1, 1, 0, 1, 1, 1, 1] * SIZE


def test_the_cells_that_are_shown_are_a_copy() -> None:
    slow, quick = pair(lambda engine: rw.load("connect-four", engine=engine))
    quick.cells[:] = array("i", [10**6]) * len(quick.cells)
    ids = [3] * SIZE
    assert tried(quick, ids) == tried(slow, ids) == "done"
    same(slow, quick)


@pytest.mark.parametrize("name", [name for name, _ in bundled()])
def test_ranks_are_those_of_single_choices(name: str) -> None:
    program = rw.load(name, engine="reference").program
    numbering, random = Numbering(program), Random(name)
    for _ in range(300):
        number = random.randrange(numbering.total)
        choice = numbering.choice(number)
        ranks = numbering.ranks(choice.action)
        assert ranks is not None
        rank = 0
        for own, value in zip(ranks, choice.arguments, strict=True):
            if isinstance(value, tuple):
                assert own.sets is not None
                place, least = own.sets.first[len(value)], 0
                for left, member in zip(range(len(value) - 1, -1, -1), value, strict=True):
                    place += own.sets.before[left][member - own.low] - own.sets.before[left][least]
                    least = member - own.low + (0 if own.sets.repeats else 1)
            elif own.listed:
                place = own.listed.index(value)
            else:
                place = own.size - 1 if value is None else value - own.low
            rank = rank * own.size + place
        assert numbering.first(choice.action) + rank == number


@pytest.mark.parametrize(
    ("name", "depth"), [("tic-tac-toe", 9), ("connect-four", 5), ("reversi", 4), ("pig", 5)]
)
def test_positions_are_counted_alike(name: str, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_calls, "FEW_POSITIONS", 2)
    monkeypatch.setattr(batch_calls, "STRETCH", 50)
    by_hand = list(perft(rw.load(name, engine="reference"), depth))
    assert list(perft(rw.load(name, engine="native"), depth)) == by_hand
    assert list(perft(rw.load(name), depth)) == by_hand


def test_files_can_be_batched(tmp_path: Path) -> None:
    saved = tmp_path / "game.compiled"
    rw.load("connect-four").save(saved)
    assert rw.load_compiled(saved).batch(2).legal_ids(0) == list(range(7))
