"""History: the steps to a position, records, replay, saved states and undo.

Comes in: a table and its steps; the JSON of a record or saved state.

Goes out: `steps.Step`, `record.full`, `replay.replayed`, and `serial` for a state as text.

Imports `game`, `game.knowledge`, `game.moves`, `game.playouts`, `game.questions`, `game.results`, `ir`,
`problems`, `runtime` and `source`. Imported by `game`, `game.knowledge`, `game.moves`, `game.playouts`,
`game.questions`, `pipeline`, `rulewright`, `author`, `cli`, `play` and `serve`.

Begin with `steps`.

Easy to get wrong: a step never changes, and states share steps. Data read from a file is checked against `formats`
first; the record of one seat has no seed and only what that seat saw, so it cannot be replayed.
"""
