"""The values by which players are ranked while the game goes on."""

from __future__ import annotations

from rulewright.ir import nodes as ir


def standing_of(program: ir.Program) -> list[ir.Best]:
    """The values that rank the players: `standing`, or the first `highest` or `lowest` result of an end."""
    results = [program.standing] if program.standing else [end.result for end in program.ends]
    found = ([outcome for outcome in result if isinstance(outcome, ir.Best)] for result in results)
    return next((best for best in found if best), [])
