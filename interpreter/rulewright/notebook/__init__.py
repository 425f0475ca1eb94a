"""Notebooks: tables and results as HTML for the output of a cell, their rows as data frames, and a bar of progress.

Comes in: a state, a scene, problems, or the result of a simulation, comparison, search or review.

Goes out: `display.html`, `display.svg`, `frames.to_frame`, and `progress.progress_bar`. Classes whose objects notebooks show
inherit from `source.shown.Shown` or `Tabular`, which import this room when they are asked.

Imports `author`, `game`, `language`, `play`, `problems`, `runtime`, `scene` and `source`. Imported by
`rulewright`.

Begin with `page`: every object becomes a `page.Page`, and one template writes it; `results` and `tables` make the pages.

Easy to get wrong: a notebook is saved with its outputs and handed on, so a state shows what everybody at the table may see, and
a hand only if somebody asks for the scene of its seat. Colours are those of the page around the output, light or dark.
"""
