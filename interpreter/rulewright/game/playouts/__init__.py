"""Playouts: whole games played fast, and graphs of positions, without history or knowledge.

Comes in: a game, a seed or luck, and players at random or by a strategy.

Goes out: `trial.Trial` and `trial.Trials`, `players.preferred`, `playout.play_on`, `equivalence.Sameness`,
`position_graph.Exploration`.

Imports `game`, `game.history`, `game.moves`, `game.results`, `ir`, `language`, `problems`, `proofs`,
`runtime` and `source`. Imported by `game.batches`, `game.history`, `game.moves`, `game.questions`,
`game.turns`, `rulewright`, `author`, `cli` and `play`.

Begin with `playout`.

Easy to get wrong: random players draw from addresses, as chance does, so the same seed gives the same game
here and in machine code. A choice here is indices, not an `Action`.
"""
