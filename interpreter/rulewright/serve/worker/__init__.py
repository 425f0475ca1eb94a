"""Workers of the server: processes that run rules, so that no rulebook can stall or crash the server.

Comes in: requests as lines of JSON.

Goes out: answers as lines of JSON: new tables, moves, undo, and what each viewer is sent.

Imports `serve`, `pipeline`, `author`, `checked`, `document`, `game`, `language`, `play`, `problems`,
`rulebook`, `runtime`, `scene` and `source`. Imported by `cli`, `export` and `playground`.

Begin with `main`; `positions` keeps states as a cache of logs, `playing` and `questions` work on them.

Easy to get wrong: everything that goes to a viewer is made for this viewer; a state must not be kept that the server's log does not have.
"""
