"""The names in examples are checked before anybody plays them; slips there make them fail."""

from __future__ import annotations

import rulewright as rw

TEXT = """
rulebook: 1
name: slips
players: 2
pieces: {dice: {count: 2, faces: 1..6}}
zones: {tray: {holds: dice, start: all}}
variables: {score: {per: players, type: 0..9}}
phases: {turn: {actions: {pass: {do: [{roll: tray}, {add: 1, to: me.score}, end_turn]}}}}
end: {late: {when: round > 9, result: draw}}
standing: highest score
examples:
  slips:
    given:
      scroe: 3
      seat(1).scor: 3
      phase: trun
    play:
      - {do: pas}
      - {refused: pass, because: full}
      - rolled: {dyce: [1]}
    expect: [seat(1).scoer == 1]
"""


def test_slips_in_examples_are_told_at_their_place() -> None:
    found = [(p.line, p.code, p.severity) for p in rw.check_text(TEXT)]
    assert found == [
        (14, "unknown-name", "error"),
        (15, "unknown-attribute", "error"),
        (16, "unknown-phase", "error"),
        (18, "unknown-action", "error"),
        (19, "unknown-condition", "error"),
        (20, "unknown-name", "error"),
        (21, "unknown-attribute", "error"),
    ]


def test_a_game_with_slips_in_its_examples_can_be_played() -> None:
    assert rw.load_text(TEXT).new_initial_state().legal_actions()


def test_examples_of_a_parent_are_left_to_the_test() -> None:
    overlay = "rulebook: 1\nname: plain\nextends: pig\nremove: [phases.turn.actions.hold.when.rolled_once, options.roll_first]\n"
    assert rw.check_text(overlay) == []
