"""Real dice and cards: chance whose results people type in.

Comes in: the events of chance that a step asks for, and what people type for them.

Goes out: `real_dice.RealDice`, a source of chance; `set_up.set_up`; `partial_step.SoFar`, the results of the
step that is going on.

Imports `cli.table`, `author`, `game`, `ir`, `problems`, `runtime`, `scene` and `source`. Imported by
`cli.table`.

Begin with `real_dice`.

Easy to get wrong: a step may be gone through several times before it is accepted. Results given before are
repeated from `SoFar`, and people are asked only for the next one.
"""
