"""Examples: the short stories in a rulebook, played and checked.

Comes in: a book, the `examples:` of its rulebook, and the options and seats that each asks for.

Goes out: `examples.run_example` and its `examples.ExampleResult`; `literals.one` reads a single value;
`counterexample` writes a new example from a record.

Imports `author`, `author.positions`, `author.story`, `pipeline`, `document`, `evaluate`, `expression`,
`game`, `ir`, `language`, `problems`, `rulebook`, `runtime` and `source`. Imported by `author.changes`,
`author.positions`, `author.sheet`, `author.testing`, `adapters` and `cli`.

Begin with `examples`.

Easy to get wrong: an example that leaves chance open is played with several seeds and has to hold for each
of them. An inherited example that no longer holds is not a mistake: it shows what the house rule changed.
"""
