"""Batches: many states stepped at once, in rows of numbers, for training players.

Comes in: a table, a number of states, and buffers given by the caller.

Goes out: `batch.Batch` and `columns.Column` (what a number in a row means).

Imports `game`, `game.knowledge`, `game.moves`, `game.playouts`, `game.results`, `ir`, `problems`,
`runtime` and `source`. Imported by `game` and `rulewright`.

Begin with `batch`.

Easy to get wrong: `scalar` steps game by game and `vectorised` all at once. Both must give the same games.
Buffers keep their address and length, so callers may hold views of them.
"""
