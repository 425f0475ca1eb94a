"""What results have in common: a report that is printed, or shown by a notebook, a short `repr`, and their rows as a data frame.

    class Simulation(Tabular): ...        a cell that ends in `simulate(...)` shows its report; `result.to_frame()` has its seats
    print(health("my-game"))            the same report as text

The room `notebook` does the work. It is imported when somebody asks, so that nothing else waits for it. Records write a `repr` with all that
they hold, which is of no use here: a notebook would keep hundreds of kilobytes of it. So classes that inherit from these are
decorated with `@dataclass(repr=False)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def in_notebook(function: str, *arguments: object) -> Any:  # Any: text, or a data frame
    """What a function of `notebook.display` answers."""
    return getattr(import_module("rulewright.notebook.display"), function)(*arguments)


class Shown:
    """What a notebook shows as a report, or as a table with pieces on it. Printed, it is the same as text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{self._in_short()}>"

    def __str__(self) -> str:
        text: str = in_notebook("text", self)
        return text

    def _in_short(self) -> str:
        """What `repr` says after the name of the class, with what separates them."""
        return ""

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
