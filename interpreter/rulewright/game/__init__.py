"""Games: the interface that programs use, from a table to its states.

Comes in: a program and an executor for it, passed in from outside.

Goes out: `game.Game` and `game.State`; `table.Table`, what all positions of a game share; the exceptions of
`errors`.

Imports `game.batches`, `game.history`, `game.knowledge`, `game.moves`, `game.questions`, `game.results`,
`ir`, `language`, `problems`, `proofs`, `runtime` and `source`. Imported by `game.batches`,
`game.history`, `game.knowledge`, `game.moves`, `game.playouts`, `game.questions`, `game.results`,
`game.turns`, `engines`, `pipeline`, `rulewright`, `author`, `cli`, `export`, `notebook`, `play`, `scene`
and `serve`.

Begin with `game`.

Easy to get wrong: this package knows no executor. Helpers in its rooms take a `Table` and single steps,
never a `Game`, which lies above them and would close a circle.
"""
