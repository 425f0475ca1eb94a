"""What results have in common in a notebook: a picture or a report, and their rows as a data frame.

    class Simulation(Tabular): ...        a cell that ends in `simulate(...)` shows its report; `result.to_frame()` has its seats

The room `notebook` does the work. It is imported when a notebook asks, so that nothing else waits for it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def in_notebook(function: str, *arguments: object) -> Any:  # Any: text, or a data frame
    """What a function of `notebook.display` answers."""
    return getattr(import_module("rulewright.notebook.display"), function)(*arguments)


class Shown:
    """What a notebook shows as a report, or as a table with pieces on it."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        """For notebooks: HTML without scripts, in the colours of the page around it."""
        text: str = in_notebook("html", self)
        return text


class Pictured(Shown):
    """What has boards, which are drawn as a picture of their own."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        """For notebooks: the boards as SVG; None where there is no board."""
        drawn: str | None = in_notebook("svg", self)
        return drawn


class Tabular(Shown):
    """What also has rows of values."""

    __slots__ = ()

    def to_frame(
        self, table: str | None = None
    ) -> Any:  # Any: a `pandas.DataFrame`, where pandas is installed
        """The rows as a `pandas.DataFrame`, with a column for each value. `table` is the name of a field that holds other rows than the
        usual ones. Raises ValueError with the names that there are, and ImportError without pandas, which the extra `notebook` installs."""
        return in_notebook("to_frame", self, table)
