"""Answers: what a position is worth to each seat with best play, and what each move is worth to the player who makes it.

    answer.worths[0]                 Worth(low=0.0, high=0.0, exact=Fraction(0, 1))
    answer.moves[0]                  MoveWorth("place a1", Worth(...), best=True)

A worth is what `state.returns()` of the end would be on average: 1 for a win, -1 for a loss, 0 for a draw, or points.
"""

from __future__ import annotations

from fractions import Fraction

from rulewright.source.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Worth:
    """A value, or bounds of it: both are proved. `exact` is the value where it is known as a fraction."""

    low: float
    high: float
    exact: Fraction | None = None

    @property
    def value(self) -> float:
        """The value, or what lies in the middle between its bounds."""
        return float(self.exact) if self.exact is not None else (self.low + self.high) / 2

    @property
    def error(self) -> float:
        """The most by which `value` can be wrong; 0 for an exact one."""
        return 0.0 if self.exact is not None else (self.high - self.low) / 2

    def __neg__(self) -> Worth:
        return Worth(0.0 - self.high, 0.0 - self.low, None if self.exact is None else -self.exact)

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        exact = {} if self.exact is None else {"exact": str(self.exact)}
        return {"value": self.value, "error": self.error, **exact}


def worth_of(value: Fraction) -> Worth:
    """An exact value."""
    return Worth(float(value), float(value), value)


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """A legal action by its text, and what it is worth to the player who takes it. `best`: no other is worth more."""

    action: str
    worth: Worth
    best: bool
    share: Fraction | None = None
    """In a game with hidden information: how often the equilibrium takes it."""

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        share = {} if self.share is None else {"share": float(self.share)}
        return {"action": self.action, **self.worth.to_json(), "best": self.best, **share}


@dataclass(frozen=True, slots=True)
class Answer:
    """A position: what it is worth to each seat, who is to act (None at the end, and where chance decides first), and the moves."""

    worths: tuple[Worth, ...]
    player: int | None
    moves: tuple[MoveWorth, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """What was looked at. `positions` are different ones, of which `ends` have the game over; `moves` are the choices of all of them;
    `layers[n]` positions are first reached after `n` decisions. Without `every`, what follows a position in which a player wins at
    once was left out."""

    positions: int
    moves: int
    ends: int
    layers: tuple[int, ...]
    every: bool

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "positions": self.positions, "ends": self.ends, "choices": self.moves, "layers": list(self.layers),
            "every_position": self.every,
        }  # fmt: skip
