"""Changes: what differs between two rulebooks, and what each change can affect.

Comes in: two opened books, or the trees of parts made from them.

Goes out: `model.Diff` and `model.Change` as plain data, from `rules.rules_changed`; `lines`, `words`,
`html` and `markdown` write them out.

Imports `author`, `author.examples`, `author.report`, `author.sheet`, `pipeline`, `checked`, `document`,
`expression`, `ir`, `language`, `problems`, `rulebook` and `source`. Imported by `author`,
`author.comparison`, `author.phrases`, `author.sheet`, `author.tuning`, `cli` and `editor`.

Begin with `model`.

Easy to get wrong: comparison is by meaning. Parts are compared after short forms are expanded and
expressions are in canonical text, so layout, comments and the order of declarations never count as a
change. `rules` plays nothing: `author.diff` runs the examples.
"""
