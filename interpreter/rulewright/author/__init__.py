"""Tools for people who write rulebooks: differences, fixes, reports, pictures of boards and YAML.

Comes in: a `pipeline.Book` (a rulebook with every stage it went through), or the source of a file.

Goes out: `diff.diff`, `apply_fixes.mend`, `to_yaml.to_yaml` and `board_picture.picture`; the larger tools
have rooms of their own.

Imports `author.changes`, `author.testing`, `pipeline`, `document`, `ir`, `language`, `problems`,
`rulebook` and `source`. Imported by `author.changes`, `author.examples`, `author.formatting`,
`author.phrases`, `author.positions`, `author.sheet`, `author.story`, `author.tuning`, `cli`, `editor`
and `scene`.

Begin with `diff`.

Easy to get wrong: `apply_fixes` never trusts a fix: each is tried on a copy, which is checked as a whole,
and is dropped if it leaves a mistake in the place it changed.
"""
