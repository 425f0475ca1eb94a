"""Rulebooks of kinds that no bundled game is of, and that bounds on work alone would send back to the reference.

    trapped-king         4,096 choices of which some 30 are legal; each is checked by the position after it
    surrounded-groups    captures of groups, found by floods around each choice
    two-dice             a move is legal only if another can follow it, with men on up to 25 points

Comes in: nothing. Goes out: `KINDS`, the rulebooks by name. Imports nothing. Begin with `test_kinds`.
"""

from pathlib import Path

KINDS = {
    file.name.removesuffix(".rulebook.yaml"): file
    for file in sorted(Path(__file__).parent.glob("*.rulebook.yaml"))
}
