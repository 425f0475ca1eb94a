"""The table at a terminal: one game from the first move to the result, for people and bots.

Comes in: a game, the seats, and the lines that people type.

Goes out: `session.Session`, which `play` runs; `seats.seats`; `console.Talk`, all lines in and out.

Imports `cli.common`, `cli.drawing`, `cli.keeping`, `cli.table.real_chance`, `cli.table.records`,
`author`, `game`, `ir`, `language`, `play`, `problems`, `runtime`, `scene` and `source`. Imported by
`cli`, `cli.full_screen`, `cli.reviewing`, `cli.simulating`, `cli.table.real_chance`, `cli.table.records`
and `cli.tracing`.

Begin with `session`.

Easy to get wrong: several people may share a screen, so what may be shown depends on the person in front of
it (`display`). A typed word that is both a command and a move is the move.
"""
