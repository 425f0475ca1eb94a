"""A coverage report as text for a terminal, as data, and as the rulebook with a mark at each line.

my-game.rulebook.yaml: 5 of 6 places exercised
  34  phases.turn.actions.hold.when.rolled_once  settled before play: true at every table played
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor

from rulewright.author.coverage.report import Covered, Report, reason
from rulewright.source.text import Source

WIDEST_NAME = 84


def to_text(report: Report) -> str:
    """The places that were not exercised and why, by file and line; then those that only examples reached."""
    lines: list[str] = []
    for places in report.files().values():
        exercised = sum(each.exercised for each in places)
        lines.append(f"{_title(places)}: {exercised} of {len(places)} places exercised")
        lines += _rows([(each, _why(each)) for each in places if not each.exercised and not each.hidden])
    if len(report.files()) > 1:
        lines.append(f"all files: {report.exercised} of {len(report.places)} places exercised")
    if not report.places:
        lines.append("there is nothing to exercise in this rulebook")
    if report.only_in_examples:
        lines += ["", "Only examples exercise these. In games:"]
        for places in report.files().values():
            rows = [each for each in places if each in report.only_in_examples]
            if rows:
                lines.append(f"{_title(places)}:")
                lines += _rows([(each, reason(each.place, each.played)) for each in rows])
    if report.unplayed:
        lines += ["", f"Never played: {_variants(report.unplayed)}"]
    return "\n".join(lines) + "\n"


def to_json(report: Report) -> dict[str, object]:
    """All places as plain data; `reason` is null for those that were exercised."""
    return {
        "exercised": report.exercised,
        "places": len(report.places),
        "percent": report.percent,
        "variants_never_played": list(report.unplayed),
        "files": [
            {
                "file": file,
                "exercised": sum(each.exercised for each in places),
                "places": [_place(each, report) for each in places],
            }
            for file, places in report.files().items()
        ],
    }


def to_marked(report: Report) -> str:
    """Every file with a mark before each line on which a place begins.

    `>` exercised, `~` only by examples, `!` not exercised (and why, below), `-` inside something never reached.
    """
    marked = [line for places in report.files().values() for line in _marked(places, report)]
    return "\n".join(marked) + "\n"


def share(report: Report) -> str:
    """The percentage, never rounded up to 100."""
    return f"{floor(report.percent * 10) / 10:g} %"


# ----------------------------------------------------------------------------------------------------- the parts


def _title(places: Sequence[Covered]) -> str:
    """The title of the file that contains these places."""
    return places[0].place.span.source.title


def _why(each: Covered) -> str:
    inside = f", and with it {each.holds_back} inside" if each.holds_back else ""
    return reason(each.place, each.seen) + inside


def _rows(rows: Sequence[tuple[Covered, str]]) -> Iterator[str]:
    if not rows:
        return
    digits = max(len(str(each.place.span.line)) for each, _ in rows)
    width = min(WIDEST_NAME, max(len(each.place.name) for each, _ in rows))
    for each, why in rows:
        yield f"  {each.place.span.line:>{digits}}  {each.place.name:<{width}}  {why}".rstrip()


def _variants(names: Sequence[str]) -> str:
    return f"the variant{'' if len(names) == 1 else 's'} {', '.join(names)}"


def _place(each: Covered, report: Report) -> dict[str, object]:
    place = each.place
    return {
        "line": place.span.line,
        "column": place.span.column,
        "path": place.path,
        "detail": place.detail or None,
        "sort": place.sort.replace(" ", "_"),
        "exercised": each.exercised,
        "reason": None if each.exercised else reason(place, each.seen),
        "follows": each.hidden,
        "only_in_examples": report.with_games and each.only_in_examples,
        "in_games": {"yes": each.played.yes, "no": each.played.no},
        "yes": each.seen.yes,
        "no": each.seen.no,
    }


def _marked(places: Sequence[Covered], report: Report) -> Iterator[str]:
    source = places[0].place.span.source
    by_line: dict[int, list[Covered]] = {}
    for each in places:
        by_line.setdefault(each.place.span.line, []).append(each)
    count = source.text.count("\n") + (not source.text.endswith("\n"))
    digits = len(str(count))
    yield f"{source.title}"
    for number in range(1, count + 1):
        here = by_line.get(number, [])
        yield f"{_mark(here, report)} {number:>{digits}} | {source.line(number)}".rstrip()
        for each in here:
            if not each.exercised and not each.hidden:
                yield f"! {'':>{digits}} | {_caret(source, each)} {_why(each)}"


def _mark(here: Sequence[Covered], report: Report) -> str:
    if any(not each.exercised and not each.hidden for each in here):
        return "!"
    if any(not each.exercised for each in here):
        return "-"
    if report.with_games and any(each.only_in_examples for each in here):
        return "~"
    return ">" if here else " "


def _caret(source: Source, each: Covered) -> str:
    span = each.place.span
    rest = len(source.line(span.line)) - span.column + 1
    return " " * (span.column - 1) + "^" * max(1, min(span.end - span.start, rest))
