"""The formats of records and saved states: the shape of each part, with its range in a game.

    fault(RECORD, json.load(file))              None, or the part that is wrong, with its place
    fault(saved_state(table), json.loads(text))

Files may come from untrusted sources. They are checked here before anything else reads them; readers then only check
that the parts fit each other and the game.
"""

from __future__ import annotations

from rulewright.game.table import Table
from rulewright.ir.layout import KindLayout
from rulewright.problems.shapes import (
    Either,
    Fields,
    Flag,
    Many,
    Named,
    Nothing,
    Plain,
    Row,
    Shape,
    Text,
    Whole,
)

MOST_PLAYERS = 100
MOST_TURNS = 2**30
"""The most turns of a player, and events of a source of chance in one turn. Both engines can count further, so counters
do not overflow."""
LONGEST_SEED = 4096
"""The most bits of a seed in a file. The lower 64 are used."""

_CELL = Whole(-(2**31), 2**31 - 1)
_SEED = Whole(0, 2**LONGEST_SEED)
_VALUE = Either((Text(), Whole(), Flag(), Nothing()))
_KINDS_OF_CHANCE = {"rolled": Text(), "drawn": Text(), "shuffled": Text(), "picked": Text()}

CHANCE = Many(
    Fields({}, {**_KINDS_OF_CHANCE, "faces": Many(Either((Text(), Whole()))), "pieces": Many(Text()), "value": _VALUE})
)  # fmt: skip
"""The results of chance of one action, or of the set-up."""

OPTIONS = Named(_VALUE)

MOST_FILES = 100

TEXTS = Fields(
    {"version": Text(), "rulebook": Text(), "house_rules": Many(Text(), most=MOST_FILES), "files": Named(Text()), "checksum": Text()}
)  # fmt: skip
"""The texts of the rulebook and its house rules, in a record that carries them."""

TABLE = Fields(
    {"game": Text(), "players": Whole(1, MOST_PLAYERS), "options": OPTIONS},
    {"variant": Either((Nothing(), Text())), "overlays": Many(Text()), "fingerprint": Text(), "texts": TEXTS},
)
"""The part of a record that names its game."""

STEP = Fields({"action": Text()}, {"player": Whole(0, MOST_PLAYERS - 1), "chance": CHANCE})

START = Fields({}, {"chance": CHANCE, "cells": Either((Nothing(), Many(_CELL)))})

FAILURE = Fields({}, {"code": Text(), "message": Text(), "path": Text()})

RECORD = Fields(
    {"game": Text(), "start": START, "steps": Many(STEP)},
    {
        "seed": Either((Nothing(), _SEED)),
        "result": Plain(),
        "failure": Either((Nothing(), FAILURE)),
        "options": OPTIONS,
    },
)
"""A whole record, apart from its format number, which is checked first, and its table (`TABLE`)."""

_HAPPENING = Either((Nothing(), Fields({}, {**_KINDS_OF_CHANCE, "rule": Text()}, Plain())))


def saved_state(table: Table) -> Fields:
    """The shape of a saved state of this table, apart from its format number and its table."""
    program, everyone = table.program, Whole(0, table.sight.everyone())
    choice = Row((Whole(0, len(program.actions) - 1), Many(_ARGUMENT)))
    step = Fields(
        {
            "player": Whole(-1, table.num_players - 1),
            "choice": Either((Nothing(), choice)),
            "text": Text(),
            "secret": Flag(),
            "name": Text(),
            "happened": Many(Row((_HAPPENING, _HAPPENING, everyone, everyone))),
            "cells": Many(Row((Whole(0, program.layout.size - 1), _CELL))),
            "luck": _luck(table),
            "masked": Flag(),
        },
        {"known": _known(table), "together": Many(Row((Whole(0), Whole(1), Many(Whole()))))},
    )
    chance = Fields({}, {"seed": _SEED, "choice": choice, "results": Many(Whole(0))})
    return Fields({"steps": Many(step)}, {"explicit_chance": chance})


_ARGUMENT = Either((Nothing(), Flag(), Whole(), Many(Whole())))


def _luck(table: Table) -> Shape:
    many = table.num_players + 1
    count, stream = Whole(0, MOST_TURNS), Whole(0, len(table.program.streams) - 1)
    return Row((_SEED, Many(count, many, many), Many(Row((stream, count)))))


def _known(table: Table) -> Shape:
    """The knowledge of each player, by seat; empty in a game that hides nothing."""
    kinds = table.program.layout.kinds.values()
    apart = {kind.name: Many(_piece(kind)) for kind in kinds if not kind.identical}
    alike = {kind.name: Many(_look(kind)) for kind in kinds if kind.identical}
    written = Many(Whole(0, table.program.layout.size - 1))
    return Many(Row((Fields(apart), Fields(alike), written)), 0, table.num_players)


def _piece(kind: KindLayout) -> Shape:
    """A piece, its place, and the face that it shows (-1: not known)."""
    return Row((Whole(0, kind.pieces - 1), Whole(0, len(kind.places) - 1), Whole(-1, max(kind.faces, 0))))


def _look(kind: KindLayout) -> Shape:
    """An identical piece's look at a place, and the number of pieces there that have it."""
    return Row((Whole(0, len(kind.places) * kind.looks - 1), Whole(0, 2**31 - 1)))
