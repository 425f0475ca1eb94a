"""Results of chance in records: collected while a game is played, and used again when it is replayed.

replayed(wording, [{"rolled": "dice", "faces": ["6"]}]).roll(...)       (5,)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.game.questions.effects import picks
from rulewright.ir import nodes as ir
from rulewright.problems.quoting import quoted, shown
from rulewright.runtime.chance.fixed import Replayed
from rulewright.runtime.executor import Chance, Event, Luck, Value
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

Json = object
Entry = dict[str, Any]  # JSON whose shape has been checked


def replayed(wording: Wording, chance: Sequence[Any]) -> Replayed:  # JSON, as `Entry`
    """Recorded results, with the shape that `formats` defines, as a source of chance; ValueError for results that this
    game cannot have."""
    return Replayed(wording.program, [_event(wording, entry) for entry in chance])


def _event(wording: Wording, entry: Entry) -> Event:
    if "picked" in entry:
        return _picked(wording, entry)
    what = next((word for word in ("rolled", "drawn", "shuffled") if word in entry), None)
    if what is None:
        raise ValueError("each result of chance needs `rolled`, `drawn`, `shuffled` or `picked`")
    kind = entry[what]
    if kind not in wording.program.layout.kinds:
        raise ValueError(f"there are no pieces called {quoted(kind)} in this game")
    names = entry.get("faces" if what == "rolled" else "pieces")
    if not isinstance(names, list):
        seen = ": only a game that was played has a full record, not a state from `resample`"
        raise ValueError(f"the entry does not say what was {what}{seen if 'count' in entry else ''}")
    if what == "rolled":
        pieces = entry.get("pieces")
        numbers = (
            [_piece(wording, kind, name) for name in pieces] if isinstance(pieces, list) else [0] * len(names)
        )
        if len(numbers) != len(names):
            raise ValueError(f"{len(numbers)} {kind} and {len(names)} faces do not go together")
        faces = tuple(_face(wording, kind, name, piece) for name, piece in zip(names, numbers, strict=True))
        return Event("rolled", kind, (), faces)
    found = tuple(_piece(wording, kind, name) for name in names)
    return Event("drawn", kind, found) if what == "drawn" else Event("shuffled", kind, (), found)


def _picked(wording: Wording, entry: Entry) -> Event:
    source, value = entry["picked"], entry.get("value")
    kind = next((pick.kind or "" for name, pick in _picks(wording.program) if name == source), None)
    if kind is None or "value" not in entry:
        raise ValueError(
            f"nothing is picked at {quoted(source)} in this game, or the entry does not say what was picked"
        )
    if kind:
        return Event("picked", kind, (), (_placed(wording, kind, value),))
    if value is not None and not isinstance(value, int):
        raise ValueError(f"{shown(value)} cannot be picked at `{source}`")
    return Event("picked", "", (), (value,))


def _picks(program: ir.Program) -> Sequence[tuple[str, ir.Pick]]:
    return list(picks(program).items())


def _face(wording: Wording, kind: str, name: Json, piece: int) -> int:
    for index in range(wording.kind(kind).faces):
        if wording.face(kind, index, piece) == str(name):
            return index
    raise ValueError(f"{quoted(str(name))} is not a face of {kind}")


def _piece(wording: Wording, kind: str, name: Json) -> int:
    layout = wording.kind(kind)
    if layout.identical:
        names = [wording.look(kind, look) for look in range(layout.looks)]
    else:
        names = [text for text, _ in wording.program.labels.pieces[kind]]
    if name not in names:
        raise ValueError(f"{quoted(str(name))} is not a piece of {kind}")
    return names.index(str(name))


def _placed(wording: Wording, kind: str, name: Json) -> Value:
    layout = wording.kind(kind)
    if not layout.identical:
        return _piece(wording, kind, name)
    for number in range(len(layout.places) * layout.looks):
        if wording.piece(kind, number) == name:
            return number
    raise ValueError(f"{quoted(str(name))} is not a piece of {kind}")


@dataclass(frozen=True, slots=True)
class Heard:
    """One result of chance: face indices of a roll (of these pieces, if they can be told apart), or the elements drawn
    from a pool."""

    rolled: bool
    kind: str
    stream: int
    values: tuple[Value, ...]
    pieces: tuple[int, ...] = ()


class Listening:
    """Uses another source of chance, and collects its results."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.heard: list[Heard] = []

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        result = self._chance.roll(luck, player, stream, kind, pieces, sides, alike)
        self.heard.append(Heard(True, kind, stream, result, pieces))
        return result

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        result = self._chance.draw(luck, player, stream, kind, pool, count, ordered)
        self.heard.append(Heard(False, kind, stream, tuple(pool[index] for index in result)))
        return result
