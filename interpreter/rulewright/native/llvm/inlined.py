"""Which functions LLVM must inline, and which it must not: decided by the length of the module.

    inlined(texts, ("settle",))      ->      the same functions, some `alwaysinline` or `noinline`

LLVM optimises a function before it inlines it, and then all of the caller again; a long function takes
more time than its parts.  So the longer a module is, the more is decided here:

    short       functions with one call site are inlined; so is the order of play wherever it is called, so that the state
                stays in registers; LLVM decides about the rest
    longer      functions with one call site, and those so short that copies hardly matter, are inlined
    very long   the same, but the functions of an action are never inlined: work grows with the number of actions only
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

SHORT_MODULE, LONG_MODULE = 2_100, 5_000
"""Lengths in lines of text."""
SHORT_FUNCTION = 200
"""The most lines of a function that is inlined wherever it is called in a short module."""
FEW_LINES = 30
"""The most lines that copies of one function may add where LLVM has no choice."""
LONG_CHECK = 60
"""The lines that copies of a check may add; a longer one is never inlined: games are as fast, and compiling takes less time."""
OF_AN_ACTION, CHECKS = ("apply.", "list."), ("end.", "invariants")
"""Functions by the beginnings of their names: those of an action, and those of the order of play that check something."""

_CALL = re.compile(r' call [^@\n]*@"([^"\n]+)"\(')
_NAME = re.compile(r'define internal [^@\n]*@"([^"\n]+)"\(')
_PLAIN = " nounwind {"


def inlined(texts: Sequence[str], together: Sequence[str]) -> list[str]:
    """The texts of a module's functions, with attributes that control inlining. `together`: the names of
    those that are inlined wherever they are called in a short module."""
    sizes = [text.count("\n") for text in texts]
    calls = Counter(name for text in texts for name in _CALL.findall(text))
    short, apart = sum(sizes) <= SHORT_MODULE, OF_AN_ACTION if sum(sizes) > LONG_MODULE else ()
    said = {}
    for text, size in zip(texts, sizes, strict=True):
        name = _name(text)
        copied = (calls[name] - 1) * size
        if name.startswith(apart) or (name.startswith(CHECKS) and copied > LONG_CHECK):
            said[name] = "noinline"
        elif name and (
            copied <= (0 if short else FEW_LINES) or (short and name in together and size <= SHORT_FUNCTION)
        ):
            said[name] = "alwaysinline"
    return [_said(text, said) for text in texts]


def _name(text: str) -> str:
    """The name of an internal function, otherwise an empty string."""
    found = _NAME.match(text)
    return found[1] if found is not None else ""


def _said(text: str, said: dict[str, str]) -> str:
    word = said.get(_name(text))
    return text if word is None else text.replace(_PLAIN, f" nounwind {word} {{", 1)
