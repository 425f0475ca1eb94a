"""Text on paper: the rule sheet in columns, player aids and score pads.

Comes in: sheets and pads of `author`.

Goes out: flowables of ReportLab, which `paper.pdf` places on pages.

Imports `paper` and `author`. Imported by `paper`.

Begin with `rules`.

Easy to get wrong: the caller keeps groups of flowables together, since a table cannot hold a `KeepTogether`.
"""
