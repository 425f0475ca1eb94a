"""Counts of well-known games that others have published, and ours beside them.

    python -m tests.games.published            everything (some minutes)
    python -m tests.games.published --quick    as deep as the tests go

Sequences are action sequences to a ply, as engine writers count them; positions are different ones at that ply.  A ply is a decision,
or a whole turn: several jumps in a turn are one ply to a draughts player.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import rulewright as rw
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.tracing.positions import position_of
from rulewright.play.perft import By, Ply, perft


@dataclass(frozen=True)
class Published:
    """Sequences and, where they are known, positions by ply; `quick` is how deep the tests go."""

    game: str
    sequences: tuple[int, ...]
    positions: tuple[int, ...]
    quick: int
    by: By = "decision"
    start: str = ""
    """The example from whose end they are counted; empty for the beginning."""

    def __str__(self) -> str:
        return f"{self.game} from {self.start}" if self.start else self.game


KNOWN = (
    Published(
        "tic-tac-toe",
        (9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872),
        (9, 72, 252, 756, 1_260, 1_520, 1_140, 390, 78),
        9,
    ),
    Published(
        "connect-four",
        (7, 49, 343, 2_401, 16_807, 117_649, 823_536),
        (7, 49, 238, 1_120, 4_263, 16_422),
        4,
    ),
    Published("reversi", (4, 12, 56, 244, 1_396, 8_200, 55_092), (), 4),
    Published("breakthrough", (22, 484, 11_132, 256_036), (), 3),
    Published("kalah", (6, 35, 185, 942, 4_690, 23_233), (), 4),
    Published("lines-of-action", (36, 1_244, 44_952), (), 2),
    Published("ultimate-tic-tac-toe", (9, 81, 720, 6_336, 55_080), (), 3),
    Published("chess", (20, 400, 8_902, 197_281, 4_865_609), (), 4),
    Published("chess", (48, 2_039, 97_862, 4_085_603), (), 3, start="kiwipete"),
    Published("chess", (14, 191, 2_812, 43_238, 674_624, 11_030_083), (), 4, start="a_rook_ending"),
    Published("chess", (6, 264, 9_467, 422_333, 15_833_292), (), 3, start="in_check_before_promotions"),
    Published("chess", (44, 1_486, 62_379, 2_103_487), (), 3, start="a_pawn_that_takes_and_is_promoted"),
    Published("chess", (46, 2_079, 89_890, 3_894_594), (), 3, start="a_middle_game"),
    Published("english-draughts", (7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931), (), 5, "turn"),
    Published("international-draughts", (9, 81, 658, 4_265, 27_117, 167_140), (), 3, "turn"),
    Published("oware", (6, 36, 190, 1_014, 5_219), (), 4),
    Published("go", (82, 6_643, 531_522), (), 2),
)


def counted(game: str, depth: int, by: By = "decision", start: str = "", *, unique: bool = True) -> list[Ply]:
    begin = position_of(Settings(game), None, None, start, "auto").state if start else rw.load(game)
    return list(perft(begin, depth, by, unique=unique))


def count(known: Published, depth: int) -> list[Ply]:
    return counted(known.game, depth, known.by, known.start, unique=bool(known.positions))


def disagreements(known: Published, plies: Sequence[Ply]) -> list[str]:
    """What differs from the published counts, in words."""
    found = []
    for name, published in (("sequences", known.sequences), ("positions", known.positions)):
        for ply, expected in zip(plies, published, strict=False):
            counted_here = getattr(ply, name)
            if counted_here != expected:
                found.append(f"{known}, ply {ply.ply}: {counted_here} {name}, published {expected}")
    return found


def main(arguments: Sequence[str]) -> int:
    wrong = 0
    for known in KNOWN:
        depth = known.quick if "--quick" in arguments else len(known.sequences)
        plies = count(known, depth)
        for problem in disagreements(known, plies):
            wrong += 1
            print(problem)
        print(f"{known}: {depth} plies, {', '.join(f'{ply.sequences:,}' for ply in plies)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
