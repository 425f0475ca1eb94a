"""Exports: a static page that plays one game, and plays thousands of its games at the speed of machine code.

Comes in: a game with its table, the house rules that the page offers, a folder to write, and Pyodide; in the page, requests as JSON.

Goes out: the page with everything that it needs; in the page, frames of a table, and figures of simulations and comparisons.

Imports `pipeline`, `author`, `checked`, `document`, `evaluate`, `game`, `ir`, `language`, `native`,
`play`, `playground`, `problems`, `runtime`, `serve` and `source`. Imported by `cli`.

Begin with `building`, which writes the page. `offers` finds the rules that the page offers, and `bench` answers in it; `figuring` makes
figures of the games that kernels have played, which `received` has as an executor would play them. `page` has the scripts.

Easy to get wrong: `bench`, `figuring`, `received` and `warming` run under Pyodide, without `native`. The scripts of a table are those
of `serve`, and its Python is started by those of `playground`.
"""
