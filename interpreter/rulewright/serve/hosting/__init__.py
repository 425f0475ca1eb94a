"""Pages for the host of a server: the figures of all tables of a rulebook, by a token that only the host has.

Comes in: the tables that are over, from the database.

Goes out: JSON that the page `host.html` shows; a worker makes the figures (`serve.worker.figures`).

Imports `serve`. Imported by `serve`.

Begin with `figures`; `stored` reads the database.

Easy to get wrong: a game that is not over is counted, and nothing else of it is shown.
"""
