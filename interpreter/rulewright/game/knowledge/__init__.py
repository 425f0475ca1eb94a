"""Visibility: what each player sees, was shown, and can still be sure of.

Comes in: cells, and the events that an executor reports.

Goes out: `visibility.Sight` and `visibility.Viewer`, `events.Happening`, `tracked_pieces.Known`; observations,
information states and resampled states.

Imports `game`, `game.history`, `game.questions`, `game.results`, `ir`, `runtime` and `source`. Imported
by `game`, `game.batches`, `game.history`, `game.moves`, `game.questions`, `rulewright`, `adapters`,
`author`, `cli`, `play`, `scene` and `serve`.

Begin with `visibility`.

Easy to get wrong: visibility comes from the declarations and never depends on the state. Events shown to a player, and
their order, must not depend on anything hidden (`unordered`).
"""
