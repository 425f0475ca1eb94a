"""What happened, told to one player in a line.

Bob: roll everything loose (scoring dice 1 2 4 3 3, Hi/Lo die 3 Lo)

What chance does once it is the next player's turn stands in a line of its own: `Ann begins: dice 4 5 1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulewright.author.sheet_words import noun
from rulewright.game.history import Entry
from rulewright.ir import nodes as ir

Happened = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Story:
    """Tells steps of one game. `names` are the players' names, in seat order."""

    program: ir.Program
    names: Sequence[str]

    def lines(self, entry: Entry, described: str | None = None) -> list[str]:
        """A step in lines: the move, and the beginnings of turns that it led to; `described` are the words for it."""
        first: list[str] = []
        begun: list[tuple[int, list[str]]] = []
        for happened in entry.happened:
            turn = happened.get("turn")
            if isinstance(turn, int):
                begun.append((turn, []))
            elif words := self._chance(happened):
                (begun[-1][1] if begun else first).append(words)
        lines = [f"{self.names[player]} begins: {', '.join(said)}" for player, said in begun if said]
        if entry.player is None:
            return [f"To begin with: {', '.join(first)}", *lines] if first else lines
        move = described or entry.action or ""
        return [f"{self.names[entry.player]}: {move}" + (f" ({', '.join(first)})" if first else ""), *lines]

    def _chance(self, happened: Happened) -> str:
        """What chance did; other things can be seen on the table."""
        if "rolled" in happened:
            return self._rolled(happened)
        if "drawn" in happened:
            return self._drawn(happened)
        if "shuffled" in happened:
            return f"{self._place(str(happened['shuffled']), happened['at'])} shuffled"
        if "picked" in happened and "value" in happened:
            return f"picked at random: {happened['value']}"
        return ""

    def _rolled(self, happened: Happened) -> str:
        kind = str(happened["rolled"])
        faces, pieces = happened.get("faces"), happened.get("pieces")
        if not isinstance(faces, list):
            return f"{self._count(kind, happened['count'])} rolled unseen"
        labels = dict(self.program.labels.faces.get(kind, ()))
        shown = [labels.get(str(face), str(face)) for face in faces]
        if isinstance(pieces, list):
            shown = [f"{piece} {face}" for piece, face in zip(pieces, shown, strict=True)]
        return f"{self._noun(kind, len(faces))} {' '.join(shown)}"

    def _drawn(self, happened: Happened) -> str:
        kind, pieces = str(happened["drawn"]), happened.get("pieces")
        to = self._place(kind, happened["to"])
        if isinstance(pieces, list):
            labels = dict(self.program.labels.pieces.get(kind, ()))
            return f"{', '.join(labels.get(str(piece), str(piece)) for piece in pieces)} to {to}"
        return f"{self._count(kind, happened['count'])} to {to}"

    def _place(self, kind: str, typed: object) -> str:
        """A zone by its printed name, an owned one by its owner's."""
        for code, (id_, label) in enumerate(self.program.labels.places[kind]):
            if id_ == typed:
                place = self.program.layout.kinds[kind].places[code]
                if place.owner is None or place.owner_is_team:
                    return label
                return f"{self.names[place.owner]}'s {place.zone.replace('_', ' ')}"
        return str(typed)

    def _count(self, kind: str, count: object) -> str:
        return f"{count} {self._noun(kind, count)}"

    def _noun(self, kind: str, count: object) -> str:
        words = self.program.labels.kinds.get(kind, (kind, kind))
        return noun(words, 1) if count == 1 else words[1]
