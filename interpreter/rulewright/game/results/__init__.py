"""Results: who won, the returns, and how players rank before the end.

Comes in: a program, and the cells of a position or the few figures kept of a finished game.

Goes out: `standing.winners`, `standing.returns`, `standing.scores`, `standing.ended_by`, and
`measure.measure_of`: the unit of results.

Imports `game`, `ir`, `runtime` and `source`. Imported by `game`, `game.batches`, `game.history`,
`game.knowledge`, `game.playouts`, `author`, `cli` and `play`.

Begin with `standing`.

Easy to get wrong: the same results can be read from cells and from the few figures that are kept of games played in
bulk (`returns_of`). Both must agree.
"""
