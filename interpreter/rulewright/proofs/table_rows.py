"""The rows of tables, and the values by which play looks them up.

lo: {of: 1..30, rows: {..12: 2, 13..: 1}}       looked up by 5..12       ->      the second row is never used
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checked.context import Context
from rulewright.expression import nodes as syntax
from rulewright.language.ranges import NOTHING, Values, meet
from rulewright.language.types import HIGHEST, LOWEST
from rulewright.proofs.position import Place, Unknown, place_of
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(slots=True)
class Row:
    """A row of a table: the values it is for, and `asked`, the values by which its table is looked up."""

    table: str
    span: Span
    path: str
    keys: Values
    asked: Values = NOTHING

    @property
    def place(self) -> Place:
        return place_of(self.span)

    @property
    def reached(self) -> bool:
        """Whether it is ever used; True also if the whole table is never looked up."""
        return self.asked.empty or not meet(self.keys, self.asked).empty


def rows_of(book: rulebook.Rulebook, checked: Context, unknown: Unknown) -> Iterator[Row]:
    """The rows of all tables that do not depend on options, those for `otherwise` left out."""
    for name, table in book.tables.items():
        if name in unknown.declarations:
            continue
        for row in table.rows:
            keys = _keys(row.key, checked)
            if keys is not None:
                yield Row(name, row.span, table.path, keys)


def _keys(key: syntax.Row, checked: Context) -> Values | None:
    match key:
        case syntax.RowUpTo(high=high):
            last = _number(high, checked)
            return None if last is None else Values(LOWEST, last)
        case syntax.RowFromOn(low=low):
            first = _number(low, checked)
            return None if first is None else Values(first, HIGHEST)
        case syntax.RowValue(value=syntax.Range(low=low, high=high)):
            first, last = _number(low, checked), _number(high, checked)
            return None if first is None or last is None else Values(first, last)
        case syntax.RowValue(value=value):
            only = _number(value, checked)
            return None if only is None else Values(only, only)
        case _:
            return None


def _number(node: syntax.Node, checked: Context) -> int | None:
    info = checked.infos.get(node)
    return int(info.value) if info is not None and isinstance(info.value, int) else None
