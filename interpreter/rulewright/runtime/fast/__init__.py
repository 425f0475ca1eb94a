"""Optional abilities of executors: playing, stepping and measuring many games at once.

Comes in: an executor, asked with `isinstance` whether it has the ability.

Goes out: protocols such as `playouts.Bulk`, `rollouts.PlaysOn` and `measured_games.Seats`, with the form of their
rows.

Imports `runtime` and `ir`. Imported by `author`, `cli`, `evaluate`, `game`, `native` and `play`.

Begin with `playouts`.

Easy to get wrong: an ability only saves time. The result has to be that of single steps, and its callers
must work with an executor that lacks it.
"""
