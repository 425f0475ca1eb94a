"""Pieces in machine code: where they are, what they show, and how that changes.

Comes in: questions about pieces, effects that move them, and an emitter.

Goes out: `places.a_place`, `places.split`, `changes.relocate`, `changes.take_up`, `selected.pieces_of`.

Imports `native`, `native.expressions`, `native.llvm`, `ir`, `language` and `source`. Imported by
`native.chance`, `native.choices`, `native.flow` and `native.modules`.

Begin with `places`.

Easy to get wrong: an identical piece is a place and a look, so it has another number once it has moved.
`name_tracking` keeps the names that are read again up to date.
"""
