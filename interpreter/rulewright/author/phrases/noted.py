"""Phrases for positions that have been before.

times(seen) >= 3      ->      the same position (the board and whose turn it is) has been there at least 3 times
times(seen) == 0      ->      the same position (the board and whose turn it is) has not been there before
"""

from __future__ import annotations

from rulewright.author.english import lowered, plain
from rulewright.author.phrases.clauses import Clauses
from rulewright.author.phrases.vocabulary import COMPARED, written
from rulewright.expression import nodes as syntax
from rulewright.problems.quoting import series
from rulewright.rulebook import nodes as rules

NEVER = frozenset({("==", 0), ("<=", 0), ("<", 1)})
EVER = frozenset({("!=", 0), (">", 0), (">=", 1)})


def amount(phrases: Clauses, node: syntax.Call) -> str:
    """The words for `times(position)`; empty for other calls."""
    position = _position(phrases, node)
    if position is None:
        return ""
    phrases.words.ledger.covers(node)
    return f"how often {same(phrases, position)} has been there"


def compared(
    phrases: Clauses, sign: syntax.ComparisonSign, left: syntax.Expression, right: syntax.Expression
) -> str:
    """The words for a comparison of `times(position)`; empty for other comparisons."""
    position = _position(phrases, left)
    if position is None:
        return ""
    phrases.words.ledger.covers(left)
    words = f"{same(phrases, position)} has"
    if isinstance(right, syntax.Number) and (sign, right.value) in NEVER | EVER:
        phrases.words.ledger.covers(right)
        return f"{words} {'not ' if (sign, right.value) in NEVER else ''}been there before"
    number = phrases.phrase(right)
    exactly = {"==": "exactly ", "!=": "not exactly "}.get(sign, COMPARED[sign])
    return f"{words} been there {exactly}{'once' if number == '1' else f'{number} times'}"


def same(phrases: Clauses, position: rules.NotedPosition) -> str:
    """The words for a position, with what belongs to it."""
    name = position.label.plain if position.label is not None else "position"
    if position.about is not None:
        return f"the same {name} ({lowered(position.about.plain)})"
    return f"the same {name} ({series([_part(phrases, part) for part in position.of])})"


def _part(phrases: Clauses, part: syntax.Expression) -> str:
    if isinstance(part, syntax.Name):
        book = phrases.words.rulebook
        if part.text == "me":
            return "whose turn it is"
        if part.text in book.boards:
            return f"the {plain(part.text)}"
    return phrases.phrase(part)


def _position(phrases: Clauses, node: syntax.Expression) -> rules.NotedPosition | None:
    match node:
        case syntax.Call(arguments=(syntax.Name(text=name),)) if written(node.function) == "times":
            return phrases.words.rulebook.positions.get(name)
        case _:
            return None
