"""Tests of a rulebook: its checks, its examples, and random games at every table.

Comes in: a rulebook to be opened, with options, variants and numbers of players.

Goes out: `checking.check`, `rulebook_tests.RulebookTests` and `invariants.check_promises`, which the
command line and the pytest plugin share.

Imports `author.examples`, `author.tuning`, `pipeline`, `checked`, `document`, `expression`, `game`,
`ir`, `language`, `play`, `problems`, `rulebook`, `runtime` and `source`. Imported by `author`,
`rulewright`, `adapters`, `cli`, `editor` and `notebook`.

Begin with `rulebook_tests`.

Easy to get wrong: `checking` sets games up to read the values in examples, so it runs only after all stages
have passed without an error.
"""
