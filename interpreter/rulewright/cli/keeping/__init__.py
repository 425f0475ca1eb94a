"""Answers of commands that only read, which are kept from one run to the next.

Comes in: what was asked of a command, and the function that answers.

Goes out: the same output, without checking or loading anything where nothing has changed.

Imports `cli.common`, `rulewright`, `document`, `problems` and `source`. Nothing imports it.

Begin with `answers`.

Easy to get wrong: an answer must depend on nothing but what it is kept under. A command that asks, plays, draws lots or writes
files is none for this room.
"""
