"""A comparison as one HTML page that needs nothing else: what was changed, what differs in words, pictures, and every figure.

It opens without a network and prints on white paper.  Every picture has its content in words beside it, for readers who
do not see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING

from rulewright.author.changes import html
from rulewright.author.changes.model import Diff
from rulewright.author.comparison.change import NOTHING_SAID, OwnWords
from rulewright.author.comparison.text import Names
from rulewright.author.html_page import html_page
from rulewright.play.comparing.figures import RULES
from rulewright.play.comparing.result import (
    Comparison,
    Line,
    cautions,
    heading,
    how_to_read,
    sections,
    values,
)

if TYPE_CHECKING:
    from rulewright.author.comparison.pictures import Picture

NEEDED = ("matplotlib", "scipy")
"""What draws the pictures; both come with the extra `report`."""

STYLE = """\
:root { color-scheme: light; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #111; background: #fff; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; } dt { font-weight: bold; } dd { margin: 0; }
.caution { border-left: 0.3rem solid #d55e00; padding-left: 0.7rem; }
table { border-collapse: collapse; width: 100%; margin-top: 1rem; }
caption { text-align: left; font-weight: bold; }
th, td { text-align: left; padding: 0.15rem 1rem 0.15rem 0; border-bottom: 1px solid #ccc; vertical-align: top; }
th[scope=row] { font-weight: normal; width: 15rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; width: 5rem; }
.effect { font-weight: bold; } .none, .same, .withheld { color: #595959; }
pre { margin: 0; font: 0.9em ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; } figcaption { color: #333; }
@media print {
  body { margin: 0; max-width: none; font-size: 10pt; }
  figure, tr, dl { break-inside: avoid; } h2, caption { break-after: avoid; }
}
"""

CAPTIONS = {
    "intervals": "A dot is the difference, filled where it is an effect. The thick line is its 95 % interval; the thin line is wider, so "
    "that with 95 % the thin lines of all figures together hold the true differences.",
    "distributions": "How many games in 100 came out so.",
    "scores": "Mean score of a seat in the games that came to the end of a round; below, how many of the games that is.",
}


def missing() -> list[str]:
    """What draws the pictures and is not installed."""
    return [name for name in NEEDED if find_spec(name) is None]


def to_html(
    found: Comparison, names: Names, words: OwnWords = NOTHING_SAID, change: Diff | None = None
) -> str:
    """The whole page in UTF-8, of a comparison that has games. It says what the change is by its own `words`, and by what is
    different in the rules. Needs the extra `report` (`missing`)."""
    from rulewright.author.comparison.pictures import pictures  # to start sooner: drawing needs matplotlib

    title = f"{found.a.title}: what the change does"
    content = [
        f"<h1>{escape(title)}</h1>",
        *_sides(found, names, words),
        *(html.to_html(change) if change is not None else ()),
        *(f'<p class="caution">{_marked(sentence)}</p>' for sentence in cautions(found)),
        *_effects(found),
        *(line for picture in pictures(found, names) for line in _figure(picture)),
        "<h2>Every figure</h2>",
        *_tables(found),
        *(f"<p>{_marked(sentence)}</p>" for sentence in how_to_read(found)),
    ]
    return html_page(title, STYLE, content)


def _sides(found: Comparison, names: Names, words: OwnWords) -> Iterator[str]:
    yield "<dl>"
    for letter, name, said in zip("AB", names, words, strict=True):
        lines = "".join(f"<br>{escape(line)}" for line in said)
        yield f"<dt>{letter}</dt><dd><code>{escape(name)}</code>{lines}</dd>"
    yield "</dl>"
    yield f"<p>{escape(heading(found))}</p>"


def _effects(found: Comparison) -> Iterator[str]:
    """What a reader wants first. How often single rules are used is left to the table."""
    there = [line for line in found.rows if line.verdict in ("effect", "perhaps", "only_a", "only_b")]
    told = [line for line in there if line.section != RULES or line.verdict in ("only_a", "only_b")]
    rules = len(there) - len(told)
    yield "<h2>In short</h2>"
    if not there:
        yield "<p>No effect found.</p>"
    if told:
        yield "<ul>"
        yield from (f"<li>{escape(line.name)}: {escape(line.words)}</li>" for line in told)
        yield "</ul>"
    if rules:
        yield f"<p>Used more or less often: {rules} action{'s' if rules > 1 else ''} or rule{'s' if rules > 1 else ''}.</p>"


def _figure(picture: Picture) -> Iterator[str]:
    """A picture with its title and its content in words, which is what readers hear who do not see it."""
    title, told = f"{picture.name}-title", f"{picture.name}-told"
    opened = f'<svg role="img" aria-labelledby="{title} {told}"'
    inside = f'<title id="{title}">{escape(picture.title)}</title>\n<desc id="{told}">{escape(picture.told)}</desc>'
    head, _, rest = picture.svg.partition(">")
    yield f"<h2>{escape(picture.title)}</h2>"
    yield "<figure>"
    yield f"{head.replace('<svg', opened, 1)}>\n{inside}{rest}"
    yield f"<figcaption>{escape(CAPTIONS[picture.name])}</figcaption>"
    yield "</figure>"


def _tables(found: Comparison) -> Iterator[str]:
    for section, lines in sections(found):
        yield f"<table>\n<caption>{escape(section.capitalize())}</caption>"
        yield (
            '<thead><tr><th scope="col">figure</th><th scope="col" class="number">A</th>'
            '<th scope="col" class="number">B</th><th scope="col">B against A</th></tr></thead>\n<tbody>'
        )
        yield from map(_row, lines)
        yield "</tbody>\n</table>"


def _row(line: Line) -> str:
    numbers = "".join(f'<td class="number">{escape(value)}</td>' for value in values(line))
    return f'<tr class="{line.verdict}"><th scope="row">{escape(line.name)}</th>{numbers}<td>{escape(line.words)}</td></tr>'


def _marked(sentence: str) -> str:
    """A sentence with its `names` set as code."""
    parts = escape(sentence).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
