"""What holds in every game, whatever is played: Hypothesis chooses the seed and the moves."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, ENDED, PHASE, KindLayout
from rulewright.runtime.chance.fixed import Replayed
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Chance, Choice, Event, Executor, Impossible, Position
from tests.evaluate import programs

EVERY = [pytest.param(program, id=name) for name, program in programs.EVERY.items()]
every_game = pytest.mark.parametrize("program", EVERY)
seeds = st.integers(0, 2**64 - 1)
few = settings(max_examples=12, deadline=None)


def played(program: ir.Program, seed: int, most: int = 1000) -> list[tuple[Position, list[Choice]]]:
    """A random game: every position with its legal choices, the last one over (or `most` decisions on)."""
    reference: Executor = Reference(program)
    chance: Chance = Sampled(program.streams)
    bot = random.Random(seed)
    position = new_position(program, seed)
    reference.begin(position, chance)
    course = []
    for _ in range(most):
        legal = reference.legal(position.cells)
        course.append((position.copy(), legal))
        if not legal:
            break
        reference.apply(position, bot.choice(legal), chance)
    return course


def check_kind(kind: KindLayout, cells: list[int]) -> None:
    if kind.identical:
        counts = cells[kind.counts : kind.counts + len(kind.places) * kind.looks]
        assert min(counts) >= 0
        assert sum(counts) == kind.pieces
        for code, info in enumerate(kind.places):
            assert sum(counts[code * kind.looks : (code + 1) * kind.looks]) <= info.size
        return
    where = cells[kind.where : kind.where + kind.pieces]
    for code, info in enumerate(kind.places):
        there = {piece for piece, at in enumerate(where) if at == code}
        assert cells[kind.held + code] == len(there) <= info.size
        if code in kind.order:
            stack = cells[kind.order[code] : kind.order[code] + info.size]
            assert {piece - 1 for piece in stack[: len(there)]} == there
            assert not any(stack[len(there) :])


@every_game
@few
@given(seed=seeds)
def test_games_end_and_pieces_are_conserved_in_canonical_cells(program: ir.Program, seed: int) -> None:
    course = played(program, seed)
    assert course[-1][0].cells[ENDED]
    assert course[-1][0].cells[CURRENT] == -1
    for position, legal in course:
        cells = list(position.cells)
        assert bool(legal) != bool(cells[ENDED])
        for kind in program.layout.kinds.values():
            check_kind(kind, cells)
        for group in program.layout.groups.values():
            for value in cells[group.offset : group.offset + group.size]:
                assert group.low <= value <= group.high or (group.optional and value == group.none)


@every_game
@few
@given(seed=seeds)
def test_one_seed_is_one_game(program: ir.Program, seed: int) -> None:
    assert played(program, seed) == played(program, seed)


@every_game
@few
@given(seed=seeds)
def test_the_record_replays_without_the_seed(program: ir.Program, seed: int) -> None:
    reference, chance, bot = Reference(program), Sampled(program.streams), random.Random(seed)
    position = new_position(program, seed)
    events: list[Event] = reference.begin(position, chance)
    moves: list[Choice] = []
    while legal := reference.legal(position.cells):
        moves.append(bot.choice(legal))
        events += reference.apply(position, moves[-1], chance)
    replayed: Chance = Replayed(program, events)
    again = new_position(program, seed + 1)
    told = reference.begin(again, replayed)
    for move in moves:
        told += reference.apply(again, move, replayed)
    assert again.cells == position.cells
    assert told == events
    assert isinstance(replayed, Replayed)
    assert replayed.left == 0


@every_game
@few
@given(seed=seeds, data=st.data())
def test_legal_choices_are_accepted_and_others_refused(
    program: ir.Program, seed: int, data: st.DataObject
) -> None:
    reference = Reference(program)
    course = played(program, seed, 40)
    position, legal = data.draw(st.sampled_from(course))
    assert len(set(legal)) == len(legal)
    for choice in legal:
        assert reference.refusals(position.cells, choice) == []
        assert reference.is_legal(position.cells, choice)
    offered = {choice for _, choices in course for choice in choices}
    for choice in offered - set(legal):
        assert not reference.is_legal(position.cells, choice)
        refused = reference.refusals(position.cells, choice)
        assert refused
        assert isinstance(refused, Impossible) or all(each.says for each in refused)


@every_game
@few
@given(seed=seeds)
def test_questions_change_nothing(program: ir.Program, seed: int) -> None:
    reference = Reference(program)
    for position, legal in played(program, seed, 10):
        before = position.cells.tobytes()
        reference.legal(position.cells)
        reference.standings(position.cells)
        for choice in legal:
            reference.refusals(position.cells, choice)
        assert position.cells.tobytes() == before


@every_game
@few
@given(seed=seeds)
def test_choices_come_in_the_order_of_the_phase(program: ir.Program, seed: int) -> None:
    names = list(program.actions)
    for position, legal in played(program, seed, 10):
        order = program.phases[position.cells[PHASE]].actions
        places = [order.index(names[choice.action]) for choice in legal]
        assert places == sorted(places)


def test_the_order_in_which_alike_dice_were_put_aside_is_forgotten() -> None:
    program = programs.identical_dice()
    reference = Reference(program)
    kind = program.layout.kinds["dice"]
    ends = []
    for shown in ([0, 1], [1, 0]):
        position = new_position(program, 1)
        reference.begin(position, Sampled(program.streams))
        for look in range(kind.looks):
            position.cells[kind.counts + look] = 0
        position.cells[kind.counts + 1] = 2
        position.cells[kind.counts + 2] = 3
        rolled = program.layout.groups["rolled"].offset
        for face in shown:
            position.cells[rolled] = 1
            reference.apply(position, Choice(1, ((face + 1,),)), Sampled(program.streams))
        ends.append(position.cells)
    assert ends[0] == ends[1]


def test_alike_sets_are_offered_once() -> None:
    program = programs.identical_dice()
    reference = Reference(program)
    position = new_position(program, 3)
    reference.begin(position, Sampled(program.streams))
    reference.apply(position, reference.legal(position.cells)[0], Sampled(program.streams))
    offered = [choice.arguments[0] for choice in reference.legal(position.cells)]
    kind = program.layout.kinds["dice"]
    there = Counter({look: position.cells[kind.counts + look] for look in range(kind.looks)})
    ways = 1
    for number in there.values():
        ways *= number + 1
    assert len(offered) == len(set(offered)) == ways - 1
    assert offered == sorted(offered, key=lambda some: (len(some), some))  # type: ignore[arg-type]  # sets of pieces
