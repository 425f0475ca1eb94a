"""Health: whether a game is long or short, fair, decided early, full of choices, and a matter of skill or of luck.

Comes in: a game, and who is to play it.

Goes out: `health.health`, `results.Health` and `measuring.Measuring`.

Imports `play`, `play.advising`, `play.comparing`, `play.figures`, `play.looking_ahead`, `play.running`,
`game`, `language`, `problems`, `runtime` and `source`. Imported by `rulewright`, `author`, `cli` and
`notebook`.

Begin with `measuring`.

Easy to get wrong: many figures are looked at together, so an alarm goes by an interval that holds for all of them at once
(`seats`). Games are kept in the order of their numbers, also where time ran out: otherwise the short ones would be the first.
"""
