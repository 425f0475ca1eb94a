"""The executor of the engine `cuda`: whole games on a graphics card, everything else by machine code of the processor.

    OnCard(program, Reference(program), Cache.of_user())

Games of random players and of strategies (`simulate`, `compare`) are played on the card; single steps, batches, bots that look ahead and
counting are those of `Native`. The first games of each kernel are played by the processor as well, and a kernel that plays them otherwise is
never used again. Games in which something fails come back marked, as from the processor.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.native.driver import cache, machine, self_check
from rulewright.native.driver.choice_rows import standing_lines
from rulewright.native.driver.counted_games import by_table
from rulewright.native.driver.executor import Native, counted_players, ordered
from rulewright.native.gpu import interface
from rulewright.native.gpu.assembly import assembled
from rulewright.native.gpu.games import BLOCKS_EACH, Compiled, GamesOnCard
from rulewright.native.gpu.interface import PER_BLOCK, NoCard
from rulewright.native.gpu.kernels import PASSES, written_kernel
from rulewright.runtime.counted import Counted, columns_of
from rulewright.runtime.fallbacks import note_native
from rulewright.runtime.fast import FAILED, MeasuredRows, Played, Seats
from rulewright.source.cache import Cache

TRIED = 64
"""The games of each kernel that the processor plays as well, before anything that the kernel plays is believed."""
OTHERWISE = f"the graphics card plays this game otherwise than the processor does; please report this{interface.NATIVE}"


class OnCard(Native):
    """See `Native`, whose parameters it has."""

    engine = "cuda"
    counted_at_once = 1 << 24

    def __init__(self, *given: Any, **named: Any) -> None:  # Any: those of Native
        super().__init__(*given, **named)
        self._kernels: dict[tuple[str, Seats], GamesOnCard] = {}
        self._tried: set[tuple[str, Seats]] = set()
        self._making = Lock()

    @property
    def games_at_least(self) -> int:
        """As many as there are threads: fewer leave the card idle, and take as long."""
        return interface.opened().processors * BLOCKS_EACH * PER_BLOCK

    def play_many(self, seeds: array[int], max_actions: int, rounds: int | None = None) -> Played:
        """See `runtime.fast.Bulk`."""
        kernel = self._kernel("playouts", ())

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
        kernel, players = self._kernel("measured", who), self.program.players
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
        kernel = self._kernel("totals", who)
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

    # ----------------------------------------------------------------------------------------------- private

    def _kernel(self, module: str, who: Seats) -> GamesOnCard:
        """The kernel of a module, made and checked on first use. Raises NoCard."""
        note_native()
        with self._making:
            if (module, who) not in self._kernels:
                card = interface.opened()
                compiled = compiled_kernel(self.program, module, who, card.architecture, self._kept)
                kernel = GamesOnCard(card, compiled, module, self.program)
                if not self_check.right(self.program, kernel.functions()):
                    raise NoCard(OTHERWISE)
                self._kernels[module, who] = kernel
            return self._kernels[module, who]

    def _try(self, key: tuple[str, Seats], agrees: Callable[[], bool]) -> None:
        """Raise NoCard unless the first games of a kernel are those of the processor."""
        if key not in self._tried:
            if not agrees():
                raise NoCard(OTHERWISE)
            self._tried.add(key)


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
