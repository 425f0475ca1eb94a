"""Tracing: explanations of values, and counts of how often each rule was exercised.

Comes in: a program, and the cells of a position.

Goes out: the traces of `tracer`, made from the recording of a `recorder.Recorder`; for coverage `counting.Counting` with
its `counting.Tally`.

Imports `evaluate`, `ir`, `language`, `problems`, `runtime` and `source`. Imported by `pipeline` and
`author`.

Begin with `tracer`.

There is one instrumented executor: the reference executor with other `evaluate.machine.Tables`, whose functions call those
of the reference and also record something: `recorder` values, `counting` counts, `totals` the totals that effects write.

Easy to get wrong: nodes are identified by `id`, so a program has to be kept as long as any record about it. For a viewer,
hidden values are never read, and every value that rests on one is hidden too.
"""
