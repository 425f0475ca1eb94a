"""What one player sees of a step, in an order that does not depend on anything hidden.

A loop over the cards in a hand moves them in the order of their numbers, so the order of the moves would show what the
hand is. Events that happened together (`Event.together`) are therefore grouped by way, with all the pieces that went
it:

    moved seat(2).hand -> pile, moved mine: 7, moved seat(2).hand -> pile     as it happened
    moved mine: 7, moved seat(2).hand -> pile: 2                              as seat 1 sees it

Picks come first, then moves, then the rest; a way to a place comes before a way from it. The order depends only on what
this player sees. In the full history, results of chance keep their order, because they are replayed in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from rulewright.game.knowledge.events import CHANCE, Happening, Json
from rulewright.source.dataclass import dataclass

Told = dict[str, Json]
Way = tuple[str, ...]
MOVES = ("drawn", "moved")
OTHERS = ("rolled", "shuffled", "picked", "turned", "placed", "removed", "turned_over")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A happening as a player sees it, with the rank of each piece that it names."""

    words: Told
    ranks: tuple[int, ...]


def told(happenings: Iterable[Happening], player: int | None) -> list[Told]:
    """The happenings of a step as a player sees them, in order; everything for None."""
    found: list[Told] = []
    for together, run in groupby(_heard(happenings, player), key=lambda each: each[0]):
        pieces = [piece for _, piece in run]
        found += _in_order(pieces) if together else [piece.words for piece in pieces]
    return found


def _heard(happenings: Iterable[Happening], player: int | None) -> Iterator[tuple[int, _Piece]]:
    """The happenings that a player sees, each with the number of its group (0: it keeps its place)."""
    for happening in happenings:
        words = happening.to(player)
        if words is not None:
            keeps = player is None and happening.is_chance
            ranks = happening.ranks if "pieces" in words else ()
            yield 0 if keeps else happening.together, _Piece(words, ranks)


def _in_order(pieces: Sequence[_Piece]) -> list[Told]:
    """The happenings of one group in order: picks, moves by their ways, then the rest by sort and place."""
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
    """The way of a move: kind, source, target, and whether the pieces were seen."""
    what = next(word for word in MOVES if word in words)
    shown = "pieces" if "pieces" in words else "count"
    return str(words[what]), str(words["from"]), str(words["to"]), what, shown, str(words.get("turned", ""))


def _one_after_the_other(ways: Sequence[Way]) -> Iterator[Way]:
    """Ways in order, except that a way from a place comes after a way to it."""
    left = list(ways)
    while left:
        free = (way for way in left if not any(_leads_to(other, way) for other in left if other != way))
        chosen = next(free, left[0])
        left.remove(chosen)
        yield chosen


def _leads_to(way: Way, on: Way) -> bool:
    return way[0] == on[0] and way[2] == on[1] and way[1] != way[2]


def _added(pieces: Sequence[_Piece]) -> Told:
    """All moves along one way as a single happening."""
    words = dict(pieces[0].words)
    if "pieces" not in words:
        return {**words, "count": sum(_count(piece.words) for piece in pieces)}
    named = [
        (rank, name) for piece in pieces for rank, name in zip(piece.ranks, _names(piece.words), strict=True)
    ]
    return {**words, "pieces": [name for _, name in sorted(named, key=lambda each: each[0])]}


def _rolls(rest: Sequence[Told]) -> list[Told]:
    """Rolls, with those of hidden dice at the same place joined to one."""
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
    """Whether a saved happening has what joining needs: moves have a source, a target, and a number of pieces or their names."""
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
    """Whether a happening is a result of chance."""
    return any(what in words for what in CHANCE)
