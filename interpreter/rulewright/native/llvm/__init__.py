"""LLVM text: operands, functions, memory regions and modules.

Comes in: calls of the emitter from the rooms that know the nodes.

Goes out: `assembly.Operand`, `emitter.Emitter`, `values.Number`, `module.Building`.

Imports `native`, `native.expressions`, `ir`, `language`, `problems` and `source`. Imported by `native`,
`native.chance`, `native.choices`, `native.driver`, `native.expressions`, `native.flow`,
`native.modules`, `native.pieces` and `native.search`.

Begin with `emitter`.

Easy to get wrong: the tables of `emitter` are empty until `native.modules.writers` is imported. Regions do
not overlap, and the bits of `bitsets` have to change with the cells they are made from.
"""
