"""Columns: what the numbers in a row of cells mean, by variable, kind of pieces, and flow of play.

    column = game.column("score")
    rows[:, column.start : column.stop]               the scores in all rows of `batch.cells` or `batch.observations`
    column = game.column("cards.place")
    row[column.at("ten of hearts")]                   1
    column.words[1]                                   "seat(1).hand"

`state.cells` and `state.observation_row(player)` are rows of the same form.  Options and the number of players move columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from math import prod

from rulewright.ir.layout import CURRENT, ENDED, PHASE, ROUND, ROUND_FIRST, WINNERS, Group, KindLayout
from rulewright.problems.nearest import nearest
from rulewright.problems.quoting import counted, shown
from rulewright.runtime.labels import Friendly, Wording
from rulewright.source.dataclass import dataclass

MOST_NUMBER = 2**31 - 1
MOST_NAMED = 6
"""The most names that are listed where none of them is near."""


@dataclass(frozen=True, slots=True)
class Column:
    """Adjacent numbers of a row, one for each combination of `keys`, the last key changing fastest.

    name      `score`, `current_player`, `cards.place`
    start     the index of the first, from 0; `stop` is one more than that of the last
    keys      for each dimension its keys as people write them (seats, categories, pieces); () for one number
    low, high the range of the values, apart from the value for `none` and -2 for hidden ones
    words     the meaning of values that are codes: `{0: "deck", 1: "seat(1).hand"}`
    """

    name: str
    start: int
    keys: tuple[tuple[str, ...], ...]
    low: int
    high: int
    words: Mapping[int, Friendly] = field(default_factory=dict, repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of keys in each dimension; () for one number."""
        return tuple(map(len, self.keys))

    @property
    def stop(self) -> int:
        """One more than the index of the last number."""
        return self.start + prod(self.shape)

    def at(self, *keys: str) -> int:
        """The index in the row of the number with these keys, one for each dimension. ValueError for an unknown key,
        and for too few or too many."""
        if len(keys) != len(self.keys):
            raise ValueError(f"`{self.name}` has {counted(len(self.keys), 'key')}, {len(keys)} are given")
        place = 0
        for key, known in zip(keys, self.keys, strict=True):
            if not isinstance(key, str):
                raise ValueError(f"the keys of `{self.name}` are texts, not {shown(key)}{_listed(known)}")
            if key not in known:
                raise ValueError(
                    f"`{self.name}` has no key {key!r}{_or_rather(str(key), known) or _listed(known)}"
                )
            place = place * len(known) + known.index(key)
        return self.start + place


def columns(wording: Wording) -> tuple[Column, ...]:
    """All columns of a game's rows, from left to right; together they cover the row."""
    layout = wording.program.layout
    found = [*_flow(wording), *(_variable(wording, group) for group in layout.groups.values())]
    for kind in layout.kinds.values():
        found += (
            column for column in _pieces(wording, kind) if column.start >= 0 and column.stop > column.start
        )
    found += (
        Column(
            f"{notes.name}.notes", notes.offset, (tuple(map(str, range(notes.size))),), -(2**31), 2**31 - 1
        )
        for notes in layout.notes.values()
    )
    return tuple(sorted(found, key=lambda column: column.start))


def column(known: tuple[Column, ...], name: str) -> Column:
    """The column with this name; if a variable and the flow of play share a name, the variable's. ValueError if there is none."""
    for each in reversed(known):
        if each.name == name:
            return each
    names = [each.name for each in known]
    raise ValueError(f"there is no column {name!r}{_or_rather(str(name), names)}: `game.columns` lists them")


def _or_rather(name: str, known: tuple[str, ...] | list[str]) -> str:
    near = nearest(name, known)
    return f", did you mean {near!r}?" if near else ""


def _listed(keys: tuple[str, ...]) -> str:
    more = ", ..." if len(keys) > MOST_NAMED else ""
    return f": its keys are {', '.join(map(repr, keys[:MOST_NAMED]))}{more}"


# ------------------------------------------------------------------------------------------------------ what is there


def _flow(wording: Wording) -> Iterator[Column]:
    program = wording.program
    last = program.players - 1
    phases: dict[int, Friendly] = {number: phase.name for number, phase in enumerate(program.phases)}
    ends: dict[int, Friendly] = {0: None, **{number: end.id for number, end in enumerate(program.ends, 1)}}
    yield Column("current_player", CURRENT, (), 0, last, {-1: None})
    yield Column("phase", PHASE, (), 0, max(len(phases) - 1, 0), phases)
    yield Column("round", ROUND, (), 0, MOST_NUMBER)
    yield Column("first_player", ROUND_FIRST, (), 0, last)
    yield Column("ended_by", ENDED, (), 0, len(ends) - 1, ends)
    yield Column("winners", WINNERS, (), 0, 2**program.players - 1)
    if program.layout.worth >= 0:
        yield Column("worth", program.layout.worth, (), 0, MOST_NUMBER)


def _variable(wording: Wording, group: Group) -> Column:
    keys = tuple(tuple(wording.axis_keys(group, axis)) for axis in range(len(group.axes)))
    words: dict[int, Friendly] = {}
    if group.sort not in ("integer", "player", "team"):
        type_ = wording.group_type(group)
        words = {
            number: wording.friendly(type_, wording.cell_value(group, number))
            for number in range(group.low, group.high + 1)
        }
    if group.optional:
        words[group.none] = None
    return Column(group.name, group.offset, keys, group.low, group.high, words)


def _pieces(wording: Wording, kind: KindLayout) -> Iterator[Column]:
    name, labels = kind.name, wording.program.labels
    zones = min(len(kind.places), kind.first_spot)
    places = tuple(wording.place(name, code) for code in range(len(kind.places)))
    if kind.identical:
        looks = tuple(wording.look(name, look) for look in range(kind.looks))
        yield Column(f"{name}.count", kind.counts, (places[:zones], looks), 0, max(kind.pieces, 0))
        standing = looks
    else:
        standing = tuple(wording.piece(name, piece) for piece in range(kind.pieces))
        yield Column(f"{name}.place", kind.where, (standing,), 0, len(places) - 1, dict(enumerate(places)))
        yield Column(f"{name}.face", kind.face, (standing,), 0, kind.faces, _faces(wording, kind))
        yield Column(f"{name}.held", kind.held, (places[:zones],), 0, kind.pieces)
        yield Column(f"{name}.turned", kind.turned, (standing,), 0, 3)
        if kind.space >= 0:
            spaces = labels.spaces[kind.places[kind.table].zone]
            yield Column(
                f"{name}.space",
                kind.space,
                (standing,),
                0,
                len(spaces),
                _or_nothing(tuple(n for n, _ in spaces)),
            )
    taken = _or_nothing(standing)
    yield Column(f"{name}.standing", kind.spots, (places[zones:],), 0, len(standing), taken)
    for code, start in kind.order.items():
        from_bottom = tuple(str(place + 1) for place in range(kind.places[code].size))
        yield Column(f"{name}.order.{places[code]}", start, (from_bottom,), 0, kind.pieces, taken)


def _faces(wording: Wording, kind: KindLayout) -> Mapping[int, Friendly]:
    """The names of the faces, if all pieces have the same; otherwise the numbers are indices of faces."""
    if kind.face_low is not None and len(kind.face_low) > 1:
        return {0: None}
    return _or_nothing(tuple(wording.face(kind.name, face) for face in range(kind.faces)))


def _or_nothing(names: tuple[str, ...]) -> Mapping[int, Friendly]:
    return {0: None, **dict(enumerate(names, 1))}
