"""Finding the settings of a game's numbers with which it plays as wished.

A *knob* is a part of the rules that may have several values; a *setting* has one value for each knob; a *wish* says in which range a
figure should be.

Comes in: knobs (`knobs.Space`), wishes (`wishes.Wish`), and a function that gives the game of a setting.

Goes out: `searching.Found`, with the best setting, its figures from fresh games, and compromises.

Imports `play.comparing`, `play.figures`, `play.running`, `game`, `problems`, `runtime` and `source`.
Imported by `author`, `cli` and `notebook`.

Begin with `searching`; `trials` plays the games, `halving` and `modelled` decide which setting is played next, `effects` says what knobs do.

Easy to get wrong: settings are compared in games with the same luck, so the one that looks best was lucky there too. Only fresh
games say how good it is.
"""
