"""Places as authors write them, in `given`, `expect` and `set`."""

from __future__ import annotations

from rulewright.expression import nodes as syntax


def place_parts(
    node: syntax.Expression,
) -> tuple[str, syntax.Expression | None, tuple[syntax.Expression, ...]]:
    """Name, owner and further indices of a place: `seat(1).sheet(twos)` -> sheet, seat(1), (twos,)."""
    match node:
        case syntax.Name(text=text):
            return text, None, ()
        case syntax.Attribute(of=of, name=name):
            return name, of, ()
        case syntax.Call(function=function, arguments=arguments):
            name, owner, _ = place_parts(function)
            return name, owner, arguments
        case _:
            return "", None, ()
