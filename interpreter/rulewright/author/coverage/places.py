"""The places of a rulebook that play can exercise, and the counts of each at one table.

    if: five_alike          exercised when it was both true and false
    end: {stalemate: …}     the same; for an action, a step or a row of a table it is enough to come up once

Places are nested: a place below an `if` that was never true was not reached for that reason.  Options and
the number of players settle some conditions before play; then only one result is possible at this table.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal, NamedTuple, TypeAlias

from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Sort = Literal[
    "phase", "action", "condition", "trigger", "end", "step", "rule", "definition", "case", "key case", "otherwise",
    "line", "row", "if", "choice", "clause", "operand", "loop", "pick", "else", "effect case",
]  # fmt: skip
Key: TypeAlias = tuple[str, str, int, int]
"""The identity of a place at every table: its sort, its file, and its start and end."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a rule. `path` is the rule's, `detail` names the part of it. `within` is the enclosing place; `branch`: whether it
    is in the branch for true or for false, None outside branches. `joined`: it is an operand of the `and` or `or` that is the
    whole of the enclosing place. `both_ways`: it has to be both true and false to be exercised; for others it is enough to come up."""

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
    """How often a place was false and true, and whether each was possible (`yes` alone counts where it is enough to come up)."""

    no: int
    yes: int
    could_no: bool = True
    could_yes: bool = True

    def with_(self, other: Seen) -> Seen:
        """The sum of two counts: of two tables, or of examples and games."""
        return Seen(
            self.no + other.no, self.yes + other.yes, self.could_no or other.could_no, self.could_yes or other.could_yes
        )  # fmt: skip


NEVER = Seen(0, 0, False, False)
"""The counts of a place that does not exist at a table."""
