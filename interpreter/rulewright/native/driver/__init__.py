"""The driver: compiling, caching and calling machine code as an executor.

Comes in: a program, a reference executor and a cache.

Goes out: `executor`, the native executor; `choice_rows.row_layout`; `machine.NoMachine`, if llvmlite is missing.

Imports `native`, `native.llvm`, `native.sweeps`, `ir`, `language`, `runtime` and `source`. Imported by
`native.choices`, `native.gpu`, `native.modules`, `native.search`, `native.wasm`, `engines`, `cli` and
`export`.

Begin with `executor`.

Easy to get wrong: code from the cache runs without loading the modules that write code, so this room must
not import them at the top. Cells from a caller pass `boundary` first, and what does not pass goes to the
reference.
"""
