"""Chance: random, fixed, replayed, or enumerated with exact probabilities.

Comes in: the address of an event (seed, stream, player, turn, index), or results that are given.

Goes out: `sampled.Sampled`, `sampled.new_position`, `fixed.Replayed`, `random_words.seed_of`.

Imports `runtime`, `ir`, `problems` and `source`. Imported by `runtime`, `rulewright`, `author`, `cli`,
`evaluate`, `game`, `native`, `play` and `serve`.

Begin with `sampled`.

Easy to get wrong: nothing is drawn ahead of time, and a deck has no hidden order. A result depends on its
address alone; `random_words` is part of the language's definition, and changing it changes every recorded
game.
"""
