"""Plain players: those who choose at random, and those who follow a strategy of the rulebook, whose preferences are evaluated.

    seats_of(program, ["bold", None])                            ("bold", None)        the second seat plays at random
    preferred(executor, strategies["careful"], cells, legal)     the legal choices that it prefers, each equally likely
    unfit(executor, strategies["careful"], cells, legal)         the one whose preference cannot be evaluated, and why

A random choice is a function of an address, as chance is (`runtime.chance.random_words`).  A preference is a rule like any other
and may fail.  The game is then recorded up to that point, and replaying the record evaluates the preference again.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.language.players import RANDOM
from rulewright.problems.nearest import nearest
from rulewright.runtime.chance import random_words
from rulewright.runtime.executor import Choice, Executor, Luck, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fast import AnswersSeveral, Question, Seats

STREAM = "players who choose at random"


class RandomChooser:
    """Uniformly random choices, addressed like chance but from other random words. Each decision of a turn has its own
    word, which stays unused if the player does not choose at random."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._turn = (-1, -1)
        self._index = 0

    def index(self, luck: Luck, player: int, count: int) -> int:
        """The index of the player's choice among `count`; counts the decision."""
        found = self.foreseen(luck, player, count)
        self.passed(luck, player)
        return found

    def foreseen(self, luck: Luck, player: int, count: int) -> int:
        """The same without counting the decision, which is still due."""
        turn = (player, luck.turns[player + 1])
        return random_words.numbers(
            random_words.turn_key(self._seed, STREAM, *turn), self._following(turn), (count,)
        )[0]

    def passed(self, luck: Luck, player: int) -> None:
        """Count a decision of the player, however it was made."""
        turn = (player, luck.turns[player + 1])
        self._index = self._following(turn)
        self._turn = turn

    def _following(self, turn: tuple[int, int]) -> int:
        return self._index + 1 if turn == self._turn else 0


def seats_of(program: ir.Program, strategies: str | Sequence[str | None]) -> Seats:
    """The strategies by seat, from one name for all or a name for each; None is random. ValueError for unknown names,
    and for too many or too few; TypeError for values that are not names."""
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
    """The strategy with this name. ValueError, with the nearest name and the `others` that are allowed too, if there is
    none; TypeError for a value that is not a name."""
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


LAST_RESORT = -(2**63)
"""The value of a preference that is false or none."""


def preferred(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> list[Choice]:
    """The legal choices of the player to act that a strategy prefers, in the given order. Raises RuleFailure when a
    preference cannot be evaluated."""
    preferences = _preferences(executor, strategy, legal)
    questions = [
        (asked, choice.arguments)
        for asked, choice in zip(preferences, legal, strict=True)
        if asked is not None
    ]
    values = _values(executor, cells, questions)
    best, found = LAST_RESORT - 1, list[Choice]()
    for choice, asked in zip(legal, preferences, strict=True):
        worth = 0 if asked is None else _worth(next(values))
        if worth > best:
            best, found = worth, []
        if worth == best:
            found.append(choice)
    return found


def unfit(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> tuple[Choice, RuleFailure] | None:
    """The first of the legal choices whose preference cannot be evaluated, with the failure; None if all can. A failure may also be
    of all together, which have to be evaluated in the time for one decision."""
    preferences = _preferences(executor, strategy, legal)
    asked = [(each, choice) for each, choice in zip(preferences, legal, strict=True) if each is not None]
    values = _values(executor, cells, [(each, choice.arguments) for each, choice in asked])
    for _, choice in asked:
        try:
            next(values)
        except RuleFailure as failure:
            return choice, failure
    return None


def _preferences(executor: Executor, strategy: ir.Strategy, legal: Sequence[Choice]) -> list[ir.Asked | None]:
    """For each choice the expression by which a strategy prefers it; None if it has none."""
    names = list(executor.program.actions)
    return [strategy.preferences.get(names[choice.action]) for choice in legal]


def strategy_of(program: ir.Program, path: object) -> ir.Strategy | None:
    """The strategy of a preference, by the path of the preference in a record (`strategies.careful.prefer.hold`); None
    if the path is that of another rule, or the strategy no longer exists."""
    if not isinstance(path, str):
        return None
    return next((each for each in program.strategies.values() if path.startswith(f"{each.path}.")), None)


def _values(executor: Executor, cells: array[int], questions: Sequence[Question]) -> Iterator[Value]:
    """The values of these questions for the player to act, computed together if the executor can."""
    me = cells[CURRENT]
    if isinstance(executor, AnswersSeveral):
        return executor.values(cells, me, questions)
    return (executor.value(cells, asked, me, arguments) for asked, arguments in questions)


def _worth(value: Value) -> int:
    if value is None or value is False:
        return LAST_RESORT
    assert isinstance(value, int)
    return int(value)
