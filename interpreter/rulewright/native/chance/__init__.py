"""Chance in machine code: random words, dice, draws and shuffles.

Comes in: effects of chance, and the seed, turn and event that make an address.

Goes out: code written by `digits.below` and `effects`; `random_words.stream_bases` and
`random_words.turn_key`.

Imports `native`, `native.expressions`, `native.flow`, `native.llvm`, `native.modules`, `native.pieces`,
`ir`, `runtime` and `source`. Imported by `native`, `native.choices`, `native.flow` and `native.modules`.

Begin with `random_words`.

Easy to get wrong: every number must equal that of `runtime.chance.random_words`, the definition. Arithmetic
is on 64 bits and wraps. Rejection is a separate function, since it hardly ever happens.
"""
