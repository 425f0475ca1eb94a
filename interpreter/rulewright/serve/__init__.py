"""`rulewright serve`: tables on a server, which people open by a link.

Comes in: `settings.Settings`.

Goes out: a server that runs until it is ended (`server.run`), and the records of its tables (`records.export`).

Imports `serve.hosting`, `language`, `problems` and `source`. Imported by `serve.hosting`,
`serve.worker`, `cli` and `playground`.

Begin with `server`, then `app` and `tables`; the rules run in processes of `serve.worker`.

Easy to get wrong: the log in the database is the truth, and a move is answered after it is on disk; what one seat sees must never
be sent to another; nothing of this machine goes out.
"""
