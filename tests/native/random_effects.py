"""Effects made up at random, over kinds of pieces of every sort, and positions in which they may be carried out.

    program = a_program()
    Made(program, random).effects(), a_position(program, random)

No rulebook is needed: zones with and without order, stacks, spaces for one piece, pieces with and without identity, owners,
faces, and pieces as many as needed lie side by side, and places are named by constants or read off variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import TypeAlias

from rulewright.evaluate.machine import Machine
from rulewright.evaluate.pieces import pieces_at, put_down, show, take_up
from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Axis, KindLayout, PlaceInfo
from rulewright.language import types
from rulewright.runtime.chance.sampled import Sampled, new_position
from rulewright.runtime.executor import Position
from rulewright.source.text import NOWHERE
from tests.evaluate import building as b

Named: TypeAlias = tuple[str, tuple[ir.Expression, ...]]
"""A cell of a variable, as effects name it."""

PLAYERS = 2
PLACES, NUMBERS, FACES = "at", "many", "shown"
"""Variables from which effects read places, numbers and faces; `seen` takes down what is asked."""
SEEN = 6


def _zones(*sizes: int) -> tuple[PlaceInfo, ...]:
    return tuple(b.zone(f"zone{index}", size) for index, size in enumerate(sizes))


def _started(places: tuple[PlaceInfo, ...], start: int) -> tuple[PlaceInfo, ...]:
    return (replace(places[0], start=start), *places[1:])


def _kinds() -> list[KindLayout]:
    """One kind of each sort; where they lie in the cells is put in later."""
    shuffled, kept = b.zone("bag", 20, order="shuffled"), b.zone("pile", 8, order="kept")
    small = b.zone("small", 3, order="kept")
    spots = tuple(b.zone("board", 1) for _ in range(3))
    identical = [
        ("dice", 6, 1, 4, (*_started((shuffled,), 6), *_zones(20, 3), *spots), 3, False),
        ("coins", 6, 2, 2, (replace(shuffled, start=2), replace(b.zone("rest", 2), start=1), *_zones(20), *spots), 3, False),
        ("chips", 5, 1, 0, (*_started(_zones(20), 5), *_zones(2, 5)), 2**31, False),
        ("stones", 9, 2, 0, (b.zone("stack", 3), b.zone("stack", 3), *spots), 2, True),
    ]  # fmt: skip
    found = [
        KindLayout(name, True, pieces, owners, "players" if owners > 1 else "", faces, None, places,
                   0, -1, -1, -1, {}, (), first_spot=first, spots=0 if first < 100 else -1, unlimited=more)
        for name, pieces, owners, faces, places, first, more in identical
    ]  # fmt: skip
    places = (replace(shuffled, start=8), kept, small, *_zones(20, 2), *spots)
    cards = KindLayout("cards", False, 8, 2, "players", 2, None, places, -1, 0, 0, 0, {1: 0, 2: 0},
                       (0, 0, 3, 0, 4, 0, 0, 1), first_spot=5, spots=0)  # fmt: skip
    loose = KindLayout("tiles", False, 5, 1, "", 0, None, _started(_zones(20), 5), -1, 0, -1, 0, {}, (0,) * 5)
    return [*found, cards, loose]


def _laid_out(kind: KindLayout, begin: int) -> tuple[KindLayout, int]:
    """A kind with its groups one after the other from a cell on, and the cell behind them."""
    zones = min(len(kind.places), kind.first_spot)
    counts = where = face = held = spots = -1
    order: dict[int, int] = {}
    if kind.identical:
        counts, begin = begin, begin + zones * kind.looks
    else:
        where, begin = begin, begin + kind.pieces
        if kind.faces:
            face, begin = begin, begin + kind.pieces
        held, begin = begin, begin + zones
        for code in kind.order:
            order[code], begin = begin, begin + kind.places[code].size
    spots, begin = begin, begin + len(kind.places) - zones
    return replace(kind, counts=counts, where=where, face=face, held=held, order=order, spots=spots), begin


def a_program() -> ir.Program:
    """A program with all kinds and some variables, and no rules."""
    cells = b.Cells(PLAYERS)
    cells.variable(PLACES, 0, 7, Axis("range", "", 0, 8))
    cells.variable(NUMBERS, -1, 5, optional=True)
    cells.variable(FACES, 0, 3, optional=True)
    cells.variable("seen", types.LOWEST + 1, types.HIGHEST, Axis("range", "", 0, SEEN), optional=True)
    cells.variable("score", -3, 9, b.per_players(PLAYERS), optional=True)
    cells.variable("wide", types.LOWEST, types.HIGHEST)
    for kind in _kinds():
        cells.kinds[kind.name], cells.size = _laid_out(kind, cells.size)
    action = b.action("nothing")
    return b.program(
        cells, actions=(action,), phases=(b.phase("turn", "nothing"),), turns=b.turns(),
        streams=("dice", "cards", "picks"),
    )  # fmt: skip


def a_position(program: ir.Program, random: Random) -> Position:
    """Pieces moved, turned and placed at random; variables of any value."""
    position = new_position(program, random.randrange(1 << 64))
    machine = Reference(program)._player(position, Sampled(program.streams))
    cells = position.cells
    cells[0] = random.randrange(PLAYERS)
    position.luck.turns[:] = [random.randrange(9) for _ in position.luck.turns]
    position.luck.used.update({stream: random.randrange(4) for stream in range(len(program.streams))})
    for group in program.layout.groups.values():
        for at in range(group.offset, group.offset + group.size):
            none = group.optional and random.random() < 0.2
            cells[at] = group.none if none else random.randint(max(group.low, -99), min(group.high, 99))
    for kind in program.layout.kinds.values():
        _mix(machine, kind, random)
    machine.me = cells[0]
    return position


def _mix(machine: Machine, kind: KindLayout, random: Random) -> None:
    cells = machine.cells
    for _ in range(random.randrange(16)):
        to = random.randrange(len(kind.places))
        if kind.held_at(cells, to) >= kind.places[to].size:
            continue
        if kind.unlimited:
            put_down(machine, kind, random.randrange(kind.looks), to, NOWHERE)
            continue
        from_ = random.choice([at for at in range(len(kind.places)) if kind.held_at(cells, at)])
        if from_ == to:
            continue
        piece = random.choice(pieces_at(machine, kind, from_))
        take_up(machine, kind, piece, NOWHERE)
        piece = put_down(machine, kind, piece, to, NOWHERE)
        if kind.faces:
            show(machine, kind, piece, random.choice([None, *range(kind.faces)]), NOWHERE)


def _between(value: ir.Expression, low: int, high: int) -> ir.Expression:
    """A number from `low` to `high`, whatever the value is."""
    around = b.number("+", b.number("mod", value, high - low + 1), low)
    return ir.Within(around, low, high, False, "", NOWHERE)


class Made:
    """Makes up effects. `slots` are those bound so far: pieces of kinds, sets of pieces, numbers."""

    def __init__(self, program: ir.Program, random: Random) -> None:
        self.program, self.random = program, random
        self.kinds = list(program.layout.kinds.values())
        self.ones: dict[int, str] = {}
        self.sets: dict[int, str] = {}
        self.next = 0
        self.steps: dict[str, ir.Step] = {}

    def slot(self) -> int:
        self.next += 1
        return self.next - 1

    def effects(self, depth: int = 0) -> ir.Effects:
        """Some effects, one after the other, in a scope of their own."""
        ones, sets = dict(self.ones), dict(self.sets)
        made = [self.effect(depth) for _ in range(self.random.randint(1, 4 - depth))]
        self.ones, self.sets = ones, sets
        return tuple(made)

    def effect(self, depth: int) -> ir.Effect:
        ways: list[Callable[[], ir.Effect]] = [
            self.moved, self.moved, self.moved, self.counted, self.counted, self.rolled, self.rolled, self.returned,
            self.shuffled, self.placed, self.removed, self.owned, self.faced, self.let, self.let, self.seen, self.seen,
            self.varied, self.noted,
        ]  # fmt: skip
        if depth < 2:
            ways += [partial(way, depth) for way in (self.when, self.loop, self.pick, self.switch, self.step)]
        return self.random.choice(ways)()

    # ---------------------------------------------------------------------------------------------- parts

    def kind(self, *wanted: str) -> KindLayout:
        names = wanted or tuple(kind.name for kind in self.kinds)
        return self.program.layout.kinds[self.random.choice(names)]

    def place(self, kind: KindLayout) -> ir.Expression:
        code = self.random.choice(
            [*range(len(kind.places)), 0, *range(min(kind.first_spot, len(kind.places)))]
        )
        if self.random.random() < 0.5:
            return b.place(kind.name, code)
        low = self.random.randrange(code + 1)
        high = self.random.randint(code, len(kind.places) - 1)
        index = self.random.randrange(8)
        return _between(b.cell(PLACES, index), low, high)

    def one(self, kind: KindLayout) -> ir.Expression:
        """An expression for one piece."""
        bound = [slot for slot, name in self.ones.items() if name == kind.name]
        if bound and self.random.random() < 0.7:
            return b.local(self.random.choice(bound))
        place = self.place(kind)
        if self.random.random() < 0.1:
            return ir.Top(kind.name, place, NOWHERE)
        first = ir.Single(kind.name, place, NOWHERE)
        if self.random.random() < 0.2:
            return first
        return ir.Otherwise(first, ir.Single(kind.name, None, NOWHERE), NOWHERE)

    def several(self, kind: KindLayout) -> ir.Domain:
        """A domain of pieces."""
        bound = [slot for slot, name in self.sets.items() if name == kind.name]
        way = self.random.randrange(8)
        if bound and way < 4:
            return b.each_of(b.local(self.random.choice(bound)))
        if way < 2:
            return b.one(self.one(kind))
        if way == 2:
            return ir.AllPieces(kind.name, NOWHERE)
        if way == 3 and self.random.random() < 0.3:
            return ir.Joined((b.at(kind.name, self.place(kind)), b.at(kind.name, self.place(kind))), NOWHERE)
        return b.at(kind.name, self.place(kind))

    def number(self) -> ir.Expression:
        if self.random.random() < 0.2:
            return b.cell(NUMBERS)
        return b.const(self.random.choice([0, 1, 1, 1, 1, 2, 3]))

    def truth(self) -> ir.Expression:
        kind = self.kind()
        return b.compare(b.count_at(kind.name, self.place(kind)), self.random.choice(["<", ">", "=="]), 1)

    # -------------------------------------------------------------------------------------------- effects

    def moved(self) -> ir.Effect:
        kind = self.kind()
        return b.move(kind.name, self.several(kind), self.place(kind), self.random.random() < 0.3)

    def counted(self) -> ir.Effect:
        kind = self.kind()
        owner = b.const(self.random.randrange(2)) if kind.owners > 1 and self.random.random() < 0.5 else None
        return ir.MoveCount(kind.name, self.number(), self.place(kind), self.place(kind), 1, NOWHERE, owner)

    def rolled(self) -> ir.Effect:
        kind = self.kind("dice", "coins", "cards")
        return ir.Roll(kind.name, self.several(kind), 0, NOWHERE)

    def returned(self) -> ir.Effect:
        kind = self.kind("dice", "coins", "chips", "cards", "tiles")
        return ir.Return(kind.name, self.several(kind), NOWHERE)

    def shuffled(self) -> ir.Effect:
        kind = self.kind("cards", "cards", "tiles")
        return ir.Shuffle(kind.name, self.place(kind), 1, NOWHERE)

    def placed(self) -> ir.Effect:
        kind = self.kind("stones")
        return ir.PlacePiece(kind.name, b.const(self.random.randrange(2)), self.place(kind), NOWHERE)

    def removed(self) -> ir.Effect:
        kind = self.kind("stones")
        return ir.RemovePieces(kind.name, self.several(kind), NOWHERE)

    def owned(self) -> ir.Effect:
        kind = self.kind("stones")
        return ir.SetOwner(kind.name, self.one(kind), b.const(self.random.randrange(2)), NOWHERE)

    def faced(self) -> ir.Effect:
        kind = self.kind("dice", "coins", "cards")
        faces: list[ir.Expression] = [b.const(None), b.const(0), b.const(1), b.cell(FACES)]
        face = self.random.choice(faces)
        return ir.SetFace(kind.name, self.one(kind), face, NOWHERE)

    def let(self) -> ir.Effect:
        kind, slot = self.kind(), self.slot()
        bound = [old for old, name in self.sets.items() if name == kind.name]
        if self.random.random() < 0.4:
            several = self.several(kind)
            value: ir.Expression = ir.Gathered(several, NOWHERE)
            if bound and self.random.random() < 0.4:
                value = b.local(self.random.choice(bound))
            self.sets[slot] = kind.name
        else:
            value = self.one(kind)
            self.ones[slot] = kind.name
        return ir.Let(slot, value, NOWHERE)

    def seen(self) -> ir.Effect:
        """Takes down what is asked about pieces."""
        kind, at = self.kind(), self.random.randrange(SEEN)
        piece, name = self.one(kind), kind.name
        asked: list[ir.Expression] = [
            b.face(name, piece), ir.PieceOwner(name, piece, NOWHERE), ir.PiecePlace(name, piece, NOWHERE), piece,
            b.count_at(name, self.place(kind)),
            b.over("sum", b.local(90), b.clause(90, self.several(kind))),
            b.over("count", b.local(90), b.clause(90, self.several(kind))),
        ]  # fmt: skip
        spots = len(kind.places) - kind.first_spot
        if spots > 0:
            asked.append(ir.PieceSpace(name, piece, kind.first_spot, spots, NOWHERE))
            asked.append(ir.BoardCount(name, kind.first_spot, None, spots, NOWHERE))
            asked.append(ir.BoardFull(name, kind.first_spot, None, spots, NOWHERE))
            on = ir.PiecesOn(name, kind.first_spot, None, spots, NOWHERE)
            asked.append(b.over("sum", b.local(90), b.clause(90, on)))
        return b.put("seen", self.random.choice(asked), at)

    def varied(self) -> ir.Effect:
        way = self.random.randrange(3)
        if way == 0:
            return b.add("score", self.number(), b.me)
        if way == 1:
            score: Named = ("score", (b.const(self.random.randrange(2)),))
            wide: Named = ("wide", ())
            source, to = self.random.sample([score, wide], 2)
            return ir.Pay(self.number(), source, to, NOWHERE)
        return b.put("score", self.number(), self.random.randrange(2))

    def noted(self) -> ir.Effect:
        if self.random.random() < 0.5:
            return ir.NotePhase(0, NOWHERE)
        return b.note(self.random.choice(["end_turn", "extra_turn"]))

    def when(self, depth: int) -> ir.Effect:
        return b.when(self.truth(), *self.effects(depth + 1), otherwise=self.effects(depth + 1))

    def loop(self, depth: int) -> ir.Effect:
        kind, slot = self.kind(), self.slot()
        before = dict(self.ones)
        condition = None
        if kind.faces and self.random.random() < 0.4:
            condition = b.compare(b.face(kind.name, b.local(slot)), "==", self.random.choice([None, 0, 1]))
        clause = b.clause(slot, self.several(kind), condition)
        self.ones[slot] = kind.name
        made = ir.For(clause, self.effects(depth + 1), NOWHERE)
        self.ones = before
        return made

    def pick(self, depth: int) -> ir.Effect:
        kind, slot = self.kind(), self.slot()
        before = dict(self.ones)
        clause = b.clause(slot, self.several(kind))
        otherwise = self.effects(depth + 1)
        self.ones[slot] = kind.name
        made = ir.Pick(clause, self.effects(depth + 1), otherwise, 2, kind.name, NOWHERE)
        self.ones = before
        return made

    def switch(self, depth: int) -> ir.Effect:
        values = self.random.sample([None, 0, 1, 2], 3)
        cases = tuple((value, self.effects(depth + 1)) for value in values)
        return ir.Switch(b.cell(FACES), cases, NOWHERE)

    def step(self, depth: int) -> ir.Effect:
        """A step with a piece and a set; names go on meaning what they meant."""
        kind = self.kind()
        one, several = self.one(kind), ir.Gathered(self.several(kind), NOWHERE)
        sets = [slot for slot, name in self.sets.items() if name == kind.name]
        given: tuple[ir.Expression, ...] = (one, b.local(self.random.choice(sets)) if sets else several)
        outer = self.ones, self.sets, self.next
        self.ones, self.sets, self.next = {0: kind.name}, {1: kind.name}, 2
        effects = self.effects(depth + 1)
        self.ones, self.sets, self.next = outer
        number = self.program.layout.kinds[kind.name]
        piece = types.Piece(kind.name)
        set_type = types.Several(piece, 2 * number.pieces)
        name = f"step{len(self.program.steps)}"
        self.program.steps[name] = ir.Step(
            name, name, (("piece", piece), ("set", set_type)), 100, effects, NOWHERE
        )
        return ir.RunStep(name, given, NOWHERE)
