"""The hunt for mistakes: random games against the engine's promises, shrunk to the shortest.

Comes in: tables at which a rulebook can be played, and a seed.

Goes out: `hunt.hunt` and `hunt.Mistake`, `standstill.Loop`; `conformance` checks single games.

Imports `play.running`, `game`, `runtime` and `source`. Imported by `author` and `cli`.

Begin with `hunt`.

Easy to get wrong: a repeated position does not prove that a game cannot end, since chance may give other results:
`standstill` has to search everything that can follow.
"""
