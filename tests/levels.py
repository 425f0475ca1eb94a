"""How much LLVM optimises the machine code that tests make (the fixtures in `conftest.py`)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulewright.native.driver import machine

USUAL = machine.LEVEL


@contextmanager
def at_level(level: int) -> Iterator[None]:
    """Let LLVM optimise so much, or (0) not at all."""
    before, machine.LEVEL = machine.LEVEL, level
    machine.host.cache_clear()  # it names the level, and so does the key of kept code
    try:
        yield
    finally:
        machine.LEVEL = before
        machine.host.cache_clear()
