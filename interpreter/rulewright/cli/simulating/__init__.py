"""Parts of `simulate` and `perft_command`: running games, the summary, and records of the worst games.

Comes in: the result of `play.simulate`, or its games one at a time.

Goes out: `simulate_command.simulate_games` and `perft_command.count`.

Imports `cli.common`, `cli.table`, `cli.table.records`, `cli.tracing`, `game`, `ir`, `language`, `play`,
`problems`, `runtime` and `source`. Imported by `cli`, `cli.comparing` and `cli.testing`.

Begin with `simulate_command`.

Easy to get wrong: games are played fast and leave only numbers. A record of one is made by playing the same
seed again, in `keep`.
"""
