"""What travels between processes: every exception as it was, games and states by what serialises them, batches not at all."""

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pkgutil import walk_packages
from typing import Any

import pytest

import rulewright as rw
from rulewright.engines import NoEngine
from rulewright.engines import engine_called as engine
from rulewright.game.questions.tracing import traced_end
from rulewright.play.simulate import simulate
from rulewright.source.output import CannotWrite

LEAK = """
rulebook: 1
name: leak
players: 2
pieces: {dice: {count: 1, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {n: {type: 0..12}}
phases: {turn: {actions: {roll: {do: [{roll: tray}, {add: tray.face, to: n}]}}}}
end: {e: {after: roll, when: round == 50, result: draw}}
"""

ENDLESS = LEAK.replace("{roll: tray}, {add: tray.face, to: n}", "{set: n, to: 1}")


def _play_on(text: str) -> None:
    state = rw.load_text(text).new_initial_state(seed=1)
    while True:
        state.apply_action("roll")


def _step_on(text: str) -> None:
    batch = rw.load_text(text).batch(2)
    while True:
        batch.apply([-1, -1])


def _damaged_record() -> None:
    record = rw.load("pig").new_initial_state().record()
    record["steps"] = [{"action": "fly", "player": 0}]
    rw.replay(record)


class Losing(Executor):
    """Loses every task."""

    def submit(self, *task: Any, **more: Any) -> Future[Any]:  # Any: whatever the task is
        lost: Future[Any] = Future()
        lost.set_exception(OSError("a worker died"))
        return lost


CAUSES: dict[type[Exception], Callable[[], object]] = {
    rw.RulebookError: lambda: rw.load_text("rulebook: 1\nname: x\nplayers: many"),
    rw.RuleFailure: lambda: _play_on(LEAK),
    rw.BatchFailure: lambda: _step_on(LEAK),
    rw.IllegalAction: lambda: _refused("pass_the_cup"),
    rw.UnknownMove: lambda: rw.load("pig").action("rol"),
    rw.TooManyOutcomes: lambda: rw.load("crazy-eights").initial_outcomes(limit=10),
    rw.EndlessTurn: lambda: [*rw.perft(rw.load_text(ENDLESS), 1, by="turn")],
    rw.ChanceMismatch: lambda: rw.load("pig").fixed_chance(rolled={"dice": [9]}),
    rw.RecordError: _damaged_record,
    rw.SavedStateError: lambda: rw.load("pig").deserialize_state("{}"),
    rw.SavedProgramError: lambda: rw.load_compiled("there is none"),
    CannotWrite: lambda: rw.load("pig").save("/"),
    rw.UnknownPlace: lambda: traced_end({"steps": [], "start": {}}, _compiled("pig")),
    NoEngine: lambda: engine("steam"),
    rw.TaskLost: lambda: simulate(rw.load("pig"), 2, executor=Losing()),
}
"""How each exception comes about that programs may meet."""


def _compiled(name: str) -> rw.Game:
    game: rw.Game = pickle.loads(pickle.dumps(rw.load(name)))
    return game


def _caught(kind: type[Exception]) -> Exception:
    with pytest.raises(kind) as caught:
        CAUSES[kind]()
    return caught.value


def _plain(error: BaseException) -> dict[str, object]:
    return {name: value for name, value in vars(error).items() if name != "record"}


def test_every_exception_that_programs_may_meet_is_tried_here() -> None:
    public = {getattr(rw, name) for name in rw.__all__}
    errors = {each for each in public if isinstance(each, type) and issubclass(each, Exception)}
    assert errors | {CannotWrite} == set(CAUSES)  # which is told as an OSError


@pytest.mark.parametrize("kind", CAUSES, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize(
    "again",
    [lambda error: pickle.loads(pickle.dumps(error)), copy.copy, copy.deepcopy],
    ids=["pickle", "copy", "deepcopy"],
)
def test_exceptions_come_out_of_a_pickle_as_they_were(
    kind: type[Exception], again: Callable[[Exception], Exception]
) -> None:
    error = _caught(kind)
    error.add_note("a note")
    found = again(error)
    assert type(found) is kind
    assert (str(found), found.args) == (str(error), error.args)
    assert vars(found).keys() == vars(error).keys()
    assert repr(_plain(found)) == repr(_plain(error))
    assert getattr(found, "record", None) == getattr(error, "record", None)


def _exceptions() -> Iterator[type[Exception]]:
    """All that are defined below the command line, those of nobody's concern but a module's own aside."""
    for package in ("source", "problems", "ir", "runtime", "game", "play", "engines"):
        parent = import_module(f"rulewright.{package}")
        names = [each.name for each in walk_packages(getattr(parent, "__path__", []), f"{parent.__name__}.")]
        for module in map(import_module, [parent.__name__, *names]):
            for name, value in vars(module).items():
                own = isinstance(value, type) and value.__module__ == module.__name__
                if own and issubclass(value, Exception) and not name.startswith("_"):
                    yield value


def test_every_exception_is_public_or_never_leaves_its_package() -> None:
    inner = {"NoSuchResult", "NotPlain", "Undecided", "UnsoundError"}
    inner |= {
        "CannotSolve",
        "MightLeaveRange",
        "NotByTurns",
        "NotExact",
        "NotInLayers",
        "SolutionFileError",
        "TooFewGames",
        "TooLarge",
        "TooManyNodes",
        "TooManyPositions",
        "Unplayable",
        "WrongPart",
        "WrongParts",
    }  # `solve` and `tune` tell them
    assert {each.__name__ for each in _exceptions()} - {each.__name__ for each in CAUSES} == inner


def _refused(move: str) -> None:
    rw.load("sino").new_initial_state(seed=1).apply_action(move)


def test_a_pool_of_processes_hands_on_why_an_action_is_refused() -> None:
    here = _caught(rw.IllegalAction)
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(rw.IllegalAction) as caught,
    ):
        pool.submit(_refused, "pass_the_cup").result(timeout=60)
    assert isinstance(here, rw.IllegalAction)
    assert (caught.value.action, caught.value.reasons) == (here.action, here.reasons)


@pytest.mark.parametrize("name", ["pig", "crazy-eights", "reversi", "cinq-o"])
def test_a_state_comes_out_of_a_pickle_with_its_way_its_luck_and_what_is_known(name: str) -> None:
    state = rw.load(name).new_initial_state(seed=5)
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    found: rw.State = pickle.loads(pickle.dumps(state))
    assert found == state
    assert found.history == state.history
    assert found.luck == state.luck
    assert found.information_state_string(1) == state.information_state_string(1)
    for each in (state, found):
        for _ in range(6):
            each.apply_action(str(each.legal_actions()[0]))
    assert found == state
    assert found.serialize() == state.serialize()


def test_states_in_pickles_of_their_own_share_one_game_there() -> None:
    game = rw.load("pig")
    first, second = (pickle.loads(pickle.dumps(game.new_initial_state(seed))) for seed in (1, 2))
    assert first.game is second.game
    assert first.game.overlays == game.overlays
    assert first.game.fingerprint == game.fingerprint


def test_a_game_keeps_its_engine_and_its_overlays_in_a_pickle() -> None:
    game = rw.load("sino", overlays=["sino-last-row"], engine="reference")
    found: rw.Game = pickle.loads(pickle.dumps(game))
    assert type(found.executor) is type(game.executor)
    assert (found.overlays, found.options, repr(found)) == (game.overlays, game.options, repr(game))


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = rw.load("pig").new_initial_state(seed=1)
    for copied in (copy.copy(state), copy.deepcopy({"states": [state]})["states"][0]):
        assert copied == state
        assert copied.game is state.game
        copied.apply_action("roll")
        assert len(copied.history) == len(state.history) + 1


def test_games_and_actions_never_change_so_a_copy_is_the_same() -> None:
    game = rw.load("pig")
    action = game.action("roll")
    assert copy.copy(game) is copy.deepcopy(game) is game
    assert copy.copy(action) is copy.deepcopy(action) is action
    assert pickle.loads(pickle.dumps(action)) == action


@pytest.mark.parametrize(
    "again", [pickle.dumps, copy.copy, copy.deepcopy], ids=["pickle", "copy", "deepcopy"]
)
def test_a_batch_says_that_it_stays_where_it_is(again: Callable[[object], object]) -> None:
    with pytest.raises(TypeError, match=r"make one there, with `game\.batch`"):
        again(rw.load("pig").batch(2))
