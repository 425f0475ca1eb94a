"""What one player is told of a step, in an order that nothing hidden decides.

A loop over cards that somebody holds moves them in the order of their numbers, so the order in which their moves are told would
tell what this hand is. What happened together (`Event.together`) is therefore told way by way, each with all that went it:

    moved seat(2).hand -> pile, moved mine: 7, moved seat(2).hand -> pile     as it was
    moved mine: 7, moved seat(2).hand -> pile: 2                              as seat 1 is told it

What was picked comes first, then moves, then what else happened; a way that leads to a place comes before one that leads on from it. What
each player was told alone decides the order. For nobody in particular chance keeps its order, in which it is replayed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rulewright.game.knowledge.events import CHANCE, Happening, Json

Told = dict[str, Json]
Way = tuple[str, ...]
MOVES = ("drawn", "moved")
OTHERS = ("rolled", "shuffled", "picked", "turned", "placed", "removed", "turned_over")


@dataclass(frozen=True, slots=True)
class _Piece:
    """What a player was told, and for each piece that it names where it is named among others."""

    words: Told
    ranks: tuple[int, ...]


def told(happenings: Iterable[Happening], player: int | None) -> list[Told]:
    """What a player was told to have happened; everything for None."""
    found: list[Told] = []
    for together, run in groupby(_heard(happenings, player), key=lambda each: each[0]):
        pieces = [piece for _, piece in run]
        found += _in_order(pieces) if together else [piece.words for piece in pieces]
    return found


def _heard(happenings: Iterable[Happening], player: int | None) -> Iterator[tuple[int, _Piece]]:
    """What is told, each with the number of what it happened together with (0: it keeps its place)."""
    for happening in happenings:
        words = happening.to(player)
        if words is not None:
            keeps = player is None and happening.is_chance
            ranks = happening.ranks if "pieces" in words else ()
            yield 0 if keeps else happening.together, _Piece(words, ranks)


def _in_order(pieces: Sequence[_Piece]) -> list[Told]:
    """Things that happened together: moves by their ways, then the rest by what it is and where."""
    ways: dict[Way, list[_Piece]] = {}
    for piece in pieces:
        if any(what in piece.words for what in MOVES):
            ways.setdefault(_way(piece.words), []).append(piece)
    rest = sorted(
        (each.words for each in pieces if not any(what in each.words for what in MOVES)), key=_place
    )
    in_order = sorted(ways, key=lambda way: ("drawn" in way, way))
    moves = [_added(ways[way]) for way in _one_after_the_other(in_order)]
    picked = [words for words in rest if "picked" in words]
    return picked + moves + _rolls([words for words in rest if "picked" not in words])


def _way(words: Told) -> Way:
    """What went from where to where, and whether it was shown."""
    what = next(word for word in MOVES if word in words)
    shown = "pieces" if "pieces" in words else "count"
    return str(words[what]), str(words["from"]), str(words["to"]), what, shown, str(words.get("turned", ""))


def _one_after_the_other(ways: Sequence[Way]) -> Iterator[Way]:
    """Ways in order, but for those that lead on from where another one of them leads."""
    left = list(ways)
    while left:
        free = (way for way in left if not any(_leads_to(other, way) for other in left if other != way))
        chosen = next(free, left[0])
        left.remove(chosen)
        yield chosen


def _leads_to(way: Way, on: Way) -> bool:
    return way[0] == on[0] and way[2] == on[1] and way[1] != way[2]


def _added(pieces: Sequence[_Piece]) -> Told:
    """All that went one way, as one thing."""
    words = dict(pieces[0].words)
    if "pieces" not in words:
        return {**words, "count": sum(_count(piece.words) for piece in pieces)}
    named = [
        (rank, name) for piece in pieces for rank, name in zip(piece.ranks, _names(piece.words), strict=True)
    ]
    return {**words, "pieces": [name for _, name in sorted(named, key=lambda each: each[0])]}


def _rolls(rest: Sequence[Told]) -> list[Told]:
    """Hidden dice that were rolled at the same place, as one roll."""
    found: list[Told] = []
    for words in rest:
        last = found[-1] if found else {}
        if "count" in words and "rolled" in words and "count" in last and _place(last) == _place(words):
            found[-1] = {**words, "count": _count(last) + _count(words)}
        else:
            found.append(words)
    return found


def _place(words: Told) -> tuple[str, ...]:
    what = next((word for word in OTHERS if word in words), "")
    return (
        what,
        str(words.get(what, "")),
        str(words.get("at", "")),
        "pieces" if "pieces" in words else "count",
    )


def _count(words: Told) -> int:
    count = words["count"]
    assert isinstance(count, int)
    return count


def _names(words: Told) -> Sequence[Json]:
    names = words["pieces"]
    assert isinstance(names, list)
    return names


def can_be_added(happening: Happening, ranks: Sequence[int]) -> bool:
    """Whether a saved happening is one that others can be added to: moves say from where to where, and how many or which pieces."""
    for words in (happening.part, happening.whole):
        if words is None or not any(what in words for what in (*MOVES, "rolled")):
            continue
        pieces, count = words.get("pieces"), words.get("count")
        if not any(what in words for what in MOVES):
            whole = "faces" in words or isinstance(count, int)
        elif words is happening.whole:
            whole = isinstance(pieces, list) and len(pieces) == len(ranks)
        else:
            whole = isinstance(count, int) and pieces is None
        if not whole or ("rolled" not in words and not {"from", "to"} <= words.keys()):
            return False
    return True


def by_chance(words: Told) -> bool:
    """Whether what is told is a result of chance."""
    return any(what in words for what in CHANCE)
