"""Positions that no game need come to, but that may enter native code: every cell in its range, what lies where adds up.

cells = scrambled(program, Random(7))
"""

from __future__ import annotations

from array import array
from random import Random

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT, PHASE, ROUND, ROUND_FIRST, KindLayout
from rulewright.runtime.cell_validation import MOST_ROUNDS
from rulewright.runtime.executor import Choice, Value


def scrambled(program: ir.Program, luck: Random) -> array[int]:
    """Cells at random, of a game that goes on."""
    layout = program.layout
    cells = array("i", [0]) * layout.size
    cells[CURRENT], cells[ROUND_FIRST] = luck.randrange(program.players), luck.randrange(program.players)
    cells[PHASE] = luck.randrange(len(program.phases))
    cells[ROUND] = luck.choice((1, 2, 7, 1000, MOST_ROUNDS))
    for group in layout.groups.values():
        for cell in range(group.offset, group.offset + group.size):
            values = [group.low, group.high, group.start, luck.randint(group.low, group.high)]
            cells[cell] = luck.choice([*values, *([group.none] if group.optional else [])])
    for kind in layout.kinds.values():
        (_scatter_alike if kind.identical else _scatter)(program, kind, cells, luck)
    return cells


def tried(program: ir.Program, luck: Random, offered: list[Choice]) -> Choice | None:
    """A choice with values of the right types, which need not be legal: parts of legal ones put together."""
    if not offered:
        return None
    choice = luck.choice(offered)
    arguments: list[Value] = list(choice.arguments)
    for place in range(len(arguments)):
        others = [other.arguments[place] for other in offered if other.action == choice.action]
        arguments[place] = luck.choice(others)
    return Choice(choice.action, tuple(arguments))


def _scatter_alike(program: ir.Program, kind: KindLayout, cells: array[int], luck: Random) -> None:
    several = luck.randint(0, min(kind.pieces, 200)) if kind.unlimited else kind.pieces
    for piece in range(several):
        owner = luck.randrange(kind.owners) if kind.unlimited else piece * kind.owners // kind.pieces
        look = owner * (kind.faces + 1) + luck.randint(0, kind.faces)
        for code in luck.sample(range(len(kind.places)), len(kind.places)):
            if kind.held_at(cells, code) < kind.places[code].size:
                if code >= kind.first_spot:
                    cells[kind.spots + code - kind.first_spot] = look + 1
                else:
                    cells[kind.counts + code * kind.looks + look] += 1
                break


def _scatter(program: ir.Program, kind: KindLayout, cells: array[int], luck: Random) -> None:
    sides = [
        board.spaces
        for board in program.layout.boards.values()
        if board.kind == kind.name and board.shape == "unbounded"
    ]
    free = list(range(max(sides, default=0)))
    luck.shuffle(free)
    for piece in luck.sample(range(kind.pieces), kind.pieces):
        for code in luck.sample(range(len(kind.places)), len(kind.places)):
            if _held(kind, cells, code) >= kind.places[code].size:
                continue
            cells[kind.where + piece] = code
            if code >= kind.first_spot:
                cells[kind.spots + code - kind.first_spot] = piece + 1
            else:
                if code in kind.order:
                    cells[kind.order[code] + cells[kind.held + code]] = piece + 1
                cells[kind.held + code] += 1
            if code == kind.table:
                cells[kind.space + piece] = 1 + free.pop()
                if kind.turned >= 0:
                    cells[kind.turned + piece] = luck.randrange(4)
            break
        if kind.face >= 0:
            cells[kind.face + piece] = luck.randint(0, kind.sides[piece] if kind.sides else kind.faces)


def _held(kind: KindLayout, cells: array[int], code: int) -> int:
    return kind.held_at(cells, code)
