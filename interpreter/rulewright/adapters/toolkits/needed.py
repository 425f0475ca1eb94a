"""Names that a module offers, from modules that need an extra and are imported on use.

__getattr__ = offered(__name__, "pettingzoo", "PettingZoo", {"env": "zoo.one_by_one"})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec

TOOLKITS = "rulewright.adapters.toolkits"


def offered(
    offering: str, extra: str, title: str, homes: Mapping[str, str], module: str = ""
) -> Callable[[str], object]:
    """A `__getattr__` for a module that offers the names of `homes`. Where the toolkit's `module` (by default called like the extra) is
    missing, asking for one of them raises ModuleNotFoundError, which says what to install."""

    def get(name: str) -> object:
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {offering!r} has no attribute {name!r}")
        need(module or extra, extra, f"`{offering}`", title)
        return getattr(import_module(f"{TOOLKITS}.{home}"), name)

    return get


def need(module: str, extra: str, what: str, title: str) -> None:
    """Raises ModuleNotFoundError if a module is not installed, with the extra that brings it."""
    if find_spec(module) is None:
        raise ModuleNotFoundError(
            f"{what} needs {title}, which is not installed; in a copy of Rulewright: pip install '.[{extra}]'",
            name=module,
        )
