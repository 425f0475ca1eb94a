"""Usage: warnings about names never needed, cases never reached and numbers repeated.

Comes in: the rulebook with all its variants, and what it was made from.

Goes out: `usage.check_usage`, which adds warnings; `unused.idle_names` and
`outdated_counts.outdated_counts` serve the tools for authors.

Imports `checked`, `checked.messages`, `expression`, `language`, `problems`, `rulebook` and `source`.
Imported by `pipeline` and `author`.

Begin with `usage`.

Easy to get wrong: these checks read the text alone and are asked for by `check`, never by `load`. A house
rule is not blamed for what its parent left unused, unless it removed the last use.
"""
