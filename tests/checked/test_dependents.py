"""What is taken over from another table is what a check of the whole rulebook finds at this table."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulewright import pipeline
from rulewright.checked.context import Context
from rulewright.checked.dependents import dependents
from rulewright.checked.from_rulebook import from_rulebook
from rulewright.checked.references import everything
from rulewright.checked.seatings import other_tables
from rulewright.problems.problem import Problems
from rulewright.rulebook.nodes import Rulebook
from rulewright.source.text import Source

TEXT = """
rulebook: 1
name: steps
title: Steps
players: 1..2
options:
  goal: {type: 1..20, default: 9, about: how far it is}
  twice: {type: bool, default: false, about: whether a step is two}
define:
  left: goal - place
  stride: 2 if twice else 1
variables:
  place: {type: 0..20, start: 0}
  turns: {type: 0..99, start: 0}
phases:
  walk:
    actions:
      step: {when: {far: left > 0}, do: [{add: stride, to: place}, end_turn]}
      rest: {when: {early: turns < 9}, do: [{add: 1, to: turns}, end_turn]}
end:
  there: {after: step, when: place >= goal, result: {wins: me}}
"""


def book_of(name: str) -> Rulebook:
    return pipeline.open_book(name, engine="reference").rulebook


def results(c: Context) -> dict[str, object]:
    """What was found out, in a form in which nodes that were made on the way are equal."""
    tree = {id(node) for node in everything(c.book)}
    infos = {id(node): repr(info) for node, info in c.infos.items() if id(node) in tree}
    tables: list[Mapping[str, object]] = [
        c.options,
        c.variables,
        c.tables,
        c.definitions,
        c.can_reads,
        c.written,
    ]
    tables += [c.safe, c.stored, c.looked_up]
    return {
        "infos": infos,
        **{str(number): repr(sorted(t.items(), key=str)) for number, t in enumerate(tables)},
    }


@pytest.mark.parametrize("name", ["pig", "kuhn-poker"])
def test_what_is_taken_over_is_what_a_whole_check_finds(name: str) -> None:
    book, taken = book_of(name), 0
    base = from_rulebook(book, book.players[0], {}, Problems())
    for players, settings in other_tables(base):
        if players == base.players and settings:
            whole, part = Problems(), Problems()
            one = from_rulebook(book, players, settings, whole)
            other = from_rulebook(book, players, settings, part, base)
            taken += other.again is not None
            assert {(p.code, p.span) for p in part.found} == {(p.code, p.span) for p in whole.found}
            assert results(other) == results(one)
    assert taken


def test_an_entry_depends_on_what_it_names_however_far_away() -> None:
    book = pipeline.open_source(Source("steps.rulebook.yaml", TEXT), engine="reference").rulebook
    found = dependents(book, frozenset(["goal"]))
    assert found == {"options.goal", "define.left", "phases.walk.actions.step", "end.there"}
    assert "phases.walk.actions.rest" not in (dependents(book, frozenset(["twice"])) or ())


def test_a_mistake_at_one_value_of_an_option_is_found_though_the_rest_is_taken_over() -> None:
    text = TEXT.replace("stride: 2 if twice else 1", "stride: 1 div (0 if twice else 1)")
    codes = [problem.code for problem in pipeline.check_text(text)]
    assert "division-by-zero" in codes
