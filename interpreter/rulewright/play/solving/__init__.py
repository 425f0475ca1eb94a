"""Exact answers: what a game is worth with best play, and the best moves.

Comes in: a game, or a state of one, for one or two players.

Goes out: `solve.solve` and its `solve.Solution`, `hidden.solve_hidden`, `answers.Answer`, `estimate.estimate` for games that are too large.

Imports `play.looking_ahead`, `play.running`, `play.solving.levels`, `play.solving.repeating`, `game`,
`problems`, `runtime` and `source`. Imported by `play`, `play.advising`, `play.solving.levels`,
`rulewright`, `cli` and `notebook`.

Begin with `solve`.

Easy to get wrong: a position is its cells, so that nothing may matter that is not in them; and a value without an end has
to be defined for play that goes round in circles.
"""
