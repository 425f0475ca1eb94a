"""What dice of a kind may show, and what people type for it: numbers, the labels of faces, or their ids.

Faces(program, "hilo").listed(0, 6)        "1 Hi, 2 Hi, 3 Hi, 1 Lo, 2 Lo, 3 Lo"
Faces(program, "dice").listed(0, 6)        "1 to 6"
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.author.phrases.texts import noun
from rulewright.ir import nodes as ir
from rulewright.problems.nearest import nearest
from rulewright.runtime.labels import Wording


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of one kind of dice."""

    program: ir.Program
    kind: str

    @property
    def named(self) -> bool:
        """Whether the faces have names, which have to be told before they can be typed."""
        labels = self.program.labels.faces.get(self.kind, ())
        return self.program.layout.kinds[self.kind].face_low is None and not all(
            id_.isdigit() for id_, _ in labels
        )

    def listed(self, piece: int, count: int) -> str:
        """The faces of a die in the words by which they can be typed; a label that is a picture stands behind its word."""
        if self.program.layout.kinds[self.kind].face_low is not None and count > 1:
            wording = Wording(self.program)
            return f"{wording.face(self.kind, 0, piece)} to {wording.face(self.kind, count - 1, piece)}"
        return ", ".join(
            label if label.isascii() else f"{id_} {label}" for id_, label in self._texts(piece, count)
        )

    def find(self, word: str, piece: int, count: int) -> int | None:
        """The index of the face that a word means."""
        texts = [(id_.casefold(), label.casefold()) for id_, label in self._texts(piece, count)]
        return next((face for face, each in enumerate(texts) if word.casefold() in each), None)

    def results(self, line: str) -> list[str]:
        """The words of a line, those together that are the label of one face: `3 Lo`."""
        words = line.replace(",", " ").split()
        labels = {
            tuple(label.casefold().split()) for _, label in self.program.labels.faces.get(self.kind, ())
        }
        results: list[str] = []
        while words:
            lengths = (
                n for n in range(len(words), 1, -1) if tuple(w.casefold() for w in words[:n]) in labels
            )
            length = next(lengths, 1)
            results.append(" ".join(words[:length]))
            del words[:length]
        return results

    def not_on_it(self, word: str, piece: int, count: int, named: bool) -> str:
        """What is said of a word that is no face; `named`: of the piece, which differs from the others."""
        near = nearest(word, [text for each in self._texts(piece, count) for text in each])
        hint = f"Did you mean `{near}`?" if near else f"It may show {self.listed(piece, count)}."
        if named:
            return f"{self.program.labels.pieces[self.kind][piece][1]}: `{word}` is not on it. {hint}"
        one = noun(self.program.labels.kinds.get(self.kind, (self.kind, self.kind)), 1)
        article = "an" if one[:1].casefold() in "aeiou" else "a"
        return f"`{word}` is not on {article} {one}. {hint}"

    def counted(self, pieces: Sequence[int], count: int) -> str:
        """Dice as they are asked for: `5 scoring dice`, `1 Hi/Lo die`, `the blue die`."""
        words = self.program.labels.kinds.get(self.kind, (self.kind, self.kind))
        if len(pieces) == 1 and self.program.layout.kinds[self.kind].pieces > 1:
            return f"the {self.program.labels.pieces[self.kind][pieces[0]][1]}"
        return f"{count} {noun(words, count)}" if count > 1 or not pieces else f"the {noun(words, 1)}"

    def of(self, pieces: Sequence[int]) -> str:
        """Dice that can be told apart, as they are typed."""
        return ", ".join(Wording(self.program).piece(self.kind, piece) for piece in pieces)

    def _texts(self, piece: int, count: int) -> list[tuple[str, str]]:
        wording = Wording(self.program)
        return [
            (wording.face(self.kind, face, piece), wording.face_label(self.kind, face, piece))
            for face in range(count)
        ]
