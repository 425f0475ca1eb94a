"""Values in examples (`95`, `none`, `seat(2)`, `ten of hearts`), read as the numbers in a state's cells.

The expected type is always known from the place of a value, so nothing has to be guessed; a value that does not fit raises
`NotUnderstood`, with its place and the nearest word that would have fitted.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, TypeAlias, assert_never

from rulewright.document import nodes as document
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Axis, Group
from rulewright.problems.fix import Fix, respelled
from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import series
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

Sort: TypeAlias = Literal[
    "integer", "bool", "enum", "player", "team", "piece", "face", "space", "line", "way",
    "range", "players", "teams", "pieces", "faces", "spaces", "lines",
]  # fmt: skip
"""The sorts of variables (`Group.sort`) and of their indices (`Axis.kind`, except directions)."""
MOST_NAMED = 12
"""The largest number of possible names that a message lists."""


class NotUnderstood(Exception):
    """An example cannot be carried out as written; `span` is the place of the reason, `fix` the correction if that is certain."""

    def __init__(self, span: Span, message: str, fix: Fix | None = None) -> None:
        super().__init__(message)
        self.span = span
        self.message = message
        self.fix = fix


def one(value: document.Node, what: str = "value") -> document.Scalar:
    """The scalar that a value has to be. Raises NotUnderstood for lists and mappings."""
    if isinstance(value, document.Scalar):
        return value
    raise NotUnderstood(value.span, f"one {what} is expected here")


@dataclass(frozen=True, slots=True)
class Written:
    """Reads values for one game."""

    program: ir.Program

    def number(self, scalar: document.Scalar, low: int, high: int | None) -> int:
        text = scalar.text.strip()
        if not re.fullmatch(r"-?[0-9]+", text):
            raise NotUnderstood(scalar.span, f"`{text}` is not a number")
        value = int(text)
        if value < low or (high is not None and value > high):
            allowed = f"{low} or more" if high is None else f"in {low}..{high}"
            raise NotUnderstood(scalar.span, f"{value} is out of range: it has to be {allowed}")
        return value

    def player(self, scalar: document.Scalar) -> int:
        """`seat(2)` or the seat's id -> 1."""
        text = scalar.text.strip()
        seat = re.fullmatch(r"seat\(\s*([0-9]+)\s*\)", text)
        if seat and 1 <= int(seat[1]) <= self.program.players:
            return int(seat[1]) - 1
        if seat:
            raise NotUnderstood(scalar.span, f"there is no {text}: {self.program.players} play here")
        names = [name for name in self.program.labels.seats if name]
        if text in names:
            return self.program.labels.seats.index(text)
        near = nearest(text, names)
        here = f"{series(names)} play here" if names else f"write seat(1) to seat({self.program.players})"
        hint = f"did you mean `{near}`?" if near else here
        fix = respelled(scalar.span, names) if scalar.span.text == text else None
        raise NotUnderstood(scalar.span, f"`{text}` is not a player: {hint}", fix)

    def team(self, scalar: document.Scalar) -> int:
        text = scalar.text.strip()
        team = re.fullmatch(r"team\(\s*([0-9]+)\s*\)", text)
        teams = max(self.program.teams) + 1
        if team and 1 <= int(team[1]) <= teams:
            return int(team[1]) - 1
        raise NotUnderstood(scalar.span, f"`{text}` is not a team: write team(1) to team({teams})")

    def one_of(self, scalar: document.Scalar, names: Sequence[str], what: str) -> int:
        """The ordinal of a name in a list of names."""
        text = scalar.text.strip()
        if text in names:
            return list(names).index(text)
        near = nearest(text, names)
        hint = f"; did you mean `{near}`?" if near else f": {_some(names)}"
        fix = respelled(scalar.span, names) if scalar.span.text == text else None
        raise NotUnderstood(scalar.span, f"there is no {what} `{text}`{hint}", fix)

    def face(self, scalar: document.Scalar, kind: str, piece: int = 0) -> int:
        """The index of a face, by number or id (or its label)."""
        wording = Wording(self.program)
        layout = self.program.layout.kinds[kind]
        ids = [wording.face(kind, index, piece) for index in range(layout.faces)]
        labels = [wording.face_label(kind, index, piece) for index in range(layout.faces)]
        text = scalar.text.strip()
        if text not in ids and text in labels:
            return labels.index(text)
        return self.one_of(scalar, ids, f"face of {kind}")

    def piece(self, scalar: document.Scalar, kind: str) -> int:
        """The number of a piece that can be told apart, by its typed or printed name."""
        names = self.program.labels.pieces.get(kind, ())
        text = scalar.text.strip()
        for number, (_, label) in enumerate(names):
            if text.casefold() == label.casefold():
                return number
        return self.one_of(scalar, [typed for typed, _ in names], f"piece of {kind}")

    def space(self, scalar: document.Scalar, board: str) -> int:
        """A space by its name."""
        text = scalar.text.strip()
        spaces = self.program.labels.spaces[board]
        number = _numbers_on(self.program.labels, board).get(text)
        if number is not None:
            return number
        if self.program.layout.boards[board].shape == "unbounded":
            raise NotUnderstood(
                scalar.span,
                f"there is no space of {board} `{scalar.text}`: they are called from the middle, "
                "`center`, `e1`, `w2n3`",
            )
        return self.one_of(scalar, [typed for typed, _ in spaces], f"space of {board}")

    def line(self, scalar: document.Scalar, board: str) -> int:
        """A line by its name: `across blue`."""
        return self.one_of(
            scalar, [typed for typed, _ in self.program.labels.lines[board]], f"line of {board}"
        )

    def cell(self, scalar: document.Scalar, group: Group) -> int:
        """The number that the cell of a variable holds for a value."""
        if scalar.text.strip() == "none":
            if not group.optional:
                raise NotUnderstood(scalar.span, f"`{group.name}` always has a value, never none")
            return group.none
        return self._of_sort(group.sort, scalar, group.of, group.low, group.high)

    def index(self, key: document.Scalar, axis: Axis) -> int:
        """The number of an index of a variable, along its axis."""
        if axis.kind == "ways":
            ways = [self.program.labels.ways[way] for way in axis.indices]
            return axis.indices[self.one_of(key, ways, "direction")]
        return self._of_sort(axis.kind, key, axis.name, axis.low, axis.low + axis.size - 1)

    def _of_sort(self, sort: Sort, scalar: document.Scalar, of: str, low: int, high: int) -> int:
        """A value of a sort; `of` is the name of its enum, kind or board, `low` to `high` the range of numbers."""
        match sort:
            case "integer" | "range":
                return self.number(scalar, low, high)
            case "bool":
                return self.one_of(scalar, ["false", "true"], "truth value")
            case "enum":
                return self.member(scalar, of)
            case "player" | "players":
                return self.player(scalar)
            case "team" | "teams":
                return self.team(scalar)
            case "piece" | "pieces":
                return self.piece(scalar, of)
            case "face" | "faces":
                return self.face(scalar, of)
            case "space" | "spaces":
                return self.space(scalar, of)
            case "line" | "lines":
                return self.line(scalar, of)
            case "way":
                return self.one_of(scalar, self.program.labels.ways, "direction")
            case _ as never:
                assert_never(never)

    def member(self, scalar: document.Scalar, enum: str) -> int:
        """The ordinal of a member of an enum."""
        members = [member for member, _ in self.program.labels.enums[enum]]
        return self.one_of(scalar, members, f"member of {enum}")


def _some(names: Sequence[str]) -> str:
    """All names, or the first `MOST_NAMED` and the number of the others."""
    if not names:
        return "there is none"
    if len(names) <= MOST_NAMED:
        return f"there are {', '.join(names)}"
    return f"there are {', '.join(names[: MOST_NAMED - 1])} and {len(names) - MOST_NAMED + 1} more"


@lru_cache(maxsize=16)
def _numbers_on(labels: ir.Labels, board: str) -> dict[str, int]:
    """The number of each space of a board by its name as it is typed. A board may have thousands, whose names take long to hash: that
    is done once for the labels of a program, which are the same only as themselves."""
    return _numbers_of(labels.spaces[board])


@lru_cache(maxsize=8)
def _numbers_of(spaces: tuple[tuple[str, str], ...]) -> dict[str, int]:
    return {typed: number for number, (typed, _) in reversed([*enumerate(spaces)])}
