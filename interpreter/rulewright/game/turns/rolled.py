"""Rolls that make faces forgotten: what an action does depends on nothing that the dice it rolls showed before.

    rolled = Rolled(game)
    rolled.without_faces(cells, choice)      the cells in which these dice show nothing, or None if that may make a difference
    rolled.results(cells, choice)            36, [(1, ((8, 0), (9, 2))), (2, ((8, 0), (9, 1), (10, 1))), ...]: what they can show

An action may begin with rolls of all dice at a place, or of single dice; a condition in front of one must not look at faces. As long as only that was
done, faces are overwritten before anything looks at them.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import replace
from itertools import chain, product
from math import prod

from rulewright.game.turns.slow_cells import OF_CELLS
from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, KindLayout
from rulewright.ir.reads import reached
from rulewright.ir.walking import everything
from rulewright.runtime.chance.enumerated import rolls
from rulewright.runtime.executor import Choice, Executor

Shown = tuple[int, tuple[tuple[int, int], ...]]
"""In how many ways dice can show something, and the cells that say so with their values."""


class Rolled:
    """What the actions of a program roll first."""

    def __init__(self, executor: Executor) -> None:
        self._executor, self._program = executor, executor.program
        self._actions = list(executor.program.actions.values())
        self._first = [_first_rolls(executor.program, action) for action in self._actions]
        self._rolls: dict[tuple[object, ...], list[Shown]] = {}

    def without_faces(self, cells: array[int], choice: Choice) -> array[int] | None:
        """The cells in which the dice that a choice rolls first show nothing; None if it does not begin with a roll."""
        if not self._first[choice.action]:
            return None
        kept = cells[:]
        for roll in self._rolled(cells, choice):
            self._blank(roll, kept)
        return kept

    def results(self, cells: array[int], choice: Choice) -> tuple[int, list[Shown]]:
        """What the dice that a choice rolls first can show, and in how many ways in all. `cells`: those of `without_faces`."""
        rolls = self._rolled(cells, choice)
        many = [_dice(self._program.layout.kinds[roll.kind], roll, cells) for roll in rolls]
        key = (tuple(map(id, rolls)), tuple(many))
        found = self._rolls.get(key)
        if found is None:
            each = [self._shown(roll, dice) for roll, dice in zip(rolls, many, strict=True)]
            found = self._rolls[key] = [
                (prod(ways for ways, _ in some), tuple(chain.from_iterable(shown for _, shown in some)))
                for some in product(*each)
            ]
        return sum(ways for ways, _ in found), found

    def without_rolls(self) -> ir.Program:
        """The program in which actions do not begin with these rolls."""
        actions = {
            name: replace(action, do=action.do[len(first) :])
            for (name, action), first in zip(self._program.actions.items(), self._first, strict=True)
        }
        return replace(self._program, actions=actions)

    # ----------------------------------------------------------------------------------------------- private

    def _rolled(self, cells: array[int], choice: Choice) -> list[ir.Roll]:
        """The rolls with which a choice begins."""
        found: list[ir.Roll] = []
        action = self._actions[choice.action]
        for effect in self._first[choice.action]:
            if isinstance(effect, ir.Roll):
                found.append(effect)
                continue
            asked = ir.Asked(action.path, effect.condition, action.locals, effect.span)
            if self._executor.value(cells, asked, cells[CURRENT], choice.arguments):
                found += [inside for inside in effect.do if isinstance(inside, ir.Roll)]
        return found

    def _blank(self, roll: ir.Roll, kept: array[int]) -> None:
        kind = self._program.layout.kinds[roll.kind]
        dice = _dice(kind, roll, kept)
        if not kind.identical:
            for piece in dice:
                kept[kind.face + piece] = 0
            return
        first = _first_cell(kind, roll)
        kept[first : first + kind.looks] = array(kept.typecode, [len(dice), *[0] * (kind.looks - 1)])

    def _shown(self, roll: ir.Roll, dice: range | tuple[int, ...]) -> list[Shown]:
        """What dice can show."""
        kind = self._program.layout.kinds[roll.kind]
        if not dice:
            return [(1, ())]
        if not kind.identical:
            sides = [range(kind.sides[piece] if kind.sides else kind.faces) for piece in dice]
            return [
                (1, tuple((kind.face + piece, face + 1) for piece, face in zip(dice, faces, strict=True)))
                for faces in product(*sides)
            ]
        first, total = _first_cell(kind, roll), kind.faces ** len(dice)
        return [
            (
                int(share * total),
                ((first, 0), *((first + 1 + face, many) for face, many in Counter(faces).items())),
            )
            for share, faces in rolls((kind.faces,) * len(dice), True)
        ]


def _dice(kind: KindLayout, roll: ir.Roll, cells: array[int]) -> range | tuple[int, ...]:
    """The dice that are rolled; of those that are all alike only their number matters."""
    if isinstance(roll.pieces, ir.Elements):
        assert isinstance(roll.pieces.value, ir.Constant)
        piece = roll.pieces.value.value
        assert isinstance(piece, int), "others do not count as first rolls"
        return (piece,)
    if kind.identical:
        first = _first_cell(kind, roll)
        return range(sum(cells[first : first + kind.looks]))
    place = _place(roll).first
    return tuple(piece for piece in range(kind.pieces) if cells[kind.where + piece] == place)


def _place(roll: ir.Roll) -> ir.PlaceOf:
    assert isinstance(roll.pieces, ir.PiecesAt)
    assert isinstance(roll.pieces.place, ir.PlaceOf)
    return roll.pieces.place


def _first_cell(kind: KindLayout, roll: ir.Roll) -> int:
    """The first of the cells that count what dice at a place show."""
    return kind.counts + _place(roll).first * kind.looks


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
    if not isinstance(place, ir.PlaceOf) or place.owner is not None or place.first >= kind.first_spot:
        return False
    if kind.identical:
        return kind.owners == 1 and not kind.unlimited
    return kind.places[place.first].order == "none"


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
