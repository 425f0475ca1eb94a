"""Rulebooks: all that a rulebook can say, as frozen nodes.

Comes in: one tree of `document`, with house rules and variant carried out.

Goes out: `nodes.Rulebook` and its parts, from `from_document`; `footprints`, what an effect does as
written.

Imports `document`, `expression`, `language`, `problems` and `source`. Imported by `pipeline`, `author`,
`checked`, `cli`, `editor`, `ir`, `proofs` and `serve`.

Begin with `nodes`.

Easy to get wrong: short forms are expanded and expressions parsed, but no name is bound. A wrong shape
becomes a problem here and reading goes on, though the schema has usually found it before.
"""
