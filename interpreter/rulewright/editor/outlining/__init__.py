"""What a text looks like from afar: its outline, what can be folded, colours of names, hints, and examples to run.

Comes in: a `Desk`, and the path of a text.

Goes out: `outline.outline`, `structure.foldings`, `structure.selections`, `tokens.tokens`, `hints.hints`, `lenses.examples` and
`calls.callers`.

Imports `editor`, `editor.naming`, `author`, `checked`, `document`, `language`, `problems`, `rulebook`
and `source`. Imported by `editor.measuring` and `adapters`.

Begin with `outline`.

Easy to get wrong: the outline and the foldings come from the tree of the text, which is there even while its rules have mistakes; everything
else needs the checker's results.
"""
