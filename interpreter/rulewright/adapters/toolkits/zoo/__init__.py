"""The environments of `rulewright.adapters.pettingzoo`.

Comes in: a game by name, path or object, with its table.

Goes out: `env`, `raw_env`, `parallel_env` and `register`.

Imports `adapters.toolkits` and `rulewright`. Imported by `adapters`.

Begin with `one_by_one`.

Easy to get wrong: rewards are all 0 until the end, so the dictionaries of rewards are only written there; PettingZoo then wants `None`
as the action of each agent once.
"""
