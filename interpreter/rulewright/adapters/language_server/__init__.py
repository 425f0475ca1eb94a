"""The language server: the answers of `editor` in the Language Server Protocol, over stdin and stdout.

Comes in: messages of an editor, which pygls (the extra `lsp`) reads.

Goes out: `server.build`, the server that `rulewright lsp` starts.

Imports `rulewright`, `document`, `editor`, `problems` and `source`. Imported by `playground`.

Begin with `server`. The handlers in `asking`, `overview` and `writing` need no more of a server than `documents` says, and those in `measures`
no more than `played`, so the page of the playground has them as well.

Easy to get wrong: one thread answers, so nothing that takes long may run in it. The quick look at a text runs in a thread of its own,
the whole one in a process (`looking`), which is ended when the text changes meanwhile.
"""
