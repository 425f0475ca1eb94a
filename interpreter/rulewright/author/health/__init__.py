"""The health report as a page: verdict, glances, pictures and tables.

Comes in: a `play.health.results.Health`.

Goes out: `page.to_html`.

Imports `author.coverage`, `author.report`, `author.tuning`, `pipeline`, `checked`, `document`, `game`,
`ir`, `language`, `play`, `problems`, `runtime` and `source`. Imported by `rulewright`, `cli` and
`notebook`.

Begin with `page`.

Easy to get wrong: the words and their intervals are final when they arrive here (`play.health.verdict`). Pictures are drawn by the template itself, so no
other package is needed; each has its content in words as well.
"""
