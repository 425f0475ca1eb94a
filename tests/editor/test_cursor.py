"""The path of keys around a place, by indentation and brackets alone."""

from __future__ import annotations

import pytest

from rulewright.editor.cursor import cursor_at

ACTION = "phases:\n  turn:\n    actions:\n      roll:\n"
DO = "phases:\n  turn:\n    do:\n"


@pytest.mark.parametrize(
    ("typed", "path", "at_key", "before"),
    [
        ("", "", True, ""),
        ("rulebook: 1\nna", "", True, "na"),
        ("rulebook: 1\nname: a", "name", False, "a"),
        (ACTION + "        do: [{move: di", "phases/turn/actions/roll/do/0/move", False, "di"),
        (ACTION + "        wh", "phases/turn/actions/roll", True, "wh"),
        (ACTION + "        ", "phases/turn/actions/roll", True, ""),
        (ACTION + "    ", "phases/turn", True, ""),
        (ACTION + "        do: [end_turn]\n", "", True, ""),
        (DO + "      - end_turn\n", "", True, ""),
        ("a:\n  b: {c: d\ne", "", True, "e"),
        ("a:\n- b\n", "", True, ""),
        (DO + "      - {move: a, to: ", "phases/turn/do/0/to", False, ""),
        (DO + "      - {move: a, t", "phases/turn/do/0", True, "t"),
        (DO + "      - {move: a, to: b}\n      - en", "phases/turn/do/1", False, "en"),
        (
            DO + "      - for: p in players\n        do:\n          - if: p.",
            "phases/turn/do/0/do/0/if",
            False,
            "p.",
        ),
        (DO + "    - for: p in players\n      d", "phases/turn/do/0", True, "d"),
        ("a:\n  b: sum(x for x in\n    y.", "a/b", False, "sum(x for x in\n    y."),
        ("a:\n  b: |\n    te", "a/b", False, "|\n    te"),
        ('a:\n  b: "text <me.', "a/b", False, "text <me."),
        ("a: {b: fits(x, y", "a/b", False, "fits(x, y"),
        ("a:\n  b: {c: d,\n      e: f", "a/b/e", False, "f"),
        ("a:\n  b: {c: d}\n  e", "a", True, "e"),
        ("a:\n  seat(1).hand: [", "a/seat(1).hand/0", False, ""),
        ("a:\n  expect: [me.x == 1, me.", "a/expect/1", False, "me."),
        ("a:\n  b: x  # comment\n  ", "a", True, ""),
        ("a:\n  b: {c: {d: e}, f", "a/b", True, "f"),
    ],
)
def test_a_place_is_found_by_what_comes_before(typed: str, path: str, at_key: bool, before: str) -> None:
    for rest in ("", "\nother: {x: 1}", " ] } : \n"):
        found = cursor_at(typed + rest, len(typed))
        assert ("/".join(found.path), found.at_key, found.before) == (path, at_key, before)


def test_the_keys_before_a_place_are_known() -> None:
    found = cursor_at(DO + "      - {move: a, to: b, ", len(DO) + 25)
    assert found.keys == ("move", "to")
