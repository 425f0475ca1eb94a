"""What playing needs: the interface of executors, labels, action ids, failures and traces.

Comes in: a program, and values from executors and from outside.

Goes out: `executor.Executor`, `executor.Position`, `executor.Choice`; `labels.Wording`;
`failures.RuleFailure`.

Imports `runtime.chance`, `ir`, `language`, `problems` and `source`. Imported by most packages above it.

Begin with `executor`.

Easy to get wrong: an executor has no state of its own: it changes the `Position` it is given. Cells from outside are
checked in `cell_validation` before they are used.
"""
