"""Proofs: what can never happen in a game, found without playing it.

Comes in: a book, as a program in which options are left open.

Goes out: `constant_conditions.check_proofs`, `reach.reach` and `reach.Reached`.

Imports `checked`, `expression`, `ir`, `language`, `problems`, `rulebook` and `source`. Imported by
`pipeline`, `author` and `game`.

Begin with `reach`, which finds the positions that play can reach; `constant_conditions` decides from them what never or always holds.

Easy to get wrong: ranges may claim too much and never too little. Something that `evaluate` can do and
this package overlooks becomes a false warning.
"""
