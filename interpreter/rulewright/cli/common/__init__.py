"""Common parts of commands: the arguments that name a game, output, files and exit status.

Comes in: what people type after a command, and the streams and files it writes to.

Goes out: `game_arguments.Settings`, `output.note`, `output.show_json` and the codes of `exit_status`.

Imports `cli.installing`, `cli.table.records`, `engines`, `pipeline`, `author`, `document`, `game`,
`language`, `native`, `play`, `problems`, `rulebook`, `runtime` and `source`. Imported by `cli`,
`cli.assistants`, `cli.comparing`, `cli.drawing`, `cli.editing`, `cli.exporting`, `cli.full_screen`,
`cli.keeping`, `cli.measuring`, `cli.printing`, `cli.reading`, `cli.reviewing`, `cli.serving`,
`cli.simulating`, `cli.table`, `cli.table.records`, `cli.testing`, `cli.tracing` and `cli.tuning`.

Begin with `game_arguments`.

Easy to get wrong: everything printed goes through `streams`, where control characters of a text from
outside are made visible. Data goes to stdout, progress and notes to stderr.
"""
