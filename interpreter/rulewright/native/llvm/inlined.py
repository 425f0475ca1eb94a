"""Which functions LLVM has to put into their callers, and which it must leave apart: by how long a module is.

    inlined(texts, ("settle",))      ->      the same functions, some `alwaysinline` or `noinline`

LLVM works through a function before it puts it into its caller, and there through all of it again; a long function takes
more time than its parts.  So the longer a module is, the more is said beforehand:

    short       what is called at one place goes there at once; so does the order of play wherever it is called, so that the state
                stays in registers; the rest as LLVM likes
    longer      what is called at one place, or so short that copies hardly count
    very long   the same, but what belongs to one action stays a function: work grows with the number of actions only
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

SHORT_MODULE, LONG_MODULE = 2_100, 5_000
"""Lines of text."""
SHORT_FUNCTION = 200
"""Lines of what goes wherever it is called in a short module."""
FEW_LINES = 30
"""So many lines more may come of the copies of one function, whatever LLVM thinks of it."""
OF_AN_ACTION = ("apply.", "list.")

_CALL = re.compile(r' call [^@\n]*@"([^"\n]+)"\(')
_NAME = re.compile(r'define internal [^@\n]*@"([^"\n]+)"\(')
_PLAIN = " nounwind {"


def inlined(texts: Sequence[str], together: Sequence[str]) -> list[str]:
    """The texts of a module's functions, with what is said of putting them into one another. `together`: the names of those that
    go wherever they are called in a short module."""
    sizes = [text.count("\n") for text in texts]
    calls = Counter(name for text in texts for name in _CALL.findall(text))
    short, apart = sum(sizes) <= SHORT_MODULE, OF_AN_ACTION if sum(sizes) > LONG_MODULE else ()
    said = {}
    for text, size in zip(texts, sizes, strict=True):
        name = _name(text)
        copied = (calls[name] - 1) * size
        if name.startswith(apart):
            said[name] = "noinline"
        elif name and (
            copied <= (0 if short else FEW_LINES) or (short and name in together and size <= SHORT_FUNCTION)
        ):
            said[name] = "alwaysinline"
    return [_said(text, said) for text in texts]


def _name(text: str) -> str:
    """The name of a function that only the module calls, otherwise nothing."""
    found = _NAME.match(text)
    return found[1] if found is not None else ""


def _said(text: str, said: dict[str, str]) -> str:
    word = said.get(_name(text))
    return text if word is None else text.replace(_PLAIN, f" nounwind {word} {{", 1)
