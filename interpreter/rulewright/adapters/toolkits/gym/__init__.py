"""The environments of `rulewright.adapters.gymnasium`.

Comes in: a game by name, path or object, with its table, and who plays the other seats.

Goes out: `GameEnv`, one seat of a game against bots; `GameVectorEnv`, many games in a batch; and `register`.

Imports `adapters.toolkits` and `rulewright`. Imported by `adapters`.

Begin with `one`.

Easy to get wrong: an episode begins where the seat of the agent is to act, so the others move in `reset` too; and an opponent gets a
copy of the state with luck of its own.
"""
