"""A player aid: of the rule sheet, what a player looks up during a game.

aid = make_aid(sheet)       the actions of a turn in a line each, what scores, and how the game ends
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.author.report.tree import Block, Grid, Item, Section, Sheet

LOOKED_UP = ("turn", "scoring", "end")


def make_aid(sheet: Sheet) -> Sheet:
    """The parts of a sheet that are looked up during a game, without the conditions that players know after their first turns."""
    kept = (section for section in sheet.sections if section.role in LOOKED_UP)
    short = (replace(section, blocks=tuple(_short(section))) for section in kept)
    return replace(sheet, about="", sections=tuple(section for section in short if section.blocks))


def _short(section: Section) -> Iterator[Block]:
    for block in section.blocks:
        match block:
            case Item():
                yield replace(block, notes=())
            case Grid():
                yield replace(block, title=block.title.partition(":")[0])
            case _:
                yield block
