"""Positions of examples: the `given:` of an example, set up cell by cell.

Comes in: the tree of `given:`, and the `rolled` and `drawn` of a step, with the game they belong to.

Goes out: `given.apply_given`, which writes the cells; `chance.fixed_chance`, a source of chance;
`words.GivenTold` for the story.

Imports `author`, `author.examples`, `pipeline`, `document`, `expression`, `game`, `ir`, `problems`,
`rulebook`, `runtime` and `source`. Imported by `author.examples` and `editor`.

Begin with `given`.

Easy to get wrong: no piece is ever created or lost. A list that needs more pieces takes them from zones
that are not given, and what is left over returns to where it starts. Identical pieces are counted,
others are placed one by one (`pieces`).
"""
