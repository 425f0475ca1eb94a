"""Formatting: the text of a file in its canonical form, with the same meaning and all comments.

Comes in: the source of a rulebook, an overlay, a fragment or a tuning file.

Goes out: the formatted text, or the problems for which the file cannot be formatted, from
`formatted.formatted`.

Imports `author`, `document`, `language`, `problems` and `source`. Imported by `cli` and `editor`.

Begin with `formatted`.

Easy to get wrong: order has a meaning in every mapping whose keys an author chose (options, actions,
cases, choices ...). Only keys that the schema lists are sorted, and only where the schema knows all keys
of the mapping.
"""
