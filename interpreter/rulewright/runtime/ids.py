"""Action ids: every action that a game could ever offer has its own integer.

Actions count in the order of the program, their parameters by the static domain of their type, or by the list of their values, the last
parameter fastest.  So an id depends on the rulebook, its options and the number of players, and never on a state.

    roll                     0
    rack <die: tray + bank>  1 + place * looks + look
    hold <some of dice>      sets by size, then in lexicographic order, as `math.comb` counts them

`first` and `ranks` give the same as sums and tables, for machine code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import accumulate
from math import comb

from rulewright.ir import nodes as ir
from rulewright.language import types
from rulewright.language.ranges import ordinals
from rulewright.runtime.executor import Choice, Value
from rulewright.source.dataclass import dataclass

LONGEST_TABLE = 1 << 14
"""The most numbers that a table of `SetRanks` may have."""
MOST_KNOWN = 1 << 16
"""The most choices whose ids are remembered."""
MOST_MASK = 1 << 28
"""The most bytes that a mask of legal actions may have."""


@dataclass(frozen=True, slots=True)
class SetRanks:
    """Sets of numbers as `Numbering` counts them. `first[n]` is the rank of the first set of n. Each member, with `left` members
    after it, adds `before[left][member]` less `before[left][m]`, where m is the least number that is possible there."""

    first: tuple[int, ...]
    before: tuple[tuple[int, ...], ...]
    repeats: bool


@dataclass(frozen=True, slots=True)
class Ranks:
    """The ranking of the `size` values of a parameter: upwards from `low`, and `none` last. Members of sets also count
    from `low`. `listed`: the values in their order, where a rulebook lists them."""

    size: int
    low: int
    optional: bool = False
    sets: SetRanks | None = None
    listed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Numbering:
    program: ir.Program
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)
    _known: dict[Choice, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    _choices: dict[int, Choice] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def total(self) -> int:
        """The number of distinct actions."""
        return self._offsets()[-1]

    def number(self, choice: Choice) -> int:
        """The id of a choice; ValueError if an argument lies outside its parameter's type."""
        action = list(self.program.actions.values())[choice.action]
        rank = 0
        for parameter, value in zip(action.parameters, choice.arguments, strict=True):
            if parameter.listed:
                rank = rank * len(parameter.listed) + _place_of(parameter, value)
            else:
                rank = rank * self._size(parameter.type) + self._rank(parameter.type, value)
        return self._offsets()[choice.action] + rank

    def numbers(self, choices: Sequence[Choice]) -> list[int]:
        """The ids of choices. They are remembered, so those of choices that occurred before are looked up."""
        try:
            return list(map(self._known.__getitem__, choices))
        except KeyError:
            return list(map(self._learn, choices))

    def choice(self, number: int) -> Choice:
        """The choice with this id; ValueError if there is none."""
        offsets = self._offsets()
        if not 0 <= number < offsets[-1]:
            raise ValueError(f"there is no action {number}: ids run from 0 to {offsets[-1] - 1}")
        index = max(i for i in range(len(offsets) - 1) if offsets[i] <= number)
        action = list(self.program.actions.values())[index]
        rank = number - offsets[index]
        arguments: list[Value] = []
        for parameter in reversed(action.parameters):
            rank, own = divmod(rank, self._values(parameter))
            arguments.append(parameter.listed[own] if parameter.listed else self._unrank(parameter.type, own))
        return Choice(index, tuple(reversed(arguments)))

    def known_choice(self, number: int) -> Choice:
        """The choice with this id, which exists. It is remembered."""
        found = self._choices.get(number)
        if found is None:
            if len(self._choices) >= MOST_KNOWN:
                self._choices.clear()
            found = self._choices[number] = self.choice(number)
        return found

    def first(self, action: int) -> int:
        """The least id of an action (by its index)."""
        return self._offsets()[action]

    def ranks(self, action: int) -> list[Ranks] | None:
        """The ranking of each parameter of an action; an id is `first` plus the combined ranks, the last parameter
        fastest. None if a table would be too long."""
        found = [
            Ranks(len(parameter.listed), min(parameter.listed), listed=parameter.listed)
            if parameter.listed
            else self._ranks(parameter.type)
            for parameter in list(self.program.actions.values())[action].parameters
        ]
        return None if None in found else [each for each in found if each is not None]

    def _ranks(self, type_: types.Type) -> Ranks | None:
        size = self._size(type_)
        match type_:
            case types.Several():
                sets = self._set_ranks(type_)
                return None if sets is None else Ranks(size, _low(type_.of), sets=sets)
            case types.Optional(of=types.Several()):
                return None
            case types.Optional():
                return Ranks(size, _low(type_.of), optional=True)
            case _:
                return Ranks(size, _low(type_))

    def _set_ranks(self, type_: types.Several) -> SetRanks | None:
        sizes, domain, repeats = self._set_sizes(type_), self._size(type_.of), self._repeats(type_)
        if sizes.stop * (domain + 1) > LONGEST_TABLE:
            return None
        smaller = (
            sum(self._sets(type_, size) for size in sizes if size < most) for most in range(sizes.stop)
        )
        fewer = 0 if repeats else 1
        before = (
            accumulate(
                (_sets_from(domain - skipped - fewer, left, repeats) for skipped in range(domain)), initial=0
            )
            for left in range(max(sizes.stop - 1, 1))
        )
        return SetRanks(tuple(smaller), tuple(map(tuple, before)), repeats)

    def _offsets(self) -> list[int]:
        if not self._starts:
            self._starts.append(0)
            for action in self.program.actions.values():
                size = 1
                for parameter in action.parameters:
                    size *= self._values(parameter)
                self._starts.append(self._starts[-1] + size)
        return self._starts

    def _values(self, parameter: ir.Parameter) -> int:
        """The number of values of a parameter that have ids."""
        return len(parameter.listed) or self._size(parameter.type)

    def _learn(self, choice: Choice) -> int:
        number = self.number(choice)
        if len(self._known) < MOST_KNOWN:
            self._known[choice] = number
        return number

    # ------------------------------------------------------------------------------------- one type's domain

    def _size(self, type_: types.Type) -> int:
        match type_:
            case types.Optional():
                return self._size(type_.of) + 1
            case types.Several():
                return sum(self._sets(type_, k) for k in self._set_sizes(type_))
            case types.Nothing():
                return 1
            case _:
                low, high = self._ordinals(type_)
                return high - low + 1

    def _ordinals(self, type_: types.Type) -> tuple[int, int]:
        return ordinals(type_, lambda kind: self.program.layout.kinds[kind].numbers)

    def _rank(self, type_: types.Type, value: Value) -> int:
        size = self._size(type_)
        rank: int
        match type_:
            case types.Optional():
                rank = size - 1 if value is None else self._rank(type_.of, value)
            case types.Several():
                assert isinstance(value, tuple)
                rank = self._rank_set(type_, value)
            case types.Nothing():
                rank = 0
            case _:
                assert isinstance(value, int)
                rank = value - self._ordinals(type_)[0]
        if not 0 <= rank < size:
            raise ValueError(f"{value} is outside {type_}")
        return rank

    def _unrank(self, type_: types.Type, rank: int) -> Value:
        match type_:
            case types.Optional():
                return None if rank == self._size(type_) - 1 else self._unrank(type_.of, rank)
            case types.Several():
                return self._unrank_set(type_, rank)
            case types.Boolean():
                return bool(rank)
            case types.Nothing():
                return None
            case _:
                return self._ordinals(type_)[0] + rank

    # ---------------------------------------------------------------------------------------------------- sets

    def _repeats(self, type_: types.Several) -> bool:
        """Whether an element may occur more than once: identical pieces only."""
        return isinstance(type_.of, types.Piece) and self.program.layout.kinds[type_.of.kind].identical

    def _set_sizes(self, type_: types.Several) -> range:
        most = type_.most
        if isinstance(type_.of, types.Piece):
            most = min(most, self.program.layout.kinds[type_.of.kind].pieces)
        else:
            most = min(most, self._size(type_.of))
        return range(min(type_.least, most), most + 1)

    def _sets(self, type_: types.Several, size: int) -> int:
        return _sets_from(self._size(type_.of), size, self._repeats(type_))

    def _rank_set(self, type_: types.Several, value: tuple[int, ...]) -> int:
        sizes = self._set_sizes(type_)
        if len(value) not in sizes:
            raise ValueError(f"a set of {len(value)} is outside {type_}")
        rank = sum(self._sets(type_, size) for size in sizes if size < len(value))
        domain, repeats = self._size(type_.of), self._repeats(type_)
        smallest = 0
        for position, item in enumerate(value):
            own = self._rank(type_.of, item)
            left = len(value) - position - 1
            for skipped in range(smallest, own):
                rank += _sets_from(domain - skipped - (0 if repeats else 1), left, repeats)
            smallest = own if repeats else own + 1
        return rank

    def _unrank_set(self, type_: types.Several, rank: int) -> tuple[int, ...]:
        length = 0
        for length in self._set_sizes(type_):
            if rank < self._sets(type_, length):
                break
            rank -= self._sets(type_, length)
        domain, repeats = self._size(type_.of), self._repeats(type_)
        items: list[int] = []
        candidate = 0
        while len(items) < length:
            below = _sets_from(domain - candidate - (0 if repeats else 1), length - len(items) - 1, repeats)
            if rank < below:
                value = self._unrank(type_.of, candidate)
                assert isinstance(value, int)
                items.append(value)
                candidate += 0 if repeats else 1
            else:
                rank -= below
                candidate += 1
        return tuple(items)


def _place_of(parameter: ir.Parameter, value: Value) -> int:
    """The place of a value in the list of a parameter; ValueError if it is not in it."""
    if value not in parameter.listed:
        raise ValueError(f"{value} is not among {parameter.name}")
    return parameter.listed.index(value)


def _low(type_: types.Type) -> int:
    """The value of rank 0."""
    match type_:
        case types.Integer():
            return type_.low
        case types.Line():
            return type_.first
        case _:
            return 0


def _sets_from(values: int, size: int, repeats: bool) -> int:
    """The number of sorted tuples of length `size` from this number of values."""
    if size == 0:
        return 1
    return comb(values + size - 1, size) if repeats else comb(max(values, 0), size)
