"""The checker: every name bound and every expression typed, for one table.

Comes in: a `rulebook.nodes.Rulebook`, the number of players and the options.

Goes out: `from_rulebook` returns bindings and types, kept in tables next to the tree: `bindings.Info` for
an expression, `context.Context` for the whole.

Imports `checked.boards`, `checked.declarations`, `checked.expressions`, `checked.messages`,
`checked.rules`, `document`, `expression`, `language`, `problems`, `rulebook` and `source`. Imported by
`checked.boards`, `checked.declarations`, `checked.expressions`, `checked.messages`, `checked.rules`,
`checked.usage`, `pipeline`, `author`, `editor`, `export`, `ir`, `proofs` and `serve`.

Begin with `context`.

Easy to get wrong: `infer` knows none of its passes. Those in `checked.expressions` enter themselves in a
table by node, and facts about declarations are looked up in `checked.declarations.lookup`. Importing a pass
directly brings back a circle.
"""
