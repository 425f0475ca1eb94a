"""Running many games: in columns, and as tasks of an executor (this thread, threads, processes, a cluster).

Comes in: a game, the numbers of the games, and a plan (seed, most actions, players).

Goes out: `games.Games`, `counted_games.play_counted`, `measured_games.play_measured`, `players.seated`, `jobs.usual_jobs`,
`jobs.workers`, `tasks.on_executor`.

Imports `play`, `game`, `language`, `problems`, `runtime` and `source`. Imported by `play`,
`play.advising`, `play.comparing`, `play.figures`, `play.health`, `play.hunting`, `play.looking_ahead`,
`play.solving`, `play.tuning`, `rulewright`, `author`, `cli`, `editor` and `export`.

Begin with `games`.

Easy to get wrong: the result must be the same for any number of jobs. Each game has a seed derived from its
number, and results are given in order. Results of tasks come in any order: only totals that can be joined, or `ordered`.
"""
