"""A stand-in for the driver of a graphics card, which runs kernels on the processor.

    with standing_in() as card:
        load("pig", engine="cuda").simulate(1000)
    card.launched                       ["rulewright_answers", "rulewright_totals", ...]

Its functions are called as those of the driver are, through C and with the same types. Its memory has addresses of its own, so whoever
reads there without the driver crashes. A kernel is the text from which the assembly was made, apart from the registers from which a thread
knows its number. All threads run one after the other.
"""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from rulewright.native.driver import machine
from rulewright.native.gpu import executor, interface, kernels, threads
from rulewright.native.gpu.assembly import assembled

ELSEWHERE = 1 << 60
"""What is added to an address of the processor."""
INVALID_VALUE, OUT_OF_MEMORY, NO_DEVICE, INVALID_CONTEXT, INVALID_IMAGE, NOT_FOUND = 1, 2, 100, 201, 200, 500
NAMES = {
    INVALID_VALUE: b"CUDA_ERROR_INVALID_VALUE", OUT_OF_MEMORY: b"CUDA_ERROR_OUT_OF_MEMORY", NO_DEVICE: b"CUDA_ERROR_NO_DEVICE",
    INVALID_CONTEXT: b"CUDA_ERROR_INVALID_CONTEXT", INVALID_IMAGE: b"CUDA_ERROR_INVALID_IMAGE", NOT_FOUND: b"CUDA_ERROR_NOT_FOUND",
}  # fmt: skip
CONTEXT = 7
_TYPES = {"ptr": ctypes.c_void_p, "i32": ctypes.c_int32, "i64": ctypes.c_uint64}

_RUN = """
@now = internal global [4 x i32] zeroinitializer
REGISTERS
define i32 @"run"(i32 %all, i32 %each, PARAMETERS) {
entry:
  store i32 %all, ptr getelementptr (i32, ptr @now, i64 1)
  store i32 %each, ptr getelementptr (i32, ptr @now, i64 2)
  %many = mul i32 %all, %each
  br label %again
again:
  %one = phi i32 [ 0, %entry ], [ %next, %run ]
  %more = icmp ult i32 %one, %many
  br i1 %more, label %run, label %leave
run:
  %block = udiv i32 %one, %each
  %thread = urem i32 %one, %each
  store i32 %block, ptr @now
  store i32 %thread, ptr getelementptr (i32, ptr @now, i64 3)
  call void @NAME(PARAMETERS)
  %next = add i32 %one, 1
  br label %again
leave:
  ret i32 0
}
"""
_REGISTER = """define internal i32 @register.NAME() alwaysinline {
  %value = load i32, ptr getelementptr (i32, ptr @now, i64 PLACE)
  ret i32 %value
}
"""


def runs(text: str, name: str) -> Any:  # Any: a function of ctypes
    """The function that runs all threads of a kernel."""
    module = name.removeprefix("rulewright_")
    text = text.replace("ptx_kernel ", "internal ")
    for _place, register in enumerate(threads.REGISTERS):
        spelled = f"@llvm.nvvm.read.ptx.sreg.{register}"
        text = text.replace(f"declare i32 {spelled}()\n", "").replace(spelled, f"@register.{register}")
    registers = (
        _REGISTER.replace("NAME", register).replace("PLACE", str(place))
        for place, register in enumerate(threads.REGISTERS)
    )
    run = _RUN.replace("REGISTERS", "".join(registers)).replace("PARAMETERS", kernels.PARAMETERS[module])
    types = (_TYPES[each] for each in _types_of(module))
    signature = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, *types)
    code = machine.object_code(text + run.replace("NAME", name))
    return machine.load(code, {"run": signature})["run"]


def _types_of(module: str) -> list[str]:
    return re.findall(r"(ptr|i32|i64) %", kernels.PARAMETERS[module])


class StandIn:
    """The card and its driver. `fails`: functions that return an error."""

    def __init__(self, processors: int = 1) -> None:
        self.fails: dict[str, int] = {}
        self.texts: dict[bytes, str] = {}
        self.launched: list[str] = []
        self.capability = 9, 0
        self.blocks: dict[int, ctypes.Array[ctypes.c_char]] = {}
        self.free = 1 << 30
        self.compiled_kernel: Any = executor.compiled_kernel
        self.driver = interface.driver
        """Those of the package."""
        self._processors = processors
        self._current = threading.local()
        self._modules: list[str] = []
        self._functions: list[tuple[int, str]] = []
        self._made: dict[tuple[int, str], Any] = {}
        self._said = [ctypes.create_string_buffer(name) for name in NAMES.values()]

    def calls(self) -> interface.Calls:
        """What the driver offers."""
        return {name: interface.prototype(name)(self._noted(name)) for name in interface.PROTOTYPES}

    def assembled(self, text: str, architecture: str) -> bytes:
        """The real assembly, of which the stand-in remembers the text."""
        made = assembled(text, architecture)
        self.texts[made] = text
        return made

    def compiled_anew(self, *given: Any) -> Any:  # Any: as of `compiled_kernel`
        """A kernel that is not taken from the cache, which knows no texts."""
        return self.compiled_kernel(*given[:-1], None)

    def _noted(self, name: str) -> Any:  # Any: functions of several types
        function: Any = getattr(self, name)  # Any: functions of several types
        needs_context = name.startswith(("cuMem", "cuModule", "cuLaunch", "cuCtxSynchronize"))

        def called(*arguments: Any) -> int:
            if name in self.fails:
                return self.fails[name]
            if needs_context and getattr(self._current, "context", None) != CONTEXT:
                return INVALID_CONTEXT
            found: int = function(*arguments)
            return found

        return called

    # ----------------------------------------------------------------------------------------- the functions

    def cuInit(self, flags: int) -> int:
        return 0

    def cuDeviceGetCount(self, to: int) -> int:
        return _put(to, ctypes.c_int(1))

    def cuDeviceGet(self, to: int, number: int) -> int:
        return _put(to, ctypes.c_int(0))

    def cuDeviceGetName(self, to: int, size: int, device: int) -> int:
        return _put(to, ctypes.create_string_buffer(b"a stand-in"))

    def cuDeviceGetAttribute(self, to: int, which: int, device: int) -> int:
        values = {16: self._processors, 75: self.capability[0], 76: self.capability[1]}
        return _put(to, ctypes.c_int(values[which]))

    def cuDevicePrimaryCtxRetain(self, to: int, device: int) -> int:
        return _put(to, ctypes.c_void_p(CONTEXT))

    def cuCtxSetCurrent(self, context: int) -> int:
        self._current.context = context
        return 0

    def cuCtxSynchronize(self) -> int:
        return 0

    def cuModuleLoadDataEx(self, to: int, image: int, options: int, names: int, values: int) -> int:
        text = self.texts.get(ctypes.string_at(image))
        if text is None:
            log = ctypes.cast(values, ctypes.POINTER(ctypes.c_void_p))[0]
            _put(log or 0, ctypes.create_string_buffer(b"line 3: no kernel of ours"))
            return INVALID_IMAGE
        self._modules.append(text)
        return _put(to, ctypes.c_void_p(len(self._modules)))

    def cuModuleGetFunction(self, to: int, module: int, name: bytes) -> int:
        if f"@{name.decode()}(" not in self._modules[module - 1]:
            return NOT_FOUND
        self._functions.append((module, name.decode()))
        return _put(to, ctypes.c_void_p(len(self._functions)))

    def cuMemGetInfo_v2(self, free: int, total: int) -> int:
        return _put(free, ctypes.c_size_t(self.free)) or _put(total, ctypes.c_size_t(self.free))

    def cuMemAlloc_v2(self, to: int, size: int) -> int:
        block = (ctypes.c_char * size)()
        ctypes.memset(block, 0xAA, min(size, 1 << 20))
        there = ctypes.addressof(block) + ELSEWHERE
        self.blocks[there] = block
        return _put(to, ctypes.c_uint64(there))

    def cuMemFree_v2(self, there: int) -> int:
        return INVALID_VALUE if self.blocks.pop(there, None) is None else 0

    def cuMemcpyHtoD_v2(self, there: int, here: int, size: int) -> int:
        return self._copied(there, size, lambda place: ctypes.memmove(place, here, size))

    def cuMemcpyDtoH_v2(self, here: int, there: int, size: int) -> int:
        return self._copied(there, size, lambda place: ctypes.memmove(here, place, size))

    def cuMemsetD8_v2(self, there: int, value: int, size: int) -> int:
        return self._copied(there, size, lambda place: ctypes.memset(place, value, size))

    def cuLaunchKernel(
        self, function: int, blocks: int, blocks_y: int, blocks_z: int, threads: int, threads_y: int, threads_z: int,
        shared: int, stream: int | None, arguments: int, more: int | None,
    ) -> int:  # fmt: skip
        if not function or {blocks_y, blocks_z, threads_y, threads_z} != {1} or shared or stream or more:
            return INVALID_VALUE
        key = self._functions[function - 1]
        if key not in self._made:
            self._made[key] = runs(self._modules[key[0] - 1], key[1])
        places = ctypes.cast(arguments, ctypes.POINTER(ctypes.c_void_p))
        given = []
        for place, type in enumerate(_types_of(key[1].removeprefix("rulewright_"))):
            held: Any = _TYPES[type].from_address(places[place] or 0)
            value = held.value or 0
            if type == "ptr" and value:
                if value not in self.blocks:
                    return INVALID_VALUE
                value -= ELSEWHERE
            given.append(value)
        self.launched.append(key[1])
        self._made[key](blocks, threads, *given)
        return 0

    def cuGetErrorName(self, number: int, to: int) -> int:
        if number not in NAMES:
            return INVALID_VALUE
        return _put(to, ctypes.c_void_p(ctypes.addressof(self._said[[*NAMES].index(number)])))

    def _copied(self, there: int, size: int, copy: Any) -> int:
        if not any(
            start <= there and there + size <= start + len(block) for start, block in self.blocks.items()
        ):
            return INVALID_VALUE
        copy(there - ELSEWHERE)
        return 0


def _put(to: int, value: Any) -> int:  # Any: of ctypes
    ctypes.memmove(to, ctypes.byref(value), ctypes.sizeof(value))
    return 0


@contextmanager
def standing_in(card: StandIn | None = None) -> Iterator[StandIn]:
    """While it lasts, the driver of this machine is a stand-in. At the end none of its memory may be in use."""
    card = card or StandIn()
    interface.opened.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(interface, "driver", card.calls)
        patch.setattr(executor, "assembled", card.assembled)
        patch.setattr(executor, "compiled_kernel", card.compiled_anew)
        yield card
    interface.opened.cache_clear()
    assert not card.blocks, "memory of the card was not given back"
