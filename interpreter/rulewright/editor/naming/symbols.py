"""What a name means, and a place where it is written."""

from __future__ import annotations

from typing import Literal

from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Sort = Literal[
    "name", "member", "attribute", "local", "phase", "action", "condition", "entry", "part of a board", "built-in", "file",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Symbol:
    """What a name means. `of` tells those apart that have one name: the enum of a member, the path of an entry, the place that binds a name."""

    sort: Sort
    name: str
    of: str = ""


@dataclass(frozen=True, slots=True)
class Use:
    """A place where a name is written; `declares` says that it is the one that gives the name its meaning."""

    symbol: Symbol
    span: Span
    declares: bool = False


def bound(name: str, span: Span) -> Symbol:
    """The symbol of a name that is bound at a place."""
    return Symbol("local", name, f"{span.source.name}:{span.start}")
