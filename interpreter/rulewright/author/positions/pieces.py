"""Pieces of an example's position: identical pieces, which are counted by look, and pieces that can be told apart.

rack: [6, 6, 5]                                     three dice, taken from where most lie if there were fewer
rack: {6: 2, 5: 1}                                  the same three, counted
seat(1).hand: [ten of hearts, two of spades]        these two, wherever they were before

Both set the contents of some places of one kind (`arrange`), or the faces of the kind's pieces where they lie (`show`).  No
piece is made or lost: pieces that a list needs are taken from zones that are not given, homes first; pieces that are left over
go home.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulewright.author.examples.literals import NotUnderstood, Written, one
from rulewright.author.phrases.texts import noun
from rulewright.document import nodes as document
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.runtime.labels import Wording
from rulewright.source.text import Span

if TYPE_CHECKING:
    from rulewright.pipeline import Book


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

    def one_each(self, value: document.Node) -> list[document.Scalar]:
        """A list of faces, one for each piece."""
        items = items_of(value)
        if len(items) != self.layout.pieces:
            raise NotUnderstood(
                value.span, f"there are {self.pieces(self.layout.pieces)}; {len(items)} faces are given"
            )
        return items

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


class WithIdentity(Pieces):
    """Pieces that can be told apart: each is in one place, and zones that keep an order store it."""

    def arrange(self, contents: dict[int, document.Node], laid: AbstractSet[int]) -> None:
        """Put these pieces into these places; `laid` are pieces that the same position puts on a table."""
        lying = self.lying()
        listed: dict[int, int] = {}
        faces: dict[int, int | None] = {}
        for code, value in contents.items():
            lying[code] = []
            for item in items_of(value):
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
        self._send_home(lying, contents, faces)
        self.write(lying)
        for piece, face in faces.items():
            if self.layout.faces:
                self.cells[self.layout.face + piece] = 0 if face is None else face + 1

    def show(self, value: document.Node) -> None:
        """Turn the kind's pieces to these faces: a list in the order of the pieces, or a mapping of piece to face."""
        written = Written(self.book.program)
        if isinstance(value, document.Mapping):
            for entry in value.entries:
                piece = written.piece(entry.key, self.layout.name)
                face = one(entry.value)
                self.cells[self.layout.face + piece] = written.face(face, self.layout.name, piece) + 1
            return
        for piece, item in enumerate(self.one_each(value)):
            self.cells[self.layout.face + piece] = written.face(item, self.layout.name, piece) + 1

    def _send_home(
        self, lying: dict[int, list[int]], contents: dict[int, document.Node], faces: dict[int, int | None]
    ) -> None:
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
        if left:
            wording = Wording(self.book.program)
            some = ", ".join(wording.piece(self.layout.name, piece) for piece in left[:3])
            more = f" and {len(left) - 3} more" if len(left) > 3 else ""
            where = contents[self.layout.homes[left[0]]]
            raise NotUnderstood(where.span, f"{some}{more} would be nowhere: say where they lie")

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
        """Set the counts of one owner's pieces, and take or return the difference: all looks of an owner are one supply."""
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
        """The sort key of places from which missing pieces are taken: first the zone where the rest starts, then shared zones, then
        those with most pieces."""
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
        found: Counter[int] = Counter()
        if isinstance(value, document.Scalar) and value.is_null:
            return found
        for item in value.items if isinstance(value, document.Sequence) else [value]:
            found.update(self._counted(item))
        return found

    def _counted(self, item: document.Node) -> dict[int, int]:
        """One piece, `{6: 8}` for eight that show 6, or a number of pieces that all look alike."""
        if isinstance(item, document.Mapping):
            found: Counter[int] = Counter()
            for entry in item.entries:
                look = self._look(document.Scalar(entry.key.text, "plain", entry.key.span))
                found[look] += Written(self.book.program).number(
                    one(entry.value, "number of pieces"), 0, None
                )
            return found
        if self.layout.looks == 1 and one(item).text.strip().isdigit():
            return {0: Written(self.book.program).number(one(item), 0, None)}
        return {self._look(one(item)): 1}

    def _look(self, scalar: document.Scalar) -> int:
        """A look: `4`, `dot`, `blank`; with owners `4 of 2`, `man of white` or (without faces) the owner alone."""
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
        """Raises NotUnderstood for an owner alone, or a face alone, where pieces have both."""
        faces, one = self._faces(), self._somebody()
        seats = [seat for seat in self.book.program.labels.seats if seat]
        text = scalar.text.strip()
        if text in seats or text.startswith(("seat(", "team(")):
            raise NotUnderstood(scalar.span, f"say what they show, too: `{faces[0]} of {text}`")
        if text in faces:
            raise NotUnderstood(scalar.span, f"say whose it is: `{text} of {one}`")

    def _needs_list(self, scalar: document.Scalar) -> None:
        """Raises NotUnderstood for a number alone, which could be a face or a count, where pieces have faces and owners."""
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
        """The first owner, in the notation of examples."""
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
