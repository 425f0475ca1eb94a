"""Plain players: those who choose at random, and those who follow a strategy of the rulebook, whose preferences are evaluated.

    seats_of(program, ["bold", None])                            ("bold", None)        the second seat plays at random
    preferred(executor, strategies["careful"], cells, legal)     the legal choices that it prefers, each with its weight
    unfit(executor, strategies["careful"], cells, legal)         the one whose preference or weight cannot be evaluated, and why

A random choice is a function of an address, as chance is (`runtime.chance.random_words`).  A preference is a rule like any other
and may fail.  The game is then recorded up to that point, and replaying the record evaluates the preference again.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, compress

from rulewright.ir import nodes as ir
from rulewright.ir.layout import CURRENT
from rulewright.language.players import RANDOM
from rulewright.problems.nearest import nearest
from rulewright.runtime.chance import random_words
from rulewright.runtime.executor import Choice, Executor, Luck, Value
from rulewright.runtime.failures import RuleFailure
from rulewright.runtime.fallbacks import PREFERENCE, STEPS, note
from rulewright.runtime.fast import AnswersSeveral, Prefers, Question, Seats
from rulewright.source.dataclass import dataclass

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


@dataclass(frozen=True, slots=True)
class Preferred:
    """The choices among which a player who follows a strategy decides, each with its weight: a number below `total` decides."""

    choices: list[Choice]
    weights: list[int]

    @property
    def total(self) -> int:
        return sum(self.weights)

    def at(self, number: int) -> Choice:
        """The choice that a number from 0 stands for; each choice has as many numbers as it weighs."""
        return self.choices[bisect_right(list(accumulate(self.weights)), number)]

    def some(self) -> Preferred:
        """Without the choices that weigh nothing."""
        kept = [weight > 0 for weight in self.weights]
        return Preferred(list(compress(self.choices, kept)), list(compress(self.weights, kept)))


def preferred(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> Preferred:
    """The legal choices of the player to act that a strategy prefers, in the given order, with their weights. Raises RuleFailure when
    a preference or a weight cannot be evaluated."""
    found = executor.preferred(cells, strategy.id) if isinstance(executor, Prefers) else None
    if isinstance(found, tuple):
        return Preferred(*found)
    answer = evaluated(executor, strategy, cells, legal)
    if found is not None:
        note(STEPS, PREFERENCE)
    return answer


def evaluated(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> Preferred:
    """The same, without machine code for strategies: by the values of the preferences."""
    worths = [_worth(value) for value in _answers(executor, strategy.preferences, cells, legal, 0)]
    best = _best(legal, worths)
    if not strategy.weights:
        return Preferred(best, [1] * len(best))
    weights = [_weight(value) for value in _answers(executor, strategy.weights, cells, best, 1)]
    return Preferred(best, weights if any(weights) else [1] * len(best))


def ranked(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> tuple[list[int], list[int]]:
    """The places of the legal choices, those that a strategy prefers most first, and the places of those that it takes. Raises RuleFailure as `preferred` does."""
    worths = [_worth(value) for value in _answers(executor, strategy.preferences, cells, legal, 0)]
    order = sorted(range(len(legal)), key=lambda place: -worths[place])
    best = [place for place in order if worths[place] == worths[order[0]]]
    if not strategy.weights:
        return order, best
    answers = _answers(executor, strategy.weights, cells, [legal[place] for place in best], 1)
    weighed = [place for place, value in zip(best, answers, strict=True) if _weight(value)]
    return order, weighed or best


def unfit(
    executor: Executor, strategy: ir.Strategy, cells: array[int], legal: Sequence[Choice]
) -> tuple[Choice, ir.Asked, RuleFailure] | None:
    """The first of the legal choices whose preference or weight cannot be evaluated, with that expression and the failure; None if all
    can. A failure may also be of all together, which have to be evaluated in the time for one decision."""
    worths: list[int] = []
    found = _failing(executor, strategy.preferences, cells, legal, 0, worths)
    if found is not None or not strategy.weights:
        return found
    return _failing(executor, strategy.weights, cells, _best(legal, worths), 1, [])


def _failing(
    executor: Executor,
    asked: Mapping[str, ir.Asked],
    cells: array[int],
    choices: Sequence[Choice],
    otherwise: int,
    worths: list[int],
) -> tuple[Choice, ir.Asked, RuleFailure] | None:
    """The first of the choices for which an expression cannot be evaluated; the values of those before it are added to `worths`."""
    answers = _answers(executor, asked, cells, choices, otherwise)
    for choice in choices:
        try:
            worths.append(_worth(next(answers)))
        except RuleFailure as failure:
            return choice, asked[list(executor.program.actions)[choice.action]], failure
    return None


def _best(legal: Sequence[Choice], worths: Sequence[int]) -> list[Choice]:
    """The choices that are worth most, in the given order."""
    most = max(worths, default=0)
    return [choice for choice, worth in zip(legal, worths, strict=True) if worth == most]


def _answers(
    executor: Executor,
    asked: Mapping[str, ir.Asked],
    cells: array[int],
    choices: Sequence[Choice],
    otherwise: int,
) -> Iterator[Value]:
    """For each choice the value of the expression for its action; `otherwise` if there is none. They are computed together if the
    executor can."""
    names = list(executor.program.actions)
    found = [asked.get(names[choice.action]) for choice in choices]
    questions = [
        (each, choice.arguments) for each, choice in zip(found, choices, strict=True) if each is not None
    ]
    values = _values(executor, cells, questions)
    return (otherwise if each is None else next(values) for each in found)


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


def _weight(value: Value) -> int:
    assert isinstance(value, int)
    return int(value)
