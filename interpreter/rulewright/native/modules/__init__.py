"""Modules of machine code: the functions that are called from outside.

Comes in: a program and the writers of its nodes.

Goes out: texts of modules for single steps (`entry_points`), batches, whole games (`playouts`, `totals`, `measured_games`) and
counting (`successors`).

Imports `native.chance`, `native.choices`, `native.driver`, `native.expressions`, `native.flow`,
`native.llvm`, `native.pieces`, `ir`, `language`, `problems`, `runtime` and `source`. Imported by
`native`, `native.chance`, `native.choices`, `native.flow` and `native.search`.

Begin with `entry_points`.

Easy to get wrong: these functions take flat buffers and check nothing; `native.driver` decides what may
be passed. Importing `writers` fills the tables of the emitter.
"""
