"""Advice in words: a hint at a decision, and a game reviewed.

Comes in: what `play.advising` found out, and the names of the people at the table.

Goes out: `hint.hint_for`, and its lines for every interface.

Imports `author.report`, `author.story`, `pipeline`, `game`, `ir`, `play`, `runtime` and `source`.
Imported by `rulewright`, `cli`, `notebook` and `serve`.

Begin with `hint`.

Easy to get wrong: a hint is for the player to act, and must be the same in all positions that this player cannot tell apart: nothing in it may come from
the position itself but what this seat sees.
"""
