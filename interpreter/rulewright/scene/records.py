"""The records of a scene: what one seat, or a spectator, sees of a table, ready to be drawn.

    scene.boards[0].spaces[4].pieces[0].look.mark        "X"
    scene.zones[1].pieces                                None: the cards of another hand
    scene.moves[0].touches                               (Touch("piece", "seat(1).hand", "51"), Touch("space", "board", "90"))

Texts are those of the rulebook: `id` is what is typed in moves, `label` is printed.  Places are drawn at coordinates: a space is
2 units wide and 2 units high, and (x, y) is its middle, counted to the right and downwards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal, TypeAlias

from rulewright.game.knowledge.events import Json
from rulewright.source.dataclass import dataclass
from rulewright.source.shown import Pictured

Observation: TypeAlias = Mapping[str, Any]  # JSON: its contents are known by their names alone
Owner: TypeAlias = int | None
"""The number of a seat (or of a team where the record says so), from 0; None for nobody."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the table. `you`: it is the viewer's. `mark` and `colour` are those of the pieces of this player, or of the
    player's team, and `owner` is the number of that player or team; None if nobody owns pieces."""

    number: int
    name: str
    team: int
    to_move: bool
    you: bool
    mark: str = ""
    colour: str = ""
    owner: Owner = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of pieces. `form` is what they are drawn as: dice are rolled, cards are told apart, tiles have sides, and all
    others are tokens. `size` is width and height on paper in millimetres, empty if the rulebook does not say."""

    id: str
    one: str
    many: str
    form: str
    size: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """What a side of a piece shows: a text like `red 6`, the shortest mark for it, and its colour, if it is named after one."""

    text: str
    mark: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece looks. `mark` is the shortest text that distinguishes it from other pieces of its kind, empty for a plain
    one; `face` is the label of what it shows; `sides` are those that show something, from the north clockwise, as it lies.
    `colour` is the name of a colour and `symbol` that of a suit, empty where there is none; `owner` is the seat, or the team,
    whose piece it is."""

    label: str
    mark: str
    face: str = ""
    owner: Owner = None
    colour: str = ""
    symbol: str = ""
    sides: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """`count` pieces that look the same, in one place. `id` is what is typed for one of them."""

    id: str
    kind: str
    look: Look
    count: int = 1
    turned: int = 0
    """Quarter turns clockwise."""


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a variable. `owner` is a seat or, with `of_team`, a team; `keys` are the labels of its other indices, such as
    the line of a score pad; `text` is None if the viewer does not see it."""

    id: str
    variable: str
    label: str
    keys: tuple[str, ...]
    owner: Owner
    of_team: bool
    text: str | None


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board with its pieces, and the values of variables that belong to the space, without zeros and no."""

    id: str
    label: str
    x: float
    y: float
    colour: str = ""
    pieces: tuple[Piece, ...] = ()
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """A board, or that of one owner. An unbounded one has the spaces with pieces, and the free ones that moves name.

    `plane`: whether its spaces are drawn as squares, as hexagons with a corner at the top, or as circles joined by `edges`
    (pairs of indices of spaces)."""

    id: str
    label: str
    owner: Owner
    plane: Literal["squares", "hexagons", "circles"]
    unbounded: bool
    spaces: tuple[Space, ...]
    edges: tuple[tuple[int, int], ...] = ()
    size: tuple[float, ...] = ()
    """The width of a space on paper in millimetres; empty if the rulebook does not say."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone. `pieces` is None if the viewer does not see which they are. In a `pile` they lie one on another, from the bottom."""

    id: str
    label: str
    kind: str
    owner: Owner
    of_team: bool
    mine: bool
    pile: bool
    count: int
    noun: str
    """The word for this number of pieces."""
    pieces: tuple[Piece, ...] | None


@dataclass(frozen=True, slots=True)
class Touch:
    """One thing that is touched to make a move: a piece in a zone or on a board, a space or a line of a board, a zone, or a
    value that is chosen (a number, a suit, yes or no). `where` is the zone, the board, or the parameter; `space` is that of a
    piece on a board, and `spaces` are those of a line, any of which may be touched."""

    sort: Literal["piece", "space", "line", "zone", "value"]
    where: str
    id: str
    label: str
    space: str = ""
    spaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """A legal move of the viewer: its id and text for `apply_action`, its sentence, and what is touched to make it, in the
    order of the rulebook. A move that touches nothing is a button with the label of its action. What moves are certain to score is
    asked for apart: see `previews`."""

    id: int
    text: str
    sentence: str
    action: str
    label: str
    touches: tuple[Touch, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Scene(Pictured):
    """What a viewer (a seat, or None for a spectator) sees of a table."""

    title: str
    viewer: int | None
    round: int
    phase: str
    over: bool
    ending: str
    winners: tuple[int, ...]
    seats: tuple[Seat, ...]
    kinds: tuple[Kind, ...]
    boards: tuple[Board, ...]
    zones: tuple[Zone, ...]
    values: tuple[Value, ...]
    moves: tuple[Move, ...]
    story: tuple[str, ...]
    """What happened since the viewer's last action, in lines, as far as the viewer may know it; the last step for a spectator."""
    worth: int | None = None
    """How much the result counts; None before the end, and where every result counts once."""

    def _in_short(self) -> str:
        seen = "" if self.viewer is None else f", as seat {self.viewer + 1} sees it"
        return f" of {self.title}{seen}"

    def to_json(self) -> dict[str, Json]:
        """The scene as JSON-ready data, by the names of the fields."""
        return asdict(self)
