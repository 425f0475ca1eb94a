"""Tracing: why a value is what it is, and how often each rule was exercised.

Comes in: a program, which is copied with its nodes instrumented, and the cells of a position.

Goes out: the traces of `tracer`, from what `recorded` wrote down; `watching.Watching` and `watched.Tally`
for coverage.

Imports `evaluate`, `ir`, `language`, `problems`, `runtime` and `source`. Imported by `pipeline` and
`author`.

Begin with `tracer`.

Easy to get wrong: two copies of a program are instrumented differently: `recorded` keeps each value for one
question, `watched` counts over whole games. For a viewer, hidden values are never read, and whatever rests
on one is hidden too.
"""
