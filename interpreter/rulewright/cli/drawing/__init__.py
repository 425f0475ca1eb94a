"""Scenes drawn with characters: boards, zones and values, as `play` prints them and as its full screen shows them.

Comes in: a `scene.records.Scene`, the size of the terminal, and at a full screen what can be touched.

Goes out: `layout.drawn`, lines of texts with styles; `printed.lines`, the same as plain text; `texts.folded`.

Imports `cli.common`, `author`, `game`, `problems`, `scene` and `source`. Imported by `cli.assistants`,
`cli.full_screen`, `cli.reviewing`, `cli.table`, `cli.testing` and `cli.tracing`.

Begin with `layout`, which arranges what `boards`, `tiles`, `zones` and `pads` draw.

Easy to get wrong: everything is drawn from the scene of one viewer, so nothing hidden from that viewer can appear. Paper and the
browser have drawings of their own of the same records.
"""
