"""Expressions: the type, binding and visibility of each kind of node.

Comes in: a node of `expression.nodes`, the scope around it and the type that is expected there.

Goes out: `narrowing.facts_when` (what a condition shows not to be none), `visibility.check_sight`, and
passes that enter themselves in `checked.infer`.

Imports `checked`, `checked.boards`, `checked.declarations`, `checked.messages`, `expression`,
`language`, `problems`, `rulebook` and `source`. Imported by `checked`, `checked.boards`,
`checked.declarations` and `checked.rules`.

Begin with `names`.

Easy to get wrong: narrowing lasts until something the expression reads is written; and every read is
recorded for `visibility`, since a legality condition may use only what the acting player sees.
"""
