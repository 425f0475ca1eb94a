"""The language itself: types, built-ins, effects, shapes of boards, directions and limits on choices.

Comes in: nothing; it imports nothing of ours.

Goes out: `types.Type` and the types, `builtins`, `effects` and `shapes` (each built-in, each verb and each shape of a
board declared once), `ranges` (the values that an expression can have), `choices`, `directions`.

Imports `source`. Imported by most packages above it.

Begin with `effects`.

Easy to get wrong: an entry in `builtins` decides the types, the range and the words of a built-in everywhere; only
what it computes is written in `evaluate`, and as machine code in `native`. A range that leaves out a result that can
occur makes native code wrong, not only a warning.
"""
