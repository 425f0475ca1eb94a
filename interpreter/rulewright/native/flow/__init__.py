"""The order of play in machine code: effects, turns, phases and ends.

Comes in: the rules of a program, and an emitter.

Goes out: `order.begin`, `order.apply`, `order.settle`; `transitions.seats_in_order`.

Imports `native.chance`, `native.choices`, `native.expressions`, `native.llvm`, `native.modules`,
`native.pieces`, `ir`, `language`, `problems`, `runtime` and `source`. Imported by `native.chance`,
`native.choices` and `native.modules`.

Begin with `order`.

Easy to get wrong: `evaluate.flow` is the definition. `end_turn` and its like leave a note that is carried
out after the rule, and every loop that could be endless uses fuel.
"""
