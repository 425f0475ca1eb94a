"""Quantities of a game that have a name for people: what a position is worth to look at after games were played on.

    every = quantities(game, player=0, names=["Ann", "Bob"])
    every[0].label, every[0].of(cells)          "Large straight", 40

They are the variables that are shown at a table, for the player who asks and for a single rival, and for the table; the lines of a score pad; the pieces
that the player has; and the ends of the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Final, Literal, TypeAlias

from rulewright.author.story.variables import in_sight, points_of, variable_name
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED, WINNERS, Axis, Group, KindLayout
from rulewright.ir.ranking import standing_of
from rulewright.runtime.failures import RuleFailure
from rulewright.source.dataclass import dataclass

MOST: Final = 120
"""The most quantities that are compared: more would find differences by luck alone."""
FEW_KEYS: Final = 40
"""A variable with more keys than this is a board, and one of its cells says little."""


Sort: TypeAlias = Literal["number", "line", "truth", "score", "pieces", "end"]
"""A number, a line of a score pad, something true or not, the score by which players are ranked, how many pieces are on boards, or an end that
somebody wins by."""
TABLE: Final = "table"
"""Instead of an owner."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """`label`: what it is called; `of`: its value in a position; `whose`: empty for the player who asks, TABLE for what belongs to nobody, else the name
    of its owner; `key`: which of several values of that name."""

    label: str
    sort: Sort
    whose: str
    of: Callable[[array[int]], int]
    key: str = ""

    @property
    def owned(self) -> str:
        """The label with its owner."""
        return (
            f"the {self.label}"
            if self.whose == TABLE
            else f"{self.whose}'s {self.label}"
            if self.whose
            else f"your {self.label}"
        )


def quantities(game: Game, player: int, names: Sequence[str], own: str = "") -> list[Quantity]:
    """The quantities for this player, who is called `own`, or "you" if that is empty."""
    found = [
        *_lines(game, player),
        *_variables(game, player, names, own),
        *_pieces(game, player, names, own),
        *_ends(game, player, names, own),
    ]
    return found[:MOST]


def _rival(game: Game, player: int) -> int | None:
    """The only rival, if there is a single one."""
    teams = game.program.teams
    rivals = [seat for seat in range(game.num_players) if teams[seat] != teams[player]]
    return rivals[0] if len(rivals) == 1 else None


# ------------------------------------------------------------------------------------------------------- variables


def _variables(game: Game, player: int, names: Sequence[str], own: str) -> Iterator[Quantity]:
    program, score = game.program, points_of(game.program)
    owners = [(player, own)]
    rival = _rival(game, player)
    if rival is not None:
        owners.append((rival, names[rival]))
    for name, group in program.layout.groups.items():
        if name not in in_sight(program) or group.sort not in ("integer", "bool") or group.lasts == "turn":
            continue
        owned = bool(group.axes) and group.axes[0].kind in ("players", "teams")
        rest = group.axes[1:] if owned else group.axes
        if group.size > FEW_KEYS * (game.num_players if owned else 1) or any(
            axis.kind in ("spaces", "lines") for axis in rest
        ):
            continue
        for seat, whose in owners if owned else [(0, TABLE)]:
            owner = program.teams[seat] if owned and group.axes[0].kind == "teams" else seat
            for place, key in _keys(game, rest):
                index = group.offset + (owner if owned else 0) * _size(rest) + place
                sort: Sort = (
                    "score" if name == score and not rest else "truth" if group.sort == "bool" else "number"
                )
                yield Quantity(variable_name(program, name), sort, whose, _cell(group, index), key)


def _cell(group: Group, index: int) -> Callable[[array[int]], int]:
    """The value of a cell; 0 for none."""
    none = group.none if group.optional else None

    def value(cells: array[int]) -> int:
        return 0 if cells[index] == none else cells[index]

    return value


def _size(axes: Sequence[Axis]) -> int:
    return prod(axis.size for axis in axes)


def _keys(game: Game, axes: Sequence[Axis]) -> Iterator[tuple[int, str]]:
    """The places of the cells of a variable, with the printed names of their keys."""
    names = [_names(game, axis) for axis in axes]
    for place, words in enumerate(product(*names)):
        yield place, " ".join(words)


def _names(game: Game, axis: Axis) -> list[str]:
    labels = game.program.labels
    known = {"enum": labels.enums, "pieces": labels.pieces, "faces": labels.faces}.get(axis.kind, {})
    if axis.name in known:
        return [printed for _, printed in known[axis.name]]
    return [str(index) for index in axis.indices]


# ------------------------------------------------------------------------------------------------------- score pads


def _lines(game: Game, player: int) -> Iterator[Quantity]:
    """The lines of a score pad, if the score is a sum of lines."""
    best = next(iter(standing_of(game.program)), None)
    value = best.value if best is not None else None
    if best is None or not isinstance(value, ir.Call) or len(value.arguments) != 1:
        return
    definition = game.program.definitions[value.definition]
    if not isinstance(definition.body, ir.SumLines):
        return
    owner = game.program.teams[player] if best.per_team else player
    for _, label, line in definition.body.lines:
        asked = ir.Asked(definition.path, line, definition.locals, definition.span)
        yield Quantity(label, "line", "", _evaluated(game, asked, owner))


def _evaluated(game: Game, asked: ir.Asked, owner: int) -> Callable[[array[int]], int]:
    def value(cells: array[int]) -> int:
        try:
            found = game.executor.value(cells, asked, -1, (owner,))
        except RuleFailure:
            return 0
        return found if isinstance(found, int) else 0

    return value


# --------------------------------------------------------------------------------------------------- pieces and ends


def _pieces(game: Game, player: int, names: Sequence[str], own: str) -> Iterator[Quantity]:
    """The pieces of one's own, and of a single rival, that are in play on boards, where pieces have owners."""
    rival = _rival(game, player)
    for kind in game.program.layout.kinds.values():
        if not kind.identical or kind.owners < 2 or kind.owned_by != "players":
            continue
        plural = game.program.labels.kinds.get(kind.name, (kind.name, kind.name))[1]
        boards = set(game.program.layout.boards)
        codes = [code for code, place in enumerate(kind.places) if place.zone in boards]
        if not codes:
            continue
        for seat, whose in [(player, own), *([] if rival is None else [(rival, names[rival])])]:
            yield Quantity(f"{plural} on the board", "pieces", whose, _standing(kind, codes, seat))


def _standing(kind: KindLayout, codes: Sequence[int], owner: int) -> Callable[[array[int]], int]:
    faces = kind.faces + 1

    def value(cells: array[int]) -> int:
        return sum(sum(kind.looks_at(cells, code)[owner * faces : (owner + 1) * faces]) for code in codes)

    return value


def _ends(game: Game, player: int, names: Sequence[str], own: str) -> Iterator[Quantity]:
    """For each end of several that somebody can win by: that the game ends so, and the player wins or a single rival does."""
    won = [
        (number, end)
        for number, end in enumerate(game.program.ends, 1)
        if any(isinstance(outcome, ir.Best | ir.Wins) for outcome in end.result)
    ]
    if len(won) < 2:
        return
    rival = _rival(game, player)
    for number, end in won:
        label = (end.label or end.id).replace("_", " ")
        for seat, whose in [(player, own), *([] if rival is None else [(rival, names[rival])])]:
            yield Quantity(label, "end", whose, _ended(number, seat))


def _ended(number: int, seat: int) -> Callable[[array[int]], int]:
    def value(cells: array[int]) -> int:
        return int(cells[ENDED] == number and cells[WINNERS] >> seat & 1)

    return value
