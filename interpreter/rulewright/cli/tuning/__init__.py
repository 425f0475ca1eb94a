"""Parts of `tune`: the search with a line of progress, its report, the house rule as a file, and the figures that are kept.

Comes in: a game and its table, as all commands take them, with wishes and knobs.

Goes out: `tune.command`.

Imports `cli.common`, `cli.keeping`, `cli.simulating`, `author`, `play` and `source`. Nothing imports it.

Begin with `tune`.

Easy to get wrong: the house rule is an author's file, which is never written over.
"""
