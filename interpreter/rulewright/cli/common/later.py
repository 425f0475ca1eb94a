"""Functions whose modules are imported when they are called, so that `--help` loads only declarations.

validate = later("rulewright.cli.editing.validate_command", "validate")
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module


def later(module: str, name: str) -> Callable[..., int]:
    """A function of a module that is not imported before the function is called. It returns an exit status."""

    def called(*arguments: object, **options: object) -> int:
        function: Callable[..., int] = getattr(import_module(module), name)
        return function(*arguments, **options)

    return called


def kept(module: str, name: str, again: str = "") -> Callable[..., int]:
    """The same for a function that only reads: what it printed is printed again while nothing changes, and the module is not imported.
    `again` is noted then. See `cli.keeping.answers`."""
    function, answered = later(module, name), later("rulewright.cli.keeping.answers", "answered")

    def called(*arguments: object, **options: object) -> int:
        return answered(
            partial(function, *arguments, **options), module, name, arguments, options, again=again
        )

    return called
