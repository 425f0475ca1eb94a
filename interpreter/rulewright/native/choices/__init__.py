"""Choices in machine code: listing legal moves, picking one, and following strategies.

Comes in: the actions of a program, with their domains and conditions.

Goes out: `chooser.pick_and_apply`, `players.AtRandom`, `ranks.rank`, `strategies.pick_preferred`.

Imports `native`, `native.chance`, `native.driver`, `native.expressions`, `native.flow`, `native.llvm`,
`native.modules`, `native.pieces`, `ir`, `language`, `problems`, `runtime` and `source`. Imported by
`native`, `native.expressions`, `native.flow` and `native.modules`.

Begin with `moves`.

Easy to get wrong: masks and tables are faster ways to count the same choices in the same order. `prefilter` and
`through_last_move` are optimisations; the latter holds only for games played from set-up, never from a given
position.
"""
