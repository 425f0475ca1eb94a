"""The native executor: the same meaning as the reference, in machine code.

    native = Native(program, Reference(program), Cache.of_user())
    native.legal(position.cells)

It holds the executor that defines the meaning, and uses it for all detailed answers (events, reasons, values), for chance that is
not sampled, and whenever native code reports a failure: the reference repeats the action from the same position, and its result
counts.  Native code is compiled, or taken from the cache, when it is first needed.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar

from rulewright.ir import nodes as ir
from rulewright.ir.layout import ENDED
from rulewright.native.driver import cache, machine, self_check
from rulewright.native.driver.addresses import is_hiding
from rulewright.native.driver.batch_calls import Many, Positions, Preferring, rankable, seated
from rulewright.native.driver.boundary import Boundary
from rulewright.native.driver.choice_rows import row_layout
from rulewright.native.driver.counted_games import CountedGames
from rulewright.native.driver.machine import address
from rulewright.native.driver.reasons import NO_CHOICE, reason
from rulewright.native.driver.rollout_calls import Continuing
from rulewright.native.driver.single_states import InPlace, SingleStates
from rulewright.native.driver.sweep_calls import NativeImproving, NativeSweeping
from rulewright.native.driver.templates import Templates
from rulewright.native.driver.tree_calls import Parts, SearchTree, searchable
from rulewright.native.driver.whole_games import MeasuredGames, PlayedGames
from rulewright.native.passes import ALL, Passes
from rulewright.runtime.by_turns import ByTurns, ExplainsTurns, NotByTurns, Slow
from rulewright.runtime.chance.random_words import MASK
from rulewright.runtime.chance.sampled import Sampled, new_luck
from rulewright.runtime.counted import Counted, columns_of
from rulewright.runtime.executor import (
    Choice,
    Executor,
    Luck,
    Position,
)
from rulewright.runtime.fallbacks import OTHER_CELLS, STEPS, GaveUp, note, note_early, note_native
from rulewright.runtime.fast import (
    AnswersSeveral,
    MeasuredRows,
    Played,
    Seats,
    SideBySide,
    Spread,
    States,
    Totals,
    Until,
)
from rulewright.runtime.hidden_cells import Unseen
from rulewright.runtime.sweeps import Choosing, Sweep
from rulewright.source.cache import Cache

Calls = TypeVar("Calls")
"""A class that calls the functions of a module with our buffers."""
FEW_CHOICES = 64
"""The initial room for choices."""
MOST_CHOICES = 65_536
"""The most choices that are kept by their rows."""
FOREIGN = GaveUp(OTHER_CELLS)
"""The answer for a position or choice that machine code does not accept."""
MISJUDGED = 16
"""How many times more steps than expected the reference carries out before compiling is thought to pay after all."""
HESITATION = 1_000
"""How often the reference says what strategies prefer at single positions before compiling for them pays."""
STEPS_EACH = 8
"""About how many single steps it takes to find the positions that follow one."""


class Native:
    """`runtime.executor.Executor` and `runtime.fast.Bulk` by machine code for `program`.

    `patience`: the number of single steps left to the reference before compiling for them pays; whole games
    are always played natively. `remake` makes the same executor in another process."""

    engine = "native"
    counted_at_once = 200_000

    def __init__(
        self,
        program: ir.Program,
        reference: Executor,
        kept: Cache | None = None,
        patience: int = 0,
        remake: Callable[[ir.Program], Executor] | None = None,
        passes: Passes = ALL,
    ) -> None:
        self.program = program
        self.remake = remake or type(reference)
        self._reference = reference
        self._kept = kept
        self._passes = passes
        self._patience = patience
        self._sampled = Sampled(program.streams)
        self._made: dict[tuple[str, Seats], Any] = {}  # Any: each module has a class of its own
        self._compiling = Lock()
        self._templates: Templates | None = None
        self._company: frozenset[str | None] = frozenset()
        self._hesitation = HESITATION
        self._steps: _Code | None = None
        self._parts: Parts | None = None
        # Everything in detail comes from the reference.
        self.begin, self.apply, self.settle = reference.begin, reference.apply, reference.settle
        self.refusals, self.is_legal = reference.refusals, reference.is_legal
        self.value, self.elements, self.standings = reference.value, reference.elements, reference.standings
        if isinstance(reference, AnswersSeveral):
            self.values = reference.values

    # ----------------------------------------------------------------------------------------------- quickly

    def legal(self, cells: array[int]) -> list[Choice]:
        if cells[ENDED]:
            return []
        if self._is_too_early():
            return self._reference.legal(cells)
        code = self.code()
        return self._listed(cells, code.legal(cells) if code.boundary.admits(cells) else FOREIGN)

    def _listed(self, cells: array[int], choices: list[Choice] | GaveUp) -> list[Choice]:
        """The choices of machine code, or those of the reference where it gave up."""
        if isinstance(choices, GaveUp):
            found = self._reference.legal(cells)
            note(STEPS, choices.reason)
            return found
        return choices

    def carry_out(self, position: Position, choice: Choice) -> None:
        """See `runtime.fast.Bulk`."""
        after: Position | GaveUp | None = None
        if not self._is_too_early():
            code = self.code()
            admitted = code.boundary.admits(position.cells) and code.boundary.admits_choice(choice)
            after = code.apply(position, choice) if admitted else FOREIGN
        if isinstance(after, Position):
            position.cells[:] = after.cells
            position.luck.turns, position.luck.used = after.luck.turns, after.luck.used
            return
        self._reference.apply(position, choice, self._sampled)
        if after is not None:
            note(STEPS, after.reason)

    def start(self, seed: int) -> Position | GaveUp | None:
        """See `runtime.fast.Stepping`."""
        return None if self._is_too_early() else self.code().begin(seed)

    def step(self, position: Position, choice: Choice) -> Position | GaveUp | None:
        """See `runtime.fast.Stepping`."""
        return None if self._is_too_early() else self.code().apply(position, choice)

    def listed(self, cells: array[int]) -> list[Choice]:
        """See `runtime.fast.Stepping`."""
        if cells[ENDED] or self._is_too_early():
            return self._reference.legal(cells)
        return self._listed(cells, self.code().legal(cells))

    def set_out(self, seed: int) -> InPlace | None:
        """See `runtime.fast.StepsInPlace`."""
        return self.code().singles.set_out(seed) if self._steps_in_place() else None

    def go_on(self, position: Position, played: bool) -> InPlace | None:
        """See `runtime.fast.StepsInPlace`."""
        if not self._steps_in_place():
            return None
        code = self.code()
        return code.singles.go_on(position) if played or code.boundary.admits(position.cells) else None

    def preferred(self, cells: array[int], strategy: str) -> tuple[list[Choice], list[int]] | GaveUp | None:
        """See `runtime.fast.Prefers`."""
        if cells[ENDED]:
            return [], []
        if self._hesitation > 0 or not self._steps_in_place():
            self._hesitation -= 1
            return None
        code = self.code()
        if not code.boundary.admits(cells):
            return FOREIGN
        found = self._module("preferring", Preferring, (strategy,)).rows(cells)
        if isinstance(found, GaveUp):
            return found
        rows, weights = found
        return code.choices(rows), weights

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None = None) -> Played:
        """See `runtime.fast.Bulk`."""
        return self.games().play_many(seeds, max_actions, rounds)

    def play_on(
        self, position: Position, firsts: Sequence[int], seeds: array[int], until: Until, seats: Seats = ()
    ) -> Played | None:
        """See `runtime.fast.PlaysOn`."""
        who = tuple(self.program.strategies) if any(seats) else ()
        return self._module("continued", Continuing, who).play_on(position, firsts, seeds, until, seats)

    def play_measured(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        """See `runtime.fast.Measuring`."""
        who = ordered(self._company.union(*seats))
        return self._module("measured", MeasuredGames, who).play(seeds, max_actions, seats)

    def play_counted(
        self, seed: int, numbers: range, max_actions: int, seats: Sequence[Seats]
    ) -> Counted | None:
        """See `runtime.counted.Adding`."""
        if columns_of(self.program) is None:
            return None
        return self._module("totals", CountedGames, counted_players(seats)).play(
            seed, numbers, max_actions, seats
        )

    def seeds_of(self, seed: int, numbers: range) -> array[int]:
        """See `runtime.fast.Bulk`."""
        return self.games().seeds_of(seed, numbers)

    def states(self, size: int) -> States | None:
        """See `runtime.fast.Together`."""
        return self.many().states(size) if self._rankable else None

    def choose_all(self, states: States, given: array[int], anew: bool) -> int:
        """See `runtime.fast.Together`."""
        return self.many().choose(states, given, anew)

    def step_all(self, states: States) -> None:
        """See `runtime.fast.Together`."""
        self.many().step(states)

    def mask_all(self, states: States, mask: memoryview, actions: int) -> None:
        """See `runtime.fast.Together`."""
        self.many().mask(states, machine.address_of(mask), actions)

    def fetch(self, states: States, changing: bool = False) -> None:
        """See `runtime.fast.Together`: they are always up to date."""

    def ids_of(self, states: States, place: int, before: bool = False) -> list[int]:
        """See `runtime.fast.Together`."""
        return self.many().ids_of(states, place, before)

    def prefer_all(self, states: States, strategies: Seats, ids: array[int]) -> int:
        """See `runtime.fast.Together`."""
        who, seats = seated(strategies)
        return self.many().prefer(states, self._module("preferring", Preferring, who).functions, seats, ids)

    def observe_all(self, states: States, seen: memoryview, player: int, unseen: Unseen) -> None:
        """See `runtime.fast.Together`."""
        self.many().observe(states, machine.address_of(seen), player, unseen)

    def expect(self, steps: int) -> None:
        """See `runtime.fast.Together`."""
        if self._patience > 0:
            self._patience = 0 if steps > self._patience else max(self._patience, MISJUDGED * steps)

    def share_code(self, other: object, company: Seats = ()) -> None:
        """See `runtime.fast.SharesCode`."""
        if isinstance(other, Native):
            with other._compiling:
                other._templates = other._templates or Templates()
            self._templates = other._templates
        self._company = frozenset(company)

    def spread(self, positions: Spread, crew: SideBySide | None = None) -> Spread | None:
        """See `runtime.fast.Together`."""
        if self._are_few(positions):
            return None
        return self._module("positions", Positions).spread(positions, crew)

    def sequences(self, positions: Spread, plies: int, turns: bool) -> Totals | None:
        """See `runtime.fast.Together`."""
        if self._are_few(positions):
            return None
        return self._module("positions", Positions).sequences(positions, plies, turns)

    def judge(self, positions: Spread, following: Spread, crew: SideBySide | None = None) -> bool:
        """See `runtime.fast.Judges`."""
        return self._module("positions", Positions).judge(positions, following, crew)

    def pack(self, cells: array[int], many: int) -> bytes | None:
        """See `runtime.fast.Judges`."""
        return self._module("positions", Positions).pack(cells, many)

    def unpack(self, packed: bytes) -> array[int]:
        """See `runtime.fast.Judges`."""
        return self._module("positions", Positions).unpack(packed)

    def _are_few(self, positions: Spread) -> bool:
        """Whether compiling does not pay yet for what follows these positions."""
        return STEPS_EACH * positions.used < self._patience and ("positions", ()) not in self._made

    def by_turns(self, slow: Slow) -> ByTurns:
        """See `runtime.by_turns.ExplainsTurns`. Raises NotByTurns."""
        if not isinstance(self._reference, ExplainsTurns):
            raise NotByTurns("the executor that defines the rules does not explain turns")
        return self._reference.by_turns(slow)

    def sweeping(self, sweep: Sweep) -> NativeSweeping:
        """See `runtime.sweeps.Sweeps`. Raises `machine.NoMachine`."""
        return NativeSweeping(sweep)

    def improving(self, choosing: Choosing) -> NativeImproving:
        """See `runtime.sweeps.Improves`. Raises `machine.NoMachine`."""
        return NativeImproving(choosing)

    def tree(self, room: int, unseen: Unseen) -> SearchTree | None:
        """See `runtime.tree_search.GrowsTrees`."""
        if self._parts is None:
            if not searchable(self.program) or (is_hiding(self.program) and not self._rankable):
                return None
            self._parts = Parts(
                self.program,
                self._module("search", _functions),
                self.code().functions,
                lambda who: self._module("continued", Continuing, who).functions,
                self.many().functions if is_hiding(self.program) else None,
                unseen,
                self.carry_out,
            )
        return SearchTree(self._parts, room)

    def _module(
        self, name: str, kind: Callable[[ir.Program, machine.Library, Seats], Calls], who: Seats = ()
    ) -> Calls:
        """A module of machine code for the given strategies, compiled or loaded on first use. Raises
        `machine.NoMachine`."""
        note_native()
        with self._compiling:
            if (name, who) not in self._made:
                functions = library(self.program, name, self._kept, who, self._passes, self._templates)
                self._made[name, who] = kind(self.program, functions, who)
            made: Calls = self._made[name, who]
            return made

    def _is_too_early(self) -> bool:
        """Whether too few steps were requested so far for compiling to pay."""
        if self._patience <= 0 or self._steps is not None:
            return False
        self._patience -= 1
        note_early()
        return True

    def code(self) -> _Code:
        """The machine code for single steps."""
        if self._steps is None:
            self._steps = self._module("steps", _Code)
        return self._steps

    @cached_property
    def _rankable(self) -> bool:
        """Whether ids of actions are computed in machine code."""
        return rankable(self.program)

    def _steps_in_place(self) -> bool:
        """Whether single games are stepped in place, and strategies asked at their positions: their ids fit, and compiling for them pays by now."""
        return (self._patience <= 0 or self._steps is not None) and self._rankable

    def games(self) -> PlayedGames:
        """The machine code for whole games."""
        return self._module("playouts", PlayedGames)

    def many(self) -> Many:
        """The machine code for many states at once."""
        return self._module("many", Many)


def ordered(who: Iterable[str | None]) -> Seats:
    """Players in the order in which machine code is made for them."""
    return tuple(sorted(who, key=lambda name: name or ""))


def counted_players(seats: Sequence[Seats]) -> Seats:
    """The players of these tables for whom counted games are made; none if all play at random."""
    who = {name for table in seats for name in table}
    return ordered(who) if any(who) else ()


def get_ready() -> None:
    """Do what the first machine code of a process waits for, whatever the game: load LLVM, and read our sources for the keys of kept
    code. Whatever fails here is reported when code is needed."""
    with suppress(machine.NoMachine, OSError):
        machine.get_ready()
        cache.emitter()


def library(
    program: ir.Program,
    module: str,
    kept: Cache | None,
    who: Seats = (),
    passes: Passes = ALL,
    templates: Templates | None = None,
) -> machine.Library:
    """The machine code of a module of a program, from the cache if it is there. `who` are the strategies
    that play, in modules whose code depends on them. With `templates` it is made from those, and is not kept. Code whose meaning differs from that of the rules now
    is never returned. Raises `machine.NoMachine`."""
    try:
        name = cache.key(program, module, machine.host(), who, passes)
    except OSError:  # our sources cannot be read, so no kept code is known to fit
        kept, name = None, ""
    found = kept.read(name) if kept is not None else None
    functions = _loaded(program, module, found) if found is not None else None
    if functions is not None:
        return functions
    from rulewright.native.from_ir import module_text  # to start sooner: kept code needs no emitter

    text = module_text(program, module, who, passes)
    made = machine.object_code(text) if templates is None else templates.object_code(text)
    functions = _loaded(program, module, made)
    if functions is None:
        raise machine.NoMachine(machine.OTHER_MEANING)
    if kept is not None and templates is None:
        kept.write(name, made)
    return functions


def _loaded(program: ir.Program, module: str, code: bytes) -> machine.Library | None:
    """The functions of object code; None if it is not code of ours, or has another meaning."""
    try:
        functions = machine.load(code, machine.MODULES[module])
    except ValueError:
        return None
    return functions if self_check.right(program, functions) else None


def _functions(program: ir.Program, functions: machine.Library, who: Seats) -> machine.Library:
    return functions


class _Code:
    """The functions of a program, called with our buffers."""

    def __init__(self, program: ir.Program, functions: machine.Library, who: Seats) -> None:
        self.boundary = Boundary(program)
        self._rows = row_layout(program)
        self.functions = functions
        self._players = program.players
        self._streams = len(program.streams)
        self._unused = bytes(self._streams * array("i").itemsize)
        self._room = FEW_CHOICES
        self._choices: dict[bytes, Choice] = {}
        self._rows_of: dict[Choice, array[int]] = {}
        self._initial = array("i", program.layout.initial())
        self.singles = SingleStates(program, functions)
        self._begin, self._apply = functions["rulewright.begin"], functions["rulewright.apply"]
        self._legal = functions["rulewright.legal"]
        self._size = self._rows.width * self._initial.itemsize
        self._listed: tuple[array[int] | None, bytes] = None, b""
        """The cells of the position that was made last, with the rows of its choices: they are listed to know that there
        are any, and somebody will ask for them."""

    def legal(self, cells: array[int]) -> list[Choice] | GaveUp:
        """All legal choices, or what failed."""
        listed = self._listed
        found = listed[1] if listed[0] is cells else self._list(cells)
        if isinstance(found, GaveUp):
            return found
        return self.choices(found)

    def choices(self, rows: bytes) -> list[Choice]:
        """The choices in rows."""
        size = self._size
        return [self._choice(rows[start : start + size]) for start in range(0, len(rows), size)]

    def _list(self, cells: array[int]) -> bytes | GaveUp:
        """The rows of all legal choices, or what failed."""
        while True:
            room = self._room
            rows = bytearray(room * self._size)
            count = self._legal(address(cells), machine.address_of(rows), room)
            if count <= room:
                break
            self._room = max(self._room, count)
        return self._gave_up(-count) if count < 0 else bytes(rows[: count * self._size])

    def _choice(self, row: bytes) -> Choice:
        """The choice in a row; those that were seen before are kept."""
        choice = self._choices.get(row)
        if choice is None:
            if len(self._choices) >= MOST_CHOICES:
                self._choices.clear()
            choice = self._choices[row] = self._rows.decode(array("i", row))
        return choice

    def begin(self, seed: int) -> Position | GaveUp:
        """The position at the first decision, or what failed."""
        return self._moved(self._begin, Position(self._initial, new_luck(seed, self._players)))

    def apply(self, position: Position, choice: Choice) -> Position | GaveUp:
        """The position after a choice, or what failed."""
        row = self._rows_of.get(choice)
        if row is None:
            if len(self._rows_of) >= MOST_CHOICES:
                self._rows_of.clear()
            row = self._rows_of[choice] = array("i", self._rows.encode(choice))
        return self._moved(self._apply, position, row)

    def _moved(self, move: Callable[..., int], position: Position, *rows: array[int]) -> Position | GaveUp:
        cells, luck, seed = position.cells[:], self._written(position.luck), position.luck.seed
        failed = move(address(cells), address(luck), seed & MASK, *map(address, rows))
        if failed:
            return self._gave_up(failed)
        if not cells[ENDED]:
            found = self._list(cells)
            if isinstance(found, GaveUp):
                return found
            if not found:
                return self._gave_up(NO_CHOICE)
            self._listed = cells, found
        turns = luck.tolist()
        spent = turns[self._players + 1 :]
        del turns[self._players + 1 :]
        used = {stream: used for stream, used in enumerate(spent) if used} if any(spent) else {}
        return Position(cells, Luck(seed, turns, used))

    def _gave_up(self, number: int) -> GaveUp:
        return GaveUp(reason(self.functions, number))

    def _written(self, luck: Luck) -> array[int]:
        """Luck as native code reads it."""
        written = array("i", luck.turns)
        if luck.used:
            written.extend([luck.used.get(stream, 0) for stream in range(self._streams)])
        else:
            written.frombytes(self._unused)
        return written
