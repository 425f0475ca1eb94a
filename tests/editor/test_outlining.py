"""Outline, foldings, selections, colours, hints, examples and calls of a text."""

from __future__ import annotations

import pytest

from rulewright.editor.desk import Desk
from rulewright.editor.outlining import calls, hints, lenses, structure, tokens
from rulewright.editor.outlining.outline import in_workspace, outline
from tests.editor.snap import GAME, QUICK, behind, desk_of


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    found, path = desk_of(tmp_path_factory.mktemp("games"))
    found.put(path.parent / "quick.overlay.yaml", QUICK)
    return found


def test_the_outline_has_sections_and_entries(desk: Desk) -> None:
    there = {each.name: each for each in outline(desk, next(iter(desk.texts)))}
    assert [(each.name, each.sort) for each in there["define"].inside] == [("worth", "definition"), ("shown", "definition")]  # fmt: skip
    assert there["define"].inside[0].detail == "p.points + extra"
    (turn,) = there["phases"].inside
    assert [each.name for each in turn.inside[0].inside] == ["roll"]


def test_entries_are_found_in_the_workspace(desk: Desk) -> None:
    found = [(each.name, each.name_span.file.rpartition("/")[2]) for each in in_workspace(desk, "shw")]
    assert found == [("shown", "snap.rulebook.yaml"), ("shown", "quick.overlay.yaml")]


def test_parts_of_several_lines_can_be_folded(desk: Desk) -> None:
    found = structure.foldings(desk, next(iter(desk.texts)))
    lines = GAME.split("\n")
    assert ("phases:", "end:") in {(lines[first], lines[last + 1]) for first, last in found}


def test_selections_grow_from_the_inside_out(desk: Desk) -> None:
    found = [
        span.text for span in structure.selections(desk, next(iter(desk.texts)), behind(GAME, "if: p.wor"))
    ]
    assert found[:2] == ["p.worth", "p.worth > most"]
    assert found[-1] == GAME


def test_names_have_colours(desk: Desk) -> None:
    found = {(span.text, sort) for span, sort, _ in tokens.tokens(desk, next(iter(desk.texts)))}
    assert {("points", "variable"), ("worth", "function"), ("p", "parameter"), ("sum", "function"), ("roll", "method"), ("face", "property"), ("dice", "class")} <= found  # fmt: skip


def test_hints_are_types_and_values_that_a_house_rule_set(desk: Desk) -> None:
    game, quick = list(desk.texts)
    assert "most" in {span.text for span, _ in hints.hints(desk, game)}
    assert ("worth", "a number in 2..1002") in {(span.text, said) for span, said in hints.hints(desk, game)}
    assert hints.hints(desk, quick) == []


def test_examples_run_where_they_are_written(desk: Desk) -> None:
    game = next(iter(desk.texts))
    assert [name for name, _ in lenses.examples(desk, game)] == ["rolled"]
    assert [(each.name, each.holds) for each in lenses.run(desk, game, "rolled")] == [("rolled", True)]
    desk.put(game, GAME.replace("points == 13", "points == 14"))
    (failed,) = lenses.run(desk, game)
    assert not failed.holds
    assert "13" in failed.reason
    desk.put(game, GAME)


def test_calls_are_followed_both_ways(desk: Desk) -> None:
    game = next(iter(desk.texts))
    found = calls.called_at(desk, game, behind(GAME, "if: p.wor"))
    assert found is not None
    assert (found.name, found.path) == ("worth", "define.worth")
    assert [each.path for each in calls.callers(desk, game, "worth")] == ["phases.turn.actions.roll"]
    assert [each.name for each in calls.called_by(desk, game, "worth")] == []
    assert [each.path for each in calls.callers(desk, game, "shown")] == ["phases.turn.actions.roll"]
