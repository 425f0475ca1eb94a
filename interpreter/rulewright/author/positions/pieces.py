"""Pieces of an example's position: identical pieces, which are counted by look, and pieces that can be told apart.

rack: [6, 6, 5]                                     three dice, taken from where most lie if there were fewer
rack: {6: 2, 5: 1}   rack: [2 of 6, 5]              the same three, counted
seat(1).hand: [ten of hearts, two of spades]        these two, wherever they were before
discard: rest   discard: [ten of spades, rest]      all pieces that would be left over, on top of the ten

Both set the contents of some places of one kind (`arrange`), or the faces of pieces where they lie (`show`); and both report what
lies at a place instead of what is expected there (`otherwise_at`, `otherwise_shown`).  No piece is made or lost: pieces that a
list needs are taken from zones that are not given, homes first; pieces that are left over go home.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from rulewright.author.english import noun
from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.author.positions.looks import Looks
from rulewright.document import nodes as document
from rulewright.ir.layout import KindLayout
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book


REST = "rest"
"""The word for all pieces that would be left over."""


@dataclass(slots=True)
class Pieces:
    """The common part of both sorts of pieces."""

    book: Book
    cells: array[int]
    layout: KindLayout

    def pieces(self, count: int) -> str:
        """A number of these pieces in words: `6 men`."""
        name = self.layout.name
        return f"{count} {noun(self.book.program.labels.kinds.get(name, (name, name)), count)}"

    def check_many(self, value: document.Node, given: int, many: int) -> None:
        """Raises NotUnderstood where there are not as many faces as pieces."""
        if given != many:
            are = "is" if many == 1 else "are"
            raise NotUnderstood(value.span, f"there {are} {self.pieces(many)}; {given} faces are given")

    def check_room(self, code: int, value: document.Node, count: int) -> None:
        size = self.layout.places[code].size
        if count > size:
            name = Wording(self.book.program).place(self.layout.name, code)
            most = self.pieces(size) if size > 1 else f"one of the {self.layout.name}"
            raise NotUnderstood(value.span, f"`{name}` holds at most {most}; {count} are given")


def items_of(value: document.Node) -> list[document.Scalar]:
    """The entries of a list; a single value counts as a list of one."""
    match value:
        case document.Scalar():
            return [] if value.is_null else [value]
        case document.Sequence():
            return [one(item) for item in value.items]
        case document.Mapping():
            raise NotUnderstood(value.span, "a list is expected here: what lies in the zone")


def _is_rest(item: document.Node) -> bool:
    return isinstance(item, document.Scalar) and item.text.strip() == REST


class WithIdentity(Pieces):
    """Pieces that can be told apart: each is in one place, and zones that keep an order store it."""

    def arrange(self, contents: dict[int, document.Node], laid: AbstractSet[int]) -> None:
        """Put these pieces into these places; `laid` are pieces that the same position puts on a table."""
        lying = self.lying()
        listed: dict[int, int] = {}
        faces: dict[int, int | None] = {}
        rest: tuple[int, int, document.Scalar] | None = None
        for code, value in contents.items():
            lying[code] = []
            for item in items_of(value):
                if _is_rest(item) and not self._names_one(REST):
                    if rest is not None:
                        raise NotUnderstood(item.span, f"`{REST}` is given twice")
                    rest = code, len(lying[code]), item
                    continue
                piece, face = self._piece(item)
                if piece in laid:
                    raise NotUnderstood(item.span, f"`{item.text}` lies on the table already")
                if piece in listed:
                    raise NotUnderstood(item.span, f"`{item.text}` is given twice")
                listed[piece] = code
                faces[piece] = face
                lying[code].append(piece)
            self.check_room(code, value, len(lying[code]))
        for code in range(len(self.layout.places)):
            if code not in contents:
                lying[code] = [piece for piece in lying[code] if piece not in listed]
        left = self._send_home(lying, contents, faces)
        if rest is None:
            self._refuse_left(left, contents)
        else:
            code, at, item = rest
            self._refuse_no_rest(item, contents)
            lying[code][at:at] = left
            faces |= dict.fromkeys(left)
            self.check_room(code, item, len(lying[code]))
        self.write(lying)
        for piece, face in faces.items():
            if self.layout.faces:
                self.cells[self.layout.face + piece] = 0 if face is None else face + 1

    def show(self, value: document.Node, at: int | None = None) -> None:
        """Turn the kind's pieces to these faces: a list in the order of the pieces, or a mapping of piece to face; with a place,
        the pieces that lie there."""
        for piece, face in self._faces(value, at):
            self.cells[self.layout.face + piece] = face + 1

    def otherwise_at(self, code: int, value: document.Node) -> str | None:
        """What lies at a place, if it is not what is written for it: other pieces, or other faces where any are written. The order
        counts where the place keeps one."""
        there = self.lying()[code]
        expected = dict(map(self._piece, items_of(value)))
        same = list(expected) == there if code in self.layout.order else set(expected) == set(there)
        if same and all(face is None or self._shows(piece) == face + 1 for piece, face in expected.items()):
            return None
        return self._written(there)

    def otherwise_shown(self, value: document.Node, at: int | None = None) -> str | None:
        """What the pieces show, if it is not what is written."""
        expected = dict(self._faces(value, at))
        if all(self._shows(piece) == face + 1 for piece, face in expected.items()):
            return None
        if self.layout.pieces == 1:
            face = self._shows(0)
            name = Wording(self.book.program).face(self.layout.name, face - 1) if face else "nothing"
            return f"it shows {name}"
        return f"they show {self._written(list(expected))}"

    def missing(self, after: array[int]) -> Iterator[tuple[int, str]]:
        """The places from which pieces are gone afterwards, with these in words."""
        for code, pieces in self.lying().items():
            gone = [piece for piece in pieces if after[self.layout.where + piece] != code]
            if gone:
                yield code, self.in_words(gone)

    def _faces(self, value: document.Node, at: int | None) -> Iterator[tuple[int, int]]:
        """The pieces of which a face is written, with this face."""
        written, name = Written(self.book.program), self.layout.name
        if isinstance(value, document.Mapping):
            for entry in value.entries:
                piece = written.piece(entry.key, name)
                yield piece, written.face(one(entry.value), name, piece)
            return
        items, pieces = items_of(value), range(self.layout.pieces) if at is None else self.lying()[at]
        self.check_many(value, len(items), len(pieces))
        for piece, item in zip(pieces, items, strict=True):
            yield piece, written.face(item, name, piece)

    def _shows(self, piece: int) -> int:
        """What a piece shows, from 1; 0 for nothing."""
        return self.cells[self.layout.face + piece] if self.layout.faces else 0

    def _written(self, pieces: list[int]) -> str:
        """Pieces as an example lists them: `[ten of hearts, two of spades]`, `[blue 3]`; empty for none."""
        wording, kind = Wording(self.book.program), self.layout.name
        names = [printed for _, printed in self.book.program.labels.pieces[kind]]
        said = [
            f"{names[piece]} {wording.face(kind, face - 1, piece)}"
            if (face := self._shows(piece))
            else names[piece]
            for piece in pieces
        ]
        return f"[{', '.join(said)}]" if said else ""

    def _send_home(
        self, lying: dict[int, list[int]], contents: dict[int, document.Node], faces: dict[int, int | None]
    ) -> list[int]:
        """Put pieces that lie nowhere where they start; those that start in a zone that is given are left over."""
        placed = {piece for pieces in lying.values() for piece in pieces}
        left: list[int] = []
        for piece in range(self.layout.pieces):
            if piece in placed:
                continue
            home = self.layout.homes[piece]
            if home in contents:
                left.append(piece)
                continue
            lying[home].append(piece)
            faces[piece] = None
        return left

    def _refuse_left(self, left: list[int], contents: dict[int, document.Node]) -> None:
        if not left:
            return
        where = contents[self.layout.homes[left[0]]]
        some = self.in_words(left)
        raise NotUnderstood(
            where.span, f"{some} would be nowhere: say where they lie, or write `{REST}` for one of the zones"
        )

    def _refuse_no_rest(self, item: document.Scalar, contents: dict[int, document.Node]) -> None:
        homes = set(self.layout.homes)
        if homes.isdisjoint(contents):
            home = Wording(self.book.program).place(self.layout.name, min(homes))
            raise NotUnderstood(
                item.span,
                f"nothing is left for `{REST}`: what is not mentioned lies in `{home}`, unless that is given, too: `{home}: []`",
            )

    def in_words(self, pieces: list[int]) -> str:
        """Up to three pieces by their names, and how many more."""
        wording = Wording(self.book.program)
        some = ", ".join(wording.piece(self.layout.name, piece) for piece in pieces[:3])
        return some + (f" and {len(pieces) - 3} more" if len(pieces) > 3 else "")

    def _names_one(self, text: str) -> bool:
        """Whether a piece has this name."""
        names = self.book.program.labels.pieces.get(self.layout.name, ())
        return any(text == name for alternatives in names for name in alternatives)

    def lying(self) -> dict[int, list[int]]:
        """The pieces at every place; where an order is kept, from the bottom."""
        lying: dict[int, list[int]] = {code: [] for code in range(len(self.layout.places))}
        for code, start in self.layout.order.items():
            held = self.cells[self.layout.held + code]
            lying[code] = [piece - 1 for piece in self.cells[start : start + held]]
        for piece in range(self.layout.pieces):
            code = self.cells[self.layout.where + piece]
            if code not in self.layout.order:
                lying[code].append(piece)
        return lying

    def write(self, lying: dict[int, list[int]]) -> None:
        """Put these pieces into these places, from the bottom."""
        for code, pieces in lying.items():
            if code >= self.layout.first_spot:
                self.cells[self.layout.spots + code - self.layout.first_spot] = pieces[0] + 1 if pieces else 0
            else:
                self.cells[self.layout.held + code] = len(pieces)
            for piece in pieces:
                self.cells[self.layout.where + piece] = code
                self._lift(code, piece)
            if code in self.layout.order:
                start, size = self.layout.order[code], self.layout.places[code].size
                self.cells[start : start + size] = array(
                    "i", [*(p + 1 for p in pieces), *[0] * (size - len(pieces))]
                )

    def _lift(self, code: int, piece: int) -> None:
        """Clear the space and the rotation of a piece that is not on a table without an edge."""
        if self.layout.table < 0 or code == self.layout.table:
            return
        self.cells[self.layout.space + piece] = 0
        if self.layout.turned >= 0:
            self.cells[self.layout.turned + piece] = 0

    def _piece(self, scalar: document.Scalar) -> tuple[int, int | None]:
        """A piece, with its face if one is given: `ten of hearts`; `blue 3`; for the only piece of its kind `down3` alone."""
        written = Written(self.book.program)
        names = self.book.program.labels.pieces.get(self.layout.name, ())
        text = " ".join(scalar.text.split())
        for piece, alternatives in enumerate(names):
            if text.casefold() in (name.casefold() for name in alternatives):
                return piece, None
        if self.layout.faces and self.layout.pieces == 1:
            return 0, written.face(scalar, self.layout.name)
        if self.layout.faces:
            for piece, alternatives in enumerate(names):
                for name in alternatives:
                    if text.casefold().startswith(name.casefold() + " "):
                        face = document.Scalar(text[len(name) + 1 :], scalar.style, scalar.span)
                        return piece, written.face(face, self.layout.name, piece)
        return written.piece(scalar, self.layout.name), None


class Identical(Pieces):
    """Pieces without identity: counts by place and look."""

    def arrange(self, contents: dict[int, document.Node], laid: AbstractSet[int]) -> None:
        """Put these pieces into these places; `laid` is empty here, since only pieces with identity are laid on tables."""
        wanted: dict[int, Counter[int]] = {}
        rest: int | None = None
        for code, value in contents.items():
            if _is_rest(value) and not self.layout.unlimited:
                if rest is not None:
                    raise NotUnderstood(value.span, f"`{REST}` is given twice")
                rest, wanted[code] = code, Counter()
                continue
            wanted[code] = self._looks.counted(value)
            self.check_room(code, value, wanted[code].total())
        for owner in range(self.layout.owners):
            self._arrange_owner(owner, wanted, contents, rest)
        if rest is not None:
            self.check_room(rest, contents[rest], sum(self._counts(rest)))

    def show(self, value: document.Node, at: int | None = None) -> None:
        """Turn the kind's pieces to these faces, place by place, or only those at one place."""
        faces = self._shown(value, self._many(at))
        for code in self._codes(at):
            here = [faces.pop(0) for _ in range(sum(self._counts(code)))]
            self._put(code, Counter(here))

    def otherwise_at(self, code: int, value: document.Node) -> str | None:
        """What lies at a place, if it is not what is written for it."""
        counts = self._counts(code)
        if self._looks.counted(value) == Counter(dict(enumerate(counts))):
            return None
        return self._looks.written(counts) if any(counts) else ""

    def otherwise_shown(self, value: document.Node, at: int | None = None) -> str | None:
        """What the pieces show, if it is not what is written."""
        counts = [sum(column) for column in zip(*map(self._counts, self._codes(at)), strict=True)]
        if Counter(self._shown(value, sum(counts))) == Counter(dict(enumerate(counts))):
            return None
        return f"they show {self._looks.written(counts)}"

    def missing(self, after: array[int]) -> Iterator[tuple[int, str]]:
        """The places with fewer pieces afterwards, with how many fewer in words."""
        for code in self._codes(None):
            fewer = sum(self._counts(code)) - sum(self.layout.looks_at(after, code))
            if fewer > 0:
                yield code, self.pieces(fewer)

    def _shown(self, value: document.Node, many: int) -> list[int]:
        """The look of each piece, read from what is given for all of them."""
        looks = (
            list(self._looks.counted(value).elements())
            if isinstance(value, document.Mapping)
            else [self._looks.look(item) for item in items_of(value)]
        )
        self.check_many(value, len(looks), many)
        return looks

    def _codes(self, at: int | None) -> Iterable[int]:
        return range(len(self.layout.places)) if at is None else (at,)

    def _many(self, at: int | None) -> int:
        return sum(sum(self._counts(code)) for code in self._codes(at))

    @property
    def _looks(self) -> Looks:
        return Looks(self.book.program, self.layout)

    def _arrange_owner(
        self,
        owner: int,
        wanted: dict[int, Counter[int]],
        contents: dict[int, document.Node],
        rest: int | None,
    ) -> None:
        """Set the counts of one owner's pieces, and take or return the difference: all looks of an owner are one supply. The difference lies
        in the zone of the `rest`, if there is one."""
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
        elif over > 0 and rest is not None:
            there = self._counts(rest)
            there[looks.start] += over
            self.layout.put_looks(self.cells, rest, there)
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
                f"{self.pieces(count)} {'is' if count == 1 else 'are'} left over: say where they lie, or write `{REST}` for one of the zones",
            )

    def _others(self, given: dict[int, Counter[int]]) -> list[int]:
        return [code for code in range(len(self.layout.places)) if code not in given]

    def _reluctance(self, code: int) -> tuple[bool, bool, int]:
        """The sort key of places from which missing pieces are taken: first the zone where the rest starts, then shared zones, then
        those with most pieces."""
        place = self.layout.places[code]
        zone = self.book.rulebook.zones.get(place.zone)
        starts = zone.start if zone is not None else None
        return starts not in ("all", "rest"), place.owner is not None, -sum(self._counts(code))

    def _counts(self, code: int) -> list[int]:
        return self.layout.looks_at(self.cells, code)

    def _put(self, code: int, counts: Counter[int]) -> None:
        self.layout.put_looks(self.cells, code, [counts[look] for look in range(self.layout.looks)])
