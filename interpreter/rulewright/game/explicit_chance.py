"""Explicit chance: steps whose results of chance are decided from outside, one event after the other.

    first = before_set_up(table, 7)                            the step before the set-up
    continued(table, first, None, ())                          Pending(None, (), <Node: 52 results>), or the first Step
    continued(table, tip, choice, (3,))                        the Step after `tip`, if no other event comes

Nothing of a step is kept while it is pending but the ids of the results so far: the reference carries it out again up to the next
event.  So players see and know what they did before it, and the step at the end is the same as with any other source of chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import factorial

from rulewright.game.errors import Reason, SavedStateError
from rulewright.game.history.serial import Saved, Waiting
from rulewright.game.history.steps import Details, Step
from rulewright.game.knowledge.events import Json
from rulewright.game.moves.action import Action, AnyAction
from rulewright.game.moves.step import begun, moved
from rulewright.game.outcomes import words
from rulewright.game.table import Table
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED, KindLayout
from rulewright.ir.walking import everything
from rulewright.runtime.chance.fixed import NO_VALUE
from rulewright.runtime.chance.sampled import new_position
from rulewright.runtime.chance.stepwise import MOST_RESULTS, Node, NoSuchResult, Stepwise, Undecided
from rulewright.runtime.executor import Choice
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass

CHANCE_FIRST = Reason("chance", "Chance has to decide first.")
"""Why nobody can act at a chance node."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An action, or the set-up (`choice` None), that waits for chance: the ids of the results so far, and the event to be decided."""

    choice: Choice | None
    results: tuple[int, ...]
    node: Node

    @property
    def waiting(self) -> Waiting:
        """What a saved state keeps of this."""
        return Waiting(self.choice, self.results)


def before_set_up(table: Table, seed: int) -> Step:
    """The step before the set-up."""
    start = new_position(table.program, seed)
    return Step(None, -1, None, Details("", False, "", (), table.known_at_start()), start.cells, start.luck)


def continued(table: Table, before: Step, choice: Choice | None, results: tuple[int, ...]) -> Step | Pending:
    """The step that a legal choice leads to (None: the set-up) with these results, or the event that is to be decided next.

    Raises RuleFailure (with a record), and NoSuchResult for an id that an event does not have."""
    chance = Stepwise(results)
    try:
        return (
            begun(table, before.luck.seed, chance) if choice is None else moved(table, before, choice, chance)
        )
    except Undecided as undecided:
        return Pending(choice, results, undecided.node)


def resumed(table: Table, saved: Saved) -> tuple[Step, Pending | None]:
    """The last step of a saved state with explicit chance, and what it waits for (None: a player). Raises SavedStateError."""
    before, waiting = saved.tip or before_set_up(table, saved.seed), saved.waiting
    if waiting is None or waiting.results is None:
        return before, None
    choice = waiting.choice
    try:
        if choice is None or (not before.cells[ENDED] and table.executor.is_legal(before.cells, choice)):
            found = continued(table, before, choice, waiting.results)
            if isinstance(found, Pending):
                return before, found
    except (NoSuchResult, RuleFailure):
        pass
    raise SavedStateError("this saved state is damaged: chance has nothing to decide there")


def why_not_result(action: AnyAction, player: object, chance: object) -> Reason:
    """Why a result of chance is not decided by this call: an id that comes with a player or with other results, or a text of an id."""
    if isinstance(action, str) and action.strip().isdecimal():
        return replace(CHANCE_FIRST, says=f"{CHANCE_FIRST.says} The id of a result is a number, not a text.")
    if not isinstance(action, Action | str) and (player is not None or chance is not None):
        extra = "`player`" if chance is None else "`chance`"
        return replace(CHANCE_FIRST, says=f"{CHANCE_FIRST.says} The id of a result is given without {extra}.")
    return CHANCE_FIRST


def no_such_result(node: Node, number: int) -> str:
    """The error for an id that is none of this event."""
    return f"there is no result {number} of chance here: ids run from 0 to {len(node.results) - 1}"


def text(table: Table, node: Node, number: int) -> str:
    """A result in words: `rolled dice: 3, 5`, `drawn cards: ten of hearts`."""
    values = node.results[number][1]
    if not node.parts:
        return words(_told(table, node, values))
    first, last = (words(_told(table, node, (value,))) for value in values)
    return f"{first} to {last.split(': ', 1)[1]}"


def _told(table: Table, node: Node, values: Sequence[int]) -> dict[str, Json]:
    """A result as the event of a history, without its places."""
    wording, kind = table.wording, node.kind
    source = table.program.streams[node.stream]
    if node.rolled:
        pieces = node.pieces or (0,) * len(values)
        told: dict[str, Json] = {
            "rolled": kind,
            "faces": [wording.face(kind, face, piece) for face, piece in zip(values, pieces, strict=True)],
        }
        if node.pieces and wording.kind(kind).pieces > 1:
            told["pieces"] = [wording.piece(kind, piece) for piece in node.pieces]
        return told
    if source == kind:
        return {"drawn": kind, "pieces": [_piece(table, kind, value) for value in values]}
    (value,) = values
    return {"picked": source, "value": wording.piece(kind, value) if kind and value >= 0 else _value(value)}


def _piece(table: Table, kind: str, number: int) -> str:
    layout = table.wording.kind(kind)
    return (
        table.wording.look(kind, number % layout.looks)
        if layout.identical
        else table.wording.piece(kind, number)
    )


def _value(value: int) -> int | None:
    return None if value == NO_VALUE else value


def most_results(program: ir.Program) -> int:
    """An upper bound on the number of results of a chance node: at most `MOST_RESULTS`, 0 in a game without chance."""
    kinds = {getattr(node, "kind", None) for node in everything(program) if hasattr(node, "stream")}
    return max((_most_of(program.layout.kinds.get(kind or "")) for kind in kinds), default=0)


def _most_of(kind: KindLayout | None) -> int:
    """The bound for rolls, draws, shuffles and picks of a kind; None for picks of other values."""
    if kind is None:
        return MOST_RESULTS
    rolled = kind.faces ** min(kind.pieces, ENOUGH)
    shuffled = factorial(min(kind.pieces, ENOUGH))
    return min(MOST_RESULTS, max(int(rolled), shuffled, kind.pieces + 1))


ENOUGH = 10
"""Rolls and shuffles of this many pieces have more than `MOST_RESULTS` results."""
