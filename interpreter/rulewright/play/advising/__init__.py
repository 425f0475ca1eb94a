"""Advice: what the moves at a decision are worth, what differs after them, and a game reviewed.

Comes in: a state and the player to act, or a finished game.

Goes out: `valuing.valued`, `endings.endings` and `endings.at_once`.

Imports `play.looking_ahead`, `play.running`, `play.solving`, `game`, `language`, `problems`, `runtime`
and `source`. Imported by `play.health`, `rulewright`, `author`, `cli` and `notebook`.

Begin with `valuing`.

Easy to get wrong: whatever is found out starts from views of the player to act, positions in which all that this player does
not know is dealt again, and has luck of its own.
"""
