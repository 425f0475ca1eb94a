"""The reference executor has a function for every node of the IR."""

from __future__ import annotations

from typing import get_args

import pytest

from rulewright.evaluate import reference  # noqa: F401  # importing it fills the tables
from rulewright.evaluate.machine import DO, ELEMENTS, EVAL
from rulewright.ir import nodes as ir


@pytest.mark.parametrize(
    ("nodes", "table"),
    [(ir.Expression, EVAL), (ir.Domain, ELEMENTS), (ir.Effect, DO)],
    ids=["values", "domains", "effects"],
)
def test_every_node_is_known(nodes: object, table: dict[type, object]) -> None:
    assert {*get_args(nodes)} - {ir.Reached} == table.keys()


def test_a_flood_needs_the_while_of_its_clause() -> None:
    """`reach` has no elements by itself: `aggregates.walked` goes through it with the condition that bounds it."""
    assert ir.Reached not in ELEMENTS
