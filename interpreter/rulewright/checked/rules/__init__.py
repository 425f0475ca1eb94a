"""Rules: actions, phases, triggers, ends, strategies and the effects in them.

Comes in: the rules of a rulebook, in a context whose declarations can be looked up.

Goes out: `rules.check_rules`, `effects.target`, `writes.written_names` and
`strategies_only.strategies_apart`.

Imports `checked`, `checked.declarations`, `checked.expressions`, `checked.messages`, `document`,
`expression`, `language`, `problems`, `rulebook` and `source`. Imported by `checked`, `pipeline`,
`author`, `editor` and `ir`.

Begin with `rules`.

Easy to get wrong: effects run in order, so scope and narrowing change from one effect to the next: a `let`
is bound only for what follows, and a write ends what was known of whatever reads it.
"""
