"""What games show about a text, and what is left of it after the text has changed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from rulewright.editor.measuring import tested as measuring
from rulewright.editor.measuring.effect import NoHouseRule, effect
from rulewright.editor.measuring.figures import Figure, Measured, measured, share
from rulewright.editor.measuring.shown import Shown
from rulewright.editor.measuring.simulated import simulated
from rulewright.editor.measuring.tested import tested as all_tests
from tests.editor.snap import GAME, QUICK, desk_of

RARE = GAME.replace("          - end_turn\n", "          - if: shown == 13\n            do: [{add: 1, to: rolls}]\n          - end_turn\n")  # fmt: skip
STUCK = RARE.replace("      roll:\n", "      rest: {do: [end_turn]}\n      roll:\n").replace(
    "          once: rolls == 0", "          once: rolls == 0\n          late: round > 1 and round > 99"
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return desk_of(tmp_path_factory.mktemp("games"))[1]


@pytest.fixture(scope="module")
def rare(path: Path) -> Measured:
    return simulated(path, {path: RARE}, games=10, seconds=60)


def named(of: Measured, name: str) -> Figure:
    (found,) = [each for each in of.figures if each.name == name]
    return found


def test_rules_have_figures(rare: Measured) -> None:
    assert (rare.games, rare.wanted, rare.problem) == (10, 10, "")
    roll, end = named(rare, "phases.turn.actions.roll"), named(rare, "end.five_rounds")
    assert end.words == "held 10 times"
    assert roll.words == f"taken {roll.yes} times"
    assert RARE.split("\n")[roll.range.line].strip() == "roll:"
    assert RARE.split("\n")[roll.last].strip() == "- end_turn", "all lines of the rule belong to it"
    assert "10 games" in rare.summary
    assert measured(rare.to_json()) == rare


def test_a_rule_that_was_never_used_says_why(rare: Measured) -> None:
    never = named(rare, "phases.turn.actions.roll.do, if shown == 13")
    assert never.missing.startswith("always false (")
    assert never.why[0].startswith("`phases.turn.actions.roll.do, if shown == 13`: always false (")
    assert "10 games" in never.why[0]
    assert "example" in never.why[-1]


def test_an_action_that_was_never_taken_names_the_condition_that_refused_it(path: Path) -> None:
    found = simulated(path, {path: STUCK}, games=1, seconds=60)
    never = named(found, "phases.turn.actions.roll")
    assert never.missing == "never taken"
    assert any(each.startswith("`late` refused it ") and "each time" in each for each in never.why)
    late = named(found, "phases.turn.actions.roll.when.late")
    assert any(each.startswith("Its part `round > 99` held 0 of") for each in late.why)


def test_there_is_time_for_one_game_at_least(path: Path) -> None:
    found = simulated(path, {}, games=1000, seconds=0)
    assert 1 <= found.games < 1000


def test_tests_stop_when_their_time_is_over(path: Path) -> None:
    assert all_tests(path, {}, games=4, seconds=60).words == "1 example and 4 random games hold"
    found = all_tests(path, {}, games=1000, seconds=0)
    assert not found.failures
    assert found.games < 1000
    assert found.words == f"what there was time for holds: 1 example and {found.games} of 1,000 random games"


def test_examples_are_tested_first_and_in_the_same_time(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = GAME[GAME.index("  rolled:") :]
    three = GAME + "".join(example.replace("  rolled:", f"  {name}:", 1) for name in ("again", "wrong"))
    three = three.replace("points == 13", "points == 14", 1)
    clock = iter(range(100))  # a second passes from each look at it to the next
    monkeypatch.setattr(measuring, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    found = all_tests(path, {path: three}, games=20, seconds=1)
    assert (found.examples, found.all_examples, found.games, found.all_games) == (2, 3, 0, 20)
    assert found.words.startswith("rolled: ")
    assert found.words.endswith(" (there was time for 2 of 3 examples and 0 of 20 random games)")


def test_a_text_with_mistakes_is_not_played(path: Path) -> None:
    wrong = GAME.replace("me.points", "me.pionts")
    assert "pionts" in simulated(path, {path: wrong}, games=5, seconds=5).problem
    assert all_tests(path, {path: wrong}, 5, 5).failures[0].startswith("the rulebook has mistakes")
    assert "cannot be played" in effect(path.parent / "quick.overlay.yaml", {path: wrong}, 0, 5)


def test_figures_move_with_their_lines_and_go_with_their_rules(path: Path, rare: Measured) -> None:
    desk, path = desk_of(path.parent)
    desk.put(path, RARE)
    shown = Shown(desk)
    assert shown.figures(path) == []
    shown.keep(path, rare)
    before = {said for _, said, _ in shown.hints(path)}
    assert "held 10 times" in before
    assert not shown.is_old(path)
    desk.put(path, "# a line more\n" + RARE.replace("round >= 5,", "round >= 6,"))
    assert shown.is_old(path)
    after = shown.hints(path)
    assert {said for _, said, _ in after} == before - {"held 10 times"}
    moved = {said: where.line for where, said, _ in after}
    roll = named(rare, "phases.turn.actions.roll")
    assert moved[roll.words] == roll.range.line + 1
    desk.put(path, RARE)
    assert {said for _, said, _ in shown.hints(path)} == before


def test_a_house_rule_has_figures_of_its_game(path: Path) -> None:
    overlay = path.parent / "quick.overlay.yaml"
    found = simulated(overlay, {}, games=2, seconds=60)
    assert str(path) in {each.file for each in found.figures}
    desk, _ = desk_of(path.parent)
    shown = Shown(desk)
    shown.keep(overlay, found)
    assert "held twice" not in {said for _, said, _ in shown.hints(path)}
    assert "held 2 times" in {said for _, said, _ in shown.hints(path)}


def test_the_effect_of_a_house_rule(path: Path) -> None:
    typed = QUICK.replace("extra: 4", "extra: 3")
    overlay = path.parent / "quick.overlay.yaml"
    assert "`2` → `3`" in effect(overlay, {overlay: typed}, games=0, seconds=60)
    page = effect(overlay, {}, games=25, seconds=60)
    assert page.startswith("# Snap\n\n## What it changes\n\n**Rules: 2 changed.")
    assert "25 games" in page
    with pytest.raises(NoHouseRule, match="no house rule"):
        effect(path, {}, 0, 1)


def test_shares_are_never_rounded_to_all_or_nothing() -> None:
    assert [share(part, 1000) for part in (0, 1, 500, 999, 1000)] == ["0 %", "less than 1 %", "50 %", "more than 99 %", "100 %"]  # fmt: skip
