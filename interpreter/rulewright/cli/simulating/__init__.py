"""Parts of `simulate`: the summary, a row for each game, and records of the worst games.

Comes in: the result of `play.simulate`, or its games one at a time.

Goes out: `summary.show_simulation`, `summary.as_csv`, `games_csv.games_csv_option` and
`worst.worst_options`.

Imports `cli.common`, `cli.table`, `cli.table.records`, `game`, `language`, `play`, `runtime` and `source`.
Imported by `cli`.

Begin with `summary`.

Easy to get wrong: games are played fast and leave only numbers. A record of one is made by playing the same
seed again, in `worst`.
"""
