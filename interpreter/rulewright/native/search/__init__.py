"""Tree search in machine code: the function that goes down a tree, and what it remembers.

Comes in: a program, of which only the sizes of cells and rows, the standings and the payoffs matter.

Goes out: `tree_search.write_search`, the text of a module that calls those of single steps and of games that go on.

Imports `native.driver`, `native.llvm`, `native.modules`, `ir` and `runtime`. Imported by `native`.

Begin with `tree_search`.

Easy to get wrong: `runtime.tree_search` is the definition, and every number must be the same bit for bit: the order of
operations on doubles counts, and none may be joined.
"""
