"""What games show about a text: figures of its rules, rules that were never used and why, tests, and the effect of a house rule.

Comes in: a file with the texts that are open, and how many games to play at most, in how many seconds.

Goes out: `simulated.simulated` with a `figures.Measured`, `shown.Shown` with what is still true of a text that changed since,
`tested.tested` and `effect.effect`.

Imports `editor`, `editor.outlining`, `pipeline`, `author`, `document`, `language`, `play`, `problems`,
`rulebook` and `source`. Imported by `adapters` and `playground`.

Begin with `figures`, then `simulated`.

Easy to get wrong: all of this takes seconds, so the server asks it in a process of its own, and everything that goes there and back is
plain data. Games are played by the reference executor, which counts.
"""
