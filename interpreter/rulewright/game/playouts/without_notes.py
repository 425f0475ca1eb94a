"""Positions without the notes of those before them: where two that are equal but for their notes may be counted as one.

    unread = Unread(game)
    unread.game                         the same game, in which nothing is noted and `times` is always 0
    unread.of(cells, turns=2)           the cells without notes, or None if notes may matter within the next two turns
    unread.cut(cells)                   the cells without notes, whatever may follow

**The rule.**  A note matters only if some rule can distinguish its position from one that was noted less often.  Of each position the least number
that a rule distinguishes from smaller ones is known: 3 for `times(x) >= 3`, 1 for `times(x) == 0`, and 1 for every use that is no comparison with
a constant.  Say a position was noted at most `m` times so far, and `t` turns can end within reach; then `times` is at most `m + t` there.  As
long as that is below the least number, every comparison comes out as if nothing had been noted, and the notes may be left out.  (If it
belongs to the position whose turn it is, and the players take turns in the order of their seats, only every `players`-th turn can repeat it.)
Notes are kept also where they could become too many within reach, or where asking for the position could fail.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.footprints import effects_below, footprint
from rulewright.ir.layout import Notes
from rulewright.ir.walking import everything
from rulewright.language.ranges import MIRRORED

MOST_COUNT = 2**31
"""More than any number of notes."""


class Unread:
    """A game with notes, and the same game without."""

    def __init__(self, game: Game) -> None:
        program = game.program
        self._notes = tuple(program.layout.notes.values())
        self._told = least_told(program)
        self._width = program.layout.before_notes
        self._every = {name: _turns_between(program, each) for name, each in program.positions.items()}
        self._one_by_one = not any(_ends_turns(program, do) for do in _automatic(program))
        self._fails = not all(map(_cannot_fail, _asked(program)))
        self.game = Game(game.executor.remake(without_notes(program)), game.overlays)

    def cut(self, cells: array[int]) -> array[int]:
        """The cells of the position itself."""
        return cells[: self._width]

    def of(self, cells: array[int], turns: int) -> array[int] | None:
        """The cells without notes, if no note can matter before this many decisions were made, or turns have ended."""
        if turns and (self._fails or not self._one_by_one):
            return None
        for notes in self._notes:
            again = -(-turns // self._every[notes.name])
            if turns and _most_alike(notes, cells) + again >= self._told[notes.name]:
                return None
            if cells[notes.offset] + turns > notes.most:
                return None
        return self.cut(cells)


def without_notes(program: ir.Program) -> ir.Program:
    """A program in which no position is noted."""
    layout = replace(program.layout, size=program.layout.before_notes, notes={})
    return replace(program, positions={}, layout=layout)


def least_told(program: ir.Program) -> dict[str, int]:
    """By position, the least number of notes that a rule can distinguish from a smaller one."""
    found = dict.fromkeys(program.positions, MOST_COUNT)
    compared: set[int] = set()
    for node in everything(program):
        if isinstance(node, ir.Compare):
            for times, other, sign in (
                (node.left, node.right, node.sign),
                (node.right, node.left, MIRRORED[node.sign]),
            ):
                if isinstance(times, ir.Times) and isinstance(other, ir.Constant):
                    compared.add(id(times))
                    _lower(found, times.position, _first_told(sign, other.value))
    for node in everything(program):
        if isinstance(node, ir.Times) and id(node) not in compared:
            _lower(found, node.position, 1)
    return found


def _first_told(sign: str, value: object) -> int:
    """The least number from 1 on for which a comparison with a constant differs from that for the number before."""
    if not isinstance(value, int):
        return 1
    return max(value + 1 if sign in (">", "<=") else value, 1)


def _lower(found: dict[str, int], name: str, number: int) -> None:
    if name in found:
        found[name] = min(found[name], number)


def _turns_between(program: ir.Program, position: ir.NotedPosition) -> int:
    """After how many turns a position can be noted again at the earliest."""
    following = program.turns.next.value
    in_order = isinstance(following, ir.Seat) and isinstance(following.player, ir.Me) and following.by == 1
    rules = [rule.do for rule in everything(program) if hasattr(rule, "do")]
    notes = {footprint(effect).note for do in rules for effect in effects_below(do, program)}
    own = any(isinstance(part, ir.NotedValue) and isinstance(part.value, ir.Me) for part in position.parts)
    plain = in_order and own and program.turns.round_first is None and not notes & {"extra_turn", "turn_of"}
    return program.players if plain else 1


def _automatic(program: ir.Program) -> Iterator[ir.Effects]:
    """The rules that may be carried out without a decision since the turn began."""
    for phase in program.phases:
        if phase.automatic is not None:
            yield phase.automatic.do
        yield from (trigger.do for trigger in phase.triggers if not trigger.after)
    yield program.turns.begin.do


def _ends_turns(program: ir.Program, do: ir.Effects) -> bool:
    return any(footprint(effect).note not in (None, "phase") for effect in effects_below(do, program))


def _asked(program: ir.Program) -> Iterator[object]:
    """What is asked when a position is noted."""
    for position in program.positions.values():
        yield from (part.value for part in position.parts if isinstance(part, ir.NotedValue))
        if position.forget is not None:
            yield position.forget


def _cannot_fail(node: object) -> bool:
    """Whether an expression is made only of what always has a value."""
    plain = (ir.Cell, ir.Constant, ir.Me, ir.Compare, ir.And, ir.Or, ir.Not, ir.Flow)
    return all(isinstance(each, plain) for each in everything(node))


def _most_alike(notes: Notes, cells: array[int]) -> int:
    """How often the position was noted that was noted most often."""
    there, first = cells[notes.offset], notes.offset + 1
    rows = (cells[first + word * notes.room :][:there] for word in range(notes.words))
    return max(Counter(zip(*rows, strict=True)).values(), default=0)
