"""Parts of `mcp`: a server for programs that write rulebooks, by the Model Context Protocol, through the extra `mcp`.

Comes in: requests of an assistant, with rulebooks and house rules as texts, or by the names of bundled ones.

Goes out: answers as texts and data: problems with places and fixes, reports, rule sheets, moves.

Imports `cli`, `cli.common`, `cli.drawing`, `pipeline`, `author`, `document`, `game`, `play`, `problems`,
`scene`, `serve` and `source`. Nothing imports it.

Begin with `server`; `worker` is the process in which texts of strangers are read, checked and played.

Easy to get wrong: nothing of this machine is read for a text but the bundled files, and nothing is written but to the
temporary folder of the server.
"""
