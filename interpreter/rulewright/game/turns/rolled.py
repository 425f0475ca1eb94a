"""Rolls that make faces forgotten: what an action does depends on nothing that the dice it rolls showed before.

    rolled = Rolled(game)
    rolled.without_faces(cells, choice)      the cells in which these dice show nothing, or None if that may make a difference

An action may begin with rolls of all dice at a place, or of single dice; a condition in front of one must not look at faces. As long as only that was
done, faces are overwritten before anything looks at them.
"""

from __future__ import annotations

from array import array

from rulewright.game.turns.slow_cells import OF_CELLS
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.reads import reached
from rulewright.ir.walking import everything
from rulewright.runtime.executor import Choice, Executor


class Rolled:
    """What the actions of a program for one player roll first."""

    def __init__(self, executor: Executor) -> None:
        self._executor, self._program = executor, executor.program
        self._actions = list(executor.program.actions.values())
        self._first = [_first_rolls(executor.program, action) for action in self._actions]

    def without_faces(self, cells: array[int], choice: Choice) -> array[int] | None:
        """The cells in which the dice that a choice rolls first show nothing; None if it does not begin with a roll."""
        effects = self._first[choice.action]
        if not effects:
            return None
        kept = cells[:]
        for effect in effects:
            if isinstance(effect, ir.Roll):
                self._blank(effect, kept)
                continue
            action = self._actions[choice.action]
            asked = ir.Asked(action.path, effect.condition, action.locals, effect.span)
            if self._executor.value(cells, asked, 0, choice.arguments):
                for inside in effect.do:
                    assert isinstance(inside, ir.Roll)
                    self._blank(inside, kept)
        return kept

    def _blank(self, roll: ir.Roll, kept: array[int]) -> None:
        kind = self._program.layout.kinds[roll.kind]
        if isinstance(roll.pieces, ir.Elements):
            assert isinstance(roll.pieces.value, ir.Constant)
            kept[kind.face + int(roll.pieces.value.value)] = 0  # type: ignore[arg-type]
            return
        assert isinstance(roll.pieces, ir.PiecesAt)
        assert isinstance(roll.pieces.place, ir.PlaceOf)
        first = kind.counts + roll.pieces.place.first * kind.looks
        many = sum(kept[first : first + kind.looks])
        kept[first : first + kind.looks] = array(kept.typecode, [many, *[0] * (kind.looks - 1)])


def _first_rolls(program: ir.Program, action: ir.Action) -> list[ir.Roll | ir.If]:
    """The effects with which an action begins, as long as they are rolls, or rolls under a condition that looks at no face."""
    if action.lets or not all(_is_plain(each.domain) for each in action.parameters):
        return []
    found: list[ir.Roll | ir.If] = []
    for effect in action.do:
        if (isinstance(effect, ir.Roll) and _is_known(program, effect)) or (
            isinstance(effect, ir.If)
            and not effect.otherwise
            and all(isinstance(each, ir.Roll) and _is_known(program, each) for each in effect.do)
            and _looks_at_no_face(program, effect.condition)
        ):
            found.append(effect)
        else:
            break
    return found


def _is_plain(domain: object) -> bool:
    return isinstance(domain, ir.Members | ir.Between)


def _is_known(program: ir.Program, roll: ir.Roll) -> bool:
    """Whether a roll is one of all alike dice at a place, or of a single die that is named."""
    kind = program.layout.kinds[roll.kind]
    if isinstance(roll.pieces, ir.Elements):
        value = roll.pieces.value
        return not kind.identical and isinstance(value, ir.Constant) and type(value.value) is int
    place = roll.pieces.place if isinstance(roll.pieces, ir.PiecesAt) else None
    return (
        isinstance(place, ir.PlaceOf)
        and place.owner is None
        and kind.identical
        and kind.owners == 1
        and not kind.unlimited
        and place.first < kind.first_spot
    )


def _looks_at_no_face(program: ir.Program, condition: ir.Expression) -> bool:
    def is_apart(kind: KindLayout) -> bool:
        return not kind.identical

    for node in (*reached(program, condition), *everything(condition)):
        if isinstance(node, ir.PiecesAt | ir.PlaceOf | ir.PiecePlace):
            if not is_apart(program.layout.kinds[node.kind]):
                return False
        elif not isinstance(node, (*OF_CELLS, ir.Cell)):
            return False
    return True
