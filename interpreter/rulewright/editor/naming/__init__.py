"""Names: where each is declared and used, in all files of a game, and what it is called instead.

Comes in: an `Analysis`, or a `Desk` with all its texts.

Goes out: `places.named_at`, `places.used` and `renaming.renamed`.

Imports `editor`, `author`, `checked`, `document`, `expression`, `language`, `problems`, `rulebook` and
`source`. Imported by `editor`, `editor.outlining` and `adapters`.

Begin with `symbols`, then `uses`.

Easy to get wrong: nothing shadows a name of the rulebook, so such a name means the same everywhere. A bound name means something only
in its part of an entry, and is known by the place that binds it.
"""
