"""The expression language: texts of a rulebook parsed into nodes.

Comes in: the slice of a file that holds an expression.

Goes out: `nodes.Expression` and the other nodes, from `from_text`; `children.walk`; `to_text`, the
canonical text of a node.

Imports `language`, `problems` and `source`. Imported by `pipeline`, `author`, `checked`, `editor`, `ir`,
`proofs` and `rulebook`.

Begin with `nodes`.

Easy to get wrong: nothing is bound or typed here. Nodes are compared by identity in later tables, and by
their canonical text where the same expression is meant; a span is never part of either.
"""
