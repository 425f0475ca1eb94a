"""`given` in the story of an example: its entries in a line, and the results of the set-up's chance that still apply.

    To begin with: ace of hearts to Seat 1's hand by chance, ten of clubs to the upcard by chance
      ->
    Given: seat(1).hand: three of clubs; upcard: two of hearts

A piece that `given` took away, or whose zone it sets, is not listed as drawn; dice whose faces it sets are not listed as
rolled.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from rulewright.document import nodes as document
from rulewright.game.history.steps import Entry
from rulewright.game.knowledge.events import Json
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book

LONGEST = 600
"""The length in characters at which a list is cut."""

Happened: TypeAlias = dict[str, Json]

Places: TypeAlias = Mapping[str, Set[int]]
"""By kind, the codes of the places whose contents an example sets."""


@dataclass(frozen=True, slots=True)
class GivenTold:
    """The entries of `given`, and the cells `before` and `after` they were written."""

    book: Book
    given: Sequence[rules.Given]
    places: Places
    before: array[int]
    after: array[int]

    def words(self) -> str:
        """`Given: me: seat(2); upcard: two of hearts`."""
        said = "; ".join(f"{_line(each.place.span.text)}: {_value(each.value)}" for each in self.given)
        return f"Given: {said if len(said) <= LONGEST else f'{said[: LONGEST - 1]}…'}"

    def replacing(self, begun: Entry) -> Entry:
        """The set-up without the events whose result was replaced."""
        return replace(begun, happened=tuple(self._still(begun.happened)))

    def _still(self, happened: Iterable[Happened]) -> Iterator[Happened]:
        for each in happened:
            kind = next((each[word] for word in ("drawn", "rolled", "shuffled") if word in each), None)
            if not isinstance(kind, str) or kind not in self.places:
                yield each
            elif "drawn" in each:
                if (left := self._drawn(kind, each)) is not None:
                    yield left
            elif "rolled" in each:
                if not self._is_given_whole(kind):
                    yield each
            elif self._code(kind, each["at"]) not in self.places[kind]:
                yield each

    def _drawn(self, kind: str, happened: Happened) -> Happened | None:
        """The event with the pieces that still lie where they were dealt; None if there are none."""
        pieces, layout = happened.get("pieces"), self.book.program.layout.kinds[kind]
        if self._code(kind, happened.get("to")) in self.places[kind]:
            return None
        if layout.identical or not isinstance(pieces, list):
            return happened
        numbers = {names[0]: number for number, names in enumerate(self.book.program.labels.pieces[kind])}
        kept = [piece for piece in pieces if self._stays(layout.where + numbers.get(piece, 0))]
        return {**happened, "pieces": kept} if kept else None

    def _stays(self, cell: int) -> bool:
        return self.before[cell] == self.after[cell]

    def _is_given_whole(self, kind: str) -> bool:
        layout, given = self.book.program.layout.kinds[kind], self.places[kind]
        return not any(
            layout.held_at(self.after, code) for code in range(len(layout.places)) if code not in given
        )

    def _code(self, kind: str, typed: object) -> int:
        """The code of the place with this name, -1 if there is none."""
        names = [name for name, _ in self.book.program.labels.places[kind]]
        return names.index(typed) if isinstance(typed, str) and typed in names else -1


def _value(node: document.Node) -> str:
    match node:
        case document.Sequence(items=items):
            return ", ".join(map(_value, items)) or "nothing"
        case document.Mapping(entries=entries):
            return ", ".join(f"{entry.key.text} {_value(entry.value)}" for entry in entries)
        case document.Scalar(style="literal", text=text):
            return " / ".join(map(str.strip, text.strip().splitlines()))
    return _line(node.span.text)


def _line(text: str) -> str:
    return " ".join(text.split())
