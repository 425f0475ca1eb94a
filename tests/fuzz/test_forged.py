"""Forged records, saved states, compiled games and results of chance: a sample of `forged`, and the smallest form of what once escaped."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import rulewright as rw
from rulewright.game import game as games
from rulewright.game.history import serial
from rulewright.game.questions.tracing import traced_end
from rulewright.ir.saved import program
from rulewright.problems import shapes
from tests.fuzz import forged

Json = Any  # JSON data of any shape


@pytest.fixture
def few_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    few = (("pig", 2, "reference"), ("crazy-eights", 2, "reference"), ("pig", 2, "native"))
    monkeypatch.setattr(forged, "tables", lambda: few)


@pytest.mark.usefixtures("few_tables")
def test_no_forgery_ends_in_an_exception_that_nobody_names() -> None:
    found = list(forged.escapes(60, seed=5))
    assert [each.where for each in found if isinstance(each, forged.Escape)] == []
    assert 0 < found.count(True) < 60


@pytest.mark.usefixtures("few_tables")
def test_a_forgery_can_be_made_again() -> None:
    assert forged.forged(3, 17) == forged.forged(3, 17) != forged.forged(3, 18)


# -------------------------------------------------------------------------------------------------------- records


def played(name: str = "crazy-eights", moves: int = 4) -> rw.State:
    state = rw.load(name, players=2).new_initial_state(seed=3)
    for _ in range(moves):
        state.apply_action(state.legal_actions()[0])
    return state


def put(data: Json, path: str, value: Json) -> Json:
    """A copy of JSON data with something else at a place, written as messages write it."""
    copy = inside = json.loads(json.dumps(data))
    *way, last = [int(part) if part.isdigit() else part for part in re.findall(r"[^.\[\]]+", path)]
    for part in way:
        inside = inside[part]
    inside[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("start.chance", [{"drawn": []}], r"`start.chance\[0\].drawn` is a list of 0, and has to be a text"),
        ("start.chance", [{"shuffled": {}, "pieces": []}], r"`start.chance\[0\].shuffled` is an object"),
        ("start.chance", [{"picked": [], "value": 1}], r"`start.chance\[0\].picked`"),
        ("start.chance", [7], r"`start.chance\[0\]` is 7, and has to be an object"),
        ("start.cells", [True], r"`start.cells\[0\]` is true, and has to be a whole number"),
        ("start.cells", [2**31], r"`start.cells\[0\]` is 2147483648"),
        ("seed", -1, "`seed` is -1, and has to be null or a whole number from 0"),
        ("seed", 1.5, "`seed` is 1.5"),
        ("steps", {}, "`steps` is an object with no names, and has to be a list"),
        ("steps[1]", [], r"step 2 .*`steps\[1\]` is a list of 0, and has to be an object"),
        ("steps[1].action", None, r"step 2 .*`steps\[1\].action` is null, and has to be a text"),
        ("steps[1].player", "0", r"step 2 .*`steps\[1\].player` is '0', and has to be a whole number from 0 to 99"),
        ("steps[1].chance", {"drawn": "cards"}, r"`steps\[1\].chance` is an object"),
        ("failure", "x", "`failure` is 'x', and has to be null or an object"),
        ("failure", {"path": []}, "`failure.path` is a list of 0, and has to be a text"),
    ],
)  # fmt: skip
def test_a_forged_record_is_told_with_its_place(path: str, value: Json, says: str) -> None:
    state = played()
    record = put(state.record(), path, value)
    with pytest.raises(rw.RecordError, match=says):
        rw.replay(record, state.game)
    with pytest.raises(rw.RecordError, match=says):
        traced_end(record, state.game)


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        ("options", {"target": [5]}, "`options.target` is a list of 1"),
        ("options", {"target": 5.5}, "`options.target` is 5.5"),
        ("overlays", ["x", 5], r"`overlays\[1\]` is 5, and has to be a text"),
        ("players", True, "`players` is true, and has to be a whole number from 1 to 100"),
        ("players", 10**30, "`players` is 1000"),
        ("game", None, "`game` is null, and has to be a text"),
        ("variant", {}, "`variant` is an object"),
        ("rulewright", [1], r"format \[1\], but this version reads 1"),
        ("rulewright", True, "format True"),
    ],
)
def test_a_forged_table_of_a_record_is_told_with_its_place(key: str, value: Json, says: str) -> None:
    with pytest.raises(rw.RecordError, match=says):
        rw.replay({**played().record(), key: value})


def test_what_no_record_says_is_missing() -> None:
    for key in ("start", "steps"):
        record = played().record()
        del record[key]
        with pytest.raises(rw.RecordError, match=f"`{key}` is missing"):
            rw.replay(record)
    others: tuple[Json, ...] = ("text", b"bytes", None, 5, [])
    for other in others:
        with pytest.raises(rw.RecordError):
            rw.replay(other)


# --------------------------------------------------------------------------------------------------------- states


def resealed(state: rw.State, path: str, value: Json) -> str:
    body = put(json.loads(state.serialize()), path, value)
    del body["checksum"]
    return serial.sealed(body)


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        ("steps", [], "either `steps`, or the seed of an incomplete set-up"),
        ("steps[0].known", [], r"`steps\[0\].known` is about 0 players, but must be about 2"),
        ("steps[0].known[0]", [[], {}, []], r"`steps\[0\].known\[0\]\[0\]` is a list of 0, and has to be an object"),
        ("steps[0].known[0][0]", {}, r"`steps\[0\].known\[0\]\[0\].cards` is missing"),
        ("steps[0].known[0][0].cards", [[0, 0, []]], r"cards\[0\]\[2\]` is a list of 0"),
        ("steps[0].known[0][0].cards", [[99, 0, 0]], r"cards\[0\]\[0\]` is 99, and has to be a whole number from 0 to 51"),
        ("steps[0].known[0][2]", [10**6], r"known\[0\]\[2\]\[0\]` is 1000000"),
        ("steps[0].luck[1][0]", 2**31 - 1, r"`steps\[0\].luck\[1\]\[0\]` is 2147483647, and has to be a whole number from 0 to"),
        ("steps[0].luck[2]", [[0, 2**31]], r"`steps\[0\].luck\[2\]\[0\]\[1\]` is 2147483648"),
        ("steps[0].luck[2]", [[99, 1]], r"`steps\[0\].luck\[2\]\[0\]\[0\]` is 99"),
        ("steps[0].luck", 7, r"`steps\[0\].luck` is 7, and has to be a list of 3"),
        ("steps[0].happened", [[None, None]], r"`steps\[0\].happened\[0\]` is a list of 2, and has to be a list of 4"),
        ("steps[0].happened", [[[], {}, 3, 0]], r"`steps\[0\].happened\[0\]\[0\]` is a list of 0"),
        ("steps[0].happened", [[None, {"picked": []}, 3, 0]], r"happened\[0\]\[1\].picked` is a list of 0, and has to be a text"),
        ("steps[0].happened", [[None, None, -1, 0]], r"happened\[0\]\[2\]` is -1"),
        ("steps[0].happened", [[None, None, 2**70, 0]], r"happened\[0\]\[2\]` is 1180"),
        ("steps[0].player", 0, "the set-up alone is nobody's"),
        ("steps[1].player", -1, "the set-up alone is nobody's"),
        ("steps[1].choice", [0, [[[]]]], r"`steps\[1\].choice\[1\]\[0\]\[0\]` is a list of 0"),
        ("steps[1].choice", [0, [10**30]], "has no action"),
        ("steps[1].text", 5, r"`steps\[1\].text` is 5, and has to be a text"),
        ("steps[1].masked", "no", r"`steps\[1\].masked` is 'no', and has to be true or false"),
        ("steps[1].cells", [[0, 1, 2]], r"`steps\[1\].cells\[0\]` is a list of 3"),
        ("steps[1].cells", [[0, 2**31]], r"`steps\[1\].cells\[0\]\[1\]` is 2147483648"),
    ],
)  # fmt: skip
def test_a_forged_state_is_told_with_its_place(path: str, value: Json, says: str) -> None:
    state = played()
    with pytest.raises(rw.SavedStateError, match=says):
        state.game.deserialize_state(resealed(state, path, value))


def test_knowledge_that_is_not_true_is_refused() -> None:
    """It would be dealt out by `resample`, to a place that has no room for it."""
    state = played()
    game, known = state.game, json.loads(state.serialize())["steps"][0]["known"]
    deck = [place.zone for place in game.program.layout.kinds["cards"].places].index("deck")
    known[1][0]["cards"] = [[piece, deck, 0] for piece in range(52)]
    text = resealed(state, "steps[0].known", known)
    with pytest.raises(rw.SavedStateError, match=r"`steps\[0\].known\[1\]` has cards where they do not lie"):
        game.deserialize_state(text)


def test_a_state_near_the_last_turn_that_is_read_plays_on() -> None:
    for engine in ("reference", "native"):
        state = rw.load("pig", engine=engine).new_initial_state(seed=1)
        many = 2**30
        other = state.game.deserialize_state(resealed(state, "steps[0].luck[1]", [many, many, many]))
        for _ in range(6):
            other.apply_action(other.legal_actions()[0])


# ------------------------------------------------------------------------------------------------- compiled games


def recompiled(change: Callable[[Json], object]) -> str:
    body = json.loads(rw.load("pig").to_text())
    del body["checksum"]
    change(body)
    return program.sealed(body)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda body: body.update(sources=5), "`sources` is 5, and has to be a list"),
        (lambda body: body.update(sources=[["a", 1, "b"]]), r"`sources\[0\]\[1\]` is 1"),
        (lambda body: body.update(overlays=[None]), r"`overlays\[0\]` is null"),
        (lambda body: body.update(program=[]), "`program`: there is no such node"),
        (lambda body: body.update(program=["()"]), "`program`: it is no program"),
        (lambda body: body["program"].pop(), "`program`: Program has"),
        (lambda body: body["program"].__setitem__(1, 1.5), "`program.name`: a program holds no float"),
        (lambda body: body["program"].__setitem__(1, ["~", 1.5]), "the name of Program is of another sort"),
        (lambda body: body["program"].__setitem__(1, ["~", float("nan")]), "`program.name`: this is no number of a view"),
        (lambda body: body["program"].__setitem__(1, ["~", "1.5"]), "`program.name`: this is no number of a view"),
        (lambda body: body["program"].__setitem__(1, [[], 1]), "`program.name`: there is no such node"),
        (lambda body: body["program"].__setitem__(1, ["{}", [["()"], 1], [1]]), "`program.name`: entry 1 is no key"),
        (lambda body: body["program"].__setitem__(1, ["@", -1, 0, 0]), "`program.name`: this is no place in a text"),
        (lambda body: body["program"].__setitem__(1, ["@", 99, 0, 0]), "`program.name`: there is no text 99"),
        (lambda body: body["program"].__setitem__(5, "two"), "of another sort"),
    ],
)  # fmt: skip
def test_a_forged_compiled_game_is_told_with_its_place(change: Callable[[Json], object], says: str) -> None:
    text = recompiled(change)
    with pytest.raises(rw.SavedProgramError, match=says):
        games.from_text(text, rw.load("pig", engine="reference").executor.remake)


def test_teams_of_a_compiled_game_that_no_memory_holds_are_refused() -> None:
    fields = list(rw.load("pig").program.__dataclass_fields__)

    def many(body: Json) -> None:
        body["program"][fields.index("teams") + 1] = ["()", 0, 2**53]

    text = recompiled(many)
    with pytest.raises(rw.SavedProgramError, match="damaged: teams"):
        games.from_text(text, rw.load("pig", engine="reference").executor.remake)


# ------------------------------------------------------------------------------------------------ results of chance


@pytest.mark.parametrize(
    ("rolled", "drawn"),
    [
        (None, {"cards": [5]}),
        (None, {"cards": [None]}),
        (None, {"cards": [["ten of hearts"]]}),
        (None, {5: ["ten of hearts"]}),
        (None, {"cards": 5}),
        (None, {"cards": {"ten of hearts"}, "dice": None}),
        ({"dice": [None]}, None),
        ({"dice": [1.5]}, None),
        ({"dice": [True]}, None),
        ({"dice": [[1]]}, None),
        ({"dice": {5: 1}}, None),
        ({"dice": itertools.repeat(1)}, None),
        ({"x" * 100_000: [1]}, None),
    ],
)
def test_results_of_chance_of_another_shape(rolled: Json, drawn: Json) -> None:
    for name in ("pig", "crazy-eights"):
        with pytest.raises((rw.ChanceMismatch, TypeError)) as refused:
            rw.load(name).fixed_chance(rolled=rolled, drawn=drawn)
        assert len(str(refused.value)) < 400
        assert "rulewright" in refused.traceback[-1].frame.f_globals["__name__"]


def test_numbers_that_have_no_text_are_refused_in_words() -> None:
    game, many = rw.load("pig"), 10**5000
    with pytest.raises(rw.RecordError, match="`seed` is a number of too many digits"):
        rw.replay({**played("pig").record(), "seed": many}, game)
    with pytest.raises(rw.ChanceMismatch, match="`a number of too many digits` is not a face"):
        game.fixed_chance(rolled={"dice": [many]})
    with pytest.raises(ValueError, match="not a number of too many digits"):
        game.new_initial_state(seed=-many)


def test_faces_may_be_numbers_of_any_kind() -> None:
    state = rw.load("pig").new_initial_state()
    state.apply_action("roll", state.game.fixed_chance(rolled={"dice": [numpy.int64(4)]}))
    assert state.get("pot") == 4


# ---------------------------------------------------------------------------------------------------------- shapes


@pytest.mark.parametrize(
    ("shape", "fits", "other", "says"),
    [
        (shapes.Whole(0, 3), 3, 4, "it is 4, and has to be a whole number from 0 to 3"),
        (shapes.Whole(0), 10**40, True, "it is true, and has to be a whole number from 0 on"),
        (shapes.Whole(), -5, 1.0, "it is 1.0, and has to be a whole number"),
        (shapes.Text(), "", None, "it is null, and has to be a text"),
        (shapes.Flag(), False, 0, "it is 0, and has to be true or false"),
        (shapes.Plain(1), [1, "x"], [[1]], "it is a list of 1, and has to be plain data, not nested too deep"),
        (shapes.Many(shapes.Text(), 1, 2), ["a"], [], "it has 0 entries, and has to be a list of at least 1 of at most 2"),
        (shapes.Row((shapes.Text(), shapes.Whole())), ["a", 1], ["a"], "it is a list of 1, and has to be a list of 2"),
        (shapes.Row((shapes.Text(), shapes.Whole())), ["a", 1], ["a", "b"], "`[1]` is 'b', and has to be a whole number"),
        (shapes.Named(shapes.Whole()), {"a": 1}, {"a": {}}, "`a` is an object with no names, and has to be a whole number"),
        (shapes.Fields({"a": shapes.Text()}), {"a": "", "b": 5}, {}, "`a` is missing, and has to be a text"),
        (shapes.Fields({}, {}, shapes.Flag()), {"b": True}, {"b": 1}, "`b` is 1, and has to be true or false"),
        (shapes.Either((shapes.Nothing(), shapes.Many(shapes.Whole()))), None, [1, "x"], "`[1]` is 'x', and has to be a whole number"),
        (shapes.Either((shapes.Nothing(), shapes.Text())), "x", 5, "it is 5, and has to be null or a text"),
    ],
)  # fmt: skip
def test_a_shape_says_what_is_wrong_and_where(shape: Any, fits: Json, other: Json, says: str) -> None:
    assert shapes.fault(shape, fits) is None
    assert str(shapes.fault(shape, other)) == says
