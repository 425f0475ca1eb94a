"""Given results of chance: from an example, from real dice, or from a record.

    Fixed(program, rolled={"dice": [0, 0, 3]}, otherwise=Sampled(program.streams))

`Fixed` takes results by kind as long as there are any; `Replayed` takes recorded events one after the other.  A result
that is impossible where it is needed is a `ChanceMismatch`, whose message can be shown to users.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

from rulewright.ir import nodes as ir
from rulewright.problems.quoting import counted
from rulewright.runtime.chance.sampled import use_index
from rulewright.runtime.executor import Chance, Event, Luck
from rulewright.runtime.labels import Wording
from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class NotInPool:
    """A given draw or pick that is not in `pool`: the `piece`, which is result number `at` (from 0) of those given for its kind."""

    piece: int
    at: int
    pool: tuple[int, ...]


class ChanceMismatch(ValueError):
    """Given results of chance do not fit what is rolled or drawn. `kind`: the kind of pieces, if it is known; `help`:
    what to do; `not_in_pool`: the result that cannot be drawn, if that is the fault."""

    def __init__(
        self, message: str, kind: str = "", help: str = "", not_in_pool: NotInPool | None = None
    ) -> None:
        super().__init__(message)
        self.kind, self.help, self.not_in_pool = kind, help, not_in_pool


class Fixed:
    """Results given by kind, in the order in which they are used; after them chance comes from `otherwise`.

    rolled      face indices (from 0) for one roll after the other; a roll takes all its dice from here or none
    by_piece    face indices for pieces that can be told apart; the others of the same roll come from `otherwise`
    drawn       pieces drawn or picked, per kind: their numbers (identical pieces: any number with the right look), or
                values picked, per stream (the path of the rule)
    """

    def __init__(
        self,
        program: ir.Program,
        otherwise: Chance,
        rolled: Mapping[str, Iterable[int]] | None = None,
        drawn: Mapping[str, Iterable[int]] | None = None,
        by_piece: Mapping[str, Mapping[int, int]] | None = None,
    ) -> None:
        self._program = program
        self._otherwise = otherwise
        self._rolled = {kind: deque(values) for kind, values in (rolled or {}).items()}
        self._drawn = {kind: deque(values) for kind, values in (drawn or {}).items()}
        self._by_piece = {kind: dict(values) for kind, values in (by_piece or {}).items()}
        self._rolls: dict[str, list[int]] = {}
        """By kind, the number of results that each roll has taken."""
        self._draws: dict[str, int] = {}
        """By kind, the number of results that have been drawn."""

    @property
    def left(self) -> dict[str, int]:
        """By kind, the number of given results that have not been used."""
        counts: dict[str, int] = {}
        for given in (self._rolled, self._drawn, self._by_piece):
            for kind, values in given.items():
                if values:
                    counts[kind] = counts.get(kind, 0) + len(values)
        return counts

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        given = self._rolled.get(kind)
        if given:
            use_index(luck, stream)
            return self._take_faces(given, kind, sides, player)
        result = self._otherwise.roll(luck, player, stream, kind, pieces, sides, alike)
        named = self._by_piece.get(kind)
        if not named or not pieces:
            return result
        faces = tuple(named.pop(piece, face) for piece, face in zip(pieces, result, strict=True))
        return self._checked(kind, faces, sides)

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        given = self._drawn.get(kind) or self._drawn.get(self._program.streams[stream])
        if not given or not count:
            return self._otherwise.draw(luck, player, stream, kind, pool, count, ordered)
        use_index(luck, stream)
        if len(given) < count:
            raise ChanceMismatch(f"{count} {kind} are drawn here, and {_are(len(given))} given", kind)
        first = self._draws.get(kind, 0)
        self._draws[kind] = first + count
        return find_in_pool(self._program, kind, [given.popleft() for _ in range(count)], pool, first)

    def _take_faces(self, given: deque[int], kind: str, sides: Sequence[int], player: int) -> tuple[int, ...]:
        rolls = self._rolls.setdefault(kind, [])
        if len(given) < len(sides):
            raise _too_few_results(kind, rolls, len(given), len(sides), player)
        rolls.append(len(sides))
        return self._checked(kind, tuple(given.popleft() for _ in sides), sides)

    def _checked(self, kind: str, faces: tuple[int, ...], sides: Sequence[int]) -> tuple[int, ...]:
        for face, faces_of_it in zip(faces, sides, strict=True):
            if not 0 <= face < faces_of_it:
                raise ChanceMismatch(
                    f"{kind} have {faces_of_it} faces, but there is no face number {face + 1}", kind
                )
        return faces


def _too_few_results(kind: str, rolls: Sequence[int], left: int, wanted: int, player: int) -> ChanceMismatch:
    """The error for a roll with too few results left. `rolls`: the number of results that each earlier roll has taken."""
    if not rolls:
        results = f"{left} result{'' if left == 1 else 's'}"
        return ChanceMismatch(
            f"{wanted} {kind} are rolled here, and {results} {'is' if left == 1 else 'are'} given", kind,
            "name what every one of them shows, or none: then they fall by chance",
        )  # fmt: skip
    taken = sum(rolls)
    before = (
        f"the first roll takes {taken}" if len(rolls) == 1 else f"the first {len(rolls)} rolls take {taken}"
    )
    whose = f" in the turn of seat {player + 1}" if player >= 0 else ""
    return ChanceMismatch(
        f"{taken + left} results are given: {before}, and {_are(left)} left for the roll of {wanted} {kind} that follows{whose}",
        kind,
        "name the results of all rolls in one list, one roll after the other; a roll for which nothing is left falls by chance",
    )


def _are(many: int) -> str:
    return f"{many} is" if many == 1 else f"{many} are"


class Replayed:
    """Recorded chance: the chance events of a game (or of one action) in their order."""

    def __init__(self, program: ir.Program, events: Iterable[Event]) -> None:
        self._program = program
        self._events = deque(e for e in events if e.what in ("rolled", "drawn", "shuffled", "picked"))

    @property
    def left(self) -> int:
        """The number of recorded results that have not been used."""
        return len(self._events)

    def roll(self, luck: Luck, player: int, stream: int, kind: str, pieces: tuple[int, ...], sides: Sequence[int],
             alike: bool) -> tuple[int, ...]:  # fmt: skip
        event = self._next(luck, stream, ("rolled",), kind)
        faces = _numbers(event.values)
        if len(faces) != len(sides) or not all(0 <= f < s for f, s in zip(faces, sides, strict=True)):
            raise ChanceMismatch(f"the record has another roll of {kind} here than {len(sides)} of them")
        return faces

    def draw(self, luck: Luck, player: int, stream: int, kind: str, pool: Sequence[int], count: int,
             ordered: bool) -> tuple[int, ...]:  # fmt: skip
        event = self._next(luck, stream, ("drawn", "shuffled", "picked"), kind)
        wanted = event.pieces if event.what == "drawn" else _numbers(event.values)
        if len(wanted) != count:
            raise ChanceMismatch(f"the record has {len(wanted)} {kind} drawn here, not {count}")
        return find_in_pool(self._program, kind, wanted, pool)

    def _next(self, luck: Luck, stream: int, what: tuple[str, ...], kind: str) -> Event:
        use_index(luck, stream)
        if not self._events:
            raise ChanceMismatch(f"the record ends before this chance of {kind or 'a pick'}")
        event = self._events.popleft()
        if event.what not in what or event.kind != kind:
            raise ChanceMismatch(f"the record has {event.what} {event.kind} where {what[0]} {kind} comes now")
        return event


NO_VALUE = -(2**31)
"""The index of `none` in the pool of a pick."""


def find_in_pool(
    program: ir.Program, kind: str, wanted: Iterable[int], pool: Sequence[int], first: int = 0
) -> tuple[int, ...]:
    """Indices of the wanted pieces (or values) in a pool, each used once; identical pieces match by their look.
    `first`: the number of results of this kind that were used before."""
    layout = program.layout.kinds.get(kind)
    looks = layout.looks if layout and layout.identical else 0
    free = list(range(len(pool)))
    found: list[int] = []
    for number, piece in enumerate(wanted):
        at = next((i for i in free if pool[i] == piece), None)
        if at is None and looks:
            at = next((i for i in free if pool[i] % looks == piece % looks), None)
        if at is None:
            missing = NotInPool(piece, first + number, tuple(pool))
            raise ChanceMismatch(_not_in_pool(program, kind, piece, len(pool)), kind, not_in_pool=missing)
        free.remove(at)
        found.append(at)
    return tuple(found)


def _not_in_pool(program: ir.Program, kind: str, piece: int, many: int) -> str:
    """The error for a piece outside the pool. It does not say where the piece is, which the player may not be allowed to know."""
    names = program.labels.kinds.get(kind, ("value", "values"))
    return f"{_name(program, kind, piece)} cannot be drawn here: it is not among the {counted(many, *names)} to draw from"


def _name(program: ir.Program, kind: str, piece: int) -> str:
    layout = program.layout.kinds.get(kind)
    if layout is None:
        return "none" if piece == NO_VALUE else f"the value {piece}"
    if layout.identical:
        return Wording(program).look(kind, piece % layout.looks, printed=True)
    names = program.labels.pieces.get(kind, ())
    return names[piece][1] if 0 <= piece < len(names) else f"number {piece} of {kind}"


def _numbers(values: Iterable[object]) -> tuple[int, ...]:
    return tuple(v if isinstance(v, int) else NO_VALUE for v in values)
