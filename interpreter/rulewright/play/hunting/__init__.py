"""The hunt for mistakes: random games against the engine's promises, shrunk to the shortest.

Comes in: tables at which a rulebook can be played, and a seed.

Goes out: `hunt.hunt` and `hunt.Mistake`, `standstill.Loop`; `conformance` checks any single game.

Imports `game` and `runtime`. Imported by `author` and `cli`.

Begin with `hunt`.

Easy to get wrong: a repeated position is no proof that a game cannot end, since chance may fall otherwise:
`standstill` has to go through everything that can follow.
"""
