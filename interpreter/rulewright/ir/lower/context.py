"""The state of lowering a checked rulebook: names become cells, slots and numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from rulewright.checked.bindings import Fixed
from rulewright.checked.context import Context
from rulewright.expression import nodes as syntax
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Layout
from rulewright.language.types import Board, Kind, Optional, Piece, Several, Space, Zone
from rulewright.rulebook import nodes as rulebook
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(slots=True)
class Frame:
    """The slots of names in one rule. `size`, the greatest number of slots in use at a time, is shared by all frames of the rule."""

    slots: dict[str, int]
    size: list[int] = field(default_factory=lambda: [0])

    def bind(self, name: str) -> tuple[Frame, int]:
        """A frame with one more name, and its slot."""
        slot = max(self.slots.values(), default=-1) + 1
        self.size[0] = max(self.size[0], slot + 1)
        return Frame({**self.slots, name: slot}, self.size), slot


def add_seats(w: Lowering) -> None:
    """Add the table of the numbers of seats, for a program that asks for them."""
    numbers = tuple(range(1, w.c.players + 1))
    w.tables["player.seat"] = ir.Table("player.seat", (0,), (w.c.players,), numbers)


def frame_of(*names: str) -> Frame:
    """A fresh frame with parameters in its first slots."""
    frame = Frame({})
    for name in names:
        frame, _ = frame.bind(name)
    return frame


@dataclass(slots=True)
class Lowering:
    """The state of lowering one rulebook. `lowers` is `expressions.lower`, by which the modules that it calls lower subexpressions."""

    c: Context
    layout: Layout
    place_codes: dict[tuple[str, str], int]
    """(kind, zone) -> the place code of the zone's first owner."""
    lowers: Callable[[Lowering, syntax.Expression, Frame], ir.Expression]
    tables: dict[str, ir.Table] = field(default_factory=dict)
    streams: list[str] = field(default_factory=list)
    action_names: dict[str, str] = field(default_factory=dict)
    """Path of an action -> its name in the program."""
    open: Mapping[syntax.Node, Fixed] = field(default_factory=dict)
    """Expressions that are lowered to constants of these values, while nothing around them is folded: see `proofs.unknown_options`."""

    def lower(self, node: syntax.Expression, frame: Frame) -> ir.Expression:
        """An expression as IR; tables that it needs are added to this state."""
        return self.lowers(self, node, frame)

    def kind_of(self, node: syntax.Expression) -> str:
        """The kind of a piece, zone or set of pieces."""
        type_ = self.c.infos[node].type
        while isinstance(type_, Optional | Several):
            type_ = type_.of
        if isinstance(type_, Space):
            return self.c.boards[type_.board].kind
        assert isinstance(type_, Piece | Zone | Kind | Board)
        return type_.kind

    def stream(self, name: str) -> int:
        """The number of a source of chance."""
        if name not in self.streams:
            self.streams.append(name)
        return self.streams.index(name)

    def actions_called(self, name: str) -> list[tuple[str, rulebook.Action]]:
        """(name in the program, action) of all actions with an id."""
        found = []
        for phase in self.c.book.phases.values():
            for action in phase.actions.values():
                if action.id == name:
                    found.append((self.action_names[action.path], action))
        return found

    def can(self, action: str, who: ir.Expression, span: Span) -> ir.Expression:
        """Whether a player has a legal choice of one of the actions with an id."""
        asked = tuple(ir.Can(name, who, span) for name, _ in self.actions_called(action))
        return asked[0] if len(asked) == 1 else ir.Or(asked, span)
