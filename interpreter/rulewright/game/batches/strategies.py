"""Who follows which strategy of the rulebook in a batch.

seats_of(program, "bold")                ("bold", "bold")
seats_of(program, ["bold", None])        ("bold", None)        the second seat plays at random
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.ir import nodes as ir
from rulewright.language.players import RANDOM
from rulewright.problems.nearest import nearest
from rulewright.runtime.fast.measured_games import Seats


def seats_of(program: ir.Program, strategies: str | Sequence[str | None]) -> Seats:
    """By seat, from one name for all or a name for each. ValueError for names that nobody has, and too many or too few; TypeError for
    what is no name."""
    try:
        given = [strategies] * program.players if isinstance(strategies, str) else list(strategies)
    except TypeError:
        raise TypeError(f"a strategy is wanted, or one for each seat, not {strategies!r}") from None
    if len(given) != program.players:
        raise ValueError(
            f"{len(given)} strategies are given, and {program.players} play: give one for each seat, or a single name for all"
        )
    others = ", and None for players at random"
    return tuple(
        None if name is None or name == RANDOM else strategy_called(program, name, others).id
        for name in given
    )


def strategy_called(program: ir.Program, name: object, others: str = "") -> ir.Strategy:
    """The strategy with a name. ValueError with the nearest one, and with `others` that could be named, if there is none; TypeError
    for what is no name."""
    known = list(program.strategies)
    if not isinstance(name, str):
        raise TypeError(f"a strategy goes by its name, not {name!r}")
    if name in known:
        return program.strategies[name]
    if not known:
        raise ValueError(f"{program.title} has no strategy `{name}`: its rulebook has no `strategies:`")
    near = nearest(name, known)
    meant = f"; did you mean `{near}`? There" if near else "; there"
    raise ValueError(f"{program.title} has no strategy `{name}`{meant} are {', '.join(known)}{others}")
