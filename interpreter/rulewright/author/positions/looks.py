"""The looks of pieces that are alike, as an example writes them: a face, an owner, and how many of each.

6                                  one that shows 6
{6: 8, 5: 2}   [8 of 6, 2 of 5]    eight that show 6 and two that show 5
5 of X                             five pieces of X, where they have no faces; `2 of X` is a die of X that shows 2
3 of man of X                      three men of X
4              4 of seeds          four of a kind that all look alike
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.document import nodes as document
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.problems.nearest import nearest
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

AMOUNT = re.compile(r"([0-9]+)\s+of\s+(.+)")
"""A number of pieces with the same look."""


def looks_of(program: ir.Program, kind: str) -> list[str]:
    """What one piece of a kind can be called, a likely name first; where all look alike, also how many there are."""
    layout, wording = program.layout.kinds[kind], Wording(program)
    if not layout.identical:
        return [name for names in program.labels.pieces.get(kind, ()) for name in names]
    faces = [wording.face(kind, face) for face in range(layout.faces)]
    if layout.owners == 1:
        return faces or [kind, *map(str, range(layout.pieces + 1))]
    word = "team" if layout.owned_by == "teams" else "seat"
    seats = program.labels.seats if layout.owned_by == "players" else ()
    owners = [*filter(None, seats), *(f"{word}({owner})" for owner in range(1, layout.owners + 1))]
    return [f"{face} of {owner}" for face in faces for owner in owners] if faces else owners


@dataclass(frozen=True, slots=True)
class Looks:
    """Reads what is written for pieces of one kind. Raises NotUnderstood."""

    program: ir.Program
    layout: KindLayout

    def counted(self, value: document.Node) -> Counter[int]:
        """How many pieces of each look are written for a place: a list, a mapping, a number, or one of them."""
        layout = self.layout
        if isinstance(value, document.Scalar) and value.text.strip().isdigit() and layout.looks > 1:
            if not layout.faces:
                raise NotUnderstood(
                    value.span, f"say whose they are: `{value.text.strip()} of {self._somebody()}`"
                )
            if layout.owners > 1:
                self._needs_list(value)
        found: Counter[int] = Counter()
        if isinstance(value, document.Scalar) and value.is_null:
            return found
        for item in value.items if isinstance(value, document.Sequence) else [value]:
            found.update(self._some(item))
        return found

    def look(self, scalar: document.Scalar) -> int:
        """A look: `4`, `dot`, `blank`; with owners `4 of 2`, `man of white` or (without faces) the owner alone."""
        wording, layout = Wording(self.program), self.layout
        text = " ".join(scalar.text.split())
        if layout.looks == 1 and text in ("", *self._names()):  # empty: a board's list of spaces
            return 0
        for look in range(layout.looks):
            if text in (wording.look(layout.name, look), wording.look(layout.name, look, printed=True)):
                return look
        if layout.owners > 1 and not layout.faces:
            return self._owner(scalar)
        face, of, owner = text.rpartition(" of ")
        if layout.owners > 1 and not of:
            self._needs_both(scalar)
        if layout.owners > 1 and of:
            span = scalar.span
            first = self._owner(document.Scalar(owner, "plain", span)) * (layout.faces + 1)
            shown = Written(self.program).face(document.Scalar(face, "plain", span), layout.name)
            return first + shown + 1
        return Written(self.program).face(scalar, layout.name) + 1

    def written(self, counts: list[int]) -> str:
        """Pieces as an example writes them: `[6, 6, 5]`, `{6: 8, 5: 2}`, a number where all look alike."""
        if self.layout.looks == 1:
            return str(counts[0])
        there = [(self._word(look), count) for look, count in enumerate(counts) if count]
        if sum(counts) <= 6:
            return f"[{', '.join(word for word, count in there for _ in range(count))}]"
        return f"{{{', '.join(f'{word}: {count}' for word, count in there)}}}"

    # ------------------------------------------------------------------------------------------------ private

    def _some(self, item: document.Node) -> dict[int, int]:
        """One piece, a number of pieces with one look, or numbers by look."""
        if isinstance(item, document.Mapping):
            found: Counter[int] = Counter()
            for entry in item.entries:
                look = self.look(document.Scalar(entry.key.text, "plain", entry.key.span))
                found[look] += self._number(one(entry.value, "number of pieces"))
            return found
        scalar = one(item)
        text = " ".join(scalar.text.split())
        amount = AMOUNT.fullmatch(text)
        if self.layout.looks == 1 and amount is None and text not in ("", *self._names()):
            return {0: self._number(scalar)}
        if amount is None or self._is_face_of_owner(amount[2]):
            return {self.look(scalar): 1}
        if self.layout.looks == 1 and amount[2] not in self._names():
            near = nearest(amount[2], self._names()) or self.layout.name
            raise NotUnderstood(scalar.span, f"these are {self.layout.name}: write `{amount[1]} of {near}`")
        return {self.look(document.Scalar(amount[2], "plain", scalar.span)): int(amount[1])}

    def _is_face_of_owner(self, rest: str) -> bool:
        """Whether a number before `of` is a face, `2 of X`, because pieces have both and only the owner follows."""
        return self.layout.faces > 0 and self.layout.owners > 1 and " of " not in rest

    def _names(self) -> tuple[str, ...]:
        """What pieces that all look alike are called."""
        name = self.layout.name
        return (name, *self.program.labels.kinds.get(name, ()))

    def _word(self, look: int) -> str:
        """A look in the notation of examples, with the owner by name or seat."""
        owner, face = divmod(look, self.layout.faces + 1)
        whose = self._somebody(owner)
        if not self.layout.faces:
            return whose
        wording, kind = Wording(self.program), self.layout.name
        shown = wording.face(kind, face - 1) if face else wording.blank(kind)
        return f"{shown} of {whose}" if self.layout.owners > 1 else shown

    def _number(self, scalar: document.Scalar) -> int:
        return Written(self.program).number(scalar, 0, None)

    def _needs_both(self, scalar: document.Scalar) -> None:
        """Raises NotUnderstood for an owner alone, or a face alone, where pieces have both."""
        faces = list(self._faces())
        seats = [seat for seat in self.program.labels.seats if seat]
        text = scalar.text.strip()
        if text in seats or text.startswith(("seat(", "team(")):
            raise NotUnderstood(scalar.span, f"say what they show, too: `{faces[0]} of {text}`")
        if text in faces:
            raise NotUnderstood(scalar.span, f"say whose it is: `{text} of {self._somebody()}`")

    def _needs_list(self, scalar: document.Scalar) -> None:
        """Raises NotUnderstood for a number alone, which could be a face or a count, where pieces have faces and owners."""
        number, one, faces = scalar.text.strip(), self._somebody(), list(self._faces())
        several = f"`[{faces[0]} of {one}, {faces[-1]} of {one}]`"
        if number in faces:
            raise NotUnderstood(
                scalar.span,
                f"for one that shows {number}, write `{number} of {one}`; two are a list: {several}",
            )
        raise NotUnderstood(scalar.span, f"list what each of them shows, and whose it is: {several} for two")

    def _faces(self) -> Iterator[str]:
        wording = Wording(self.program)
        return (wording.face(self.layout.name, face) for face in range(self.layout.faces))

    def _somebody(self, owner: int = 0) -> str:
        """An owner, in the notation of examples."""
        if self.layout.owned_by == "teams":
            return f"team({owner + 1})"
        seats = self.program.labels.seats
        return seats[owner] if owner < len(seats) and seats[owner] else f"seat({owner + 1})"

    def _owner(self, scalar: document.Scalar) -> int:
        written = Written(self.program)
        return written.player(scalar) if self.layout.owned_by == "players" else written.team(scalar)
