"""The command line: one module for each command, and `main`, which finds them.

Comes in: the arguments of a command.

Goes out: text on stdout and stderr, files, and an exit status; `main.main` is the program.

Imports `cli.common`, `cli.comparing`, `cli.editing`, `cli.simulating`, `cli.table`, `cli.table.drawing`,
`cli.table.real_chance`, `cli.table.records`, `cli.testing`, `cli.tracing`, `pipeline`, `author`,
`document`, `game`, `ir`, `language`, `native`, `play`, `problems`, `rulebook`, `runtime` and `source`.
Imported by `__main__`.

Begin with `main`.

Easy to get wrong: `main` imports a command only when it is called, since starting must be quick. A
command's module has the command's name and calls its command `command`.
"""
