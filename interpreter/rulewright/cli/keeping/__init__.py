"""Answers of commands that only read, and compiled games, which are kept from one run to the next.

Comes in: what was asked of a command, and the function that answers.

Goes out: the same output or the same game, without reading and checking the rules where nothing has changed.

Imports `cli.common`, `engines`, `pipeline`, `rulewright`, `author`, `document`, `game`, `ir`,
`language`, `problems`, `runtime` and `source`. Imported by `cli.comparing`, `cli.simulating`,
`cli.table`, `cli.table.records`, `cli.tracing` and `cli.tuning`.

Begin with `answers`, then `games`.

Easy to get wrong: an answer must depend on nothing but what it is kept under. A command that asks, plays, draws lots or writes
files is none for this room.
"""
