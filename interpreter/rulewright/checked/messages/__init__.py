"""Messages of the checker: one function for each mistake.

Comes in: plain data about a mistake: the node, the names and the types concerned.

Goes out: problems added to the context, by functions such as `types.wrong_type`, `names.wrong_count` and
`boards.unknown_space`. The words of functions without a body are in the file of the same name that ends in `.toml`.

Imports `checked`, `checked.boards`, `checked.declarations`, `document`, `expression`, `language`,
`problems`, `rulebook` and `source`. Imported by `checked`, `checked.boards`, `checked.declarations`,
`checked.expressions`, `checked.rules`, `checked.usage`, `editor` and `ir`.

Begin with `types`.

Easy to get wrong: a message decides nothing and takes data, so that no pass has to be imported here.
`guesses` and `alternatives` make the suggestions; a guess that could not be used in that place is worse than
none.
"""
