"""Reports: a document tree, and its forms as Markdown and as HTML pages.

Comes in: a tree of sections, sentences, named things, tables and drawings (`tree.Sheet`), or the values that a template shows.

Goes out: `markdown.to_markdown`, `markdown.table` and `html.page`, which fills in one of the `templates`.

Imports `source`. Imported by `author.advice`, `author.changes`, `author.comparison`, `author.coverage`,
`author.health`, `author.sheet`, `author.tuning`, `cli`, `export`, `notebook`, `paper`, `playground` and
`serve`.

Begin with `tree`.

Easy to get wrong: everything that a template prints is escaped, except values marked `safe`. These may be our own attributes and
pictures, never words of authors. Jinja2 is loaded when the first page is written.
"""
