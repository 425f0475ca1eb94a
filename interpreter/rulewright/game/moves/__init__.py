"""Moves: typed text to an action, its legality, and the step it leads to.

Comes in: a text, a name with arguments, an id or a choice, at a table and a step.

Goes out: `action.Action`, `legal.legal`, `legal.meant`, `step.begun` and `step.moved`.

Imports `game`, `game.history`, `game.knowledge`, `game.playouts`, `ir`, `language`, `problems`,
`runtime` and `source`. Imported by `game`, `game.batches`, `game.history`, `game.playouts`,
`game.questions`, `rulewright`, `author`, `cli`, `play` and `scene`.

Begin with `action`.

Easy to get wrong: one text may have several readings. `parsing` lists them in order, and `legal.meant` takes the legal
one. `step` changes no state: its caller decides what becomes of the new step.
"""
