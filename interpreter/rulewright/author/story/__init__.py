"""Stories: what happened in a game, in the words of the people at the table.

Comes in: steps of a game (`game.history`), with the events that one player was shown.

Goes out: `narration.Story`, `automatic_rules.by_itself`, `moves.name_of` and `variables.in_sight`.

Imports `author`, `author.phrases`, `pipeline`, `evaluate`, `game`, `ir`, `language`, `problems`,
`rulebook`, `runtime` and `source`. Imported by `author.advice`, `author.examples`, `author.sheet`,
`cli`, `scene` and `serve`.

Begin with `narration`.

Easy to get wrong: each line is for one viewer. Bookkeeping variables, and rules whose effect nobody at the
table can see, are not mentioned; `variables` and `automatic_rules` decide which those are.
"""
