"""Reports of a comparison: one played by `play.compare`, as a page, Markdown or CSV.

Comes in: a `play.comparing.result.Comparison`, and the names under which the two sides were opened.

Goes out: `page.to_html`, `text.to_markdown`, `text.to_csv`, and `change.own_words` for the titles and
descriptions of house rules.

Imports `author.changes`, `author.report`, `pipeline`, `document`, `play`, `problems` and `source`.
Imported by `cli`, `editor`, `export` and `notebook`.

Begin with `page`.

Easy to get wrong: the numbers and their verdicts are final when they arrive here. matplotlib and scipy are
optional, so `pictures` loads them on use, and `page.missing` says whether they can be found.
"""
