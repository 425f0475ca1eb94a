"""The native executor: the same meaning as the reference, in machine code.

Comes in: an `ir.nodes.Program`.

Goes out: the text of LLVM modules, from `from_ir.module_text`; the executor is
in `native.driver`.

Imports `native.chance`, `native.choices`, `native.llvm`, `native.modules`, `native.search`, `ir`,
`runtime` and `source`. Imported by `native.chance`, `native.choices`, `native.driver`,
`native.expressions`, `native.gpu`, `native.llvm`, `native.pieces`, `native.wasm` and `cli`.

Begin with `from_ir`.

Easy to get wrong: nothing may have a meaning of its own here. Where native code detects a failure it only
returns a number, and the reference executor repeats the action to report what failed.
"""
