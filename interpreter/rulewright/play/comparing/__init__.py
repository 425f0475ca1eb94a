"""Comparisons: figures of two games with the same luck, with intervals and verdicts.

Comes in: measured games of both sides, in pairs of one seed.

Goes out: `result.Comparison` and `result.Line`; `figures` lists what is measured.

Imports `play.figures`, `play.running`, `game`, `language`, `problems`, `runtime` and `source`. Imported
by `play`, `play.figures`, `play.health`, `play.tuning`, `rulewright`, `author`, `cli`, `export` and
`notebook`.

Begin with `result`.

Easy to get wrong: the two games of a pair share their luck, so differences are taken within pairs (`sums`).
Many lines are many tests, and `verdicts.adjusted` corrects for that; checking an interval more often than
`stopping` does would make it too optimistic.
"""
