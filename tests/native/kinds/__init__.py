"""Rulebooks of kinds of games, each written for what machine code does with it.

    trapped-king         4,096 choices of which some 30 are legal; each is checked by the position after it
    surrounded-groups    captures of groups, found by floods around each choice
    two-dice             a move is legal only if another can follow it, with men on up to 25 points
    leaping-men          men go in one of four directions, if nobody can leap; 100 spaces are more than a word of bits
    corners              men go to a neighbour, of which a space has two or three

Bounds on work alone would send the first three, `COSTLY`, back to the reference.

Comes in: nothing. Goes out: `KINDS`, the rulebooks by name, and `COSTLY`. Imports nothing. Begin with `test_kinds`.
"""

from pathlib import Path

KINDS = {
    file.name.removesuffix(".rulebook.yaml"): file
    for file in sorted(Path(__file__).parent.glob("*.rulebook.yaml"))
}
COSTLY = ("surrounded-groups", "trapped-king", "two-dice")
