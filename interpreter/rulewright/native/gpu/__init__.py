"""Whole games and batches on a graphics card: kernels, the driver of the card, and the executor that plays with them.

Comes in: a program, and the texts of its modules for whole games and for many states.

Goes out: `executor.OnCard`, the executor of the engine `cuda`; `interface.NoCard`, if there is no card.

Imports `native`, `native.driver`, `ir`, `runtime` and `source`. Nothing imports it.

Begin with `kernels` for whole games, and with `stepping` for batches.

Easy to get wrong: a kernel is the text of a module that the processor uses, too, and has no rules of its own. Threads share counters, so
these are added to as one step. The rows of a batch are on the card; what the processor has of them is a copy (`fetch`). This room was never run on a graphics card; `tests/native/gpu` runs it with a substitute.
"""
