"""Questions to a worker, asked without a process: what a sent rulebook offers, previews, figures of tables."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.serve.worker import catalogue, playing, questions
from rulewright.serve.worker.figures import figures
from rulewright.serve.worker.opening import Games
from rulewright.serve.worker.positions import Held
from rulewright.serve.worker.refusals import Refused

RULES = "rulebook: 1\nname: short-pig\nextends: pig\ntitle: Short pig\nchange: {options: {target: 50}}\n"


def test_a_move_that_takes_long_is_not_previewed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulewright.load("connect-four")
    held = Held(game, game.new_initial_state(1), 0)
    request = {"seat": 0, "move": held.state.legal_ids()[2], "names": ["Ann", "Bob"]}
    ((change,),) = [questions.scores(held, request)["changes"]]
    assert change["space"] == "c1"
    assert [piece["look"]["label"] for piece in change["pieces"]] == ["Ann's disc"]
    monkeypatch.setattr(questions, "PATIENCE", 0.0)
    assert questions.scores(held, request) == {"preview": "", "changes": []}


def test_advice_names_the_best_move_and_whom_it_stops() -> None:
    game = rulewright.load("tic-tac-toe", engine="reference")
    state = game.new_initial_state(1)
    for move in ("mark a1", "mark b2", "mark a2"):
        state.apply_action(move)
    told = questions.advice(Held(game, state, 0), {"seat": 1, "names": ["Ann", "Bob"]})
    assert told["text"] == told["sentence"] == told["hint"]["moves"][0]["words"] == "mark a3"
    assert "Ann could win at once with `mark a3`" in told["hint"]["why"]
    with pytest.raises(Refused, match="not your turn"):
        questions.advice(Held(game, state, 0), {"seat": 0, "names": ["Ann", "Bob"]})


def test_who_is_to_act_is_said_by_name() -> None:
    state = rulewright.load("tic-tac-toe").new_initial_state(1)
    held = Held(state.game, state, 0)
    request = {"seat": 1, "move": "mark a1", "names": ["Ann", "Bob"], "rolls": None}
    assert questions.why_not(held, request) == {"reasons": ["It is Ann's turn."]}
    with pytest.raises(Refused, match="another player's turn") as refused:
        playing.act(held, request)
    assert refused.value.answer["reasons"] == ["It is Ann's turn."]


def test_why_a_score_is_what_it_is_names_the_people_and_what_they_did() -> None:
    game = rulewright.load("pig", players=2)
    state = game.new_initial_state(3)
    while not state.get("seat(1).score"):
        state.apply_action("hold" if state.get("pot") else "roll")
    request = {"of": "seat(1).score", "viewer": "0", "names": ["Ann", "Bob"]}
    text = questions.traced(Held(game, state, 0), request)["text"]
    assert f"step {len(state.history) - 1}, Ann: hold" in text
    assert "seat 1" not in text


def test_a_sent_house_rule_is_described_with_its_game() -> None:
    (pig,) = catalogue.catalogue({"games": ["pig"]})["games"]
    found = catalogue.describe({"texts": pig["texts"], "rulebook": None, "house_rules": [RULES]})
    assert (found["title"], found["dice"]) == ("Pig (Short pig)", True)
    assert {option["name"]: option["default"] for option in found["options"]}["target"] == 50


def test_figures_name_the_records_that_do_not_fit_the_rules() -> None:
    game = rulewright.load("tic-tac-toe")
    state = game.new_initial_state(1)
    while not state.is_terminal():
        state.apply_action(state.legal_ids()[0])
    record = {**state.record(texts=True), "names": ["Ann", "Bob"]}
    header = {key: value for key, value in record.items() if key not in ("steps", "result")}
    broken = {**record, "steps": record["steps"][::-1]}
    found = figures(Games(cache=False), {"header": header, "records": [record, broken], "games": 10})
    assert found["parts"][0] == "Tic-tac-toe: 1 table, 2 players; simulated: 10 games of random"
    assert len(found["failed"]) == 1
    assert found["failed"][0].startswith("Game 2 was not counted: ")
