"""Parts of `serve`: starting the server, and writing the records of its tables.

Comes in: the options of the command.

Goes out: a server that runs until it is interrupted, or files with records.

Imports `cli.common`, `cli.installing`, `pipeline`, `author`, `game`, `play`, `playground`, `problems`,
`serve` and `source`. Nothing imports it.

Begin with `serve`, which declares the command; `serve_command` carries it out.

Easy to get wrong: `serve` is imported for `--help`, and loads nothing that runs a server.
"""
