"""The driver of NVIDIA's graphics cards: the few of its functions that are needed, called by ctypes.

    card = opened()                                 raises NoCard, with what is missing and what to do
    module = card.load(assembly)
    with card.using(), card.memory(4000) as (there,):
        card.launch(module.function("rulewright_totals"), blocks=64, threads=128, arguments=[...])
        card.read(there, numbers)

No package is needed: the driver comes with a library, which is all that is used. Calls block until the card is done, and release the
interpreter's lock. Threads share a card, one after the other (`using`).
"""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from threading import RLock
from typing import Any, Final
from weakref import finalize

from rulewright.native.driver.machine import NoMachine, address
from rulewright.native.gpu.assembly import architecture
from rulewright.source.dataclass import dataclass

NATIVE = '; --engine native (engine="native") plays the same games on the processor'
NO_DRIVER = f"the engine cuda needs an NVIDIA graphics card with its driver, and the library of the driver, %s, is not here{NATIVE}"
NO_CARD = f"the driver of NVIDIA's graphics cards finds none that it can use (%s){NATIVE}"
TOO_OLD = f"the graphics card (%s) is too old: its compute capability is %d.%d, and 7.0 is needed{NATIVE}"
TOO_LITTLE = f"the graphics card has too little memory for this game (%s){NATIVE}"
FAILED = f"the graphics card failed in %s: %s{NATIVE}"

PER_BLOCK: Final = 128
"""The threads of a block."""
OUT_OF_MEMORY: Final = (2, 701)
"""The errors for too little memory, and for too few resources for a launch."""
_LOG: Final = 4096
_ERROR_LOG, _ERROR_LOG_SIZE = 5, 6
_PROCESSORS, _MAJOR, _MINOR = 16, 75, 76

_A, _I, _U, _L, _S = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_uint64, ctypes.c_size_t
PROTOTYPES: Final = {
    "cuInit": (_U,),
    "cuDeviceGetCount": (_A,),
    "cuDeviceGet": (_A, _I),
    "cuDeviceGetName": (_A, _I, _I),
    "cuDeviceGetAttribute": (_A, _I, _I),
    "cuDevicePrimaryCtxRetain": (_A, _I),
    "cuCtxSetCurrent": (_A,),
    "cuCtxSynchronize": (),
    "cuModuleLoadDataEx": (_A, _A, _U, _A, _A),
    "cuModuleGetFunction": (_A, _A, ctypes.c_char_p),
    "cuMemGetInfo_v2": (_A, _A),
    "cuMemAlloc_v2": (_A, _S),
    "cuMemFree_v2": (_L,),
    "cuMemcpyHtoD_v2": (_L, _A, _S),
    "cuMemcpyDtoH_v2": (_A, _L, _S),
    "cuMemsetD8_v2": (_L, ctypes.c_ubyte, _S),
    "cuLaunchKernel": (_A, _U, _U, _U, _U, _U, _U, _U, _A, _A, _A),
    "cuGetErrorName": (_I, _A),
}
"""The functions of the driver, with the types of their parameters; each returns a number, 0 if it succeeded."""

Calls = dict[str, Callable[..., int]]
"""Functions of the driver by name."""


class NoCard(NoMachine):
    """There is no graphics card that can be used, or it failed."""


def prototype(name: str) -> Any:  # Any: as ctypes has it
    """What makes a function of the driver from its address, or from a Python function."""
    return ctypes.CFUNCTYPE(ctypes.c_int, *PROTOTYPES[name])


def library_name() -> str:
    """The file of the driver's library."""
    return "nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1"


def driver() -> Calls:
    """The functions of the driver on this machine. Raises NoCard."""
    try:
        found = ctypes.CDLL(library_name())
        return {name: prototype(name)((name, found)) for name in PROTOTYPES}
    except (OSError, AttributeError) as error:
        raise NoCard(NO_DRIVER % library_name()) from error


@cache
def opened() -> Card:
    """The first graphics card, for the whole process. Raises NoCard."""
    return Card(driver())


@dataclass(frozen=True, slots=True)
class Loaded:
    """A module on the card."""

    card: Card
    handle: int

    def function(self, name: str) -> int:
        """The handle of a function of the module."""
        found = ctypes.c_void_p()
        self.card.call("cuModuleGetFunction", ctypes.byref(found), self.handle, name.encode())
        return found.value or 0


@dataclass(frozen=True, eq=False)
class Held:
    """A block of memory of the card, by its address."""

    place: int


class Card:
    """A graphics card. `using` has to be entered before anything else is done with it, apart from asking what it is."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._lock = RLock()
        many, device = ctypes.c_int(), ctypes.c_int()
        try:
            self.call("cuInit", 0)
            self.call("cuDeviceGetCount", ctypes.byref(many))
        except NoCard as error:
            raise NoCard(NO_CARD % self._error) from error
        if not many.value:
            raise NoCard(NO_CARD % "it counts 0")
        self.call("cuDeviceGet", ctypes.byref(device), 0)
        name = ctypes.create_string_buffer(256)
        self.call("cuDeviceGetName", name, len(name), device)
        self.name = name.value.decode(errors="replace")
        self.processors, major, minor = (
            self._attribute(device, each) for each in (_PROCESSORS, _MAJOR, _MINOR)
        )
        found = architecture(major, minor)
        if found is None:
            raise NoCard(TOO_OLD % (self.name, major, minor))
        self.architecture = found
        self._context = ctypes.c_void_p()
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self._context), device)

    @contextmanager
    def using(self) -> Iterator[None]:
        """While it lasts this thread has the card to itself."""
        with self._lock:
            self.call("cuCtxSetCurrent", self._context)
            yield

    def load(self, assembly: bytes) -> Loaded:
        """A module from its assembly, which the driver compiles."""
        handle, log = ctypes.c_void_p(), ctypes.create_string_buffer(_LOG)
        options = (ctypes.c_int * 2)(_ERROR_LOG, _ERROR_LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.addressof(log), _LOG)
        text = ctypes.create_string_buffer(assembly)
        try:
            self.call("cuModuleLoadDataEx", ctypes.byref(handle), text, 2, options, values)
        except NoCard as error:
            said = log.value.decode(errors="replace").strip()
            raise NoCard(f"{error}\n{said}" if said else str(error)) from error
        return Loaded(self, handle.value or 0)

    def free(self) -> int:
        """The bytes of memory that are free."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value

    @contextmanager
    def memory(self, *sizes: int) -> Iterator[list[int]]:
        """Blocks of memory of these many bytes, with whatever is there; the address is 0 where nothing is needed."""
        blocks: list[int] = []
        try:
            for size in sizes:
                blocks.append(self._allocated(size) if size else 0)
            yield blocks
        finally:
            for block in blocks:
                if block:
                    self._calls["cuMemFree_v2"](block)

    def held(self, size: int) -> Held:
        """A block of memory of these many bytes, at least one, which is given back when nobody refers to it."""
        held = Held(self._allocated(max(size, 1)))
        finalize(held, self._given_back, held.place).atexit = False
        return held

    def clear(self, place: int, size: int) -> None:
        """Make these many bytes zeros."""
        self.call("cuMemsetD8_v2", place, 0, size)

    def write(self, numbers: array[Any], to: int) -> None:  # Any: floats or ints
        self.call("cuMemcpyHtoD_v2", to, address(numbers), len(numbers) * numbers.itemsize)

    def read(self, source: int, numbers: array[Any]) -> None:  # Any: floats or ints
        self.read_bytes(source, address(numbers), len(numbers) * numbers.itemsize)

    def read_bytes(self, source: int, to: int, size: int) -> None:
        """Copy these many bytes to an address of ours."""
        self.call("cuMemcpyDtoH_v2", to, source, size)

    def launch(self, function: int, blocks: int, threads: int, arguments: Sequence[Any]) -> None:
        """Run a kernel to its end. The arguments are numbers of ctypes."""
        places = (ctypes.c_void_p * len(arguments))(*map(ctypes.addressof, arguments))
        self.call("cuLaunchKernel", function, blocks, 1, 1, threads, 1, 1, 0, None, places, None)
        self.call("cuCtxSynchronize")

    def call(self, name: str, *arguments: Any) -> None:
        """Call a function of the driver. Raises NoCard."""
        failed = self._calls[name](*arguments)
        if not failed:
            return
        said = ctypes.c_char_p()
        unknown = self._calls["cuGetErrorName"](failed, ctypes.byref(said))
        self._error = f"error {failed}" if unknown or not said.value else said.value.decode()
        if failed in OUT_OF_MEMORY:
            raise NoCard(TOO_LITTLE % self._error)
        raise NoCard(FAILED % (name, self._error))

    # ----------------------------------------------------------------------------------------------- private

    def _attribute(self, device: ctypes.c_int, which: int) -> int:
        value = ctypes.c_int()
        self.call("cuDeviceGetAttribute", ctypes.byref(value), which, device)
        return value.value

    def _given_back(self, place: int) -> None:
        with self._lock:  # as `using`, without errors, since nothing can be done about them
            self._calls["cuCtxSetCurrent"](self._context)
            self._calls["cuMemFree_v2"](place)

    def _allocated(self, size: int) -> int:
        block = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(block), size)
        return block.value
