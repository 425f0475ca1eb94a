"""Dead rules planted into the bundled games: each is found at its place, and nothing else is."""

from __future__ import annotations

import pytest

import rulewright as rw
from rulewright.document import library
from rulewright.problems.pages import CODES

PROVED = {code for code, page in CODES.items() if page.stage == "proofs"}

PIG, CINQ_O, YOTT = "pig", "cinq-o", "red-hot-yott"

PLANTED = [
    # a limit that the range of a variable never reaches
    (PIG, "pot:   {type: number, lasts", "pot:   {type: 0..40, lasts", "when: me.score >= target", "when: pot >= 41",
     "never-ends", "target_reached"),
    # what a number that only grows never is
    (PIG, "says: You must roll at least once.", "says: You must roll at least once.\n          not_yet: pot < 0",
     "", "", "always-false", "pot < 0"),
    # a variable that is set, and never to what is asked for
    (CINQ_O, "- {move: hilo, to: hilo_box}\n", "- {move: hilo, to: hilo_box}\n          - if: racked > 5\n            do: [end_turn]\n",
     "", "", "always-false", "racked > 5"),
    (CINQ_O, "  target_reached_this_round:", "  six_racked:\n    when: rack.count > 5\n    result: draw\n  target_reached_this_round:",
     "", "", "end-never-comes", "rack.count > 5"),
    # a roll that dice of six faces do not give
    (PIG, "- if: tray.face == 1", "- if: tray.face == 7", "", "", "always-false", "tray.face == 7"),
    (PIG, "- if: tray.face == 1", "- if: tray.face < 7", "", "", "always-true", "tray.face < 7"),
    # a phase that nothing leads to, and a trigger that cannot be
    (PIG, "end:\n", "  shop:\n    actions:\n      buy: {do: [end_turn]}\n\nend:\n", "", "", "never-entered", "shop"),
    (CINQ_O, "        when: rack.full\n", "        when: rack.full and round < 1\n", "", "", "always-false", "round < 1"),
]  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED, ids=[f"{p[0]}: {p[6]}" for p in PLANTED])
def test_a_planted_dead_rule_is_found(planted: tuple[str, ...]) -> None:
    game, old, new, old_too, new_too, code, place = planted
    text = library.demand(game).text
    assert text.count(old) == 1 or old.startswith("end:"), old
    text = text.replace(old, new, 1)
    if old_too:
        assert old_too in text
        text = text.replace(old_too, new_too, 1)
    found = [problem for problem in rw.check_text(text) if problem.code in PROVED]
    assert [(problem.code, problem.span.text) for problem in found if problem.code == code] == [(code, place)]
    assert all(problem.severity == "warning" for problem in found)


@pytest.mark.parametrize(
    "game", [PIG, CINQ_O, YOTT, "cinq-o-quick", "cinq-o-short-straight", "yott-straight"]
)
def test_nothing_is_said_of_the_bundled_games(game: str) -> None:
    source = library.demand(game)
    assert [
        problem for problem in rw.check_text(source.text, name=source.name) if problem.code in PROVED
    ] == []
