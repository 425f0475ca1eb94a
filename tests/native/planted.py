"""Bugs planted in the emitter: what writes native code is changed a little, and the comparisons have to notice.

    python -m tests.native.planted [NAME ...]         each bug, and which rulebook gave it away

A bug replaces a function of `rulewright.native` wherever it is used.  Rulebooks of the repository are tried first, then
random ones, until one is not played alike; the exit status is 1 if a bug gets through all.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

from rulewright.evaluate.reference import Reference
from rulewright.ir import nodes as ir
from rulewright.native.chance import digits, random_words
from rulewright.native.driver import machine
from rulewright.native.expressions import comparisons, conditions
from rulewright.native.flow import effects, order, play_cells
from rulewright.native.llvm import arithmetic
from rulewright.native.llvm.assembly import FALSE, Operand, constant
from rulewright.native.llvm.emitter import DO, EACH, EMIT, Emitter
from rulewright.native.llvm.values import Emitted, Number
from rulewright.native.modules import entry_points
from rulewright.native.pieces import changes
from tests.native.carried_out import carried_out
from tests.native.executors import Bare
from tests.native.random_books.book_text import load
from tests.native.random_books.generated import Tally, accepted
from tests.native.random_books.rules import rulebook
from tests.native.seatings import Seating, seatings
from tests.native.side_by_side import Difference, together

TABLES = ("witness 3", "pig 2", "knock-out 4", "flower-beds 2", "home-run 3", "little-draughts 2")
DRAWN = range(36)
GAMES, MANY, STEPS = 8, 40, 60


@dataclass(frozen=True, slots=True)
class Bug:
    """`old` is what is replaced: a function, a method of a class, or an entry of a table of functions."""

    name: str
    patch: Callable[[Any], Callable[..., Any]]
    module: object = None
    function: str = ""
    table: dict[type, Any] | None = None
    node: type = object


def _as_it_was(*_: object) -> None:
    """Nothing."""


def _truncated_remainder(old: Any) -> Callable[..., Operand]:
    return lambda e, left, right: e.code.binary("srem", left.bits, right.bits)


def _truncated_quotient(old: Any) -> Callable[..., Operand]:
    return lambda e, left, right: e.code.binary("sdiv", left.bits, right.bits)


def _one_more_fits(old: Any) -> Callable[..., None]:
    def store(e: Emitter, group: Any, address: Operand, value: Number, span: Any) -> None:
        old(e, replace(group, high=group.high + 1), address, value, span)

    return store


def _none_is_a_value(old: Any) -> Callable[..., Operand]:
    def equal(e: Emitter, left: Emitted, right: Emitted) -> Operand:
        return FALSE if left.none is not None and right.none is not None else old(e, left, right)

    return equal


def _from_the_other_end(old: Any) -> Callable[..., tuple[Operand, Operand]]:
    def next_digit(e: Emitter, fraction: Operand, bound: Operand) -> tuple[Operand, Operand]:
        digit, rest = old(e, fraction, bound)
        last = e.code.narrow(e.code.binary("sub", bound, constant(1, "i64")), "i32")
        return e.code.subtract(last, digit), rest

    return next_digit


def _no_empty_sets(old: Any) -> Callable[..., int]:
    def each(e: Emitter, domain: ir.Subsets, body: Any) -> int:
        low = domain.low
        more = (
            ir.Constant(low.value + 1, low.span)
            if isinstance(low, ir.Constant) and isinstance(low.value, int)
            else low
        )
        return old(e, replace(domain, low=more), body)  # type: ignore[no-any-return]

    return each


def _actions_backwards(old: Any) -> Callable[..., list[int]]:
    return lambda program, phase: list(reversed(old(program, phase)))


def _other_extreme(old: Any) -> Callable[..., Emitted]:
    return lambda e, node: old(e, replace(node, name="max" if node.name == "min" else "min"))


def _branches_swapped(old: Any) -> Callable[..., None]:
    return lambda e, effect: old(e, replace(effect, do=effect.otherwise or effect.do))


def _one_further(old: Any) -> Callable[..., Emitted]:
    return lambda e, node: old(e, replace(node, by=node.by + 1))


def _paid_twice(old: Any) -> Callable[..., None]:
    return lambda e, effect: old(e, replace(effect, to=effect.source))


def _other_stream(old: Any) -> Callable[..., Any]:
    return lambda e, stream: old(e, max(stream - 1, 0))


def _another_finaliser(old: Any) -> Callable[..., Operand]:
    return lambda e, z: e.code.binary("xor", old(e, z), constant(1 << 40, "i64"))


def _without_the_last(old: Any) -> Callable[..., Any]:
    return lambda e, items, goes_on: old(e, items[:-1] if len(items) > 2 else items, goes_on)


def _rules_backwards(old: Any) -> Callable[..., None]:
    def after_action(e: Emitter, *rest: Any) -> None:
        program = e.program
        phases = tuple(replace(phase, triggers=tuple(reversed(phase.triggers))) for phase in program.phases)
        e.program = replace(program, phases=phases)
        old(e, *rest)
        e.program = program

    return after_action


BUGS = (
    Bug("`mod` rounds towards nought", _truncated_remainder, arithmetic, "floor_remainder"),
    Bug("`div` rounds towards nought", _truncated_quotient, arithmetic, "floor_quotient"),
    Bug("a variable takes one more than it may", _one_more_fits, effects, "store"),
    Bug("none is never equal to none", _none_is_a_value, comparisons, "equal"),
    Bug("the digits of a word count from the other end", _from_the_other_end, digits, "next_digit"),
    Bug("a full zone takes one more piece", lambda old: _as_it_was, changes, "fail_if_full"),
    Bug("sets begin one piece too large", _no_empty_sets, table=EACH, node=ir.Subsets),
    Bug("the actions of a phase come backwards", _actions_backwards, entry_points, "actions_of"),
    Bug("rules after an action come backwards", _rules_backwards, order, "_after_action"),
    Bug("`min` and `max` are mixed up", _other_extreme, table=EMIT, node=ir.Extreme),
    Bug("`if` does what stands behind `else`", _branches_swapped, table=DO, node=ir.If),
    Bug("the player to the left sits one further", _one_further, table=EMIT, node=ir.Seat),
    Bug("what is paid goes back to who paid it", _paid_twice, table=DO, node=ir.Pay),
    Bug("chance comes from the stream before", _other_stream, digits, "event"),
    Bug("another word of chance", _another_finaliser, random_words, "mix"),
    Bug("the last part of a condition is not asked", _without_the_last, conditions, "_in_turn"),
    Bug("a variable of the turn is not set back", lambda old: _as_it_was, play_cells, "restart"),
    Bug(
        "the longest run is the most alike",
        lambda old: lambda e, node: old(e, _renamed(node)),
        table=EMIT,
        node=ir.Aggregate,
    ),
    Bug("the top of a pile leaves a gap below", lambda old: _as_it_was, changes, "_close_gap"),
)


def _renamed(node: ir.Aggregate) -> ir.Aggregate:
    return replace(node, name="most_alike") if node.name == "longest_run" else node


def gives_up(code: str) -> Bug:
    """Machine code that fails at every action from the second round on, and says this."""

    def patch(old: Any) -> Callable[..., None]:
        def after_action(e: Emitter, *rest: Any) -> None:
            e.fail_if(
                e.code.compare("sgt", play_cells.load(e, "round"), constant(1)),
                code,
                e.program.turns.first.span,
            )
            old(e, *rest)

        return after_action

    return Bug(f"gives up with {code}", patch, order, "_after_action")


@contextmanager
def planted(bug: Bug) -> Iterator[None]:
    """The emitter with a bug, while this lasts."""
    if bug.table is not None:
        old = bug.table[bug.node]
        bug.table[bug.node] = bug.patch(old)
        try:
            yield
        finally:
            bug.table[bug.node] = old
        return
    old = getattr(bug.module, bug.function)
    new = bug.patch(old)
    users: list[tuple[object, str]] = [(bug.module, bug.function)]
    users += [
        (module, name)
        for path, module in list(sys.modules.items())
        if path.startswith("rulewright.native.")
        for name, value in list(vars(module).items())
        if value is old
    ]
    for module, name in users:
        setattr(module, name, new)
    try:
        yield
    finally:
        for module, name in users:
            setattr(module, name, old)


@contextmanager
def in_haste() -> Iterator[None]:
    """LLVM does not try hard: a planted bug is there either way."""
    level, machine.LEVEL = machine.LEVEL, 0
    try:
        yield
    finally:
        machine.LEVEL = level


def look_closely(program: ir.Program) -> Difference | None:
    """A few games, compared by everything at each decision."""
    reference, bare = Reference(program), Bare(program)
    found = (together(reference, bare, seed, STEPS) for seed in range(GAMES))
    return next((difference for difference in found if difference is not None), None)


def look_at_many(program: ir.Program) -> Difference | None:
    """Whole games that native code plays and the reference carries out."""
    return carried_out(Reference(program), Bare(program), range(MANY), STEPS)


Look = Callable[[ir.Program], Difference | None]


def caught(bug: Bug, look: Look = look_closely) -> str:
    """Which rulebook gives a bug away, and how; empty if none does."""
    for name, program in programs():
        with planted(bug), in_haste():
            try:
                found = look(program)
            except (
                ValueError,
                AssertionError,
                KeyError,
                machine.NoMachine,
            ) as error:  # LLVM cannot read it, the emitter stumbles, or what it made fails its self-check
                return f"{name}: {type(error).__name__}"
        if found is not None:
            return f"{name}: {found}"
    return ""


def programs() -> Iterator[tuple[str, ir.Program]]:
    """Rulebooks to try, by name; random ones as soon as those of the repository are through."""
    for name in TABLES:
        yield name, _table(name)
    for seed in DRAWN:
        program = _drawn(seed)
        if program is not None:
            yield f"generated {seed}", program


@cache
def _table(name: str) -> ir.Program:
    found: Seating = next(s for s in seatings([name.split()[0]], with_options=False) if str(s) == name)
    return found.program()


@cache
def _drawn(seed: int) -> ir.Program | None:
    tree = accepted(rulebook(Random(seed)), Tally())
    return load(tree).program if tree is not None else None


def main(given: Sequence[str]) -> int:
    missed = 0
    for bug in BUGS:
        if given and bug.name not in given:
            continue
        found = caught(bug)
        missed += not found
        print(f"{bug.name:<44} {found or 'NOT CAUGHT'}"[:200], flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
