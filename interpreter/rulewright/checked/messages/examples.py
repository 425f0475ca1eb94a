"""Messages about the tables of examples: the number of players, and the options."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.options import Slip
from rulewright.problems.problem import Note
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span


def nobody_at_table(c: Context, example: rulebook.Example, span: Span) -> None:
    book = c.book
    c.report(
        "wrong-players",
        span,
        f"`{book.name}` is not for {example.players} player{'s' if example.players != 1 else ''}",
        notes=(Note(book.players_span, f"for {', '.join(map(str, book.players))}"),),
        help="without `players` an example is played by as few as can",
        path=example.path,
    )


def wrong_option(c: Context, example: rulebook.Example, name: str, slip: Slip, span: Span) -> None:
    declared = c.book.options.get(name)
    c.report(
        slip.code,
        span,
        slip.message,
        notes=(Note(declared.span, "which is declared here"),) if declared is not None else (),
        help=slip.help,
        path=example.path,
    )
