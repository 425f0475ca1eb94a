"""Records of games at a terminal: written after each move, found and opened again.

Comes in: states of a game, its settings, and record files.

Goes out: `autosave.Keeper`, `store.Record`, `store.read_record` and `reopening.open_table`.

Imports `cli.common`, `cli.keeping`, `cli.table`, `pipeline`, `document`, `game`, `language`, `problems`
and `source`. Imported by `cli.common`, `cli.simulating`, `cli.table`, `cli.testing` and `cli.tracing`.

Begin with `autosave`.

Easy to get wrong: a record may come from a stranger. A file that only the record names is opened only if it
looks like a rulebook, because a message about it would show lines of it.
"""
