"""The executor of the engine `cuda`: whole games and batches on a graphics card, everything else by machine code of the processor.

    OnCard(program, Reference(program), Cache.of_user())

Games of random players and of strategies (`simulate`, `compare`) are played on the card, and the games of a batch are stepped there; single
steps, bots that look ahead and counting are those of `Native`. The first games of each kernel are played by the processor as well, and a kernel
that plays them otherwise is never used again. Games in which something fails come back marked, as from the processor; it also steps a batch in
which the choices of a game are not listed, as long as there is one.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Any, TypeVar

from rulewright.ir import nodes as ir
from rulewright.native.driver import cache, machine, self_check
from rulewright.native.driver.batch_calls import seated
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.driver.counted_games import by_table
from rulewright.native.driver.executor import Native, counted_players, ordered
from rulewright.native.gpu import interface
from rulewright.native.gpu.assembly import assembled
from rulewright.native.gpu.batches import KEPT, BatchOnCard, PreferencesOnCard, StatesOnCard
from rulewright.native.gpu.games import GamesOnCard
from rulewright.native.gpu.interface import PER_BLOCK, Card, NoCard
from rulewright.native.gpu.kernels import PASSES, written_kernel
from rulewright.native.gpu.loaded import BLOCKS_EACH, Compiled, KernelsOnCard
from rulewright.runtime.counted import Counted, columns_of
from rulewright.runtime.fallbacks import note_native
from rulewright.runtime.fast import (
    BEGIN,
    BEGIN_NEXT,
    FAILED,
    NOT_KNOWN,
    RANDOM,
    WAIT,
    MeasuredRows,
    Played,
    Seats,
    States,
)
from rulewright.runtime.hidden_cells import Unseen
from rulewright.source.cache import Cache

TRIED = 64
"""The games of each kernel that the processor plays as well, before anything that the kernel plays is believed."""
STEPS_TRIED = 12
"""The steps of a batch for which it does so."""
BEGINS = frozenset((WAIT, BEGIN, BEGIN_NEXT))
"""What the card carries out without knowing which choices are listed."""
Kernels = TypeVar("Kernels", bound=KernelsOnCard)
OTHERWISE = f"the graphics card plays this game otherwise than the processor does; please report this{interface.NATIVE}"


class OnCard(Native):
    """See `Native`, whose parameters it has."""

    engine = "cuda"
    counted_at_once = 1 << 24

    def __init__(self, *given: Any, **named: Any) -> None:  # Any: those of Native
        super().__init__(*given, **named)
        self._kernels: dict[tuple[str, Seats], Any] = {}  # Any: each module has a class of its own
        self._tried: set[tuple[str, Seats]] = set()
        self._making = Lock()

    @property
    def games_at_least(self) -> int:
        """As many as there are threads: fewer leave the card idle, and take as long."""
        return interface.opened().processors * BLOCKS_EACH * PER_BLOCK

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None = None) -> Played:
        """See `runtime.fast.Bulk`."""
        kernel = self._games("playouts", ())

        def play(some: array[int]) -> Played:
            out = kernel.playouts(some, max_actions, -1 if rounds is None else rounds)
            return Played(out, len(some), kernel.width, reason=kernel.compiled.reason)

        def agrees() -> bool:
            some = seeds[:TRIED]
            return _agree(play(some), super(OnCard, self).play_many(some, max_actions, rounds))

        self._try(("playouts", ()), agrees)
        return play(seeds)

    def play_measured(self, seeds: array[int], max_actions: int, seats: Sequence[Seats]) -> MeasuredRows:
        """See `runtime.fast.Measuring`."""
        who = ordered(self._company.union(*seats))
        kernel, players = self._games("measured", who), self.program.players
        lines = len(standing_lines(self.program))
        tables = array("i", (who.index(name) for table in seats for name in table))

        def play(some: array[int]) -> MeasuredRows:
            out, curve = kernel.measured(some, max_actions, tables, len(seats))
            return MeasuredRows(
                out, len(some), kernel.width, players, lines, curve, reason=kernel.compiled.reason
            )

        def agrees() -> bool:
            some = seeds[:TRIED]
            mine, other = play(some), super(OnCard, self).play_measured(some, max_actions, seats)
            failed = any(mine.column(FAILED)) or any(other.column(FAILED))
            return _agree(mine, other) and (failed or mine.curve == other.curve)

        self._try(("measured", who), agrees)
        return play(seeds)

    def play_counted(
        self, seed: int, numbers: range, max_actions: int, seats: Sequence[Seats]
    ) -> Counted | None:
        """See `runtime.counted.Adding`."""
        columns, who = columns_of(self.program), counted_players(seats)
        if columns is None:
            return None
        kernel = self._games("totals", who)
        tables = array("i", (who.index(name) if who else 0 for table in seats for name in table))

        def play(some: range) -> Counted:
            games, counts, apart, rows = kernel.totals(
                seed, some.start, len(some), max_actions, tables, len(seats)
            )
            found = [slot for slot, many in enumerate(counts) if many]
            played = Played(rows, len(apart), kernel.width, reason=kernel.compiled.reason)
            return Counted(games, by_table(columns, counts, found, len(seats)), array("i", apart), played)

        def agrees() -> bool:
            mine = play(numbers[:TRIED])
            other = super(OnCard, self).play_counted(seed, numbers[: mine.games], max_actions, seats)
            if other is None or mine.apart != other.apart:  # one of them gave up a game
                return other is not None and (any(mine.rows.column(FAILED)) or any(other.rows.column(FAILED)))
            return mine.tables == other.tables and _agree(mine.rows, other.rows)

        self._try(("totals", who), agrees)
        return play(numbers)

    def states(self, size: int) -> States | None:
        """See `runtime.fast.Together`."""
        made = super().states(size)
        if made is None:
            return None
        batch = self._batch()
        self._try(("many", ()), self._steps_alike)
        return batch.states(made)

    def choose_all(self, states: States, given: array[int], anew: bool) -> int:
        """See `runtime.fast.Together`."""
        there, batch = _on_card(states), self._batch()
        if there.at_home and not any(there.failed):
            _wait(there)
            batch.step(there)
        if there.at_home or there.failures:
            self._take_home(there)
            return super().choose_all(states, given, anew)
        return batch.choose(there, given, anew)

    def step_all(self, states: States) -> None:
        """See `runtime.fast.Together`."""
        there = _on_card(states)
        if there.at_home and not all(map(BEGINS.__contains__, states.chosen)):
            super().step_all(states)
        else:
            self._batch().step(there)

    def fetch(self, states: States, changing: bool = False) -> None:
        """See `runtime.fast.Together`."""
        self._batch().fetch(_on_card(states), changing)

    def ids_of(self, states: States, place: int, before: bool = False) -> list[int]:
        """See `runtime.fast.Together`."""
        there = _on_card(states)
        if there.at_home:
            return super().ids_of(states, place, before)
        return self._batch().ids_of(there, place, before)

    def mask_all(self, states: States, mask: memoryview, actions: int) -> None:
        """See `runtime.fast.Together`."""
        there = _on_card(states)
        if there.at_home:
            super().mask_all(states, mask, actions)
        else:
            self._batch().mask(there, machine.address_of(mask), actions)

    def observe_all(self, states: States, seen: memoryview, player: int, unseen: Unseen) -> None:
        """See `runtime.fast.Together`."""
        there = _on_card(states)
        if there.at_home:
            super().observe_all(states, seen, player, unseen)
        else:
            self._batch().observe(there, machine.address_of(seen), player, unseen)

    def prefer_all(self, states: States, strategies: Seats, ids: array[int]) -> int:
        """See `runtime.fast.Together`."""
        there = _on_card(states)
        if there.at_home:
            return super().prefer_all(states, strategies, ids)
        who, seats = seated(strategies)
        asked = self._kernel("preferring", who, PreferencesOnCard)
        self._try(("preferring", who), lambda: self._prefers_alike(there, strategies, asked))
        return asked.prefer(there, seats, ids)

    # ----------------------------------------------------------------------------------------------- private

    def _batch(self) -> BatchOnCard:
        return self._kernel("many", (), BatchOnCard)

    def _kernel(
        self, module: str, who: Seats, kind: Callable[[Card, Compiled, ir.Program], Kernels]
    ) -> Kernels:
        """The kernels of a module, made and checked on first use. Raises NoCard."""
        note_native()
        with self._making:
            if (module, who) not in self._kernels:
                card = interface.opened()
                compiled = compiled_kernel(self.program, module, who, card.architecture, self._kept)
                made = kind(card, compiled, self.program)
                if not self_check.right(self.program, made.functions()):
                    raise NoCard(OTHERWISE)
                self._kernels[module, who] = made
            found: Kernels = self._kernels[module, who]
            return found

    def _take_home(self, there: StatesOnCard) -> None:
        """From now on the processor steps the games of a batch."""
        if not there.at_home:
            self._batch().fetch(there, changing=True)
            _wait(there)
            super().step_all(there)
            there.at_home, there.reason = True, there.home_reason

    def _steps_alike(self) -> bool:
        """Whether a few steps of some games are those of the processor."""
        batch = self._batch()
        made, other = Native.states(self, TRIED), Native.states(self, TRIED)
        assert made is not None, "a batch of this program is not stepped at once"
        assert other is not None
        mine = batch.states(made)
        for states in (mine, other):
            states.seeds[:] = array("Q", range(TRIED))
            states.chosen[:] = array("i", (BEGIN,)) * TRIED
        given = array("q", (RANDOM,)) * TRIED
        for _ in range(STEPS_TRIED):
            batch.step(mine)
            Native.step_all(self, other)
            batch.fetch(mine, changing=False)
            if mine.failures or any(other.failed):
                return True
            if not _same(mine, other, lambda place: batch.ids_of(mine, place, before=False)):
                return False
            if batch.choose(mine, given, anew=True) or Native.choose_all(self, other, given, anew=True):
                return False
        return True

    def _prefers_alike(self, there: StatesOnCard, strategies: Seats, asked: PreferencesOnCard) -> bool:
        """Whether the strategies choose in the first games what they choose on the processor."""
        few = min(TRIED, there.size)
        other = super().states(few)
        assert other is not None, "a batch of this program is not stepped at once"
        self._batch().fetch(there, changing=False)
        for name in KEPT:
            rows = getattr(there, name)
            getattr(other, name)[:] = rows[: len(rows) // there.size * few]
        _wait(other)
        super().step_all(other)
        mine, its = array("q", (RANDOM,)) * there.size, array("q", (RANDOM,)) * few
        asked.prefer(there, seated(strategies)[1], mine)
        super().prefer_all(other, strategies, its)
        return all(one == two or NOT_KNOWN in (one, two) for one, two in zip(mine, its, strict=False))

    def _games(self, module: str, who: Seats) -> GamesOnCard:
        """The kernel of a module for whole games. Raises NoCard."""
        return self._kernel(module, who, partial(GamesOnCard, module=module))

    def _try(self, key: tuple[str, Seats], agrees: Callable[[], bool]) -> None:
        """Raise NoCard unless the first games of a kernel are those of the processor."""
        if key not in self._tried:
            if not agrees():
                raise NoCard(OTHERWISE)
            self._tried.add(key)


def _on_card(states: States) -> StatesOnCard:
    assert isinstance(states, StatesOnCard), "these buffers are not of this executor"
    return states


def _wait(states: States) -> None:
    """The next step only lists the choices of all games."""
    states.chosen[:] = array("i", (WAIT,)) * states.size
    states.failed[:] = array("i", bytes(4 * states.size))


def _same(mine: States, other: States, ids_of: Callable[[int], list[int]]) -> bool:
    """Whether all rows are the same, and the ids of choices."""
    rows = (*KEPT, "current", "terminal", "returns")
    listed = other.listed
    return all(getattr(mine, name) == getattr(other, name) for name in rows) and all(
        ids_of(place) == listed.ids[listed.starts[place] : listed.starts[place + 1]].tolist()
        for place in range(other.size)
    )


def compiled_kernel(
    program: ir.Program, module: str, who: Seats, architecture: str, kept: Cache | None
) -> Compiled:
    """A kernel in assembly, from the cache if it is there. Raises NoMachine."""
    try:
        name = cache.key(program, f"cuda {module}", f"{architecture} {machine.host()}", who, PASSES)
    except OSError:  # our sources cannot be read, so nothing that is kept is known to fit
        kept, name = None, ""
    found = kept.read(name) if kept is not None else None
    if found is not None:
        codes, _, assembly = found.partition(b"\n")
        return Compiled(assembly, tuple(codes.decode().split()))
    kernel = written_kernel(program, module, who)
    compiled = Compiled(assembled(kernel.text, architecture), kernel.codes)
    if kept is not None:
        kept.write(name, " ".join(kernel.codes).encode() + b"\n" + compiled.assembly)
    return compiled


def _agree(one: Played, other: Played) -> bool:
    """Whether rows are the same, apart from games that either gave up."""
    if (one.games, one.width) != (other.games, other.width):
        return False
    pairs = zip(one.rows(), other.rows(), strict=True)
    return all(mine == theirs or bool(mine[FAILED]) or bool(theirs[FAILED]) for mine, theirs in pairs)
