"""Real dice: what they show is typed by the person whose move rolls them. Cards are drawn and shuffled by the server.

TypedDice(wording, sampled, [["6", "5"]])        the first roll of a move shows 6 and 5; another one raises NeedsRoll
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from rulewright.problems.quoting import counted, quoted
from rulewright.runtime.chance.fixed import ChanceMismatch
from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Chance, Luck
from rulewright.runtime.labels import Wording
from rulewright.serve.worker.refusals import Answer
from rulewright.source.dataclass import dataclass


class NeedsRoll(Exception):
    """Dice have to be rolled before the move can go on; `roll` describes them."""

    def __init__(self, roll: Answer) -> None:
        super().__init__("dice have to be rolled")
        self.roll = roll


@dataclass(slots=True)
class TypedDice:
    """A source of chance with typed rolls, one after the other; draws come from `otherwise`."""

    wording: Wording
    otherwise: Chance
    rolls: Sequence[Sequence[str]]
    used: int = field(default=0, init=False)

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        use_index(luck, stream)
        numbers = pieces or (0,) * len(sides)
        if self.used == len(self.rolls):
            raise NeedsRoll(self._described(kind, pieces, sides))
        typed = self.rolls[self.used]
        if len(typed) != len(sides):
            raise ChanceMismatch(
                f"{counted(len(sides), 'die is', 'dice are')} rolled, and {len(typed)} given", kind
            )
        self.used += 1
        return tuple(
            self._face(kind, piece, faces, text)
            for piece, faces, text in zip(numbers, sides, typed, strict=True)
        )

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        return self.otherwise.draw(luck, player, stream, kind, pool, count, ordered)

    def check_used(self) -> None:
        """Raise ChanceMismatch if more rolls were typed than the move had."""
        if self.used < len(self.rolls):
            raise ChanceMismatch("more rolls are given than this move has")

    def _described(self, kind: str, pieces: tuple[int, ...], sides: Sequence[int]) -> Answer:
        one, many = self.wording.program.labels.kinds.get(kind, (kind, kind))
        dice = [
            {
                "name": self.wording.piece(kind, piece) if pieces else "",
                "faces": [
                    {"id": self.wording.face(kind, face, piece), "label": self.wording.face_label(kind, face, piece)}
                    for face in range(faces)
                ],
            }
            for piece, faces in zip(pieces or (0,) * len(sides), sides, strict=True)
        ]  # fmt: skip
        return {"kind": kind, "label": one if len(sides) == 1 else many, "dice": dice}

    def _face(self, kind: str, piece: int, faces: int, text: str) -> int:
        wanted = text.strip().casefold()
        for face in range(faces):
            names = self.wording.face(kind, face, piece), self.wording.face_label(kind, face, piece)
            if wanted in map(str.casefold, names):
                return face
        raise ChanceMismatch(f"{quoted(text)} is no face of this die", kind)
