"""Oracles from outside: a rulebook next to the same game in a library that others wrote (OpenSpiel, python-chess).

    python -m tests.oracles.outside.agree breakthrough --games 1000

Random games are played on both sides at once.  At every step the legal actions, the player to act, the results of chance
with their probabilities, whether the game is over and the returns have to agree; the first difference ends the run, with the
moves that lead to it.

A game is added with a file in `games/`, which lists its `TWINS`, and nothing else:

    def theirs(state: rw.State, action: rw.Action) -> Key:          our action → their number, or their text
        return words(action)["at"]

    TWINS = (Twin("reversi", "othello", theirs),)                   our rulebook, the string that opens the game there

Further fields of `Twin` cover what may differ without either being wrong: options of ours, seats in another order, chance
in other words, deals that are too many to list, steps that only one side has, a limit on length.  Where the sides cut a turn
into steps differently (backgammon, draughts), give `positions` instead of an action: then whole turns are compared, by the
positions to which they lead.  Any library can be a side: give `opens`, which makes an `Other`.

`test_outside.py` plays a game of each twin; what the two sides are known to disagree on belongs on the page of the game.
"""
