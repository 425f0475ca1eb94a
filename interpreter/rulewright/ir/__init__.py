"""The program: typed rules without names, and the layout of a state.

Comes in: a checked rulebook, through `from_checked`.

Goes out: `nodes.Program` and its nodes, `layout` (which cell holds what), `footprints` (the write set of an
effect), `fingerprint`.

Imports `ir.lower`, `checked`, `expression`, `language`, `problems`, `rulebook` and `source`. Imported by
most packages above it.

Begin with `nodes`.

Easy to get wrong: a program is for one table: options and the number of players are constants in it. What
an effect does is asked of its footprint, not of its class. Only `from_checked` and `ir.lower` know the
front end, and playing must not load them.
"""
