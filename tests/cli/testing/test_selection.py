"""`-k` reads expressions as pytest does."""

from __future__ import annotations

import pytest

from rulewright.cli.testing.runner import chooser


@pytest.mark.parametrize(
    ("expression", "name", "wanted"),
    [
        (None, "anything", True),
        ("  ", "anything", True),
        ("bank", "examples.the_bank_is_full", True),
        ("BANK", "examples.the_bank_is_full", True),
        ("bank and not full", "examples.the_bank_is_full", False),
        ("bank or six", "examples.a_six", True),
        ("(bank or six) and not a_", "examples.a_six", False),
        ("first[long]", "examples.first[long]", True),
        ("games.2_players", "games.2_players", True),
        ("not games", "games.2_players", False),
        ("two words", "examples.two words", True),
        ("and", "examples.stand", True),
        ("__import__('os')", "examples.a", False),
    ],
)
def test_names_are_chosen(expression: str | None, name: str, wanted: bool) -> None:
    assert chooser(expression)(name) is wanted
