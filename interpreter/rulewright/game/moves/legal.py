"""What may be done at a step, and what a strategy would rather do, with a record where a rule fails.

legal(table, tip)                        [Choice(0, ()), ...]
preferred_of(table, tip, "bold", legal)  those of them that the strategy takes, each as likely
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.game.batches.strategies import strategy_called
from rulewright.game.history import record
from rulewright.game.history.steps import Step
from rulewright.game.playouts.preferences import preferred
from rulewright.game.table import Table
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure


def legal(table: Table, tip: Step) -> list[Choice]:
    """Every legal choice, in a stable order. Raises RuleFailure (with a record)."""
    try:
        return table.executor.legal(tip.cells)
    except RuleFailure as failure:
        failure.record = record.full(table, tip, failure)
        raise


def preferred_of(table: Table, tip: Step, strategy: str, choices: Sequence[Choice]) -> list[Choice]:
    """Those of the choices that a strategy takes. ValueError for a strategy that there is not; raises RuleFailure (with a record)."""
    followed = strategy_called(table.program, strategy)
    try:
        return preferred(table.executor, followed, tip.cells, choices)
    except RuleFailure as failure:
        failure.record = record.full(table, tip, failure)
        raise
