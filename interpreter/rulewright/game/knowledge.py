"""What a player knows beyond what lies open: pieces seen going to a place that this player does not see.

    after "seat 1 drew the ten of hearts from the discard pile", everybody knows where the ten of hearts is

Kept beside the cells, for each player: the place (and face) of pieces that can be told apart, how many of each look
lie at a place for identical ones, and the hidden variables that nothing has written yet.  Forgetting is
conservative: when pieces leave a hidden place unseen, all knowledge of that place is given up.  So what is kept is
true, and never all that a clever player could infer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.game.effects import automatic_effects, turned_kinds, written_groups
from rulewright.game.sight import Sight
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.executor import Event


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
    """Works out what players know from what happens. One for each game; the `Known`s belong to states."""

    def __init__(self, program: ir.Program, sight: Sight) -> None:
        self._program = program
        self._sight = sight
        self._turned = turned_kinds(program)
        self._automatic = _automatic_cells(program)
        self._by_action = [_written_cells(program, rule.do) for rule in program.actions.values()]

    def at_start(self) -> list[Known]:
        """Before set-up everybody knows where everything starts."""
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
        """Knowing only what lies open."""
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
        self,
        everyone: Iterable[Known],
        events: Sequence[Event],
        cells: Sequence[int],
        action: int,
        actor: int,
    ) -> None:
        """Bring what each player knows up to date after an action (-1: the set-up); `cells` as they are now."""
        for player, known in enumerate(everyone):
            for event in events:
                match event.what:
                    case "rolled":
                        self._rolled(known, player, event)
                    case "drawn" | "moved" if len(event.places) >= 2:
                        self._moved(known, player, event)
            known.written |= self._writes(action, actor, player)
            self._settle(known, player, cells)

    # ------------------------------------------------------------------------------------------------- private

    def _rolled(self, known: Known, player: int, event: Event) -> None:
        kind = self._program.layout.kinds[event.kind]
        hidden = self._sight.hidden_places(kind, player)
        if kind.identical:
            for code in hidden & set(event.places):
                _forget_place(known, kind, code)
            return
        pieces = known.pieces[kind.name]
        for piece, (at, _) in pieces.items():
            if at in event.places:  # which of those that lie there were rolled is not seen
                pieces[piece] = (at, -1)

    def _moved(self, known: Known, player: int, event: Event) -> None:
        kind = self._program.layout.kinds[event.kind]
        hidden = self._sight.hidden_places(kind, player)
        source, target = event.places[0], event.places[-1]
        if source in hidden and target in hidden:
            if source != target or len(event.places) == 2:
                _forget_place(known, kind, source)
            return
        for piece in event.pieces:
            if kind.identical:
                self._identical_moved(known, kind, source, target, piece % kind.looks, hidden)
            elif target in hidden:
                face = -1 if kind.face >= 0 else 0
                known.pieces[kind.name][piece] = (target, face)
            else:
                known.pieces[kind.name].pop(piece, None)

    def _identical_moved(
        self, known: Known, kind: KindLayout, source: int, target: int, look: int, hidden: frozenset[int]
    ) -> None:
        looks = known.looks[kind.name]
        if source in hidden:
            number = source * kind.looks + look
            if looks.get(number, 0) > 1:
                looks[number] -= 1
            else:
                looks.pop(number, None)
        if target in hidden and not kind.faces:
            number = target * kind.looks + look
            looks[number] = looks.get(number, 0) + 1

    def _settle(self, known: Known, player: int, cells: Sequence[int]) -> None:
        """Give up what cannot be so: more known pieces at a place than lie there, and faces that rules turn."""
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
        """Cells hidden from a player that an action, or what follows it, may have written."""
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
