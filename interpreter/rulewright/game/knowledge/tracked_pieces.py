"""Tracked pieces: what a player knows about hidden places, from pieces seen going there.

    after "seat 1 drew the ten of hearts from the discard pile", everybody knows where the ten of hearts is

Kept in addition to the cells, for each player: the place (and face) of pieces that can be told apart, the number of
identical pieces with each look at a place, and the hidden variables that may have been written.  Forgetting is
conservative: when some pieces leave a hidden place unseen, all knowledge of that place is dropped; when all of them
leave it the same way, or return to where each begins, they are known there.  So knowledge is always true, but a clever
player could infer more.  The order of events that happened together is not shown (`unordered`), and nothing is inferred
from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import count, groupby

from rulewright.game.knowledge.visibility import Sight
from rulewright.game.questions.effects import automatic_effects, turned_kinds, written_groups
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.executor import RETURNED, Event
from rulewright.source.dataclass import dataclass

ARRIVALS = ("drawn", "moved", "placed")


@dataclass(slots=True)
class Known:
    """One player's knowledge. `pieces`: kind -> piece -> (place, face cell; -1 when the face is not known).
    `looks`: kind -> cell number of an identical piece -> how many are known to be there.
    `written`: cells of hidden variables that may differ from their start."""

    pieces: dict[str, dict[int, tuple[int, int]]] = field(default_factory=dict)
    looks: dict[str, dict[int, int]] = field(default_factory=dict)
    written: set[int] = field(default_factory=set)

    def key(self) -> tuple[object, ...]:
        """Equal for equal knowledge, and hashable."""
        pieces = frozenset((kind, frozenset(known.items())) for kind, known in self.pieces.items())
        looks = frozenset((kind, frozenset(known.items())) for kind, known in self.looks.items())
        return pieces, looks, frozenset(self.written)

    def copy(self) -> Known:
        return Known(
            {kind: dict(known) for kind, known in self.pieces.items()},
            {kind: dict(known) for kind, known in self.looks.items()},
            set(self.written),
        )


class Knowledge:
    """Updates what players know from events. There is one for each game; `Known` belongs to states."""

    def __init__(self, program: ir.Program, sight: Sight) -> None:
        self._program = program
        self._sight = sight
        self._turned = turned_kinds(program)
        self._automatic = _automatic_cells(program)
        self._by_action = [_written_cells(program, rule.do) for rule in program.actions.values()]

    def at_start(self) -> list[Known]:
        """The knowledge before set-up: where everything starts."""
        cells = self._program.layout.initial()
        everyone = []
        for player in range(self._program.players):
            known = Known()
            for name, kind in self._program.layout.kinds.items():
                hidden = self._sight.hidden_places(kind, player)
                if kind.identical:
                    base = range(len(kind.places) * kind.looks)
                    at = {n: cells[kind.counts + n] for n in base if n // kind.looks in hidden}
                    known.looks[name] = {n: count for n, count in at.items() if count}
                else:
                    known.pieces[name] = {
                        piece: (place, 0) for piece, place in enumerate(kind.homes) if place in hidden
                    }
            everyone.append(known)
        return everyone

    def nothing(self) -> tuple[Known, ...]:
        """The knowledge of players who know only what they see."""
        kinds = self._program.layout.kinds.values()
        return tuple(
            Known(
                {kind.name: {} for kind in kinds if not kind.identical},
                {kind.name: {} for kind in kinds if kind.identical},
                set(self._sight.hidden_cells(player)),
            )
            for player in range(self._program.players)
        )

    def learn(
        self, everyone: Iterable[Known], events: Sequence[Event], before: Sequence[int], cells: Sequence[int],
        action: int, actor: int,
    ) -> None:  # fmt: skip
        """The knowledge of each player after an action (-1: the set-up); `before` and `cells` are the cells before and after it."""
        runs = list(_runs(events, _Held(self._program, before)))
        for player, known in enumerate(everyone):
            for run in runs:
                self._happened(known, player, run)
            known.written |= self._writes(action, actor, player)
            self._settle(known, player, cells)

    # ------------------------------------------------------------------------------------------------- private

    def _happened(self, known: Known, player: int, run: _Run) -> None:
        """Update a player's knowledge after events that happened together, whatever their order."""
        unseen: dict[tuple[str, int], list[Event]] = {}
        for event in run.moves:
            kind = self._program.layout.kinds[event.kind]
            hidden = self._sight.hidden_places(kind, player)
            if event.places[0] in hidden and event.places[-1] in hidden:
                unseen.setdefault((event.kind, event.places[0]), []).append(event)
            elif kind.identical:
                _count_seen(known, kind, event, hidden)
            else:
                _follow_seen(known, kind, event, hidden)
        _drop_nothing(known)
        for (name, source), moves in unseen.items():
            lead_on = any((name, move.places[-1]) in unseen for move in moves)
            kind = self._program.layout.kinds[name]
            if (name, source) in run.emptied and not lead_on:
                self._all_left(known, kind, source, moves, self._sight.hidden_places(kind, player))
            _forget_place(known, kind, source)
        for event in run.rolls:
            self._rolled(known, player, event)

    def _all_left(
        self, known: Known, kind: KindLayout, source: int, moves: Sequence[Event], hidden: frozenset[int]
    ) -> None:
        """All pieces left a place unseen: known ones are known at their new place, if all went one way or returned to
        their start."""
        targets = {move.places[-1] for move in moves}
        if kind.identical:
            for number, many in list(known.looks[kind.name].items()):
                if number // kind.looks == source and len(targets) == 1 and not kind.faces:
                    there = min(targets) * kind.looks + number % kind.looks
                    known.looks[kind.name][there] = known.looks[kind.name].get(there, 0) + many
            return
        home = all(move.source == RETURNED for move in moves)
        pieces = known.pieces[kind.name]
        for piece, (at, _) in list(pieces.items()):
            if at != source or not (home or len(targets) == 1):
                continue
            to = kind.homes[piece] if home else min(targets)
            pieces[piece] = (to, -1 if kind.face >= 0 and not home else 0)
            if to not in hidden:
                del pieces[piece]

    def _rolled(self, known: Known, player: int, event: Event) -> None:
        kind = self._program.layout.kinds[event.kind]
        hidden = self._sight.hidden_places(kind, player)
        if kind.identical:
            for code in hidden & set(event.places):
                _forget_place(known, kind, code)
            return
        pieces = known.pieces[kind.name]
        for piece, (at, _) in pieces.items():
            if at in event.places:  # nobody sees which pieces of the place were rolled
                pieces[piece] = (at, -1)

    def _settle(self, known: Known, player: int, cells: Sequence[int]) -> None:
        """Drop knowledge that may be false: of a place with more known pieces than it holds, and of faces that rules turn."""
        for name, kind in self._program.layout.kinds.items():
            hidden = self._sight.hidden_places(kind, player)
            if kind.identical and name in self._turned:
                known.looks[name] = {}
            elif name in self._turned:
                known.pieces[name] = {piece: (place, -1) for piece, (place, _) in known.pieces[name].items()}
            for code in hidden:
                held = kind.held_at(cells, code)
                if kind.identical:
                    listed = sum(n for number, n in known.looks[name].items() if number // kind.looks == code)
                else:
                    listed = sum(1 for place, _ in known.pieces[name].values() if place == code)
                if listed > held:
                    _forget_place(known, kind, code)

    def _writes(self, action: int, actor: int, player: int) -> set[int]:
        """The cells hidden from a player that an action, or rules that follow it, may have written."""
        layout = self._program.layout
        found: set[int] = set()
        for name, mine in self._automatic | (self._by_action[action] if action >= 0 else set()):
            group = layout.groups[name]
            cells = range(group.size)
            if (
                mine
                and actor >= 0
                and (name, mine) not in self._automatic
                and group.axes[0].kind == "players"
            ):
                part = group.size // group.axes[0].size
                cells = range(actor * part, (actor + 1) * part)
            found.update(
                group.offset + index for index in cells if not self._sight.cell(group, index, player)
            )
        return found


@dataclass(frozen=True, slots=True)
class _Run:
    """Events that happened together, or a single one; `emptied` are the places (kind, code) that all pieces left and
    none entered."""

    moves: tuple[Event, ...]
    rolls: tuple[Event, ...]
    emptied: frozenset[tuple[str, int]]


class _Held:
    """The number of pieces at each place, updated by events."""

    def __init__(self, program: ir.Program, cells: Sequence[int]) -> None:
        self._kinds = program.layout.kinds
        self._cells = cells
        self._more = Counter[tuple[str, int]]()

    def at(self, place: tuple[str, int]) -> int:
        kind, code = place
        return self._kinds[kind].held_at(self._cells, code) + self._more[place]

    def change(self, event: Event) -> None:
        many = len(event.pieces)
        if event.what in ("drawn", "moved"):
            self._more[event.kind, event.places[0]] -= many
            self._more[event.kind, event.places[-1]] += many
        elif event.what in ("placed", "removed"):
            self._more[event.kind, event.places[0]] += many if event.what == "placed" else -many


def _runs(events: Sequence[Event], held: _Held) -> Iterator[_Run]:
    """Events grouped into those that happened together."""
    alone = count(-1, -1)
    for _, grouped in groupby(events, key=lambda event: event.together or next(alone)):
        run = tuple(grouped)
        moves = tuple(each for each in run if each.what in ("drawn", "moved"))
        reached = {(each.kind, each.places[-1]) for each in run if each.places and each.what in ARRIVALS}
        for each in run:
            held.change(each)
        left = {(each.kind, each.places[0]) for each in moves} - reached
        emptied = frozenset(place for place in left if held.at(place) == 0)
        yield _Run(moves, tuple(each for each in run if each.what == "rolled"), emptied)


def _follow_seen(known: Known, kind: KindLayout, event: Event, hidden: frozenset[int]) -> None:
    """Update the knowledge of a player who saw pieces move to or from a hidden place."""
    for piece in event.pieces:
        if event.places[-1] in hidden:
            known.pieces[kind.name][piece] = (event.places[-1], -1 if kind.face >= 0 else 0)
        else:
            known.pieces[kind.name].pop(piece, None)


def _count_seen(known: Known, kind: KindLayout, event: Event, hidden: frozenset[int]) -> None:
    """The same for identical pieces; counts below 0 are set to 0 once all events are counted."""
    source, target = event.places[0], event.places[-1]
    looks = known.looks[kind.name]
    for piece in event.pieces:
        if source in hidden:
            number = source * kind.looks + piece % kind.looks
            looks[number] = looks.get(number, 0) - 1
        if target in hidden and not kind.faces:
            number = target * kind.looks + piece % kind.looks
            looks[number] = looks.get(number, 0) + 1


def _drop_nothing(known: Known) -> None:
    for name, looks in known.looks.items():
        known.looks[name] = {number: many for number, many in looks.items() if many > 0}


def _automatic_cells(program: ir.Program) -> set[tuple[str, bool]]:
    return _written_cells(program, automatic_effects(program))


def _written_cells(program: ir.Program, effects: ir.Effects) -> set[tuple[str, bool]]:
    return {
        (name, mine)
        for name, mine in written_groups(program, effects)
        if program.layout.groups[name].seen_by != "all"
    }


def _forget_place(known: Known, kind: KindLayout, code: int) -> None:
    if kind.identical:
        looks = known.looks[kind.name]
        known.looks[kind.name] = {number: n for number, n in looks.items() if number // kind.looks != code}
    else:
        pieces = known.pieces[kind.name]
        known.pieces[kind.name] = {piece: at for piece, at in pieces.items() if at[0] != code}
