"""Scenes: what one seat sees of a table, as data from which a terminal, a browser or paper draws it.

Comes in: a `game.game.State` and a seat, or a spectator.

Goes out: `records.Scene`, with boards, zones, values, and what is touched for every legal move.

Imports `author`, `game`, `ir`, `language`, `runtime` and `source`. Imported by `rulewright`, `adapters`,
`cli`, `notebook`, `paper` and `serve`.

Begin with `table`; `looks` says how pieces are marked, `moves` what is touched, `previews` what moves are certain to score,
and `outcomes` what they are certain to change on the boards.

Easy to get wrong: a scene is made from the observation of its viewer alone, never from the cells.
"""
