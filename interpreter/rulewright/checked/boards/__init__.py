"""Boards: their spaces, lines, routes and geometry, and what can be asked of them.

Comes in: the board declarations of a rulebook, and the context of the table.

Goes out: `facts.BoardFacts`, worked out in `boards`; `questions.named_board` and
`questions.piece_attributes`; `directions.way_type` and `directions.space_type`.

Imports `checked`, `checked.declarations`, `checked.expressions`, `checked.messages`, `expression`,
`language`, `problems`, `rulebook` and `source`. Imported by `checked`, `checked.declarations`,
`checked.expressions`, `checked.messages` and `ir`.

Begin with `boards`.

Easy to get wrong: `geometry` is pure: shapes and neighbours, no rules. A board with `per:` is repeated for
each owner, so spaces and lines are numbered owner after owner.
"""
