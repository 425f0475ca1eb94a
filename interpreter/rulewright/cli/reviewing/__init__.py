"""Parts of `review`: opening a record, judging its game, and printing what was found out.

Comes in: a record of a game, as `play` and `serve` write them.

Goes out: `review.command`.

Imports `cli.common`, `cli.drawing`, `cli.table`, `cli.tracing`, `author`, `game`, `language`, `play`,
`problems`, `scene` and `source`. Nothing imports it.

Begin with `review`.

Easy to get wrong: a record is opened as `replay` opens it, with the same errors.
"""
