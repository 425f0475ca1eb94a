"""The playground: a static page in which a rulebook is edited, checked and played, with the reference engine in the page.

Comes in: a folder to write, Pyodide and CodeMirror; in the page, requests as JSON.

Goes out: the page with everything that it needs; in the page, answers as JSON: problems, a rule sheet, frames of a table.

Imports `pipeline`, `adapters`, `author`, `document`, `editor`, `language`, `play`, `serve` and `source`.
Imported by `cli` and `export`.

Begin with `building`, which writes the page, and `bench`, which answers in it; `hot_seat` is the table of one browser, and `door`
the language server. A second Python of the page plays the games that commands of the language server ask for. `page` has the scripts. `snapshot` has Node.js start Python once, with a bench that `warming` has used, and keep its memory.

Easy to get wrong: `bench` and `hot_seat` run under Pyodide, without processes, threads and sockets. Their imports must not need
any of these.
"""
