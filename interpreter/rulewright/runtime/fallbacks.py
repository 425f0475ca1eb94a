"""Fall-backs: what machine code gave up and the reference carried out, counted while games are played.

    with Collected() as found:
        executor.legal(cells)                     calls `note(STEPS, "endless")` if the reference has to list the choices
    found.so_far()                                Fallbacks(steps=1, reasons={"endless": 1})
    found.so_far() + other                        the sum of two runs
    str(Fallbacks(games=3, reasons={"endless": 3}))      '3 games were played by the reference (endless)'
    found.so_far().engine("native")               "reference" if the run was over before compiling paid

A failure of the rules is no fall-back: it fails in the reference too.  Nor is what machine code never does, such as chance that
is not sampled.  The reason is the code of the failure that machine code reported.  Two more counts go with them: steps that the
reference carried out because compiling did not pay yet (`note_early`), which are no fall-backs either, and steps of a batch that
machine code carried out one at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextvars import ContextVar, Token
from dataclasses import field, replace
from typing import Any, Final, Literal, TypeAlias

from rulewright.problems.quoting import counted, series
from rulewright.source.dataclass import dataclass

Unit: TypeAlias = Literal["games", "playouts", "steps", "singly"]
GAMES: Final = "games"
PLAYOUTS: Final = "playouts"
STEPS: Final = "steps"
SINGLY: Final = "singly"

OTHER_CELLS: Final = "other-cells"
"""The reason for a position or choice that machine code does not accept, since no game of these rules leads to it."""
PREFERENCE: Final = "preference"
"""The reason for a preference of a strategy that machine code could not evaluate."""
WIDE_IDS: Final = "wide-ids"
"""The reason for steps of a batch that are carried out one at a time: the ids of choices need more than 32 bits."""


@dataclass(frozen=True, slots=True)
class GaveUp:
    """The answer of machine code that gave up. `reason` is the code of its failure."""

    reason: str


@dataclass(frozen=True, slots=True)
class Fallbacks:
    """How much the reference carried out because machine code gave up: whole `games`, `playouts` of players who look ahead, and
    single `steps` (a set-up, a move, or a list of legal choices). `singly`: moves and set-ups of a batch that are carried out one
    at a time. `reasons`: by the code of the failure, how many of all these.

    No fall-backs, so an object with these alone is false: `early`, the steps that the reference carried out because compiling did
    not pay yet, and `native`, whether machine code carried out anything after or besides them."""

    games: int = 0
    playouts: int = 0
    steps: int = 0
    reasons: Mapping[str, int] = field(default_factory=dict)
    singly: int = field(default=0, kw_only=True)
    early: int = field(default=0, kw_only=True)
    native: bool = field(default=False, kw_only=True, compare=False)

    def __add__(self, other: Fallbacks) -> Fallbacks:
        return Fallbacks(
            self.games + other.games,
            self.playouts + other.playouts,
            self.steps + other.steps,
            _sorted(Counter(self.reasons) + Counter(other.reasons)),
            singly=self.singly + other.singly,
            early=self.early + other.early,
            native=self.native or other.native,
        )

    def __bool__(self) -> bool:
        return bool(self.reasons)

    def __str__(self) -> str:
        return self.sentence()

    @property
    def early_steps(self) -> int:
        """`early`, under its name in JSON."""
        return self.early

    def engine(self, named: str) -> str:
        """The engine that played, if the executor's is `named`: the reference if all was over before compiling paid."""
        return "reference" if self.early and not self.native else named

    def sentence(self, of: int = 0) -> str:
        """The counts and reasons, without a full stop; `of`: the number of games played. Empty if there are none."""
        parts = [self._by_reference(of)] if self.games + self.playouts + self.steps else []
        if self.singly:
            parts.append(
                f"{counted(self.singly, 'step')} of the batch {'was' if self.singly == 1 else 'were'} carried out one at a time "
                f"({WIDE_IDS})"
            )
        return "; ".join(parts)

    def _by_reference(self, of: int) -> str:
        games = f"{self.games:,} of {counted(of, 'game')}" if of else counted(self.games, "game")
        parts = [games] if self.games else []
        parts += [
            counted(number, word)
            for number, word in ((self.playouts, "playout"), (self.steps, "step"))
            if number
        ]
        one = self.games + self.playouts + self.steps == 1
        reasons = {reason: number for reason, number in self.reasons.items() if reason != WIDE_IDS}
        why = ", ".join(reasons) if len(reasons) == 1 else _listed(reasons)
        done = "carried out" if self.steps else "played"
        return f"{series(parts)} {'was' if one else 'were'} {done} by the reference ({why})"

    def to_json(self) -> dict[str, object]:
        """Plain data: the counts that are not 0, and the reasons; {} if there are no fall-backs."""
        counts = {GAMES: self.games, PLAYOUTS: self.playouts, STEPS: self.steps, SINGLY: self.singly}
        found: dict[str, object] = {unit: number for unit, number in counts.items() if number}
        return {**found, "reasons": dict(self.reasons)} if self else {}

    def kept(self) -> dict[str, object]:
        """Plain data with everything, as checkpoints keep it."""
        more = {"early": self.early, "native": self.native} if self.early else {}
        return {**self.to_json(), **more}

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> Fallbacks:  # Any: JSON data of any shape
        """The fall-backs that `to_json` or `kept` wrote. Raises TypeError, ValueError or AttributeError for other data."""
        games, playouts, steps, singly = (int(data.get(unit, 0)) for unit in (GAMES, PLAYOUTS, STEPS, SINGLY))
        reasons = {str(reason): int(number) for reason, number in data.get("reasons", {}).items()}
        early, native = int(data.get("early", 0)), bool(data.get("native", False))
        return Fallbacks(games, playouts, steps, reasons, singly=singly, early=early, native=native)


NONE: Final = Fallbacks()


def of(unit: Unit, reasons: Iterable[str]) -> Fallbacks:
    """Fall-backs of one unit, with a reason for each."""
    counts = Counter(reasons)
    done = {unit: counts.total()}
    return Fallbacks(
        done.get(GAMES, 0),
        done.get(PLAYOUTS, 0),
        done.get(STEPS, 0),
        _sorted(counts),
        singly=done.get(SINGLY, 0),
    )


class Collected:
    """Collects the fall-backs noted by this thread while it is open (`with`), and their sum. It can be opened again."""

    __slots__ = ("_before", "_found", "early", "native")

    def __init__(self) -> None:
        self._found = NONE
        self._before: list[Token[Collected | None]] = []
        self.early = 0
        self.native = False

    def __enter__(self) -> Collected:
        self._before.append(_open.set(self))
        return self

    def __exit__(self, *failed: object) -> None:
        _open.reset(self._before.pop())

    def add(self, found: Fallbacks) -> None:
        """Add those of another run, or of a worker."""
        self._found += replace(found, early=0, native=False)
        self.early += found.early
        self.native |= found.native

    def so_far(self) -> Fallbacks:
        """The sum."""
        return replace(self._found, early=self.early, native=self.native) if self.early else self._found


_open: ContextVar[Collected | None] = ContextVar("collected", default=None)
"""The object that is collecting; each thread has its own."""


def note(unit: Unit, *reasons: str) -> None:
    """Note fall-backs, one for each reason; dropped if nothing is collecting."""
    collecting = _open.get()
    if collecting is not None and reasons:
        collecting.add(of(unit, reasons))


def note_all(found: Fallbacks) -> None:
    """Note the fall-backs that a worker collected; dropped if nothing is collecting."""
    collecting = _open.get()
    if collecting is not None:
        collecting.add(found)


def note_early() -> None:
    """Note a step that is left to the reference because compiling does not pay yet."""
    collecting = _open.get()
    if collecting is not None:
        collecting.early += 1


def note_native() -> None:
    """Note that machine code is called for more than one step, or for the first one."""
    collecting = _open.get()
    if collecting is not None:
        collecting.native = True


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _listed(reasons: Mapping[str, int]) -> str:
    return ", ".join(f"{reason}: {number:,}" for reason, number in reasons.items())
