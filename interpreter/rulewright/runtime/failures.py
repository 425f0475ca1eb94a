"""Rule failures: errors of the rulebook that show while a game is played."""

from __future__ import annotations

from rulewright.source.text import Span


class RuleFailure(Exception):
    """A rule of the rulebook failed in play.

    `code` is stable (`range-left`, `zone-full`, `undefined`, `nobody-can-move`, `endless`, `invariant`, ...); `path` names
    the rule that was being carried out; `help` says what to do, where more is known than the code shows. `record` replays
    the game up to the failure; the game or simulation adds it, and it is None if only an expression was evaluated.
    """

    def __init__(self, code: str, message: str, span: Span, path: str = "", help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.path = path
        self.help = help
        self.record: object | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.code, self.message, self.span, self.path, self.help), self.__dict__

    def __str__(self) -> str:
        rule = f" (in {self.path})" if self.path else ""
        return f"{self.span}: {self.message}{rule}"
