"""Questions to a state: plain places, expressions, sentences and traces.

Comes in: a text, and the cells of a position.

Goes out: the functions of `places` and `tracing`; `places.sentence`; `effects.picks` and
`effects.read_groups`, found by reading the program.

Imports `game`, `game.history`, `game.knowledge`, `game.moves`, `game.playouts`, `ir`, `language`,
`problems` and `runtime`. Imported by `game`, `game.history`, `game.knowledge`, `author`, `cli` and
`scene`.

Begin with `places`.

Easy to get wrong: plain places work for a compiled game; any other expression needs the front end, which
`pipeline` hands over as a hook and which may be missing.
"""
