"""Machine code moves states, and the reference explains later what happened: word for word as if it had moved them."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.engines import engine_called
from rulewright.evaluate.reference import Reference
from rulewright.game.game import Game, State
from rulewright.game.moves.action import AnyAction
from rulewright.runtime.failures import RuleFailure
from tests.native.seatings import Seating, seatings

pytest.importorskip("llvmlite")

LONGEST = 60
TABLES = {str(seating): seating for seating in seatings(with_options=False) if seating.players <= 3}
QUESTIONS: dict[str, Callable[[State], object]] = {
    "history": lambda state: state.history,
    "a seat's history": lambda state: state.history_for(0),
    "record": lambda state: state.record(),
    "a spectator's record": lambda state: state.record("spectator"),
    "information": lambda state: state.information_state_string(state.game.num_players - 1),
    "undo": lambda state: state.can_undo(),
    "saved": lambda state: state.serialize(),
    "saved without history": lambda state: state.serialize(history=False),
    "another deal": lambda state: state.resample(0, 5).cells,
    "other luck": lambda state: state.clone(seed=9).serialize(),
}


def games(seating: Seating) -> tuple[Game, Game]:
    program = seating.program()
    return Game(Reference(program)), Game(engine_called("native", cache=True)(program))


CHANGES: dict[str, Callable[[State], State]] = {
    "clone": lambda state: state.clone(),
    "other luck from now on": lambda state: state.clone(seed=11),
    "saved and read": lambda state: state.game.deserialize_state(state.serialize()),
    "saved and read without history": lambda state: state.game.deserialize_state(
        state.serialize(history=False)
    ),
    "pickled": lambda state: pickle.loads(pickle.dumps(state)),
    "shed": lambda state: shed(state),
    "trimmed": lambda state: trimmed(state),
    "another deal from now on": lambda state: state.resample(0, 5),
    "undone": lambda state: undone(state),
}


def shed(state: State, kept: int = 2) -> State:
    """A state whose older steps are explained again when that is needed."""
    for step in state.tip.chain()[:-kept]:
        step.shed()
    return state


def trimmed(state: State) -> State:
    state.trim()
    return state


def undone(state: State) -> State:
    if state.can_undo() is None:
        state.undo()
    return state


def taken(state: State, random: Random) -> AnyAction:
    """A random legal action: as an object, by its id, or as text."""
    ids = state.legal_ids()
    assert ids == [action.id for action in state.legal_actions()]
    number = random.choice(ids)
    action = state.game.action_from_id(number)
    return random.choice((action, number, number, str(action)))


def course(game: Game, seed: int, asked: list[tuple[int, str]]) -> list[object]:
    """The answers to questions at some decisions of a random game, which also change the state for one that is equal to it, and to
    all of them at its end or when a rule fails. The states that were left go on too."""
    state, random, answers = game.new_initial_state(seed=seed), Random(seed), []
    left: list[State] = []
    for step in range(LONGEST):
        answers += [QUESTIONS[what](state) for at, what in asked if at == step and what in QUESTIONS]
        for what in (what for at, what in asked if at == step and what in CHANGES):
            left.append(state)
            state = CHANGES[what](state)
        for each in left:
            if each is not state and not each.is_terminal():
                with suppress(RuleFailure):  # it is then left as it was
                    each.apply_action(each.legal_ids()[0])
        if state.is_terminal():
            break
        try:
            state.apply_action(taken(state, random))
        except RuleFailure as failure:
            answers.append((failure.code, failure.message, failure.path, failure.record))
            break
    return [*answers, *(question(each) for each in (*left, state) for question in QUESTIONS.values())]


@pytest.mark.parametrize("name", TABLES)
def test_details_that_were_shed_are_the_same_when_they_are_there_again(name: str) -> None:
    for game in games(TABLES[name]):
        state, random = game.new_initial_state(seed=7), Random(name)
        while len(state.history) < 25 and not state.is_terminal():
            state.apply_action(random.choice(state.legal_ids()))
        before = [question(state) for question in QUESTIONS.values()]
        assert [question(shed(state, kept=1)) for question in QUESTIONS.values()] == before


@pytest.mark.parametrize("what", QUESTIONS)
def test_the_set_up_is_explained_with_its_own_luck(what: str) -> None:
    reference, native = games(TABLES["crazy-eights 2"])
    assert course(native, 0, [(0, "other luck"), (0, what)]) == course(
        reference, 0, [(0, "other luck"), (0, what)]
    )


@pytest.mark.parametrize("name", TABLES)
def test_whatever_is_asked_and_whenever_the_answers_are_the_same(name: str) -> None:
    reference, native = games(TABLES[name])

    @settings(max_examples=6, deadline=None)
    @given(
        st.integers(0, 99),
        st.lists(st.tuples(st.integers(0, LONGEST), st.sampled_from([*QUESTIONS, *CHANGES])), max_size=3),
    )
    def same(seed: int, asked: list[tuple[int, str]]) -> None:
        assert course(native, seed, asked) == course(reference, seed, asked)

    same()


def test_thousands_of_moves_are_explained_without_recursion() -> None:
    seating = next(seating for name, seating in TABLES.items() if name.startswith("cinco"))
    _, native = games(seating)
    state, moves = native.new_initial_state(seed=1), 0
    while moves < 3_000 and not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        moves += 1
    assert len(state.history) == moves + 1
