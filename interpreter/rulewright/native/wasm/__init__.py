"""Kernels for web pages: the modules of a program as WebAssembly, from the same text as machine code.

Comes in: an `ir.nodes.Program`, and the strategies that may play.

Goes out: `kernels.kernel`, the code of whole games with what its caller has to know; `kernel.mjs`, which calls it in a page.

Imports `native`, `native.driver`, `ir`, `runtime` and `source`. Imported by `export`.

Begin with `kernels`.

Easy to get wrong: LLVM writes an object and no module, and there is no linker here. `linking` does what one would do for a single
object without calls to others, and refuses everything else.
"""
