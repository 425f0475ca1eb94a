"""Why a game did not end: what each end asks for, and how things stood when it could have come last.

never_held(book, trial)   ->   ["`target_reached` (game.yaml:59) never held in 10,000 actions: `me.score >= target`;
                                 after the last `keep` (action 9,998) me.score is 73, target is 500"]
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from rulewright.author.examples.values import as_written, printed
from rulewright.expression import nodes as syntax
from rulewright.game.playouts.trial import Trial, Trials, Tried
from rulewright.ir.layout import CURRENT
from rulewright.problems.problem import RulebookError
from rulewright.rulebook import nodes as rules
from rulewright.runtime.failures import RuleFailure

if TYPE_CHECKING:
    from rulewright.pipeline import Book

MOST_SIDES = 6
"""So many values are told of an end."""


def never_held(book: Book, trial: Trial) -> tuple[str, ...]:
    """A line for each end of a rulebook of which a game was played that did not end."""
    if not book.rulebook.ends:
        return ()
    tried = Trials(book.game).replay(trial)
    return tuple(_told(book, end, tried) for end in book.rulebook.ends.values())


def _told(book: Book, end: rules.End, tried: Tried) -> str:
    count = len(tried.trial.moves)
    asks = f": `{as_written(end.when)}`" if end.when is not None else ""
    said = f"`{end.id}` ({end.span.place}) never held in {count:,} actions{asks}"
    place = _last_asked(book, end, tried)
    names = [f"`{name.id}`" for name in end.after]
    if place is None:
        return f"{said}; {' and '.join(names) or 'no action'} never happened"
    values = [] if end.when is None else list(_values(book, end.when, tried, place))
    if not values:
        return said
    after = f"the last {' or '.join(names)} (action {place:,})" if names else f"action {place:,}"
    return f"{said}; after {after} {', '.join(values[:MOST_SIDES])}"


def _last_asked(book: Book, end: rules.End, tried: Tried) -> int | None:
    """The number of the last action after which the end could have come."""
    after = {name.id for name in end.after}
    for number in range(len(tried.trial.moves), 0, -1):
        if not after or book.game.action(tried.trial.moves[number - 1].text).name in after:
            return number
    return None


def _values(book: Book, when: syntax.Expression, tried: Tried, place: int) -> list[str]:
    """`me.score is 73` for everything that a condition compares, asked for the player who acted."""
    me = tried.cells[place - 1][CURRENT]
    found: dict[str, None] = {}
    for part in _compared(when):
        value = _printed(book, part, tried.cells[place], me)
        if value is not None and value != as_written(part):
            found.setdefault(f"{as_written(part)} is {value}")
    return list(found)


def _compared(node: syntax.Expression) -> list[syntax.Expression]:
    """What a condition compares; of one that compares nothing, the condition itself."""
    match node:
        case syntax.And() | syntax.Or():
            return [side for item in node.items for side in _compared(item)]
        case syntax.Not():
            return _compared(node.operand)
        case syntax.Compare():
            return [node.left, node.right]
        case syntax.In():
            return [node.item]
    return [node]


def _printed(book: Book, part: syntax.Expression, cells: array[int], me: int) -> str | None:
    """A value in words; None where it cannot be asked for by itself."""
    try:
        asked, type_ = book.asked(part)
        return printed(book.program, type_, book.game.executor.value(cells, asked, me))
    except (RulebookError, RuleFailure):
        return None
