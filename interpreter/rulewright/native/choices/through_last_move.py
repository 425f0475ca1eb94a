"""Ends that look only at the lines through the piece just placed, where that is proved to be enough.

    do: [{place: disc, to: at}, end_turn]
    when: any(all(s.owner == me for s in l) for l in board.four)      ->      ... for l in board.four through at)

A line of the mover's pieces without `at` was complete before the action, and then the game ended when its last piece was
placed.  By induction that is true if

- pieces of the kind are changed by nothing but this one action, which places one, of the player to act, on a free space of the board,
  and the board is empty before set-up, and
- the end is checked after this action, for lines none of which is empty, and depends only on the player to act owning all pieces of a line.

A given position may have such a line already, so only modules that play from set-up narrow their ends.
Fuel is counted as if all lines were visited.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.ir import nodes as ir
from rulewright.ir.footprints import EFFECTS, footprint
from rulewright.ir.layout import BoardLayout
from rulewright.ir.walking import everything
from rulewright.native.passes import ALL, Passes
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Narrowed:
    """A program with ends that look at fewer lines. `left_out`: by the number of an end, the most elements
    that it skips."""

    program: ir.Program
    left_out: dict[int, int]


@dataclass(frozen=True, slots=True)
class _Lines:
    """`any(all(s.owner == me for s in l) for l in ...)`: which lines of a table, on which board."""

    clause: ir.Clause
    table: str
    numbers: tuple[int, ...]
    board: BoardLayout
    slots: frozenset[int]
    """The slots that are bound in the condition."""


def narrowed(program: ir.Program, passes: Passes = ALL) -> Narrowed:
    """The program with all ends narrowed for which that is proved to be correct."""
    ends, tables, left_out = list(program.ends), dict(program.tables), dict[int, int]()
    for index, end in enumerate(program.ends):
        found = _lines(program, end)
        placed = _placed(program, end, found) if found is not None and passes.last_move else None
        if found is None or placed is None:
            continue
        through = _through(program, found)
        name = f"through.{end.path}"
        tables[name] = through
        rows = program.tables[found.table]
        every = sum(1 + len(_row(rows, number)) for number in found.numbers)
        left_out[index] = every
        domain = ir.Elements(ir.Lookup(name, (placed,), False, placed.span), False, found.clause.domain.span)
        assert isinstance(end.condition, ir.Aggregate)
        condition = replace(end.condition, clauses=(replace(found.clause, domain=domain),))
        ends[index] = replace(end, condition=condition)
    return Narrowed(replace(program, ends=tuple(ends), tables=tables) if left_out else program, left_out)


def _lines(program: ir.Program, end: ir.End) -> _Lines | None:
    """The lines of an end whose condition is that one of them has only pieces of the mover."""
    match end.condition:
        case ir.Aggregate(
            name="any",
            element=element,
            clauses=(ir.Clause(domain=ir.Members(values=values), condition=None, proceed=None) as clause,),
        ) if values and not any(isinstance(value, bool) for value in values):
            pass
        case _:
            return None
    match element:
        case ir.Call(definition=name, arguments=(ir.Local(slot=slot),)) if slot == clause.slot:
            body, line = program.definitions[name].body, 0
        case _:
            body, line = element, clause.slot
    match body:
        case ir.Aggregate(
            name="all",
            element=ir.Compare(
                sign="==",
                left=ir.PieceOwner(
                    kind=kind, piece=ir.Single(place=ir.PlaceOf(first=first, owner=ir.Local(slot=space)))
                ),
                right=ir.Me(),
            ),
            clauses=(
                ir.Clause(
                    slot=bound,
                    domain=ir.Elements(
                        value=ir.Lookup(table=table, indices=(ir.Local(slot=of),)), single=False
                    ),
                    condition=None,
                    proceed=None,
                ),
            ),
        ) if space == bound != line == of:
            rows = program.tables[table]
            slots = frozenset({clause.slot, bound}) if body is element else frozenset({clause.slot})
            board = _board(program, kind, first)
            if board is not None and all(_row(rows, number) for number in values):
                return _Lines(clause, table, values, board, slots)
    return None


def _board(program: ir.Program, kind: str, first: int) -> BoardLayout | None:
    boards = (each for each in program.layout.boards.values() if each.first == first and each.kind == kind)
    return next(boards, None)


def _placed(program: ir.Program, end: ir.End, found: _Lines) -> ir.Local | None:
    """The space on which the action places a piece, if nothing else changes pieces of the kind; None if the
    proof fails."""
    if end.at != "action" or len(end.after) != 1:
        return None
    action, board = program.actions[end.after[0]], found.board
    if action.secret or board.owners != 1 or board.first < program.layout.kinds[board.kind].first_spot:
        return None
    touching = [
        each
        for each in everything(program)
        if isinstance(each, EFFECTS) and footprint(each).kind == board.kind
    ]
    match touching:
        case [
            ir.PlacePiece(
                owner=ir.Me(), to=ir.PlaceOf(first=board.first, owner=ir.Local(slot=slot) as placed)
            ) as only
        ] if any(each is only for each in action.do):
            own = {*range(len(action.parameters)), *(let.slot for let in action.lets)}
            bound = {each.slot for each in everything(action.do) if isinstance(each, ir.Let | ir.Clause)}
            return placed if slot in own - bound - found.slots else None
    return None


def _row(table: ir.Table, number: int) -> tuple[int, ...]:
    row = table.values[number - table.lows[0]]
    assert isinstance(row, tuple), "a line has spaces"
    return row


def _through(program: ir.Program, found: _Lines) -> ir.Table:
    """For each space of the board the lines through it."""
    table = program.tables[found.table]
    rows: list[list[int]] = [[] for _ in range(found.board.spaces)]
    for number in found.numbers:
        for space in dict.fromkeys(_row(table, number)):
            rows[space].append(number)
    return ir.Table(f"through.{found.table}", (0,), (found.board.spaces,), tuple(map(tuple, rows)))
