"""What people did at tables: figures of recorded games, next to those of a simulation.

Comes in: records of games, with the times, refused moves and undos that a server or the terminal noted, if it did.

Goes out: `figures.Figures`, as data; `text.report` as tables.

Imports `game`, `play`, `problems` and `source`. Imported by `cli` and `serve`.

Begin with `sessions`, which replays a record and counts.
"""
