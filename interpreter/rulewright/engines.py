"""Engines, which run the rules: makers of executors by name.

    reference    walks the program; the definition of the language, and it needs nothing
    native       machine code, through the extra `native`
    auto         native where it is installed, otherwise reference
    cuda         native, but whole games of simple players, and batches, are played on a graphics card

An engine makes an executor for a program, and can be sent to other processes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from rulewright.evaluate.reference import Reference
from rulewright.game import game
from rulewright.game.game import Game
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Executor
from rulewright.source.cache import Cache
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later

if TYPE_CHECKING:
    from rulewright.native.driver import machine
else:
    machine = later("rulewright.native.driver.machine")

Engine: TypeAlias = Callable[[ir.Program], Executor]
Name: TypeAlias = Literal["auto", "reference", "native", "cuda"]

ENGINES: tuple[Name, ...] = ("auto", "reference", "native", "cuda")

PATIENCE = 2_000
"""The number of steps that `auto` runs on the reference before it compiles: a game that is only played by hand needs no machine code."""


class NoEngine(ValueError):
    """The engine does not exist or is not installed; the message contains what to do."""


def engine_called(name: str, cache: bool = True) -> Engine:
    """The engine with this name. `cache`: whether machine code is kept between runs. Raises NoEngine."""
    match name:
        case "reference":
            return Reference
        case "native":
            if not native_is_installed():
                raise NoEngine(machine.MISSING)
            return _Natively(cache, patience=0)
        case "auto":
            return _Natively(cache, PATIENCE) if native_is_installed() else Reference
        case "cuda":
            if not native_is_installed():
                raise NoEngine(machine.MISSING)
            check_card()
            return _OnCard(cache)
        case _:
            raise NoEngine(f"there is no engine {name!r}; engines are {', '.join(ENGINES)}")


def load_compiled(path: str | Path, engine: str = "auto") -> Game:
    """The game that `game.save(path)` wrote, loaded without the front end; `engine` is the same as in `load`. `state.get` and
    `state.trace` answer plain places only. Raises SavedProgramError for a file that is damaged, foreign or missing, and NoEngine."""
    return game.load_compiled(path, engine_called(engine))


def check_card() -> None:
    """Raises NoEngine, with what is missing and what to do, unless there is a graphics card on which games can be played."""
    interface = import_module("rulewright.native.gpu.interface")  # asked by few: loads nothing of LLVM
    try:
        interface.opened()
    except interface.NoCard as error:
        raise NoEngine(str(error)) from error


def native_is_installed() -> bool:
    """Whether the packages that the native engine needs are installed. Loads nothing."""
    return find_spec("llvmlite") is not None


@dataclass(frozen=True, slots=True)
class _Natively:
    """Makes native executors. Equal for equal settings, also in another process."""

    cache: bool
    patience: int

    def __call__(self, program: ir.Program) -> Executor:
        from rulewright.native.driver import executor  # to start sooner: the reference needs none

        if not self.patience:
            executor.get_ready()
        kept = Cache.of_user() if self.cache else None
        return executor.Native(program, Reference(program), kept, self.patience, self)


@dataclass(frozen=True, slots=True)
class _OnCard:
    """Makes executors for a graphics card. Equal for equal settings, also in another process."""

    cache: bool

    def __call__(self, program: ir.Program) -> Executor:
        made: Executor = import_module("rulewright.native.gpu.executor").OnCard(
            program, Reference(program), Cache.of_user() if self.cache else None, 0, self
        )
        return made
