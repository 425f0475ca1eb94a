"""Parts of `simulate`, `perft` and `solve`: running games, the summary, records of the worst games, counts and exact answers.

Comes in: the result of `play.simulate`, or its games one at a time.

Goes out: `simulate_command.simulate_games`, `perft_command.count` and `solve_command.answer`.

Imports `cli.common`, `cli.keeping`, `cli.table`, `cli.table.records`, `cli.tracing`, `game`, `ir`,
`language`, `play`, `problems`, `runtime` and `source`. Imported by `cli`, `cli.comparing`, `cli.testing`
and `cli.tuning`.

Begin with `simulate_command`.

Easy to get wrong: games are played fast and leave only numbers. A record of one is made by playing the same
seed again, in `keep`.
"""
