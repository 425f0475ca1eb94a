"""Turns that are alike: what a game of one player keeps between turns, and what can happen in one.

Comes in: a program for one player, and an executor that explains turns (`runtime.by_turns`).

Goes out: `slow_cells.Kept`, `payoff.Payoff`, `turn.Turn`.

Imports `game`, `game.playouts`, `ir`, `language`, `runtime` and `source`. Imported by `play`.

Begin with `turn`.

Easy to get wrong: a cell is slow only if all that rules ask of it are comparisons with constants; what its value adds to the result is counted
when it is written.
"""
