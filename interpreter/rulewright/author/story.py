"""What happened, told to one player in a line.

Bob: roll everything loose (scoring dice 1 2 4 3 3, Hi/Lo die 3 Lo)
  Last roll made: After roll 3, the last, whatever is still loose or banked goes into the Rack.
  Bob +15, now 42
Ann begins: dice 4 5 1

What happens by itself stands in a line of its own, with its words the first time and only its name from then on; so do
points that moved, and what chance does once it is the next player's turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.author.by_itself import Told
from rulewright.author.sheet_words import noun
from rulewright.game import points
from rulewright.game.history import Entry
from rulewright.game.sight import Viewer
from rulewright.game.state import State
from rulewright.ir import nodes as ir

Happened = Mapping[str, object]

BY_CHANCE = "by_chance"
"""The key of a happening that is told to have been left to chance."""


@dataclass(frozen=True, slots=True)
class Story:
    """Tells steps of one game. `names` are the players' names, in seat order; `rules` the words for what happens by
    itself, by the path of the rule, as far as it is to be told."""

    program: ir.Program
    names: Sequence[str]
    rules: Mapping[str, Told] = field(default_factory=dict)
    _known: set[str] = field(default_factory=set, init=False, repr=False)
    """The rules whose words were told."""

    def steps(self, state: State, viewer: Viewer | None, first: int = 0) -> list[list[str]]:
        """The lines of the steps up to a state, the set-up (or the `first` of them) first, as far as a viewer (None: everybody)
        was told."""
        entries = state.history if viewer is None else state.history_for(viewer)
        told = list(zip(entries, points.of_steps(state.game, state.tip, viewer), strict=True))
        return [self.lines(entry, None, moved) for entry, moved in told[first:]]

    def last(self, state: State, viewer: Viewer | None, described: str | None = None) -> list[str]:
        """The lines of the step that led to a state, told to a viewer; `described` are the words for the move."""
        entries = state.history if viewer is None else state.history_for(viewer)
        return self.lines(entries[-1], described, points.of_step(state.game, state.tip, viewer))

    def lines(
        self, entry: Entry, described: str | None = None, moved: Sequence[points.Moved] = ()
    ) -> list[str]:
        """A step in lines: the move, what followed by itself, the points that moved, and the beginnings of turns that it led
        to; `described` are the words for the move."""
        first: list[str] = []
        parts = [("", first)]
        for happened in entry.happened:
            turn, rule = happened.get("turn"), happened.get("rule")
            if isinstance(turn, int):
                parts.append((f"{self.names[turn]} begins", []))
            elif rule in self.rules:
                parts.append((self._rule(str(rule)), []))
            elif words := self._chance(happened):
                parts[-1][1].append(words)
        opening = self._opening(entry, first, described)
        followed = [_line(*part) for part in parts[1:] if _is_told(*part)]
        if moved:
            followed.insert(_first_turn(followed), f"  {self._points(moved)}")
        if not opening and followed:
            opening, followed = [followed[0].lstrip()], followed[1:]
        return [*opening, *followed]

    def _opening(self, entry: Entry, said: list[str], described: str | None) -> list[str]:
        if entry.player is None:
            return [f"To begin with: {', '.join(said)}"] if said else []
        move = described or entry.action or ""
        return [f"{self.names[entry.player]}: {move}" + (f" ({', '.join(said)})" if said else "")]

    def _points(self, moved: Sequence[points.Moved]) -> str:
        """`Ann +15, now 42 · Bob and Cleo -5, now 20`."""
        return " · ".join(f"{self._together(each.seats)} {each.by:+}, now {each.now}" for each in moved)

    def _together(self, seats: Sequence[int]) -> str:
        *others, last = [self.names[seat] for seat in seats]
        return f"{', '.join(others)} and {last}" if others else last

    def _rule(self, path: str) -> str:
        told = self.rules[path]
        words = f"  {told.title}." if path in self._known else f"  {told}"
        self._known.add(path)
        return words

    def _chance(self, happened: Happened) -> str:
        """What chance did; other things can be seen on the table."""
        said = self._result(happened)
        return f"{said} by chance" if said and happened.get(BY_CHANCE) else said

    def _result(self, happened: Happened) -> str:
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
        if "to" not in happened:  # of an action that failed half-way
            return f"{', '.join(map(str, pieces if isinstance(pieces, list) else ()))} drawn"
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


def _first_turn(lines: Sequence[str]) -> int:
    """The place of the first line that tells how another turn begins: points are told before it, since the move is what moves
    them as a rule."""
    return next((place for place, line in enumerate(lines) if not line.startswith(" ")), len(lines))


def _is_told(start: str, said: Sequence[str]) -> bool:
    """Whether there is anything to say: that somebody begins can be seen."""
    return bool(said) or start.startswith(" ")


def _line(start: str, said: Sequence[str]) -> str:
    if start.startswith(" "):
        return f"{start.rstrip('.')} ({', '.join(said)})" if said else start
    return f"{start}: {', '.join(said)}"
