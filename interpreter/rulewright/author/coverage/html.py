"""A coverage report as one HTML page that needs nothing else: the rulebook's text, coloured by what play exercised.

Hovering over a coloured place tells how often it went which way.  A list on top leads to what was missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from rulewright.author.coverage.report import Covered, Report, reason, times
from rulewright.author.coverage.text import share
from rulewright.author.html_page import html_page

STYLE = """\
:root { color-scheme: light dark; --fine: #2a73; --missed: #d226; --inside: #8885; --examples: #fb04; }
body { max-width: 75rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
h2 { margin-top: 2rem; font: bold 1.125rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
td, th { padding: 0.1rem 1rem 0.1rem 0; text-align: left; vertical-align: top; }
td:first-child { text-align: right; }
pre { font: 0.875rem/1.5 ui-monospace, monospace; overflow-x: auto; counter-reset: line; }
.line::before { counter-increment: line; content: counter(line); display: inline-block; width: 3rem; margin-right: 1rem;
  text-align: right; opacity: 0.5; }
.fine { background: var(--fine); }
.missed { background: var(--missed); outline: 1px solid #d22; }
.inside { background: var(--inside); }
.examples { background: var(--examples); }
.legend span { padding: 0 0.4rem; margin-right: 0.75rem; }
"""


def to_html(report: Report, title: str) -> str:
    """The whole page in UTF-8."""
    figures = f"{report.exercised} of {len(report.places)} places exercised ({share(report)})"
    legend = [
        '<p class="legend">',
        '<span class="fine">exercised</span>',
        '<span class="missed">not exercised</span>',
        '<span class="inside">inside something never reached</span>',
        *(['<span class="examples">only by examples</span>'] if report.with_games else []),
        "</p>",
    ]
    unplayed = [f"<p>Never played: {escape(', '.join(report.unplayed))}</p>"] if report.unplayed else []
    body = [
        line
        for number, places in enumerate(report.files().values())
        for line in _file(number, places, report)
    ]
    content = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{figures}</p>",
        *unplayed,
        *legend,
        *body,
    ]
    return html_page(f"{title}: coverage", STYLE, content)


def _file(number: int, places: Sequence[Covered], report: Report) -> Iterator[str]:
    yield f"<h2>{escape(places[0].place.span.source.title)}</h2>"
    missing = [each for each in places if not each.exercised and not each.hidden]
    if missing:
        yield "<table>"
        for each in missing:
            line = each.place.span.line
            yield (
                f'<tr><td><a href="#f{number}-{line}">{line}</a></td>'
                f"<td>{escape(each.place.name)}</td><td>{escape(reason(each.place, each.seen))}</td></tr>"
            )
        yield "</table>"
    yield "<pre>" + _lines(number, _coloured(places, report)) + "</pre>"


def _coloured(places: Sequence[Covered], report: Report) -> str:
    """The text with a span around each place; a place that overlaps another without lying in it is left out."""
    text = places[0].place.span.source.text
    opens: dict[int, list[tuple[int, str]]] = {}
    ends: list[int] = []
    for each in sorted(places, key=lambda one: (one.place.span.start, -one.place.span.end)):
        span = each.place.span
        while ends and ends[-1] <= span.start:
            ends.pop()
        if (not ends or span.end <= ends[-1]) and span.end > span.start:
            ends.append(span.end)
            opens.setdefault(span.start, []).append((span.end, _tag(each, report)))
    return _spans(text, opens)


def _spans(text: str, opens: dict[int, list[tuple[int, str]]]) -> str:
    """Spans are closed before a line ends and opened again on the next, so that each line stands alone."""
    made: list[str] = []
    open_: list[tuple[int, str]] = []
    for offset, character in enumerate(text):
        while open_ and open_[-1][0] <= offset:
            open_.pop()
            made.append("</span>")
        for span in opens.get(offset, ()):
            open_.append(span)
            made.append(span[1])
        if character == "\n":
            made += ["</span>" * len(open_), "\n", *(tag for _, tag in open_)]
        else:
            made.append(escape(character))
    return "".join(made) + "</span>" * len(open_)


def _lines(number: int, coloured: str) -> str:
    lines = coloured.removesuffix("\n").split("\n")
    return "\n".join(
        f'<span class="line" id="f{number}-{line}">{text}</span>' for line, text in enumerate(lines, 1)
    )


def _tag(each: Covered, report: Report) -> str:
    if not each.exercised:
        look = "inside" if each.hidden else "missed"
    else:
        look = "examples" if report.with_games and each.only_in_examples else "fine"
    return f'<span class="{look}" title="{escape(_told(each), quote=True)}">'


def _told(each: Covered) -> str:
    place, seen = each.place, each.seen
    if not each.exercised:
        return f"{place.name}: {reason(place, seen)}"
    if place.both_ways:
        return f"{place.name}: true {times(seen.yes)}, false {times(seen.no)}"
    return f"{place.name}: {times(seen.yes)}"
