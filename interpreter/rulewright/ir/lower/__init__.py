"""Lowering: from the checked rulebook to the program, node by node.

Comes in: nodes of `rulebook` and `expression`, with the bindings and facts of `checked`.

Goes out: parts of an `ir.nodes.Program`; `context.Lowering` carries what the pass needs;
`rules.lower_action` and `expressions.lower`.

Imports `ir`, `checked`, `expression`, `language`, `problems`, `rulebook` and `source`. Imported by `ir` and
`pipeline`.

Begin with `context`.

Easy to get wrong: what a binding means was decided by the checker, so nothing is bound again here. Branches
that options decide are folded away, and expressions are lowered by a function that is handed over, to avoid
a circle.
"""
