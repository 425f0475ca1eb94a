"""Parts of `health`: playing a game with players of several kinds, and printing how long, fair and decided it is.

Comes in: a game and its table, as all commands take them.

Goes out: `health.command`.

Imports `cli.common`, `author`, `language`, `play`, `problems` and `source`. Nothing imports it.

Begin with `health`.

Easy to get wrong: Ctrl-C is no error here; what was measured before it is reported.
"""
