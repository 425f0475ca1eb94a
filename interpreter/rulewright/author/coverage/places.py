"""The places of a rulebook that play can exercise, and what was seen of each at one table.

    if: five_alike          a place that wants to be seen both true and false
    end: {stalemate: …}     another; while for an action, a step or a row of a table it is enough to come up once

Places lie inside each other: what is below an `if` that was never true was not reached for that reason.  Options and
the number of players settle some of them before play; then one way is all that a place can go at this table.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from rulewright.source.text import Span

Sort = Literal[
    "phase", "action", "condition", "trigger", "end", "step", "rule", "definition", "case", "key case", "otherwise",
    "line", "row", "if", "choice", "clause", "operand", "loop", "pick", "else", "effect case",
]  # fmt: skip
Key: TypeAlias = tuple[str, str, int, int]
"""What a place is known by at every table: its sort, its file, and where it begins and ends."""


@dataclass(frozen=True, slots=True)
class Place:
    """`path` is the rule's, `detail` says what inside it. `within` is the place it lies in and, if it lies in a branch,
    whether in the one for true. `joined`: it is a part of an `and` or `or` that is the whole of that place.
    `both_ways`: it is exercised only when it went both ways; of the others it is enough that they came up."""

    sort: Sort
    span: Span = field(repr=False)
    path: str
    detail: str
    within: Key | None
    branch: bool | None
    joined: Literal["and", "or", ""] = ""
    both_ways: bool = False

    @property
    def key(self) -> Key:
        return (self.sort, self.span.file, self.span.start, self.span.end)

    @property
    def name(self) -> str:
        """The rule, and what in it: `tables.bonus, row 12`."""
        return f"{self.path}, {self.detail}" if self.detail else self.path


class Seen(NamedTuple):
    """How often a place went which way, and whether it could (`yes` alone counts where it is enough to come up)."""

    no: int
    yes: int
    could_no: bool = True
    could_yes: bool = True

    def with_(self, other: Seen) -> Seen:
        """Both together: of two tables, or of examples and games."""
        return Seen(
            self.no + other.no, self.yes + other.yes, self.could_no or other.could_no, self.could_yes or other.could_yes
        )  # fmt: skip


NEVER = Seen(0, 0, False, False)
"""A place that is not there at a table."""
