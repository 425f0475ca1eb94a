"""Happenings: the events of a step as plain data, each with the part that every player may see.

Executors report `Event`s with numbers of pieces and places.  A `Happening` is the same in words, with the players who
saw all of it; the others see a part:

    {"drawn": "cards", "pieces": ["ten of hearts"], "from": "deck", "to": "seat(1).hand"}     seat 1
    {"drawn": "cards", "count": 1, "from": "deck", "to": "seat(1).hand"}                      the others

All of it is seen: of a roll by players who see every place where a die lies; of a draw or a move by those who see where
the pieces came from or where they went; of a piece that a rule turns by those who see it; of a shuffle by nobody; of a
picked value by everybody, unless it is a piece they do not see or the rule puts it into a variable they do not see.
Rules that ran are shown to nobody, because conditions of triggers may read hidden values.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field, replace

from rulewright.game.history.record_chance import Heard
from rulewright.game.knowledge.visibility import Sight
from rulewright.game.questions.effects import picks, written_groups
from rulewright.ir import nodes as ir
from rulewright.ir.layout import Group
from rulewright.runtime.executor import Event, Value
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

Json = object
"""Plain data that `json.dumps` accepts."""

CHANCE = ("rolled", "drawn", "shuffled", "picked")


@dataclass(frozen=True, slots=True)
class Happening:
    """`whole` is for viewers in the bit set `seen_by` (players, then spectators), `part` for the others (None: nothing at all).

    `whole` is None in a resampled state whose player did not see it. `showed` is the bit set of players to whom it
    showed something hidden. `together` is that of the event, and `ranks` sorts the named pieces if several happenings
    are joined.
    """

    part: dict[str, Json] | None
    whole: dict[str, Json] | None
    seen_by: int
    showed: int = 0
    together: int = 0
    ranks: tuple[int, ...] = ()

    def to(self, player: int | None) -> dict[str, Json] | None:
        """The part that a player saw; everything for None."""
        if self.whole is not None and (player is None or self.seen_by >> player & 1):
            return self.whole
        return self.part

    @property
    def is_chance(self) -> bool:
        told = self.whole or self.part or {}
        return any(what in told for what in CHANCE)

    def seen_key(self, everyone: int) -> tuple[int, str, str]:
        """A key that is equal for happenings of which every player and spectator saw the same."""
        whole = self.whole if self.seen_by else None
        part = self.part if self.seen_by != everyone else None
        return self.seen_by, json.dumps(whole, sort_keys=True), json.dumps(part, sort_keys=True)

    def only_for(self, player: int) -> Happening:
        """The happening without what this player did not see."""
        if self.seen_by >> player & 1:
            return self
        return Happening(self.part, None, self.seen_by, self.showed & 1 << player, self.together)


@dataclass(frozen=True, slots=True)
class Teller:
    """Turns events of one game into happenings."""

    wording: Wording
    sight: Sight
    _picks: dict[str, ir.Pick] = field(default_factory=dict, init=False, repr=False, compare=False)

    def tell(
        self, events: Sequence[Event], heard: Sequence[Heard], before: Sequence[int], actor: int
    ) -> tuple[Happening, ...]:
        """The happenings of the events of one action. `heard` are the results of chance in order; `before` the cells
        before it; `actor` the player who acted (-1: nobody)."""
        results = list(heard)
        told: list[Happening] = []
        for event in events:
            result: tuple[Value, ...] = ()
            if event.what in CHANCE and results and _is_result(event, results[0]):
                result = results.pop(0).values
            happening = self._happening(event, result, before, actor)
            if happening is not None:
                told.append(replace(happening, together=event.together) if event.together else happening)
        return tuple(told)

    def unfinished(self, heard: Sequence[Heard]) -> tuple[Happening, ...]:
        """The results of chance of an action that failed before its end, seen by nobody: enough to replay it."""
        told: list[Happening] = []
        for result in heard:
            whole: dict[str, Json]
            if result.rolled:
                pieces = result.pieces or (0,) * len(result.values)
                rolled = zip(result.values, pieces, strict=True)
                faces = [self.wording.face(result.kind, v, p) for v, p in rolled if isinstance(v, int)]
                whole = {"rolled": result.kind, "faces": faces}
            elif result.kind:
                whole = {"drawn": result.kind, "pieces": [self._text(result.kind, v) for v in result.values]}
            else:
                whole = {"picked": self.sight.program.streams[result.stream], "value": result.values[0]}
            told.append(Happening(None, whole, 0))
        return tuple(told)

    def _happening(
        self, event: Event, result: tuple[Value, ...], before: Sequence[int], actor: int
    ) -> Happening | None:
        match event.what:
            case "rolled":
                return self._rolled(event)
            case "drawn" | "moved":
                return self._moved(event, result)
            case "shuffled":
                at = self.wording.place(event.kind, event.places[0])
                pieces = [self._text(event.kind, piece) for piece in result]
                part: dict[str, Json] = {"shuffled": event.kind, "at": at, "count": len(event.values)}
                return Happening(part, {"shuffled": event.kind, "at": at, "pieces": pieces}, 0)
            case "picked":
                return self._picked(event, before, actor)
            case "placed" | "removed" | "turned_over":
                return self._changed(event)
            case "turned":
                return self._turned(event)
            case "turn":
                told: dict[str, Json] = {"turn": event.values[0]}
                return Happening(told, told, self.sight.everyone())
            case _:
                return Happening(None, {"rule": event.source}, 0)

    def _rolled(self, event: Event) -> Happening:
        kind = event.kind
        pieces = event.pieces or (0,) * len(event.values)
        faces = [
            self.wording.face(kind, face, piece)
            for face, piece in zip(event.values, pieces, strict=True)
            if isinstance(face, int)
        ]
        whole: dict[str, Json] = {"rolled": kind, "faces": faces}
        if event.pieces and self.wording.kind(kind).pieces > 1:
            whole["pieces"] = [self._text(kind, piece) for piece in event.pieces]
        seen_by = self.sight.everyone()
        for code in set(event.places):
            seen_by &= self.sight.viewers(kind, code)
        at = sorted({self.wording.place(kind, code) for code in event.places})
        if any(self.wording.kind(kind).places[code].owner is not None for code in event.places):
            whole["at"] = at
        return Happening({"rolled": kind, "count": len(event.values), "at": at}, whole, seen_by)

    def _turned(self, event: Event) -> Happening:
        """A piece that a rule turned to a face: seen by those who see where it lies."""
        (piece,), (face,), (code,) = event.pieces, event.values, event.places
        assert face is None or isinstance(face, int)
        number = 0 if self.wording.kind(event.kind).identical else piece
        shown = None if face is None else self.wording.face(event.kind, face, number)
        at, seen_by = self.wording.place(event.kind, code), self.sight.viewers(event.kind, code)
        whole: dict[str, Json] = {
            "turned": event.kind, "pieces": [self._text(event.kind, piece)], "face": shown, "at": at,
        }  # fmt: skip
        return Happening(None, whole, seen_by)

    def _changed(self, event: Event) -> Happening:
        """A piece that came, went or got another owner: named to those who see where."""
        kind, code = event.kind, event.places[0]
        at, seen_by = self.wording.place(kind, code), self.sight.viewers(kind, code)
        whole: dict[str, Json] = {
            event.what: kind, "pieces": [self._text(kind, piece) for piece in event.pieces], "at": at,
        }  # fmt: skip
        part = whole if seen_by == self.sight.everyone() else {event.what: kind, "count": 1, "at": at}
        return Happening(part, whole, seen_by)

    def _moved(self, event: Event, result: tuple[Value, ...]) -> Happening:
        kind = event.kind
        drawn = event.what == "drawn"
        pieces = self._in_order(event, result if drawn and result else event.pieces)
        shown = [self._text(kind, piece) for piece in pieces]
        places = [self.wording.place(kind, code) for code in event.places]
        ways: dict[str, Json] = {"from": places[0], "to": places[-1]}
        if event.what == "moved" and event.values:
            ways |= self._laid(event)
        seen_by = 0
        for code in event.places:
            seen_by |= self.sight.viewers(kind, code)
        part: dict[str, Json] = {event.what: kind, "count": len(event.pieces), **ways}
        showed = self.sight.viewers(kind, event.places[-1]) & ~self.sight.viewers(kind, event.places[0])
        ranks = self._ranks(event, pieces) if event.together else ()
        return Happening(part, {event.what: kind, "pieces": shown, **ways}, seen_by, showed, ranks=ranks)

    def _in_order(self, event: Event, pieces: tuple[Value, ...]) -> list[int]:
        """Pieces in the order of the place where they lie; if it has none, in the order of their numbers, since nobody
        sees in which they came."""
        numbers = [piece for piece in pieces if isinstance(piece, int)]
        ranks = self._ranks(event, numbers)
        return [piece for _, piece in sorted(zip(ranks, numbers, strict=True), key=lambda each: each[0])]

    def _ranks(self, event: Event, pieces: Sequence[int]) -> tuple[int, ...]:
        """The rank of each piece among those at its new place; all are equal in a place that keeps the order of arrival."""
        layout = self.wording.kind(event.kind)
        if layout.places[event.places[-1]].order == "kept":
            return (0,) * len(pieces)
        return tuple([piece % layout.looks if layout.identical else piece for piece in pieces])

    def _laid(self, event: Event) -> dict[str, Json]:
        """The space of an unbounded board where a piece was laid, and how it is turned."""
        at, *turned = event.values
        assert isinstance(at, int)
        board = self.wording.kind(event.kind).places[event.places[-1]].zone
        laid: dict[str, Json] = {"to": self.sight.program.labels.spaces[board][at][0]}
        return laid | ({"turned": turned[0]} if turned else {})

    def _picked(self, event: Event, before: Sequence[int], actor: int) -> Happening:
        value = event.values[0]
        seen_by = self.sight.everyone()
        shown: Json = value
        if event.kind and isinstance(value, int):
            shown = self.wording.piece(event.kind, value)
            kind = self.wording.kind(event.kind)
            place = value // kind.looks if kind.identical else before[kind.where + value]
            seen_by = self.sight.viewers(event.kind, place)
        seen_by &= self._who_sees_written(event.source, actor)
        return Happening({"picked": event.source}, {"picked": event.source, "value": shown}, seen_by)

    def _who_sees_written(self, source: str, actor: int) -> int:
        """Players who see every variable that a `pick` puts its element into."""
        if not self._picks:
            self._picks.update(picks(self.sight.program))
        pick = self._picks.get(source)
        seen_by = self.sight.everyone()
        if pick is None:
            return seen_by
        for name, mine in written_groups(self.sight.program, pick.do):
            group = self.sight.program.layout.groups[name]
            if group.seen_by != "all":
                players = range(self.sight.program.players)
                visible = [
                    p
                    for p in players
                    if mine and actor >= 0 and self.sight.cell(group, _own(group, actor), p)
                ]
                seen_by &= sum(1 << player for player in visible)
        return seen_by

    def _text(self, kind: str, piece: Value) -> str:
        assert isinstance(piece, int)
        layout = self.wording.kind(kind)
        if layout.identical:
            return self.wording.look(kind, piece % layout.looks)
        return self.wording.piece(kind, piece)


def _is_result(event: Event, heard: Heard) -> bool:
    """Whether a result of chance belongs to this event; an empty roll has none."""
    if (event.what == "rolled") != heard.rolled or event.kind != heard.kind:
        return False
    match event.what:
        case "rolled" | "shuffled":
            return len(event.values) == len(heard.values)
        case "drawn":
            return len(event.pieces) == len(heard.values)
        case _:
            return len(heard.values) == 1


def _own(group: Group, actor: int) -> int:
    """The first cell of a player's own part of a variable."""
    if not group.axes or group.axes[0].kind != "players":
        return 0
    return actor * (group.size // group.axes[0].size)
