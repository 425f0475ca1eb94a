"""Tracing: why a value is what it is, and how often each rule was exercised.

Comes in: a program, and the cells of a position.

Goes out: the traces of `tracer`, from what a `recorder.Recorder` wrote down; for coverage `counting.Counting` with its
`counting.Tally`.

Imports `evaluate`, `ir`, `language`, `problems`, `runtime` and `source`. Imported by `pipeline` and
`author`.

Begin with `tracer`.

There is one instrumented executor: the reference executor with other `evaluate.machine.Tables`, whose functions call those
of the reference and note something. `recorder` writes values down, `counting` counts, `totals` notes what effects write.

Easy to get wrong: nodes are known by their identity, so a program has to be kept as long as what was noted about it. For
a viewer, hidden values are never read, and whatever rests on one is hidden too.
"""
