"""How things look, as declared under `view`."""

from __future__ import annotations

from rulewright.checked.boards.spaces import drawn, plan_of
from rulewright.checked.context import Context
from rulewright.ir import nodes as ir
from rulewright.rulebook import nodes as rulebook


def lower_view(c: Context) -> ir.View:
    """The section as plain data."""
    view = c.book.view
    if view is None:
        return ir.View()
    return ir.View(
        {
            kind: ir.PieceView(look.form, _words(look.symbols), _words(look.colours), look.size)
            for kind, look in view.pieces.items()
        },
        {
            board: ir.BoardView(
                drawn(c, look, c.boards[board])
                | {each.space: each.at for each in (*plan_of(c, look), *look.at)},
                _words(look.colours),
                look.size,
            )
            for board, look in view.boards.items()
        },
        tuple(name.id for name in view.order),
        tuple(name.id for name in view.hide),
    )


def _words(words: tuple[rulebook.Worded, ...]) -> dict[str, str]:
    return {each.word: each.text for each in words}
