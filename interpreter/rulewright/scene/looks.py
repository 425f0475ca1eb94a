"""How pieces look: their labels, and marks that distinguish owners, faces and names without colour.

looks = Looks(program, ("Ann", "Bob"))
looks.piece("stone", "stone of 2")                           Piece("stone of 2", "stone", Look("Bob's stone", "B", owner=1))
looks.piece("cards", {"piece": "33", "turned": 3})           a card with its sides, turned by three quarters
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from rulewright.game.questions.effects import all_effects
from rulewright.ir import nodes as ir
from rulewright.ir.layout import KindLayout
from rulewright.ir.walking import everything
from rulewright.runtime.labels import Wording
from rulewright.scene.marks import owner_marks, short_names
from rulewright.scene.records import Kind, Look, Piece, Side
from rulewright.scene.signs import colour_of, sign, symbol
from rulewright.source.dataclass import dataclass

Seen = Any  # a piece of an observation: its text, or a mapping with "piece" and "face" or "turned"


NOTHING_SAID = ir.PieceView()


@dataclass(frozen=True, slots=True)
class Looks:
    """The looks of the pieces of one game. `names` are those of the people in the seats."""

    program: ir.Program
    names: Sequence[str]
    _short: dict[str, dict[str, str]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _marks: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _numbers: dict[str, dict[str, int]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def pieces(self, kind: str, seen: Iterable[Seen]) -> tuple[Piece, ...]:
        """Pieces of an observation in their order; neighbours that look the same are one record."""
        found: list[Piece] = []
        for each in seen:
            piece = self.piece(kind, each)
            if found and replace(found[-1], count=1) == piece:
                found[-1] = replace(found[-1], count=found[-1].count + 1)
            else:
                found.append(piece)
        return tuple(found)

    def piece(self, kind: str, seen: Seen) -> Piece:
        """A piece of an observation."""
        whole: Mapping[str, Any] = seen if isinstance(seen, dict) else {"piece": seen}
        layout, typed = self.program.layout.kinds[kind], str(whole["piece"])
        if layout.identical:
            return Piece(typed, kind, self._identical(layout, typed))
        turned = int(whole.get("turned", 0))
        return Piece(typed, kind, self._named(layout, typed, whole.get("face"), turned), turned=turned)

    def called(self, sort: str, owner: int) -> str:
        """The name of an owner: of a seat, or of a team by its members."""
        if sort != "teams":
            return self.names[owner]
        *others, last = [name for name, of in zip(self.names, self.program.teams, strict=True) if of == owner]
        return f"{', '.join(others)} and {last}" if others else last

    def place(self, kind: KindLayout, code: int) -> str:
        """The label of a zone: `Bank`, or `Ann's hand`."""
        place, label = kind.places[code], self.program.labels.places[kind.name][code][1]
        if place.owner is None:
            return label
        return f"{self.called('teams' if place.owner_is_team else 'players', place.owner)}'s {label}"

    def mark(self, sort: str, owner: int) -> str:
        """The mark of an owner."""
        if sort not in self._marks:
            owners = max(self.program.teams) + 1 if sort == "teams" else self.program.players
            self._marks[sort] = owner_marks([self._owner_word(sort, each) for each in range(owners)])
        return self._marks[sort][owner]

    def seat(self, number: int) -> tuple[str, str, int | None]:
        """The mark, the colour and the owner of the pieces of a player, or of the player's team if those own pieces; empty and None if
        nobody does."""
        owners = {kind.owned_by for kind in self.program.layout.kinds.values() if kind.owners > 1}
        sort = next(iter(sorted(owners, reverse=True)), "")
        if not sort:
            return "", "", None
        owner = self.program.teams[number] if sort == "teams" else number
        return self.mark(sort, owner), colour_of(self._owner_word(sort, owner)), owner

    def kinds(self) -> Iterator[Kind]:
        """The kinds of pieces of the game."""
        rolled = {
            effect.kind
            for effect in everything((*all_effects(self.program), *self.program.steps.values()))
            if isinstance(effect, ir.Roll)
        }
        for kind in self.program.layout.kinds.values():
            one, many = self.program.labels.kinds.get(kind.name, (kind.name, kind.name))
            given = self._view(kind.name)
            yield Kind(kind.name, one, many, given.form or self._form(kind, kind.name in rolled), given.size)

    # ------------------------------------------------------------------------------------------------- private

    def _view(self, kind: str) -> ir.PieceView:
        """What the rulebook says of how the pieces of a kind look."""
        return self.program.view.pieces.get(kind, NOTHING_SAID)

    def _form(self, kind: KindLayout, rolled: bool) -> str:
        if rolled:
            return "die"
        if kind.identical:
            return "token"
        return "tile" if self.program.labels.sides.get(kind.name) else "card"

    def _owner_word(self, sort: str, owner: int) -> str:
        """The word from which the mark of an owner is made: the rulebook's name for a seat, else the player's own."""
        seats, members = self.program.labels.seats, [owner]
        if sort == "teams":
            members = [seat for seat, team in enumerate(self.program.teams) if team == owner]
        if len(members) > 1:
            return f"team {owner + 1}"
        named = seats[members[0]] if members[0] < len(seats) else ""
        return named or self.names[members[0]]

    def _identical(self, kind: KindLayout, typed: str) -> Look:
        text, owner = typed, None
        if kind.owners > 1:
            text, _, number = typed.rpartition(" of ")
            owner = int(number) - 1
        blank = text == Wording(self.program).blank(kind.name)
        face = "" if not kind.faces or blank else self._face(kind, text)
        noun = self.program.labels.kinds.get(kind.name, (kind.name, kind.name))[0]
        label = f"{noun} {face}".rstrip() if kind.faces else noun
        view, keys = self._view(kind.name), [text if face else "", "" if owner is None else str(owner + 1)]
        suit = _first(view.symbols, keys)
        mark = suit or (self._short_face(kind, face) if face else "")
        if owner is not None:
            label = f"{self.called(kind.owned_by, owner)}'s {label}"
            mark = self.mark(kind.owned_by, owner) + mark
        colour = _first(view.colours, keys) or colour_of(face)
        if owner is not None and not colour:
            colour = colour_of(self._owner_word(kind.owned_by, owner))
        return Look(label, mark, face, owner, colour, suit)

    def _named(self, kind: KindLayout, typed: str, face: object, turned: int) -> Look:
        label = dict(self.program.labels.pieces[kind.name]).get(typed, typed)
        shown = "" if face is None else self._face(kind, str(face))
        whole = f"{label} {shown}".rstrip()
        sides = self.sides(kind.name, typed, turned)
        texts, view = self._attributes(kind.name, typed), self._view(kind.name)
        keys = ["" if face is None else str(face), *(text for _, text in texts)]
        mark, suit = self._mark(kind, typed, label, texts)
        given = _first(view.symbols, keys)
        if given:
            mark, suit = mark.replace(suit, "") + given if suit else given, given
        colour = _first(view.colours, keys)
        if not colour and not sides:
            colour = colour_of(" ".join(text for _, text in texts)) or colour_of(whole)
        short = self._short_face(kind, shown) if shown and str(face) not in view.symbols else ""
        return Look(whole, mark + short, shown, colour=colour, symbol=suit, sides=sides)

    def _mark(
        self, kind: KindLayout, typed: str, label: str, texts: Sequence[tuple[bool, str]]
    ) -> tuple[str, str]:
        """The mark of a piece that is told apart, and its symbol: `K♥` and `♥`; otherwise what is typed for it, or its name in short."""
        if kind.pieces == 1:
            return "", ""
        words = [text for tells_apart, text in texts if tells_apart]
        signs = [sign(word) for word in words]
        suit = next((each for each in map(symbol, words) if each), "")
        if suit and all(signs):
            return "".join(sorted(signs, key=lambda each: each == suit)), suit
        place = 0 if self._adds_words(kind.name) else 1
        names = [pair[place] for pair in self.program.labels.pieces[kind.name]]
        name = (typed, label)[place]
        return self._shortened(kind.name, names).get(name, name), suit

    def _adds_words(self, kind: str) -> bool:
        """Whether pieces are typed as a part of their names: `33` for `card 33`."""
        return all(typed in printed.split() for typed, printed in self.program.labels.pieces[kind])

    def _attributes(self, kind: str, typed: str) -> list[tuple[bool, str]]:
        """(whether it tells pieces apart, text) of the attributes of a piece."""
        number = self._number(kind, typed)
        return [
            (each.tells_apart, each.texts[number]) for each in self.program.labels.attributes.get(kind, ())
        ]

    def _number(self, kind: str, typed: str) -> int:
        if kind not in self._numbers:
            pieces = self.program.labels.pieces[kind]
            self._numbers[kind] = {name: number for number, (name, _) in enumerate(pieces)}
        return self._numbers[kind][typed]

    def _face(self, kind: KindLayout, id_: str) -> str:
        return dict(self.program.labels.faces.get(kind.name, ())).get(id_, id_)

    def _short_face(self, kind: KindLayout, label: str) -> str:
        faces = [each for _, each in self.program.labels.faces.get(kind.name, ())]
        return self._shortened(f"{kind.name} faces", faces).get(label, label)

    def _shortened(self, what: str, names: Sequence[str]) -> dict[str, str]:
        if what not in self._short:
            self._short[what] = short_names(names)
        return self._short[what]

    # --------------------------------------------------------------------------------------------------- sides

    def sides(self, kind: str, typed: str, turned: int) -> tuple[Side, ...]:
        """What the sides of a piece show, from the north clockwise, as it lies; empty if it shows nothing on any side."""
        if not self.program.labels.sides.get(kind, ()):
            return ()
        first = 4 * self._number(kind, typed)
        sides = tuple(self._side(kind, first + (side - turned) % 4) for side in range(4))
        return sides if any(side.text for side in sides) else ()

    def _side(self, kind: str, number: int) -> Side:
        """A side by 4 * piece + quarters: `red 6`, in short `r6`."""
        words: list[str] = []
        mark = ""
        for attribute, members in self.program.labels.sides[kind]:
            value = self.program.tables[f"side.{kind}.{attribute}"].values[number]
            match value:
                case None | False:
                    continue
                case True:
                    word = attribute.replace("_", " ")
                    short = self._shortened(f"{kind} {attribute}", [word])[word]
                case int() if members:
                    word = members[value]
                    short = self._shortened(f"{kind} {attribute}", members)[word]
                case _:
                    word = short = str(value)
            words.append(word)
            mark += f"/{short}" if mark[-1:].isdigit() and short[:1].isdigit() else short
        text = " ".join(words)
        return Side(text, mark, colour_of(text))


def _first(words: Mapping[str, str], keys: Iterable[str]) -> str:
    """The text of the first key that has one; empty if none has."""
    return next((words[key] for key in keys if key in words), "")
