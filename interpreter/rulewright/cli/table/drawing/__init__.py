"""Drawings of a table in characters: boards, pieces, tiles and columns of scores.

Comes in: the observation of one player, and the program's labels.

Goes out: `screen.Screen`, `pieces.folded` and `screen.seen_by_all`.

Imports `cli.common`, `author`, `game`, `ir`, `problems`, `runtime` and `scene`. Imported by
`cli.full_screen`, `cli.table`, `cli.table.real_chance`, `cli.testing` and `cli.tracing`.

Begin with `screen`.

Easy to get wrong: draw from an observation, never from the cells of a state: that alone keeps hidden pieces
off the screen.
"""
