"""A bar of progress below the cell of a notebook.

    simulate(game, 100_000, progress=progress_bar())

It needs no widgets: a display of the notebook is written again, at most a hundred times, and is empty at the end, so that a saved
notebook has no trace of it. Outside a notebook nothing is shown.
"""

from __future__ import annotations

import sys
from html import escape
from typing import Any

from rulewright.runtime import whole_numbers


def progress_bar(of: int | None = None) -> ProgressBar:
    """What `progress` of `simulate`, `compare`, `health`, `tune`, `solve` and `review` can be in a notebook. `of` is how much there is to do, for
    a function of your own that reports only how much is done. Raises TypeError and ValueError for what is no number."""
    return ProgressBar(None if of is None else whole_numbers.count("of", of, 1))


class ProgressBar:
    """Called with how much is done and how much there is, and maybe with what is being done."""

    __slots__ = ("_display", "_of", "_shown", "done", "of", "what")

    def __init__(self, of: int | None = None) -> None:
        self._of, self.of = of, of or 0
        self.done, self.what = 0, ""
        self._display: Any = None  # Any: a handle of IPython
        self._shown = -1

    def __call__(self, *told: object) -> None:
        """As `simulate` and most others call it (done, of), and as `health` and `tune` do (what, done, of)."""
        words = [each for each in told if isinstance(each, str)]
        numbers = [each for each in told if isinstance(each, int)]
        self.what = words[0] if words else ""
        self.done = numbers[0] if numbers else 0
        self.of = numbers[1] if len(numbers) > 1 else self._of or 0
        part = 100 * self.done // self.of if self.of else self.done
        if part != self._shown:
            self._shown = part
            self._show()

    @property
    def is_over(self) -> bool:
        """Whether all is done."""
        return 0 < self.of <= self.done

    def _show(self) -> None:
        if self._display is not None:
            self._display.update(self)
        elif not self.is_over:
            self._display = _new_display(self)

    def _repr_html_(self) -> str:
        if self.is_over:
            return ""
        words = f"{self.done:,} of {self.of:,}" if self.of else f"{self.done:,}"
        share = f' value="{self.done}" max="{self.of}"' if self.of else ""
        return f'<progress style="width: 16em; vertical-align: middle"{share}></progress> {escape(f"{words} {self.what}".strip())}'

    def __repr__(self) -> str:
        return f"<ProgressBar: {self.done:,} of {self.of:,}>" if self.of else f"<ProgressBar: {self.done:,}>"


def _new_display(bar: ProgressBar) -> Any:  # Any: a handle of IPython
    """A display of the notebook in which this runs; None elsewhere."""
    python = sys.modules.get("IPython")
    shell = python.get_ipython() if python is not None else None
    if getattr(shell, "kernel", None) is None:
        return None
    return sys.modules["IPython.display"].display(bar, display_id=True)
