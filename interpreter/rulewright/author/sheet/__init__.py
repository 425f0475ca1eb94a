"""Rule sheets: what people read before they play, written from the rulebook alone.

Comes in: a book for one table, and `author.phrases` for the wording of its rules.

Goes out: `rule_sheet.make_sheet` gives a `Sheet`, a document tree that `author.report` prints.

Imports `author`, `author.changes`, `author.examples`, `author.phrases`, `author.report`, `author.story`,
`pipeline`, `checked`, `document`, `expression`, `ir`, `language`, `problems`, `proofs`, `rulebook`,
`runtime` and `source`. Imported by `author.changes`, `author.phrases`, `cli`, `export`, `paper`,
`playground` and `serve`.

Begin with `rule_sheet`.

Easy to get wrong: a sheet describes one table. Conditions that always hold there, actions that can never be
taken, and whatever only they need are left out (`pruning`, which asks `proofs`).
"""
