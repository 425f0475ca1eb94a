"""Layers of positions: those after one decision, after two and so on, where a position shows how many decisions led to it.

    layers = Layers(game)
    layers.explore(cells, most=1_000_000)
    layers.judge()
    layers.worth(cells)                  0: a draw

This is for two players, without chance, where each action places a piece that stays (`proofs.longest_game.counts_actions`), so that no position is in
two layers.  An executor works out one layer from the one before it, and then backwards what each position is worth from the layer after it;
the others are kept packed, a byte for each cell.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from itertools import compress

from rulewright.game.game import Game
from rulewright.game.playouts.position_graph import TooManyPositions
from rulewright.game.results.standing import returns
from rulewright.ir.chance import has_chance
from rulewright.ir.layout import ENDED, WINNERS
from rulewright.ir.utility import utility
from rulewright.proofs.longest_game import counts_actions
from rulewright.runtime.chance.sampled import new_luck
from rulewright.runtime.executor import Choice, Position
from rulewright.runtime.fast import Bulk, Judges, SideBySide, Spread, Together

Report = Callable[[str, int, int], None]


class NotInLayers(ValueError):
    """The positions of a game are not found layer by layer."""


def goes_in_layers(game: Game) -> bool:
    """Whether the positions of a game can be found layer by layer."""
    program = game.program
    return (
        isinstance(game.executor, Together)
        and isinstance(game.executor, Judges)
        and isinstance(game.executor, Bulk)
        and game.num_players == 2
        and game.perfect_information
        and not has_chance(program)
        and utility(program) == "result"
        and program.layout.worth < 0
        and counts_actions(program)
    )


class Layers:
    """See the page of the module. `sizes`: the number of positions of each layer; `moves` and `ends`: of all of them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._width = game.program.layout.size
        self._layers: list[_Packed] = []
        self._worths: list[array[int]] = []
        self.sizes: list[int] = []
        self.moves = 0
        self.ends = 0
        self.results: set[int] = set()
        self._payoffs: dict[tuple[int, int], int] = {}

    def explore(
        self,
        cells: array[int],
        most: int,
        progress: Report | None = None,
        crew: SideBySide | None = None,
    ) -> None:
        """Find all positions that follow one. Raises TooManyPositions; NotInLayers where the executor fails."""
        executor = self._game.executor
        assert isinstance(executor, Together)
        assert isinstance(executor, Judges)
        executor.expect(most)
        here = Spread(cells[:], array("Q", (1,)), 1)
        while here.used:
            self.sizes.append(here.used)
            self._layers.append(_Packed(executor, here.cells, here.used, self._width))
            if sum(self.sizes) > most:
                raise TooManyPositions(most, self.sizes, sum(self.sizes[:-1]))
            if progress is not None:
                progress("positions", sum(self.sizes[:-1]), sum(self.sizes))
            ones = Spread(here.cells, array("Q", (1,)) * here.used, here.used)
            following = executor.spread(ones, crew)
            if following is None:
                raise NotInLayers("machine code could not find the positions")
            del following.cells[following.used * self._width :]
            self.moves += sum(following.weights[: following.used])
            here = following

    def judge(self, progress: Report | None = None, crew: SideBySide | None = None) -> None:
        """Work out what all positions are worth. Raises NotInLayers where the executor fails."""
        executor = self._game.executor
        assert isinstance(executor, Judges)
        self._worths = [array("b")] * len(self.sizes)
        following: Spread | None = None
        done = 0
        for number in reversed(range(len(self.sizes))):
            layer, used = self._layers[number], self.sizes[number]
            cells = layer.cells()
            here = Spread(cells, self._ended(layer, cells), used)
            if following is not None and not executor.judge(here, following, crew):
                raise NotInLayers("machine code could not work out the positions")
            self._worths[number] = array("b", bytes(memoryview(here.weights).cast("B"))[::8])
            following = here
            done += used
            if progress is not None:
                progress("worths", done, sum(self.sizes))

    def layers(self) -> list[tuple[bytes, bytes]]:
        """Of each layer the packed positions, in order, and what they are worth, a byte for each."""
        return [
            (layer.bytes, worths.tobytes()) for layer, worths in zip(self._layers, self._worths, strict=True)
        ]

    def worth(self, cells: array[int]) -> int | None:
        """What a position is worth to the first player; None for one that does not follow."""
        for layer, worths in zip(self._layers, self._worths, strict=True):
            number = layer.number(cells)
            if number is not None:
                return worths[number]
        return None

    def choices(self, cells: array[int]) -> list[tuple[Choice, int]]:
        """The legal choices of a position, and what each is worth to the first player."""
        executor, found = self._game.executor, list[tuple[Choice, int]]()
        assert isinstance(executor, Bulk)
        for choice in executor.legal(cells):
            position = Position(cells[:], new_luck(0, 2))
            executor.carry_out(position, choice)
            worth = self.worth(position.cells)
            assert worth is not None
            found.append((choice, worth))
        return found

    def _ended(self, layer: _Packed, cells: array[int]) -> array[int]:
        """For each position what the end of the game is worth there, 0 where it goes on."""
        width, payoffs = self._width, self._payoffs
        ends, winners = layer.column(ENDED), layer.column(WINNERS)
        found = array("q", (0,)) * len(ends)
        over = compress(range(len(ends)), ends), compress(ends, ends), compress(winners, ends)
        for place, end, winner in zip(*over, strict=True):
            worth = payoffs.get((end, winner))
            if worth is None:
                worth = payoffs[end, winner] = self._payoff(cells[place * width : (place + 1) * width])
            found[place] = worth
        self.ends += len(ends) - ends.count(0)
        self.results.update(payoffs.values())
        return found

    def _payoff(self, cells: array[int]) -> int:
        payoff = returns(self._game.executor, cells)[0]
        if payoff not in (-1.0, 0.0, 1.0):
            raise NotInLayers("a result is neither a win nor a loss nor a draw")
        return int(payoff)


class _Packed:
    """Positions with a byte for each cell, or as they are if a cell does not fit into one."""

    def __init__(self, executor: Judges, cells: array[int], used: int, width: int) -> None:
        self._executor, self._width, self._used = executor, width, used
        packed = executor.pack(cells, used * width)
        self._is_packed = packed is not None
        self.bytes = packed if packed is not None else cells[: used * width].tobytes()

    def cells(self) -> array[int]:
        """The cells of all positions."""
        if self._is_packed:
            return self._executor.unpack(self.bytes)
        found = array("i")
        found.frombytes(self.bytes)
        return found

    def column(self, cell: int) -> array[int]:
        """A cell of all positions."""
        if self._is_packed:
            return array("b", self.bytes[cell :: self._width])
        return self.cells()[cell :: self._width]

    def number(self, cells: array[int]) -> int | None:
        """The number of a position."""
        key: bytes | bytearray = cells.tobytes()
        if self._is_packed:
            if any(not -128 <= cell < 128 for cell in cells):
                return None
            key = key[::4]
        at = self.bytes.find(key)
        while at >= 0 and at % len(key):
            at = self.bytes.find(key, at + 1)
        return at // len(key) if at >= 0 else None
