"""Messages about the tables of examples: the number of players, and the options."""

from __future__ import annotations

from rulewright.checked.context import Context
from rulewright.checked.messages.declarations import seated
from rulewright.checked.messages.types import reported
from rulewright.checked.options import Slip
from rulewright.problems.problem import Note, Problem
from rulewright.problems.quoting import counted
from rulewright.problems.templates import Parts
from rulewright.rulebook import nodes as rulebook
from rulewright.source.text import Span


@reported
def nobody_at_table(c: Context, example: rulebook.Example, span: Span) -> Parts:
    return {
        "game": seated(c.book),
        "players": counted(str(example.players), "player"),
        "numbers": ", ".join(map(str, c.book.players)),
    }


def wrong_option(c: Context, example: rulebook.Example, name: str, slip: Slip, span: Span) -> None:
    declared = c.book.options.get(name)
    notes = (Note(declared.span, "which is declared here"),) if declared is not None else ()
    c.add(Problem(slip.code, slip.message, span, notes=notes, help=slip.help, path=example.path))
