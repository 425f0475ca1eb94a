"""Phrases: expressions, effects and domains of a rulebook in plain English.

Comes in: nodes of `expression` and `rulebook`, with the bindings and types that `checked` found for them.

Goes out: `expressions.Phrases`, `effects.Sayings`, and the text helpers of `texts` and `vocabulary`.

Imports `author`, `author.changes`, `author.sheet`, `pipeline`, `checked`, `expression`, `ir`,
`language`, `problems`, `rulebook`, `runtime` and `source`. Imported by `author.sheet`,
`author.starters`, `author.story` and `editor`.

Begin with `expressions`.

Easy to get wrong: a sentence must not leave out part of a rule. Each part is put into words inside
`ledger.Ledger.whole`. If the words of a part are missing from the sentence around it, the expression
itself is printed instead.
"""
