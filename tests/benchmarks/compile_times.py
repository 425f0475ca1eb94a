"""What compiling takes: every module of every rulebook, from nothing and from the cache, and how it grows with a rulebook.

    python -m tests.benchmarks.compile_times [--quick] [--rounds N] [GAME ...]

Compiled are the bundled rulebooks at the table they take by default, each game of its own also at its largest one, and the
house rules; with GAME only those whose names begin so, and no rulebook that grows.  A module is made as `Native` makes it when somebody first needs it:
its text written, LLVM's passes, loaded, and kept in a cache, which is empty at the beginning of each round.  Processor time;
importing and setting up llvmlite is left out, since it does not hang on the rulebook.

A module in which strategies of the rulebook play is made with all of them (`+`).  Where a rulebook has none, or its choices cannot
be numbered (`ranks.rankable`), there is no such module.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeAlias

from rulewright import pipeline
from rulewright.document.bundled import rulebooks_folder
from rulewright.document.library import bundled
from rulewright.ir import nodes as ir
from rulewright.native.driver.batch_calls import rankable
from rulewright.native.driver.executor import library
from rulewright.native.from_ir import module_text
from rulewright.runtime.fast import Seats
from rulewright.source.cache import Cache
from rulewright.source.text import Source
from tests.benchmarks.sitting import arguments, table

ROUNDS = 3
QUICK = ("pig", "tic-tac-toe")
COPIES = (1, 2, 4, 8, 16, 32)
CLASSICS, OVERLAY = "classics", ".overlay.yaml"

Programs: TypeAlias = dict[str, ir.Program]
Times: TypeAlias = dict[str, dict[str, list[float]]]
"""By program and module: seconds, one for each round."""


@dataclass(frozen=True, slots=True)
class Module:
    """A module as `from_ir` writes it. `who`: the strategies that are part of its code."""

    name: str
    who: Seats = ()

    def __str__(self) -> str:
        return f"{self.name}+" if any(self.who) else self.name

    def text(self, program: ir.Program) -> str:
        return module_text(program, self.name, self.who)


COLUMNS = ("steps", "playouts", "totals", "totals+", "measured", "measured+", "continued", "continued+", "search", "many", "preferring+", "positions")  # fmt: skip


def modules(program: ir.Program) -> list[Module]:
    """All modules that a program can have, in the order of COLUMNS."""
    who = tuple(sorted(program.strategies))
    numbered = rankable(program)
    found = [
        Module("steps"),
        Module("playouts"),
        Module("totals"),
        Module("measured", (None,)),
        Module("continued"),
        Module("search"),
    ]
    found += [Module(name, who) for name in ("totals", "measured", "continued")] if who else []
    found += [Module("many")] if numbered else []
    found += [Module("preferring", who)] if numbered and who else []
    return sorted([*found, Module("positions")], key=lambda module: COLUMNS.index(str(module)))


def main(given: Sequence[str]) -> None:
    asked = arguments(__doc__, ROUNDS, 1, given, "GAME")
    run(asked.rounds, asked.quick, asked.names)


def run(rounds: int, quick: bool, begins: Sequence[str] = ()) -> None:
    """Measure and print."""
    programs = dict(tables(tuple(begins) or (QUICK if quick else ("",)), quick))
    if not programs:
        print(f"no rulebook begins with {', '.join(begins)}")
        return
    warm_up(next(iter(programs.values())))
    cold, warm = measured(programs, rounds)
    _print_modules("seconds of processor to compile, from nothing", cold)
    _print_sums(programs, cold, warm)
    if begins:
        return
    grown_programs = {f"{many} copies": _grown(many) for many in ((1, 2) if quick else COPIES)}
    growth, _ = measured(grown_programs, rounds)
    _print_modules("seconds to compile so many copies of an action", growth)
    _print_growth(growth)


# --------------------------------------------------------------------------------------------------- what is compiled


def tables(begins: tuple[str, ...], quick: bool) -> Iterator[tuple[str, ir.Program]]:
    """The programs that are compiled, by name: those of rulebooks whose names begin so."""
    house = sorted((rulebooks_folder() / "house").glob(f"*{OVERLAY}"))
    for name, path in [*bundled(), *((path.name.removesuffix(OVERLAY), path) for path in house)]:
        if not name.startswith(begins) or (quick and path in house):
            continue
        yield name, pipeline.open_book(str(path)).program
        if not quick and path.parent.parent.name != CLASSICS and path not in house:
            yield _at_its_largest(name, path)


def _at_its_largest(name: str, path: Path) -> tuple[str, ir.Program]:
    """The game for as many as can play it, in the first way of playing that lets so many play."""
    ways = [None, *pipeline.open_book(str(path)).resolved.variants]
    most = {way: max(pipeline.open_book(str(path), variant=way).rulebook.players) for way in ways}
    way = max(ways, key=lambda way: most[way])
    told = f"{name}, {most[way]} play" + (f", {way}" if way else "")
    return told, pipeline.open_book(str(path), most[way], way).program


# ----------------------------------------------------------------------------------------------------------- measuring


def warm_up(program: ir.Program) -> None:
    """Import and set up what is needed for any rulebook."""
    library(program, "playouts", None)


def measured(programs: Programs, rounds: int) -> tuple[Times, Times]:
    """Seconds to compile each module of each program, and to take it from the cache."""
    cold: Times = {name: {} for name in programs}
    warm: Times = {name: {} for name in programs}
    for _ in range(rounds):
        with TemporaryDirectory() as folder:
            kept = Cache(Path(folder))
            for name, program in programs.items():
                for module in modules(program):
                    for found in (cold, warm):
                        took = processor(lambda: library(program, module.name, kept, module.who))  # noqa: B023  (called at once)
                        found[name].setdefault(str(module), []).append(took)
    return cold, warm


def processor(do: Callable[[], object]) -> float:
    """Seconds of processor time."""
    begun = time.process_time()
    do()
    return time.process_time() - begun


# ------------------------------------------------------------------------------------------------------------ printing


def _print_modules(title: str, times: Times) -> None:
    print(f"\n{title}; medians, `+`: with all strategies")
    print(f"{'':<30}" + "".join(f"{column:>12}" for column in COLUMNS))
    for name, by_module in times.items():
        told = [f"{median(by_module[column]):.3f}" if column in by_module else "-" for column in COLUMNS]
        print(f"{name:<30}" + "".join(f"{word:>12}" for word in told))
    largest = max(
        (
            (median(seconds), name, column)
            for name, found in times.items()
            for column, seconds in found.items()
        )
    )
    print(f"the largest: {largest[0]:.3f} s for `{largest[2]}` of {largest[1]}")


def _print_sums(programs: Programs, cold: Times, warm: Times) -> None:
    rows = []
    for name, program in programs.items():
        lines = sum(module.text(program).count("\n") for module in modules(program))
        rows.append((name, _sums(cold[name]), f"{len(cold[name])} modules, {lines:,} lines of LLVM"))
    print()
    table("seconds to compile all modules", rows)
    all_of_them = [sum(sums) for sums in zip(*(_sums(cold[name]) for name in programs), strict=True)]
    table("and of all these together", [(f"{len(programs)} tables", all_of_them, "")])
    print()
    slowest = [(name, [max(each) for each in _rounds(warm[name])], "at most 0.02 is wanted") for name in warm]
    table("seconds from the cache, slowest module", slowest)


def _print_growth(growth: Times) -> None:
    names = list(growth)
    first, last = (int(name.split()[0]) for name in (names[0], names[-1]))
    rows = [
        (column, [(late - early) / (last - first) for early, late in zip(growth[names[0]][column], growth[names[-1]][column], strict=True)], "")
        for column in growth[names[0]]
        if column in growth[names[-1]]
    ]  # fmt: skip
    print()
    table(f"seconds for each further copy, {first} to {last}", rows)


def _rounds(by_module: dict[str, list[float]]) -> list[tuple[float, ...]]:
    """Round by round what each module took."""
    return list(zip(*by_module.values(), strict=True))


def _sums(by_module: dict[str, list[float]]) -> list[float]:
    return [sum(each) for each in _rounds(by_module)]


# -------------------------------------------------------------------------------------------------- a rulebook that grows


def _grown(copies: int) -> ir.Program:
    return pipeline.open_source(Source("<grown>", grown(copies))).program


def grown(copies: int) -> str:
    """A rulebook with so many actions that are alike, each with definitions of its own."""
    return "\n".join(_lines_of(copies)) + "\n"


def _lines_of(copies: int) -> Iterator[str]:
    yield from ("rulebook: 1", "name: grown", "players: 2", "pieces: {dice: {count: 5, faces: 1..6}}")
    yield from (
        "zones: {tray: {holds: dice, start: all}, rack: {holds: dice}}",
        "variables: {score: {per: players, type: number}}",
    )
    yield "define:"
    for number in range(copies):
        yield f"  total_{number}: sum(d.face for d in tray) + {number}"
        yield f"  best_{number}: max(most_alike(tray.face) * {number + 1}, longest_run(tray.face), total_{number})"
    yield from ("turns: {begin: [{return: dice}, {roll: dice}]}", "phases:", "  main:", "    actions:")
    for number in range(copies):
        yield f"      take_{number}:"
        yield "        choose: {those: some of tray}"
        yield f"        when: {{enough: best_{number} >= {number % 4}, few: those.count <= 3}}"
        yield f"        do: [{{move: those, to: rack}}, {{add: best_{number}, to: me.score}}, {{roll: tray}}, end_turn]"
    yield from ("      pass: {do: [end_turn]}", "end: {over: {when: round > 10, result: highest score}}")


if __name__ == "__main__":
    main(sys.argv[1:])
