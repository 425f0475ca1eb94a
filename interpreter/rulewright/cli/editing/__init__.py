"""Parts of `validate` and `new`: carrying out fixes, asking questions, watching files.

Comes in: sources with problems and fixes, answers typed at a terminal, files that an author saves.

Goes out: `fixing.fix`, `fixing.offer`, `questions.ask` and `watching.changes`.

Imports `cli.common`, `pipeline`, `author`, `document`, `language`, `problems` and `source`. Imported by
`cli`.

Begin with `fixing`.

Easy to get wrong: only files named on the command line are ever changed, never a parent or a house rule
that they lead to. Patches go to stdout, everything else to stderr.
"""
