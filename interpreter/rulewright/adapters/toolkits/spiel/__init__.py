"""The games of `rulewright.adapters.openspiel`.

Comes in: a game by name, path or object, with its table; or the parameters of a game of OpenSpiel.

Goes out: `SpielGame` and its `SpielState`s, and `register`, after which `pyspiel.load_game` knows the bundled games.

Imports `adapters.toolkits` and `rulewright`. Imported by `adapters`.

Begin with `games`, then `states`.

Easy to get wrong: OpenSpiel copies a state by making an initial one and replacing its attributes with deep copies, so an initial
state is made once, and states hold nothing but their position.
"""
