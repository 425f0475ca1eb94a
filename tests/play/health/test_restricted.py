"""Players who may not take an action, or have to, and figures next to those of the bundled games."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.resources import files

import pytest

import rulewright as rw
from rulewright.play.health.compared import FILE, NAMES, compared, figures_of
from rulewright.play.health.restricted import RestrainedBot, name_of
from rulewright.play.health.results import Restricted
from rulewright.play.health.verdict import alarms, verdict


@pytest.mark.parametrize(("must", "taken"), [(False, "hold"), (True, "roll")])
def test_a_restricted_player_keeps_to_the_restriction(must: bool, taken: str) -> None:
    game = rw.load("pig", players=2, options={"target": 20})
    state, bot = game.new_initial_state(3), RestrainedBot("roll", must=must)
    bot.begin(1)
    player = state.current_player()
    assert player is not None
    assert {str(action) for action in state.legal_actions()} == {"roll", "hold"}
    assert str(bot.choose(state, player)) == taken


def test_where_nothing_else_is_legal_the_restriction_does_not_count() -> None:
    game = rw.load("tic-tac-toe")
    state, bot = game.new_initial_state(3), RestrainedBot("mark", must=False)
    assert bot.choose(state, 0) in state.legal_actions()


def test_what_a_restriction_costs_is_measured() -> None:
    game = rw.load("pig", players=2, options={"target": 15})
    found = rw.health(game, levels=(1,), games=16, seconds=None)
    trials = {name_of(each.action, each.must): each for each in found.restricted}
    assert set(trials) == {"never roll", "always roll", "never hold", "always hold"}
    assert trials["always hold"].share == 0
    assert trials["always hold"].costs
    assert all(each.games <= 16 for each in found.restricted)
    assert found.looks == 4 + 2 + 4 + 5
    assert any(sentence.startswith("A strong player cannot do without") for sentence in verdict(found))


def test_a_restriction_that_wins_games_is_an_alarm() -> None:
    trial = Restricted("box", False, 100, 0.7, 0.6, 0.8, 0.55, 0.85, 0.5)
    assert trial.pays
    assert not trial.costs
    found = rw.health(rw.load("pig", players=2), levels=(), games=4, seconds=None)
    tried = replace(found, restricted=(trial,))
    (raised,) = [each for each in alarms(tried) if each.about == "actions"]
    assert "never takes `box` wins 55 to 85 of 100 games" in raised.words


def test_the_file_has_figures_of_bundled_games_alone() -> None:
    known = json.loads(files("rulewright.play.health").joinpath(FILE).read_text(encoding="utf-8"))["games"]
    assert known
    assert set(known) <= set(map(str, rw.bundled_games()))
    assert all(set(each["figures"]) <= set(NAMES) for each in known.values())


def test_a_game_is_compared_with_all_others_but_itself() -> None:
    found = rw.health(rw.load("tic-tac-toe"), levels=(), games=30, seconds=None)
    known = json.loads(files("rulewright.play.health").joinpath(FILE).read_text(encoding="utf-8"))["games"]
    length = next(each for each in compared(found) if each.figure == "decisions")
    assert length.of == len(known.keys() - {"tic-tac-toe"})
    assert length.value == pytest.approx(figures_of(found)["decisions"])
    assert length.more < length.of / 4
    assert length.words == f"longer than {length.more} of {length.of}"
