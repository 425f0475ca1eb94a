"""Figures of simulations: wins, scores, margins, single games and the worst ones.

Comes in: columns of games that were played, from `play.running`.

Goes out: `single.OneByOne`, `margins.Margins`, `margins.sides_of`, `statistics.wilson`,
`simulation.Simulation`, `tally.Tally`.

Imports `play.comparing`, `play.running`, `game`, `language`, `problems`, `runtime` and `source`.
Imported by `play`, `play.comparing`, `play.health`, `play.tuning`, `rulewright`, `author`, `cli`,
`editor`, `export` and `notebook`.

Begin with `simulation`.

Easy to get wrong: partners count as one side, and the lowest score may be the best. Players who move from
seat to seat have figures as players, separate from those of the seats (`rotation`).
"""
