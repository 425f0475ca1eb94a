"""The command line: one module declares each command, and `main` finds them.

Comes in: the arguments of a command.

Goes out: text on stdout and stderr, files, and an exit status; `main.main` is the program.

Imports `cli.common`, `cli.comparing`, `cli.editing`, `cli.installing`, `cli.reading`, `cli.simulating`,
`cli.table`, `cli.tracing`, `rulewright` and `source`. Imported by `cli.assistants` and `__main__`.

Begin with `main`.

Easy to get wrong: `main` imports a command only when it is called, and the command its room only when it
runs, since starting must be quick. A command's module has the command's name and calls its command
`command`.
"""
