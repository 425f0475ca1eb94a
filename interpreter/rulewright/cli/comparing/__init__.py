"""Parts of `diff` and `compare`: two games on one command line, and their tables on a screen.

Comes in: the arguments for both sides (`--set-a`, `--set-b` and the like).

Goes out: `two_games.open_both`, `diff_command.show_diff` and `compare_command.show_comparison`.

Imports `cli.common`, `cli.installing`, `cli.keeping`, `cli.simulating`, `author`, `document`, `game`,
`language`, `play`, `problems` and `source`. Imported by `cli`.

Begin with `two_games`.

Easy to get wrong: where no second game is named, the first one is meant, with the options of the second
side; `two_games` says which side then keeps which options.
"""
