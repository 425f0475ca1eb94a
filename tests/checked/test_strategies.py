"""Strategies from the file to the program: no part of what a game is, kept with it, and shown."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright import pipeline
from rulewright.checked.rules.strategies_only import named_only_by_strategies
from rulewright.ir.saved import program as saved
from rulewright.ir.strategies_only import only_for_strategies
from rulewright.ir.to_text import to_text
from rulewright.source.text import Source

RULES = """
rulebook: 1
name: collect
players: 2
enums: {Colour: {red: {worth: 1}, blue: {worth: 3}}}
tables: {rule_table: {of: 1..6, rows: {1: 2, 2..: 1}}TABLES}
pieces: {dice: {count: 3, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: players, type: number}, colour: {type: Colour}}
define:
  gain: {of: {n: 1..6}, is: rule_table(n)}
  DEFINE
phases:
  turn:
    actions:
      roll: {choose: {those: some of tray}, do: [{roll: those}, {add: gain(those.count), to: me.score}, end_turn]}
      paint: {choose: {c: Colour}, do: [{set: colour, to: c}, end_turn]}
end: {late: {when: round > 9, result: highest score}}
"""
STRATEGY = """
strategies:
  careful:
    label: careful player
    about: Rolls few dice.
    prefer: {roll: few(those.count) + gain(1), paint: c.worth}
"""
OWN = "few: {of: {n: 1..6}, is: own_table(n) + shared}\n  shared: 2"


def program(tables: str = "", define: str = "", strategies: str = "") -> pipeline.Book:
    text = RULES.replace("TABLES", tables).replace("DEFINE", define) + strategies
    return pipeline.open_source(Source("collect.rulebook.yaml", text), engine="reference")


def test_strategies_and_what_only_they_use_are_no_part_of_the_fingerprint() -> None:
    plain = program()
    with_one = program(", own_table: {of: 1..6, rows: {..3: 5, 4..: 0}}", OWN, STRATEGY)
    assert only_for_strategies(with_one.program) >= {"few", "table.own_table"}
    assert named_only_by_strategies(with_one.rulebook) == {"few", "shared", "own_table"}
    assert "gain" not in only_for_strategies(with_one.program)
    assert with_one.program.fingerprint == plain.program.fingerprint
    other = program(
        ", own_table: {of: 1..6, rows: {..3: 9, 4..: 7}}", OWN, STRATEGY.replace("c.worth", "-c.worth")
    )
    assert other.program.fingerprint == plain.program.fingerprint


def test_what_a_rule_uses_too_stays_part_of_it() -> None:
    one = program(define="some_gain: gain(2)", strategies="strategies: {s: {prefer: {roll: gain(1)}}}")
    assert "gain" not in only_for_strategies(one.program)


def test_a_record_replays_whoever_chose() -> None:
    with_one = rw.load_text(
        RULES.replace("TABLES", ", own_table: {of: 1..6, rows: {..3: 5, 4..: 0}}").replace("DEFINE", OWN)
        + STRATEGY,
        engine="reference",
    )
    state = with_one.new_initial_state(seed=3)
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    plain = rw.load_text(RULES.replace("TABLES", "").replace("DEFINE", ""), engine="reference")
    assert rw.replay(state.record(), plain).scores() == state.scores()


def test_a_compiled_game_keeps_its_strategies() -> None:
    book = program(", own_table: {of: 1..6, rows: {..3: 5, 4..: 0}}", OWN, STRATEGY)
    kept, *_ = saved.from_text(saved.to_text(book.program))
    strategy = kept.strategies["careful"]
    assert (strategy.label, strategy.about) == ("careful player", "Rolls few dice.")
    assert list(strategy.preferences) == ["roll", "paint"]
    assert strategy.written == book.program.strategies["careful"].written
    assert set(strategy.written) == {
        "strategies.careful.prefer.roll", "strategies.careful.prefer.paint", "define.few", "define.shared",
        "tables.own_table",
    }  # fmt: skip


def test_the_program_as_text_shows_strategies() -> None:
    shown = to_text(program(strategies="strategies: {s: {prefer: {paint: c.worth}}}").program)
    assert "strategy s" in shown
    assert "Lookup(table=enum.Colour.worth" in shown


@pytest.mark.parametrize("phase", ["first", "second"])
def test_a_preference_is_for_all_actions_of_its_name(phase: str) -> None:
    text = """
rulebook: 1
name: twice
players: 2
variables: {pot: {type: 0..9}}
phases:
  first: {actions: {take: {choose: {n: 1..3}, do: [{set: pot, to: n}, {go: second}]}}}
  second: {actions: {take: {choose: {n: 2..5}, do: [{set: pot, to: n}, end_turn]}}}
end: {late: {when: round > 3, result: draw}}
strategies: {greedy_one: {prefer: {take: n}}}
"""
    book = pipeline.open_source(Source("twice.rulebook.yaml", text), engine="reference")
    preferences = book.program.strategies["greedy_one"].preferences
    assert list(preferences) == ["take", "second.take"]
    name = "take" if phase == "first" else "second.take"
    state = book.game.new_initial_state(seed=1)
    assert book.game.executor.value(state.cells, preferences[name], 0, (3,)) == 3
