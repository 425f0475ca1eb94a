"""The words by which people name the values of a parameter: members, faces, pieces, spaces, players.

    Vocabulary(wording).words(Player(2), "")["1",]           [(0, 0)]        a value, and its distance from the default reading
    Vocabulary(wording).names(parameter)                    ["a1", "b1", ...]       the texts that may be typed

Every value has an id, and may have a printed name. A piece in the home zone also has a name without its zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import islice

from rulewright.game.moves.action import home_zone
from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass

MOST_EXAMPLES = 200
"""The most texts that are compared with an unknown one."""

Words = tuple[str, ...]


def words_of(text: str) -> Words:
    """The words of a text, separated by spaces or commas, in lower case."""
    return tuple(text.replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one game."""

    wording: Wording
    _known: dict[tuple[types.Type, str], dict[Words, list[tuple[int, int]]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _longest: dict[tuple[types.Type, str], int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _names: dict[tuple[types.Type, str], list[str]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def words(self, type_: types.Type, home: str) -> dict[Words, list[tuple[int, int]]]:
        """The names of the values of a finite type, each with its values and their distances; `home` is the zone that
        may be left out."""
        key = (type_, home)
        if key not in self._known:
            if isinstance(type_, types.Space):
                self._known[key] = _words_of_spaces(
                    self.wording.program.labels.spaces[type_.board][: type_.count]
                )
            else:
                self._known[key] = _by_words(self._entries(type_, home))
        return self._known[key]

    def longest(self, type_: types.Type, home: str) -> int:
        """The number of words in the longest of these names."""
        key = (type_, home)
        if key not in self._longest:
            self._longest[key] = max(map(len, self.words(type_, home)), default=0)
        return self._longest[key]

    def examples(self, parameter: ir.Parameter) -> list[str]:
        """Texts that a parameter accepts, the first ones in order, without those that name another zone."""
        vocabulary = self.words(single(parameter.type), home_zone(self.wording, parameter))
        return [" ".join(words) for words in islice(vocabulary, MOST_EXAMPLES) if "from" not in words]

    def names(self, parameter: ir.Parameter) -> list[str]:
        """One name for each value of a parameter, as it may be typed."""
        key = (single(parameter.type), home_zone(self.wording, parameter))
        if key not in self._names:
            self._names[key] = self._one_for_each(*key)
        return self._names[key]

    def _one_for_each(self, type_: types.Type, home: str) -> list[str]:
        found: dict[int, str] = {}
        taken: set[str] = set()
        for text, value, _ in self._entries(type_, home):
            if (
                value not in found
                and text not in taken
                and " from " not in text
                and not self._shows_nothing(type_, value)
            ):
                found[value] = text
                taken.add(text)
        return list(found.values())

    # ------------------------------------------------------------------------------------------------- private

    def _entries(self, type_: types.Type, home: str) -> Iterator[tuple[str, int, int]]:
        labels = self.wording.program.labels
        match type_:
            case types.Boolean():
                yield from (("true", 1, 0), ("false", 0, 0))
            case types.Player():
                for player in range(type_.count):
                    yield str(player + 1), player, 0
                    yield self.wording.seat(player), player, 0
            case types.Team():
                yield from ((str(team + 1), team, 0) for team in range(type_.count))
            case types.Enum():
                for ordinal, (id_, label) in enumerate(self.wording.members(type_)):
                    yield id_, ordinal, 0
                    yield label, ordinal, 0
            case types.Face():
                for ordinal, (id_, label) in enumerate(labels.faces[type_.kind]):
                    yield id_, ordinal, 0
                    yield label, ordinal, 0
            case types.Piece():
                yield from self._piece_entries(type_.kind, home)
            case types.Space() | types.Line():
                yield from self._board_entries(type_)
            case types.Way():
                yield from ((name, way, 0) for way, name in enumerate(labels.ways))
            case _:
                return

    def _board_entries(self, type_: types.Space | types.Line) -> Iterator[tuple[str, int, int]]:
        """Spaces and lines by name; on a board with owners also without the owner, at a greater distance."""
        labels = self.wording.program.labels
        if isinstance(type_, types.Space):
            return _named(labels.spaces[type_.board][: type_.count], 0)
        return _named(labels.lines[type_.board][type_.first : type_.first + type_.count], type_.first)

    def _piece_entries(self, kind: str, home: str) -> Iterator[tuple[str, int, int]]:
        layout, labels = self.wording.kind(kind), self.wording.program.labels
        if not layout.identical:
            for number, (id_, label) in enumerate(labels.pieces[kind]):
                yield id_, number, 0
                yield label, number, 0
            return
        home_place = self.wording.home_place(kind, home)
        places = sorted(range(len(layout.places)), key=lambda code: code != home_place)
        for place in places:
            id_, label = labels.places[kind][place]
            for look in range(layout.looks):
                number = place * layout.looks + look
                for shown in (self.wording.look(kind, look), self.wording.look(kind, look, printed=True)):
                    yield shown, number, 0 if place == home_place else 1
                    yield f"{shown} from {id_}", number, 0
                    yield f"{shown} from {label}", number, 0

    def _shows_nothing(self, type_: types.Type, value: int) -> bool:
        if not isinstance(type_, types.Piece):
            return False
        layout = self.wording.kind(type_.kind)
        return layout.identical and layout.faces > 0 and value % layout.looks % (layout.faces + 1) == 0


def single(type_: types.Type) -> types.Type:
    """The type of a single value of a parameter that may take none, or several."""
    while isinstance(type_, types.Optional | types.Several):
        type_ = type_.of
    return type_


def _named(named: Sequence[tuple[str, str]], first: int) -> Iterator[tuple[str, int, int]]:
    for number, (typed, printed) in enumerate(named, first):
        yield typed, number, 0
        if printed != typed:
            yield printed, number, 1


def _by_words(entries: Iterator[tuple[str, int, int]]) -> dict[Words, list[tuple[int, int]]]:
    found: dict[Words, list[tuple[int, int]]] = {}
    for text, value, far in entries:
        words = words_of(text.casefold())
        means = found.get(words)
        if means is None:
            found[words] = [(value, far)]
        elif all(value != known for known, _ in means):
            means.append((value, far))
    found.pop((), None)
    return found


@lru_cache(maxsize=8)
def _words_of_spaces(named: tuple[tuple[str, str], ...]) -> dict[Words, list[tuple[int, int]]]:
    """The words of the spaces of a board, of which there may be thousands, and which are the same at most tables."""
    return _by_words(_named(named, 0))
