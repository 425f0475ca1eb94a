"""A game on paper: boards to scale, pieces to cut out, score pads, player aids and the rule sheet.

Comes in: a book, whose components come from `scene` and whose words come from `author.sheet`.

Goes out: a PDF, SVG pages (`edition`), and CSV tables of the components (`tables`).

Imports `paper.documents`, `pipeline`, `author`, `ir`, `language`, `problems`, `runtime`, `scene` and
`source`. Imported by `paper.documents` and `cli`.

Begin with `edition`, then `contents`, which decides what there is to print; `pieces` and `boards` draw, `pages` places
drawings on paper, and `documents` sets text.

Easy to get wrong: all measures in drawings are points, those that users read and write are millimetres. ReportLab, the fonts and
matplotlib come with the extra `print`, so only `parts`, `forms` and `tables` can do without them.
"""
