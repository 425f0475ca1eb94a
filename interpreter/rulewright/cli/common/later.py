"""Functions whose modules are imported when they are called, so that `--help` loads only declarations.

validate = later("rulewright.cli.editing.validate_command", "validate")
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module


def later(module: str, name: str) -> Callable[..., int]:
    """A function of a module that is not imported before the function is called. It returns an exit status."""

    def called(*arguments: object, **options: object) -> int:
        function: Callable[..., int] = getattr(import_module(module), name)
        return function(*arguments, **options)

    return called
