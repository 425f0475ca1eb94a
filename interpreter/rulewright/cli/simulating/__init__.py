"""Parts of `simulate` and `perft_command`: running games, the summary, and records of the worst games.

Comes in: the result of `play.simulate`, or its games one at a time.

Goes out: `summary.show_simulation`, `summary.as_csv`, and the parts `games_csv` and `worst`.

Imports `cli.common`, `cli.table`, `cli.table.records`, `game`, `ir`, `language`, `play`, `problems`,
`runtime` and `source`. Imported by `cli`.

Begin with `summary`.

Easy to get wrong: games are played fast and leave only numbers. A record of one is made by playing the same
seed again, in `worst`.
"""
