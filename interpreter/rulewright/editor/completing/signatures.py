"""The call around a place, and which of its arguments is being typed.

me.worth(2, |      ->      Signature("worth(p: players, n: 1..6)", ("p: players", "n: 1..6"), 2)
"""

from __future__ import annotations

import re
from pathlib import Path as FilePath

from rulewright.checked.context import Context
from rulewright.editor.cursor import cursor_at
from rulewright.editor.desk import Desk
from rulewright.editor.wording import about_entry, about_function, entry_called, parameters_of
from rulewright.language.builtins import AGGREGATE, FUNCTION
from rulewright.rulebook import nodes as rules
from rulewright.source.dataclass import dataclass

_NAME = re.compile(r"([A-Za-z_]\w*)$")


@dataclass(frozen=True, slots=True)
class Signature:
    """A call in a line, its parameters, the number of the one that is being typed, and more about it."""

    label: str
    parameters: tuple[str, ...]
    active: int
    about: str


def signature(desk: Desk, path: FilePath, text: str, offset: int) -> Signature | None:
    """The call around an offset; None if there is none."""
    analysis = desk.known(path)
    if analysis is None or analysis.checked is None:
        return None
    cursor = cursor_at(text, offset)
    called = None if cursor.at_key else _called(cursor.before)
    return None if called is None else _of(analysis.checked, *called)


def _called(before: str) -> tuple[str, int, bool] | None:
    """The name before the innermost open bracket, the number of commas after it, and whether a dot comes before the name."""
    depth = commas = 0
    for place in range(len(before) - 1, -1, -1):
        sign = before[place]
        if sign == ")":
            depth += 1
        elif sign == "(" and depth:
            depth -= 1
        elif sign == "(":
            name = _NAME.search(before[:place])
            return (name[1], commas, before[: name.start()].endswith(".")) if name is not None else None
        elif sign == "," and not depth:
            commas += 1
    return None


def _of(c: Context, name: str, commas: int, dotted: bool) -> Signature | None:
    entry = entry_called(c.book, name)
    if isinstance(entry, rules.Definition | rules.Step | rules.Table | rules.Variable):
        parameters = parameters_of(entry)
        owner = dotted and bool(parameters)
        shown = tuple(parameters[1:] if owner else parameters)
        label = f"{parameters[0].partition(':')[0]}." if owner else ""
        return Signature(f"{label}{name}({', '.join(shown)})", shown, commas, about_entry(c, entry))
    if name in FUNCTION or name in AGGREGATE:
        about, form = about_function(name)
        calls = [call for call in re.findall(r"\w+\(([^)]*)\)", form) if call.count(",") >= commas]
        inside = calls[0] if calls else ""
        return Signature(form, tuple(part.strip() for part in inside.split(",")), commas, about)
    return None
