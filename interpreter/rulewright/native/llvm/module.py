"""A module of native code being written: its functions by name, its constant tables, its possible failures.

    building.constant_row((1, 2, 4))                  ->      @"row.0"; equal rows are kept once
    building.failure("undefined", path, span)         ->      7, the number that a function returns for this failure
    building.text()                                   ->      the text that LLVM reads

**Failures.**  A function that can fail returns, as its last result, the number of the failure (an index into `failures`, from 1 on; 0
for none).  Native code reports only that number; the caller repeats the action with the reference executor, which reports
what failed, where and why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import field
from importlib.resources import files
from typing import Any

from rulewright.ir import nodes as ir
from rulewright.ir.layout import Layout
from rulewright.language import types
from rulewright.native.llvm.assembly import Operand, wrapped
from rulewright.native.llvm.inlined import inlined
from rulewright.native.llvm.values import Shape, shape_of
from rulewright.native.passes import ALL, Passes
from rulewright.problems.limits import MOST_WORK
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span


@dataclass(frozen=True, slots=True)
class Failure:
    """A possible failure: the code of the problem, the path of the rule, the place."""

    code: str
    path: str
    span: Span = field(repr=False)


@dataclass(frozen=True, slots=True)
class Function:
    """A finished function. `fails`, `work` and `weight` include the functions that it calls."""

    name: str
    regions: tuple[str, ...]
    parameters: tuple[Shape, ...]
    result: Shape | None
    returns: tuple[str, ...]
    fails: bool
    work: int
    weight: int
    counts: bool
    """Whether it counts its work at run time, in memory that is then its parameter."""


SURE = MOST_WORK * 3 // 20
"""Without metering, the most work from one decision to the next and for a list of choices, the rounds of the
order of play excluded."""
METADATA = """!0 = !{!"branch_weights", i32 1, i32 100000}
!1 = !{!"branch_weights", i32 100000, i32 1}
!5 = !{!"branch_weights", i32 1, i32 50}
!2 = distinct !{!2, !3}
!4 = !{}
!3 = !{!"llvm.loop.unroll.runtime.disable"}
"""
"""The metadata that `assembly` refers to."""

_IN_TEXT = re.compile(r"[A-Za-z0-9_.-]+")


def in_text(name: str) -> str:
    """A name that is written between quotes. ValueError for one with characters that no rulebook can
    have."""
    if _IN_TEXT.fullmatch(name) is None:
        raise ValueError(f"no name in native code: {name!r}")
    return name


class Strained(Exception):
    """A bound on work exceeds its share of the limit, so that work has to be metered."""


@dataclass(slots=True)
class Building:
    """A module being written."""

    program: ir.Program
    passes: Passes = ALL
    keeps_keys: bool = False
    """Whether the key of a turn is kept from a stream's first event on. It can be where whole turns are
    played in one call."""
    turn_begins: Callable[[Any, Operand], None] | None = None
    """Code of players at the beginning of a turn, written by an emitter (`players`)."""
    metered: bool | None = None
    """Whether work is counted at run time, block by block (`metering`). If it is not, bounds on it must not exceed their shares; None:
    whatever the bounds."""
    shared: bool = False
    """Whether several threads add to the same counters of whole games at once."""
    left_out: dict[int, int] = field(default_factory=dict)
    """By the number of an end, how many elements it need not visit, which still count as visited
    (`narrowed`)."""
    noted: frozenset[str] | None = None
    """The notes that rules can leave, once they are computed (`transitions`)."""
    counted: dict[str, int] = field(default_factory=dict)
    """The rules that are counted, by path, with their indices; empty where nothing is counted
    (`statistics`)."""
    functions: dict[str, Function] = field(default_factory=dict)
    pairs: dict[str, Any] = field(default_factory=dict)
    """By the name of an action of two values what `pairs` knows of it, once it was asked."""
    renumbered: dict[str, dict[int, str]] = field(default_factory=dict)
    """By the name of a step which of its parameters may be renumbered in it, once that was asked (`name_tracking`)."""
    texts: list[str] = field(default_factory=list)
    constants: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)
    rows: dict[tuple[str, tuple[int, ...]], str] = field(default_factory=dict)
    """The same by the numbers as they were given, which need not be wrapped again."""
    failures: list[Failure] = field(default_factory=list)
    declared: dict[str, str] = field(default_factory=dict)
    """Declarations of LLVM intrinsics and of helper functions, by name."""
    together: tuple[str, ...] = ()
    """Functions that are inlined wherever they are called, so that the state stays in registers, if the
    module is short enough."""

    @property
    def layout(self) -> Layout:
        return self.program.layout

    def shape(self, type: types.Type) -> Shape:
        return shape_of(type, lambda kind: self.layout.kinds[kind].numbers)

    def strain(self, work: int, share: int = SURE) -> None:
        """Compare a bound on work with its share of the limit. Raises `Strained` where that matters."""
        if work > share and self.metered is False:
            raise Strained

    def constant_row(self, numbers: Sequence[int], type: str = "i32") -> Operand:
        """The address of constant numbers; equal rows are kept once."""
        given = type, tuple(numbers)
        if given not in self.rows:
            key = type, tuple(wrapped(number, type) for number in numbers)
            self.rows[given] = self.constants.setdefault(key, f'@"row.{len(self.constants)}"')
        return Operand("ptr", self.rows[given])

    def failure(self, code: str, path: str, span: Span) -> int:
        self.failures.append(Failure(code, path, span))
        return len(self.failures)

    def declare(self, name: str, line: str) -> None:
        self.declared[name] = line

    def declare_helper(self, name: str) -> None:
        """Add a function that is written in LLVM text in a file of this room."""
        self.declare(name, files(__package__).joinpath(f"{name}.ll").read_text(encoding="utf-8"))

    def text(self) -> str:
        """The whole module, as LLVM reads it."""
        lines = []
        for (type, numbers), name in self.constants.items():
            listed = ", ".join(f"{type} {number}" for number in numbers) or f"{type} 0"
            lines.append(
                f"{name} = internal unnamed_addr constant [{max(len(numbers), 1)} x {type}] [{listed}], align 8"
            )
        lines += self.declared.values()
        lines += inlined(self.texts, self.together)
        return "\n".join([*lines, METADATA])
