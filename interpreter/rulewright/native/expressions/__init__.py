"""Expressions in machine code: values, conditions, aggregates and loops over domains.

Comes in: expression and domain nodes of a program, and an emitter.

Goes out: entries in the tables `EMIT` and `EACH` of `native.llvm.emitter`; `domains.gathered`,
`vectors.Values`, `walks.kept`.

Imports `native`, `native.choices`, `native.llvm`, `ir`, `language`, `problems` and `source`. Imported by
`native.chance`, `native.choices`, `native.flow`, `native.llvm`, `native.modules` and `native.pieces`.

Begin with `plain`.

Easy to get wrong: known bounds decide which checks are written. `vectors` and `bitrows` take only
conditions that cannot fail, and answer None otherwise, after which the plain way is used.
"""
