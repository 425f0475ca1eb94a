"""A coverage report as one self-contained HTML page: the rulebook's text, coloured by what play exercised.

The tooltip of a coloured place has its counts.  A list at the top links to the places that were missed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rulewright.author.coverage.report import Covered, Report, reason, times
from rulewright.author.coverage.text import share
from rulewright.author.report.html import page


class Opening(NamedTuple):
    """The beginning of a coloured place: its CSS class and its tooltip."""

    look: str
    title: str


CLOSING = None
Part = str | Opening | None
"""A part of a line: text, where a place begins, or where one ends (CLOSING)."""


def to_html(report: Report, title: str) -> str:
    """The page of a report."""
    files = [_file(places, report) for places in report.files().values()]
    return page(
        "coverage.html",
        title=f"{title}: coverage",
        name=title,
        report=report,
        share=share(report),
        files=files,
    )


def _file(places: Sequence[Covered], report: Report) -> dict[str, object]:
    return {
        "title": places[0].place.span.source.title,
        "missing": [
            (each.place.span.line, each.place.name, reason(each.place, each.seen))
            for each in places
            if not each.exercised and not each.hidden
        ],
        "lines": list(_lines(places[0].place.span.source.text, _openings(places, report))),
    }


def _openings(places: Sequence[Covered], report: Report) -> dict[int, list[tuple[int, Opening]]]:
    """The places that begin at each offset, with their ends; a place that overlaps another without being nested in it is left out."""
    opens: dict[int, list[tuple[int, Opening]]] = {}
    ends: list[int] = []
    for each in sorted(places, key=lambda one: (one.place.span.start, -one.place.span.end)):
        span = each.place.span
        while ends and ends[-1] <= span.start:
            ends.pop()
        if (not ends or span.end <= ends[-1]) and span.end > span.start:
            ends.append(span.end)
            opens.setdefault(span.start, []).append((span.end, Opening(_look(each, report), _told(each))))
    return opens


def _lines(text: str, opens: dict[int, list[tuple[int, Opening]]]) -> Iterator[list[Part]]:
    """The parts of each line. Open places are closed at the end of a line and opened again on the next."""
    cuts = sorted({*opens, *(end for places in opens.values() for end, _ in places)})
    begin, inside = 0, list[tuple[int, Opening]]()
    for line in text.removesuffix("\n").split("\n"):
        end = begin + len(line)
        parts: list[Part] = [opening for _, opening in inside]
        within = cuts[bisect_right(cuts, begin) : bisect_left(cuts, end)]
        for start, stop in pairwise((begin, *within, end)):
            parts += [*_turn(start, inside, opens), text[start:stop]]
        if line:
            parts += _turn(end, inside, opens)
        yield [*parts, *(CLOSING for _ in inside)]
        begin = end + 1


def _turn(
    offset: int, inside: list[tuple[int, Opening]], opens: dict[int, list[tuple[int, Opening]]]
) -> Iterator[Part]:
    """The parts for places that end before this offset and for those that begin there; `inside` is updated."""
    while inside and inside[-1][0] <= offset:
        inside.pop()
        yield CLOSING
    for each in opens.get(offset, ()):
        inside.append(each)
        yield each[1]


def _look(each: Covered, report: Report) -> str:
    if not each.exercised:
        return "inside" if each.hidden else "missed"
    return "examples" if report.with_games and each.only_in_examples else "fine"


def _told(each: Covered) -> str:
    place, seen = each.place, each.seen
    if not each.exercised:
        return f"{place.name}: {reason(place, seen)}"
    if place.both_ways:
        return f"{place.name}: true {times(seen.yes)}, false {times(seen.no)}"
    return f"{place.name}: {times(seen.yes)}"
