"""A rule that failed while a game was played: the rulebook's error, never a wrong game."""

from __future__ import annotations

from rulewright.source.text import Span


class RuleFailure(Exception):
    """A rule of the rulebook failed in play. `code` is stable (`range-left`, `zone-full`, `undefined`, `nobody-can-move`, `endless`, `invariant`, ...);
    `path` names the rule that was being carried out; `help` says what to do about it where more is known than the
    code shows. The game or simulation that was played adds `record`, so that it replays; None where only a question was asked."""

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
