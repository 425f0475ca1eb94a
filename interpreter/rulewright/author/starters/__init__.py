"""Starters: new rulebooks and house rules to begin from, and the set-up of editors.

Comes in: a name, the sort of game (dice, cards, board, tiles) and its size, or the rulebook that a house
rule extends.

Goes out: `rulebooks.Dice`, `rulebooks.Cards`, `rulebooks.Board`, `rulebooks.Tiles` and
`house_rules.Overlay` make the text; `scaffold.check_name` and `scaffold.Starter` turn it into a file.

Imports `author.phrases`, `pipeline`, `document`, `expression`, `language`, `problems`, `rulebook` and
`source`. Imported by `cli`.

Begin with `scaffold`.

Easy to get wrong: a starter has to be a complete game at every size it accepts, and its examples have to hold.
An existing file is never overwritten.
"""
