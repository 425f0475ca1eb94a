"""Which places of a rulebook were never exercised, over all tables that were played.

    coverage = Coverage()
    game = coverage.watch(book).game            plays the same, and counts
    ... examples and games at as many tables as wanted ...
    report = coverage.report()
    report.exercised, len(report.places), [reason(each.place, each.seen) for each in report.missing]

Counts of different tables are merged by place in the text: a rule that exists at one table only counts there.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.author.coverage.places import NEVER, Key, Place, Seen
from rulewright.author.coverage.walk import places
from rulewright.evaluate.tracing.counting import Counting, CountingAll, Tally
from rulewright.game.game import Game
from rulewright.source.dataclass import dataclass

if TYPE_CHECKING:
    from rulewright.pipeline import Book


@dataclass(frozen=True, slots=True)
class Covered:
    """A place with its counts in games (`played`), and in games and examples (`seen`). `hidden`: it is inside a place that was
    never reached, or its reason follows from that of the enclosing place; `holds_back`: how many places are hidden inside it."""

    place: Place
    played: Seen
    seen: Seen
    hidden: bool = False
    holds_back: int = 0

    @property
    def exercised(self) -> bool:
        return is_exercised(self.place, self.seen)

    @property
    def only_in_examples(self) -> bool:
        return self.exercised and not is_exercised(self.place, self.played)


@dataclass(frozen=True, slots=True)
class Report:
    """Every place, by file and line. `unplayed` are the variants that no table had; `with_games`: whether games were played in
    addition to examples."""

    places: tuple[Covered, ...]
    unplayed: tuple[str, ...]
    with_games: bool

    @property
    def exercised(self) -> int:
        return sum(each.exercised for each in self.places)

    @property
    def percent(self) -> float:
        """The share of places that were exercised, 0 to 100; 100 if there are no places."""
        return 100 * self.exercised / len(self.places) if self.places else 100.0

    @property
    def missing(self) -> tuple[Covered, ...]:
        """The places that were not exercised, without those that are hidden inside others."""
        return tuple(each for each in self.places if not each.exercised and not each.hidden)

    @property
    def only_in_examples(self) -> tuple[Covered, ...]:
        """The places that only examples exercised, without those inside them; none if no games were played."""
        if not self.with_games:
            return ()
        played = {each.place.key: each.played for each in self.places}
        own = [each for each in self.places if each.only_in_examples]
        return tuple(each for each in own if not _follows(each.place, played))

    def files(self) -> dict[str, list[Covered]]:
        """The places of each file."""
        files: dict[str, list[Covered]] = {}
        for each in self.places:
            files.setdefault(each.place.span.file, []).append(each)
        return files


class Coverage:
    """Counts what games of any number of books exercise, and merges the counts."""

    def __init__(self) -> None:
        self._watched: list[tuple[Book, Tally, bool]] = []

    def watch(self, book: Book, examples: bool = False) -> Book:
        """The same book with a game that counts. With `examples`, evaluated expectations count too, not only play."""
        tally = Tally()
        game = Game((CountingAll if examples else Counting)(book.program, tally), book.game.overlays)
        game.compile_hook = book.game.compile_hook
        self._watched.append((book, tally, examples))
        return replace(book, game=game)

    def report(self) -> Report:
        """The report on all games so far."""
        found: dict[Key, Covered] = {}
        for book, tally, examples in self._watched:
            if tally.counts:
                for key, (place, seen) in places(book, tally, examples).items():
                    known = found.get(key, Covered(place, NEVER, NEVER))
                    played = known.played if examples else known.played.with_(seen)
                    found[key] = replace(known, played=played, seen=known.seen.with_(seen))
        named = {name: None for book, _, _ in self._watched for name in book.rulebook.variants}
        played_variants = {book.rulebook.variant for book, _, _ in self._watched}
        return Report(
            _in_order(_explained(found)),
            tuple(name for name in named if name not in played_variants),
            any(not examples for _, _, examples in self._watched),
        )


def is_exercised(place: Place, seen: Seen) -> bool:
    """Whether a place came up, and was both true and false if it has to be."""
    return seen.yes > 0 and (not place.both_ways or seen.no > 0)


def reason(place: Place, seen: Seen) -> str:
    """Why a place counts as not exercised, as a phrase that suits its sort."""
    if not seen.could_yes and not seen.could_no:
        return "not at any table played"
    if place.both_ways:
        return _one_way(place, seen)
    if place.sort == "line" and seen.no:
        return f"always 0 ({times(seen.no)})"
    return {
        "phase": "never entered", "action": "never taken", "trigger": "never fired", "end": "never held",
        "step": "never run", "rule": "never run", "loop": "never run", "pick": "never found anything",
        "else": "never needed", "otherwise": "never needed", "row": "never used",
        "key case": "never chosen", "effect case": "never chosen",
    }.get(place.sort, "never worked out")  # fmt: skip


def _one_way(place: Place, seen: Seen) -> str:
    if not seen.yes and not seen.no:
        return "never asked"
    many = seen.yes + seen.no
    if not seen.yes:
        if not seen.could_yes:
            return "settled before play: false at every table played"
        if place.sort in ("trigger", "end"):
            return f"never {'fired' if place.sort == 'trigger' else 'held'} (asked {times(many)})"
        return f"always false ({times(many)})"
    if not seen.could_no:
        return "settled before play: true at every table played"
    return f"always true ({times(many)})"


def times(many: int) -> str:
    return "once" if many == 1 else f"{many:,} times"


# ------------------------------------------------------------------------------------------------- explaining


def _explained(found: dict[Key, Covered]) -> list[Covered]:
    """Mark the places that are not exercised because of an enclosing place, and count them there."""
    seen = {key: each.seen for key, each in found.items()}
    unreached = {key for key, each in found.items() if not each.exercised and _follows(each.place, seen)}
    held: dict[Key, int] = {}
    for key in unreached:
        above = found[key].place.within
        while above in unreached:
            above = found[above].place.within
        if above is not None:
            held[above] = held.get(above, 0) + 1
    return [
        replace(each, hidden=key in unreached or _is_implied(each, found), holds_back=held.get(key, 0))
        for key, each in found.items()
    ]


def _follows(place: Place, seen: dict[Key, Seen]) -> bool:
    """Whether play never reached the branch that contains a place, or every table settled the condition it is an operand of."""
    if place.within is None:
        return False
    no, yes, could_no, could_yes = seen[place.within]
    if place.sort == "operand" and could_no != could_yes:
        return True
    return not (yes if place.branch is True else no if place.branch is False else no + yes)


def _is_implied(each: Covered, found: dict[Key, Covered]) -> bool:
    """Whether the reason of an operand follows from the whole: all operands of an `and` that was never false hold."""
    place = each.place
    if each.exercised or place.within is None:
        return False
    no, yes = found[place.within].seen[:2]
    return (place.joined == "and" and not no) or (place.joined == "or" and not yes)


def _in_order(places_: list[Covered]) -> tuple[Covered, ...]:
    """The places by file, in the order in which the files came up, each from top to bottom."""
    files = list(dict.fromkeys(each.place.span.file for each in places_))
    ordered = sorted(
        places_,
        key=lambda each: (files.index(each.place.span.file), each.place.span.start, -each.place.span.end),
    )
    return tuple(ordered)
