"""Pieces of an example's position that look alike: how many of each look lie where.

rack: [6, 6, 5]        three dice there, the others are taken from where most lie
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written
from rulewright.author.positions.pieces import Pieces, items_of
from rulewright.document import nodes as document
from rulewright.runtime.labels import Wording
from rulewright.source.text import Span

if TYPE_CHECKING:
    pass


class Identical(Pieces):
    """Pieces without identity: counts by place and look."""

    def arrange(self, contents: dict[int, document.Node], laid: AbstractSet[int]) -> None:
        """Let these pieces lie at these places; `laid` are none here, as only pieces with identity are laid."""
        wanted: dict[int, Counter[int]] = {}
        for code, value in contents.items():
            wanted[code] = self._looks(value)
            self.check_room(code, value, wanted[code].total())
        for owner in range(self.layout.owners):
            self._arrange_owner(owner, wanted, contents)

    def show(self, value: document.Node) -> None:
        """Turn the kind's pieces to these faces, place by place."""
        faces = [self._look(item) for item in self.one_each(value)]
        for code in range(len(self.layout.places)):
            counts = self._counts(code)
            here = [faces.pop(0) for _ in range(sum(counts))]
            self._put(code, Counter(here))

    def _arrange_owner(
        self, owner: int, wanted: dict[int, Counter[int]], contents: dict[int, document.Node]
    ) -> None:
        """Balance one owner's pieces: all looks of an owner are one supply."""
        looks = range(owner * (self.layout.faces + 1), (owner + 1) * (self.layout.faces + 1))
        had = {code: sum(self._counts(code)[look] for look in looks) for code in wanted}
        listed = {
            code: sum(count for look, count in counts.items() if look in looks)
            for code, counts in wanted.items()
        }
        for code, counts in wanted.items():
            now = self._counts(code)
            for look in looks:
                now[look] = counts[look]
            self._put(code, Counter(dict(enumerate(now))))
        if self.layout.unlimited:
            return
        over = sum(had.values()) - sum(listed.values())
        where = next(iter(contents.values())).span
        if over < 0:
            self._take(-over, looks, wanted, where)
        elif over > 0:
            self._send_home(over, looks, wanted, where)

    def _take(self, count: int, looks: range, given: dict[int, Counter[int]], where: Span) -> None:
        for code in sorted(self._others(given), key=self._reluctance):
            for look in looks:
                there = self._counts(code)
                taken = min(count, there[look])
                there[look] -= taken
                self.layout.put_looks(self.cells, code, there)
                count -= taken
        if count:
            raise NotUnderstood(
                where,
                f"there are only {self.pieces(self.layout.pieces)}, {count} fewer than are given",
            )

    def _send_home(self, count: int, looks: range, given: dict[int, Counter[int]], where: Span) -> None:
        others = sorted(self._others(given), key=self._reluctance)
        owner = looks.start // len(looks)
        homes = [code for code in others if self.layout.start_of(code, owner)]
        for fill_to_start in (True, False):
            for code in homes:
                counts = self._counts(code)
                room = self.layout.places[code].size - sum(counts)
                if fill_to_start:
                    own = sum(counts[look] for look in looks)
                    room = min(room, self.layout.start_of(code, owner) - own)
                sent = max(0, min(count, room))
                counts[looks.start] += sent
                self.layout.put_looks(self.cells, code, counts)
                count -= sent
        if count:
            raise NotUnderstood(
                where,
                f"{self.pieces(count)} {'is' if count == 1 else 'are'} left over: say where they lie",
            )

    def _others(self, given: dict[int, Counter[int]]) -> list[int]:
        return [code for code in range(len(self.layout.places)) if code not in given]

    def _reluctance(self, code: int) -> tuple[bool, bool, int]:
        """Where missing pieces are taken from first: the zone where the rest starts, shared ones, full ones."""
        place = self.layout.places[code]
        zone = self.book.rulebook.zones.get(place.zone)
        starts = zone.start if zone is not None else None
        return starts not in ("all", "rest"), place.owner is not None, -sum(self._counts(code))

    def _looks(self, value: document.Node) -> Counter[int]:
        if isinstance(value, document.Scalar) and self.layout.looks == 1:
            return Counter({0: Written(self.book.program).number(value, 0, None)})
        if isinstance(value, document.Scalar) and value.text.strip().isdigit() and not self.layout.faces:
            raise NotUnderstood(
                value.span, f"say whose {self.layout.name} they are: a list such as [1, 1, 2]"
            )
        if isinstance(value, document.Scalar) and self.layout.owners > 1 and value.text.strip().isdigit():
            self._needs_list(value)
        return Counter(self._look(item) for item in items_of(value))

    def _look(self, scalar: document.Scalar) -> int:
        """`4`, `dot`, `blank`; with owners `4 of 2`, `man of white` or (without faces) the owner alone."""
        wording = Wording(self.book.program)
        text = " ".join(scalar.text.split())
        if not text and self.layout.looks == 1:  # a board's list of spaces, for pieces that all look alike
            return 0
        for look in range(self.layout.looks):
            if text in (
                wording.look(self.layout.name, look),
                wording.look(self.layout.name, look, printed=True),
            ):
                return look
        if self.layout.owners > 1 and not self.layout.faces:
            return self._owner(scalar)
        face, of, owner = text.rpartition(" of ")
        if self.layout.owners > 1 and not of:
            self._needs_both(scalar)
        if self.layout.owners > 1 and of:
            span = scalar.span
            first = self._owner(document.Scalar(owner, "plain", span)) * (self.layout.faces + 1)
            shown = Written(self.book.program).face(document.Scalar(face, "plain", span), self.layout.name)
            return first + shown + 1
        return Written(self.book.program).face(scalar, self.layout.name) + 1

    def _needs_both(self, scalar: document.Scalar) -> None:
        """An owner alone, or a face alone, of pieces that have both."""
        faces, one = self._faces(), self._somebody()
        seats = [seat for seat in self.book.program.labels.seats if seat]
        text = scalar.text.strip()
        if text in seats or text.startswith(("seat(", "team(")):
            raise NotUnderstood(scalar.span, f"say what they show, too: `{faces[0]} of {text}`")
        if text in faces:
            raise NotUnderstood(scalar.span, f"say whose it is: `{text} of {one}`")

    def _needs_list(self, scalar: document.Scalar) -> None:
        """A number alone, of pieces that have faces and owners: what one of them shows, or how many they are."""
        number, one = scalar.text.strip(), self._somebody()
        several = f"`[{self._faces()[0]} of {one}, {self._faces()[-1]} of {one}]`"
        if number in self._faces():
            raise NotUnderstood(
                scalar.span,
                f"for one that shows {number}, write `{number} of {one}`; two are a list: {several}",
            )
        raise NotUnderstood(scalar.span, f"list what each of them shows, and whose it is: {several} for two")

    def _faces(self) -> list[str]:
        wording = Wording(self.book.program)
        return [wording.face(self.layout.name, face) for face in range(self.layout.faces)]

    def _somebody(self) -> str:
        """An owner, as examples write one."""
        if self.layout.owned_by == "teams":
            return "team(1)"
        return next((seat for seat in self.book.program.labels.seats if seat), "seat(1)")

    def _owner(self, scalar: document.Scalar) -> int:
        written = Written(self.book.program)
        return written.player(scalar) if self.layout.owned_by == "players" else written.team(scalar)

    def _counts(self, code: int) -> list[int]:
        return self.layout.looks_at(self.cells, code)

    def _put(self, code: int, counts: Counter[int]) -> None:
        self.layout.put_looks(self.cells, code, [counts[look] for look in range(self.layout.looks)])
