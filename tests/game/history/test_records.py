"""Records, saved states and compiled games: out and back again, and what is said when they do not fit."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import rulewright
from rulewright.evaluate.reference import Reference
from rulewright.game.errors import RecordError, SavedStateError
from rulewright.game.game import Game, State, load_compiled
from rulewright.game.replay import replay
from rulewright.ir import layout
from rulewright.ir.saved import program
from rulewright.language import types
from tests.game.tables import PROGRAMS, game


def played(table: Game, seed: int = 3, most: int = 1000) -> State:
    random = Random(seed)
    state = table.new_initial_state(seed)
    while not state.is_terminal() and most:
        state.apply_action(random.choice(state.legal_actions()))
        most -= 1
    return state


def as_json(data: object) -> Any:  # Any: JSON
    return json.loads(json.dumps(data))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_record_replays_without_its_seed(name: str) -> None:
    state = played(game(name))
    record = as_json(state.record())
    again = replay(record, game(name))
    assert again.serialize() == state.serialize()
    del record["seed"]
    assert replay(record, game(name)) == state


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_replayed_game_goes_on_with_the_same_luck(name: str) -> None:
    state = played(game(name), most=2)
    again = replay(as_json(state.record()), game(name))
    while not state.is_terminal():
        action = state.legal_actions()[0] if len(state.history) % 3 else state.legal_actions()[-1]
        state.apply_action(action)
        again.apply_action(action)
    assert again.serialize() == state.serialize()


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_saved_state_comes_back_exactly(name: str) -> None:
    state = played(game(name), most=5)
    again = game(name).deserialize_state(state.serialize())
    assert again == state
    assert again.serialize() == state.serialize()
    assert again.history == state.history
    assert again.can_undo() == state.can_undo()
    assert again.record() == state.record()
    assert again.information_state_string(0) == state.information_state_string(0)


def test_a_saved_state_that_was_resampled_comes_back_too() -> None:
    state = played(game("cards"), most=2).resample(0, 4)
    assert game("cards").deserialize_state(state.serialize()).serialize() == state.serialize()


def test_a_record_of_a_resampled_state_says_why_it_does_not_replay() -> None:
    table = game("cards")
    with pytest.raises(
        RecordError, match="only a game that was played has a full record, not a state from `resample`"
    ):
        replay(as_json(played(table, most=2).resample(0, 4).record()), table)


def changed(record: dict[str, Any], **changes: object) -> dict[str, Any]:
    return {**copy.deepcopy(record), **changes}


def test_records_that_do_not_fit_name_the_step() -> None:
    table = game("pig")
    record = as_json(played(table).record())
    steps = record["steps"]
    rolled = next(i for i, step in enumerate(steps) if step["chance"])
    wrong_player = [{**steps[0], "player": 1}, *steps[1:]]
    wrong_action = [{**steps[0], "action": "jump"}, *steps[1:]]
    wrong_face = [
        *steps[:rolled],
        {**steps[rolled], "chance": [{"rolled": "dice", "faces": ["9"]}]},
        *steps[rolled + 1 :],
    ]
    no_chance = [*steps[:rolled], {**steps[rolled], "chance": []}, *steps[rolled + 1 :]]
    too_much = [{**steps[0], "chance": [*steps[0]["chance"], {"rolled": "dice", "faces": ["2"]}]}, *steps[1:]]
    too_long = [*steps, steps[0]]
    for broken, number, says in (
        (wrong_player, 1, "turn"),
        (wrong_action, 1, "no action `jump`"),
        (wrong_face, rolled + 1, "not a face"),
        (no_chance, rolled + 1, "ends before"),
        (too_much, 1, "more chance"),
        (too_long, len(steps) + 1, "over"),
    ):
        with pytest.raises(RecordError, match=says) as error:
            replay(changed(record, steps=broken), table)
        assert error.value.step == number


def test_records_of_something_else_are_refused() -> None:
    table = game("pig")
    record = as_json(played(table).record())
    for broken, says in (
        ([], "not a record"),
        (changed(record, rulewright=2), "format 2"),
        (changed(record, game="whist"), "`whist`"),
        (changed(record, players=3), "3 players"),
        (changed(record, fingerprint="x"), "have changed"),
        (changed(record, fingerprint="x", options={"no_such": 1}), "have changed"),
        (changed(record, fingerprint="x", options="50"), "have changed"),
        (changed(record, steps=None), "damaged"),
        (as_json(played(table).record(0)), "one seat"),
    ):
        with pytest.raises(RecordError, match=says):
            replay(broken, table)


def test_a_record_of_other_settings_says_how_to_load_the_game() -> None:
    record = as_json(rulewright.load("pig", options={"target": 50}).new_initial_state().record())
    with pytest.raises(RecordError) as refused:
        rulewright.replay(record, rulewright.load("pig"))
    assert str(refused.value) == (
        "this record of `pig` was made with options {'target': 50}: load the game with `options={'target': 50}`; "
        "here they are {'target': 100}"
    )


def test_what_is_no_game_replays_nothing() -> None:
    pig = rulewright.load("pig")
    record: Any = pig.new_initial_state().record()
    given: Any = pig
    with pytest.raises(
        TypeError, match=r"`game` is a game that was loaded, and comes after the record; it is \{'rulewright'"
    ):
        rulewright.replay(given, record)
    with pytest.raises(TypeError, match=r"it is 'pig': rulewright\.load\('pig'\)$"):
        rulewright.replay(record, "pig")  # type: ignore[arg-type]  # so it is meant


def test_saved_states_of_something_else_are_refused() -> None:
    table = game("cards")
    text = played(table, most=2).serialize()
    for broken, says in (
        ("no json", "not JSON"),
        ("[]", "not a saved state"),
        (text.replace('"rulewright_state":1', '"rulewright_state":9'), "format 9"),
        (text.replace('"player":1', '"player":2'), "damaged"),
        (text[:-20], "not JSON"),
        (game("pig").new_initial_state().serialize(), "this state is one of `pig`"),
    ):
        with pytest.raises(SavedStateError, match=says):
            table.deserialize_state(broken)


def test_a_given_position_has_a_record_that_replays() -> None:
    table = game("pig")
    cells = table.new_initial_state().cells
    cells[table.program.layout.groups["pot"].offset] = 25
    state = table.state_at(cells, seed=8)
    assert state.get("pot") == 25
    state.apply_action("roll")
    assert replay(as_json(state.record()), table) == state


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_compiled_game_is_the_same_game(name: str, tmp_path: Path) -> None:
    table = game(name)
    table.save(tmp_path / "game.json")
    again = load_compiled(tmp_path / "game.json", Reference)
    assert (again.name, again.fingerprint, again.num_players) == (
        table.name,
        table.fingerprint,
        table.num_players,
    )
    assert played(again).serialize() == played(table).serialize()
    assert program.to_text(again.program) == program.to_text(table.program)


def test_damaged_compiled_games_are_refused(tmp_path: Path) -> None:
    text = program.to_text(PROGRAMS["pig"])
    for broken, says in (
        ("", "not JSON"),
        ("{}", "not a compiled game"),
        (
            text.replace(f'"rulewright_program":{program.FORMAT}', '"rulewright_program":77'),
            "a newer version of Rulewright",
        ),
        (text.replace('["Me",', '["Mee",'), "damaged"),
        (text.replace('["Me",', '["Me",1,'), "damaged"),
        (text.replace('"program":["Program"', '"program":["Words"'), "damaged"),
        ("[" * 100_000, "not JSON"),
    ):
        with pytest.raises(program.SavedProgramError, match=says):
            program.from_text(broken)
    with pytest.raises(program.SavedProgramError, match="cannot be read"):
        load_compiled(tmp_path / "none.json", Reference)


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [(layout, "ENDED", 5), (types, "LOWEST", -7), (rulewright, "__version__", "0.0.9")],
)
def test_a_compiled_game_that_meant_something_else_is_not_played(
    where: ModuleType, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = program.to_text(PROGRAMS["pig"])
    monkeypatch.setattr(where, name, value)
    program._version.cache_clear()
    with pytest.raises(program.SavedProgramError, match="another version of Rulewright; compile it again"):
        program.from_text(text)
    monkeypatch.undo()
    program._version.cache_clear()
    assert program.from_text(text)
