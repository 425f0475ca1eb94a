"""Rulebooks inside other programs' tools: pytest, editors, and toolkits of reinforcement learning.

Comes in: the files that pytest collects, when it runs with `--rulewright` or when a rulebook is named on
its command line.

Goes out: test items for the checks, each example and the random games of a rulebook, from `pytest_plugin`; environments of
`pettingzoo` and `gymnasium`, and games of `openspiel`.

Imports `adapters.toolkits`, `adapters.toolkits.gym`, `adapters.toolkits.spiel`, `adapters.toolkits.zoo`,
`pipeline`, `author` and `problems`. Nothing imports it.

Begin with `pytest_plugin`.

Easy to get wrong: pytest loads the plugin in every project that has the package installed, so it imports
everything else only when a rulebook is collected.
"""
