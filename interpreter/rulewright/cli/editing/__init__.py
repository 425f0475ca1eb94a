"""Parts of `validate`, `format` and `new`: carrying out fixes, asking questions, watching files.

Comes in: sources with problems and fixes, answers typed at a terminal, files that an author saves.

Goes out: `validate_command.validate`, `format_command.format_files`, `new_command.new` and `schema_command.show_schema`.

Imports `cli.common`, `cli.installing`, `pipeline`, `author`, `document`, `language`, `problems` and
`source`. Imported by `cli`.

Begin with `validate_command`.

Easy to get wrong: only files named on the command line are ever changed, never a parent or a house rule
that they lead to. Patches go to stdout, everything else to stderr.
"""
