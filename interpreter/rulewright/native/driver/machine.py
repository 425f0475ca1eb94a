"""From the text of an LLVM module to functions that can be called.

    library = load(object_code(text))
    library["rulewright.begin"](cells, luck, seed)        takes addresses and numbers, returns a number

Object code is for the current processor, and can be kept and loaded again (`cache`).  Calls release the interpreter's lock,
so threads run in parallel, apart from single steps in place, which take a microsecond and must be indivisible.  llvmlite is an extra, imported on use.
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from itertools import count
from threading import Lock
from typing import Any, NamedTuple, TypeAlias

Library: TypeAlias = dict[str, Any]  # ctypes functions, each of which takes what its signature says
"""Functions by name."""
Signature: TypeAlias = Callable[[int], Any]  # makes a ctypes function from an address
_TYPES = {"p": ctypes.c_void_p, "i": ctypes.c_int32, "l": ctypes.c_uint64}
"""The types of parameters: an address, a number, a number of 64 bits."""
_HELD = {"rulewright.advance", "rulewright.relist", "rulewright.set_out"}
"""Functions that hold the interpreter's lock."""


def _signatures(**parameters: str) -> dict[str, Signature]:
    """Functions by name, each of which returns a number. In every module are `answers`, which is called before the
    others, and `reason`."""
    return {
        name: (ctypes.PYFUNCTYPE if name in _HELD else ctypes.CFUNCTYPE)(
            ctypes.c_int32, *(_TYPES[letter] for letter in letters)
        )
        for name, letters in (
            (f"rulewright.{short}", letters)
            for short, letters in {**parameters, "answers": "lp", "reason": "lp"}.items()
        )
    }


MODULES = {
    "steps": _signatures(
        begin="ppl",
        apply="pplp",
        settle="ppl",
        legal="ppi",
        scores="pp",
        advance="pip",
        relist="p",
        set_out="p",
    ),
    "playouts": _signatures(playouts="pliipp", seeds="lllp"),
    "totals": _signatures(totals="lllippiplpppp"),
    "measured": _signatures(measured="plippipp"),
    "continued": _signatures(play_on="pliiiippppp"),
    "many": _signatures(choose_many="plpi", step_many="pll", mask_many="plpl", observe_many="plpip"),
    "preferring": _signatures(prefer_many="plppp", prefer_one="ppip"),
    "search": _signatures(search="pll", resettle="plpl", seeds="lllp"),
    "positions": _signatures(
        spread="plllli",
        replace="pll",
        join="pll",
        pack="ppl",
        unpack="ppl",
        judge="pllli",
        sequences="pllliil",
    ),
}
"""The functions of each module of a program (`from_ir.module_text`), with the types of their parameters."""

LEVEL = 2
"""The optimisation level of LLVM, from 0 to 3."""

OLDEST = 20
"""The oldest LLVM with which this was tested; those before 17 do not know `ptr`."""

MISSING = "the native engine needs llvmlite, which is not installed; in a copy of Rulewright: pip install '.[native]'"


OTHER_MEANING = 'the machine code made here does not mean what the rules mean; play with engine="reference" (--engine reference), and please report this'


class NoMachine(RuntimeError):
    """Machine code cannot be made here: llvmlite is missing, or cannot be used on this machine."""


def available() -> bool:
    """Whether llvmlite is installed."""
    return find_spec("llvmlite") is not None


class Target(NamedTuple):
    """A processor other than that of this machine, as LLVM names it, and how much is optimised for it."""

    triple: str
    cpu: str
    features: str
    level: int = LEVEL


def object_code(text: str, target: Target | None = None) -> bytes:
    """The optimised machine code of a module for the current processor, or for another one. Raises ValueError for a text that
    is not a module, and NoMachine."""
    machine = _target_machine() if target is None else _machine_of(target)
    level = LEVEL if target is None else target.level
    code: bytes = machine.emit_object(_optimised(text, machine, level))
    return code


def assembly_code(text: str, target: Target) -> str:
    """The same in assembly language."""
    machine = _machine_of(target)
    code: str = machine.emit_assembly(_optimised(text, machine, target.level))
    return code


def _optimised(text: str, machine: Any, level: int) -> Any:  # Any: llvmlite has no types
    """The module of a text after LLVM's passes for a target machine. Raises ValueError."""
    llvm = _llvm()
    try:
        module = llvm.parse_assembly(text)
        module.verify()
    except RuntimeError as error:
        raise ValueError(f"LLVM cannot read this: {error}") from error
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.PipelineTuningOptions(speed_level=level)
    options.slp_vectorization = options.loop_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.run(module, builder)
    return module


@cache
def host() -> str:
    """The machine that object code fits: this processor, its features, and this version of LLVM."""
    import llvmlite  # to start sooner: it is loaded when there is something to compile

    llvm = _llvm()
    version = ".".join(map(str, llvm.llvm_version_info))
    features = llvm.get_host_cpu_features().flatten()
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {features} LLVM {version} llvmlite {llvmlite.__version__} level {LEVEL}"


def get_ready() -> None:
    """Load LLVM and make the linker, so that the first machine code of the process need not wait for them. Raises NoMachine."""
    host()
    _jit()


def load(code: bytes, signatures: Mapping[str, Signature]) -> Library:
    """The functions of object code, which stays in memory as long as one of them. Raises ValueError if it
    is not object code, or lacks one of them."""
    llvm = _llvm()
    builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
    for name in signatures:
        builder.export_symbol(name)
    with _lock:
        try:
            tracker = builder.link(_jit(), f"rulewright.{next(_numbers)}")
        except RuntimeError as error:
            raise ValueError(f"this is no machine code of ours: {error}") from error
    functions: Library = {name: signature(tracker[name]) for name, signature in signatures.items()}
    for function in functions.values():
        function.memory = tracker
    return functions


def address_of(numbers: bytearray | memoryview) -> int:
    """The address of writable bytes, which must be kept alive meanwhile."""
    return ctypes.addressof(ctypes.c_char.from_buffer(numbers))


def address(numbers: array[Any]) -> int:  # Any: floats or ints
    """The address of an array's numbers."""
    return numbers.buffer_info()[0]


def place_of(function: Any) -> int:  # Any: a function of ctypes
    """The address of a function."""
    return ctypes.cast(function, ctypes.c_void_p).value or 0


def zeros(many: int, sort: str = "i") -> array[int]:
    """An array of zeros with at least one element."""
    return array(sort, (0,)) * max(many, 1)


# ---------------------------------------------------------------------------------------------------- llvmlite

_lock = Lock()
_numbers = count()
"""Numbers for the names of libraries, which are never used again, not even after a library is freed."""


@cache
def _llvm() -> Any:  # Any: llvmlite has no types
    """llvmlite's binding, initialised for this machine."""
    if not available():
        raise NoMachine(MISSING)
    try:
        import llvmlite.binding as llvm  # to start sooner: it is loaded when there is something to compile
    except (ImportError, OSError) as error:
        raise NoMachine(f"llvmlite is installed but does not work on this machine: {error}") from error
    if llvm.llvm_version_info[0] < OLDEST:
        raise NoMachine(
            f"llvmlite is too old: it has LLVM {llvm.llvm_version_info[0]}, and {OLDEST} is needed"
        )
    if sys.byteorder != "little":
        raise NoMachine("the native engine knows little-endian processors only")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _target_machine() -> Any:  # Any: llvmlite has no types
    """A target machine for the current processor; a new one for each caller, which owns it."""
    llvm = _llvm()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=LEVEL
    )


def _machine_of(target: Target) -> Any:  # Any: llvmlite has no types
    """A target machine for another processor."""
    llvm = _llvm()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    try:
        found = llvm.Target.from_triple(target.triple)
    except RuntimeError as error:
        raise NoMachine(f"this LLVM makes no code for {target.triple}: {error}") from error
    return found.create_target_machine(cpu=target.cpu, features=target.features, opt=target.level)


@cache
def _jit() -> Any:  # Any: llvmlite has no types
    """The JIT linker that places object code in memory; one for the whole process."""
    return _llvm().create_lljit_compiler(_target_machine(), suppress_errors=True)
