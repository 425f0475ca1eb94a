"""Modules that are imported when something of them is first used, for what a command seldom needs.

if TYPE_CHECKING:
    from rulewright.ir.saved import program as saved
else:
    saved = later("rulewright.ir.saved.program")

saved.to_text(program)              imports it
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def later(name: str) -> Any:  # Any: in the place of a module
    """In the place of the module with this name."""
    return _Later(name)


class _Later:
    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, asked: str) -> Any:  # Any: whatever the module has
        return getattr(import_module(self._name), asked)
