"""Sweeps in machine code: means and maxima of rows of numbers, eight side by side.

Comes in: nothing of a program; the steps are data.

Goes out: `kernel.TEXT`, the text of a module with one function.

Imports nothing of ours. Imported by `native.driver`.

Begin with `kernel`.

Easy to get wrong: `runtime.sweeps.Plain` is the definition, and every number must be the same bit for bit, so no product and sum may be joined.
"""
