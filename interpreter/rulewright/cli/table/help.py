"""The commands that can be typed at the table besides moves, and their help.

A word that is also the name of a move is the move; with a slash before it (`/save`) it is always the word.
"""

from __future__ import annotations

from rulewright.cli.table.console import wrapped

HELP = """\
  {sign:<15} do the move with this sign in the list
  {example:<15} or type the move itself
  more            list all moves
  why MOVE        why a move is not allowed (`why 3` works too)
  undo            take the last move back
  look            show the whole table again
  history         show the last moves again
  hint            the best moves, what they are worth, and why
  rules           print the rule sheet
  save FILE       write the game down; --resume FILE goes on with it (`save FILE !` replaces)
  quit            stop (the game is kept)"""

HANDING_OVER = """\
  Enter           show the table to {name}
  undo            take the last move back, before anybody has looked
  save FILE       write the game down
  quit            stop (the game is kept)"""

ALIASES = {"q": "quit", "exit": "quit", "?": "help"}
WORDS = ("more", "why", "undo", "look", "history", "hint", "rules", "save", "quit", "help")
COLUMN = 18
"""The width of the first column of these texts."""


def columns(text: str, width: int) -> list[str]:
    """A help text in lines of this width, with its second column wrapped."""
    lines: list[str] = []
    for line in text.splitlines():
        first, *more = wrapped(line[COLUMN:], max(width - COLUMN, COLUMN))
        lines += [line[:COLUMN] + first, *(f"{'':{COLUMN}}{each}" for each in more)]
    return lines
