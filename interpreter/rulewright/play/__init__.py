"""Many games: simulations, comparisons, bots, counting positions and exact answers.

Comes in: a `game.Game`, a seed, and players by name or bots of one's own.

Goes out: `simulate.simulate`, `compare.compare`, `bots.Bot` and `bots.bot_named`, `perft`.

Imports `play.comparing`, `play.figures`, `play.looking_ahead`, `play.running`, `play.solving`, `game`,
`language`, `problems`, `runtime` and `source`. Imported by `play.health`, `play.running`, `rulewright`,
`author`, `cli`, `editor`, `export`, `notebook`, `playground` and `serve`.

Begin with `simulate`.

Easy to get wrong: this package sees games and not how they are run: importing `evaluate`, `native` or `ir`
breaks a contract of import-linter. A bot may use only what its seat sees.
"""
