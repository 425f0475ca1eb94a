"""What is reported to the `progress` of a caller while something long is done.

    reports = Reports(progress)
    reports("looking", 500, 1000)
    reports.end()                       ("looking", 500, 500): no more was needed

The last report always says that all is done: a bar that shows how far it is goes away then.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.problems.quoting import shown


class Reports:
    """Passes reports on: how much is done and how much there is, and before them maybe what is being done. Raises TypeError for what
    cannot be called; None wants no reports."""

    def __init__(self, progress: Callable[..., object] | None) -> None:
        if progress is not None and not callable(progress):
            raise TypeError(
                f"`progress` is a function that is called with how much is done, such as `progress_bar()`, not {shown(progress)}"
            )
        self._progress = progress
        self._words: tuple[str, ...] = ()
        self.done = self.of = 0

    def __call__(self, *reported: str | int) -> None:
        self._words = tuple(each for each in reported if isinstance(each, str))
        self.done, self.of = (each for each in reported if not isinstance(each, str))
        if self._progress is not None:
            self._progress(*reported)

    def end(self, of: int | None = None) -> None:
        """Report that all is done: `of`, or by default no more than was done already. Nothing is reported where nothing was before, or where
        that was the last report."""
        most = self.done if of is None else of
        if most and (self.done, self.of) != (most, most):
            self(*self._words, most, most)
