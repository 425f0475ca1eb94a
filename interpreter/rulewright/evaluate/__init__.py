"""The reference executor: the definition of what a program means.

Comes in: an `ir.nodes.Program`, a `runtime.executor.Position` and a source of chance.

Goes out: `reference.Reference`, an executor; `machine.Machine`, which evaluates one question or one action.

Imports `ir`, `language`, `problems`, `runtime` and `source`. Imported by `evaluate.tracing`, `engines`,
`author` and `export`.

Begin with `reference`.

Easy to get wrong: order is part of the meaning. Domains list their elements, and `moves` its choices, in an
order that the native executor has to repeat; `end_turn` and `go` only leave a note, which `flow` carries
out when the rule is done.
"""
