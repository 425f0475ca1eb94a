"""`tune`: wishes and knobs as people write them, the search for a setting, and the answer as a house rule and a report.

Comes in: a game and its table, texts of wishes and knobs.

Goes out: `tune.Tuned`; `house_rule.overlay_text`, the text of an answer.

Imports `author`, `author.changes`, `author.report`, `pipeline`, `document`, `game`, `language`, `play`,
`problems` and `source`. Imported by `author.health`, `author.testing`, `rulewright`, `cli` and
`notebook`.

Begin with `tune`; `wishing` and `turning` read texts, `opening` gives the game of a setting, `report` puts the result into words, `page` draws it.

Easy to get wrong: options are set at the table, but written into the house rule as defaults; both have to play the same.
"""
