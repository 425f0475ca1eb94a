"""A rule sheet as one HTML page that needs nothing else (`html_page`).

Words that authors wrote are shown as written: a `<b>` in an `about` is three characters, never markup.
On paper, tables and entries stay in one piece and headings stay with what follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import groupby
from typing import assert_never

from rulewright.author.html_page import html_page
from rulewright.author.sheet.blocks import Block, Drawing, Grid, Item, Section, Sheet

SHORT = 20
"""Names of rows up to this length are not broken between words."""
STYLE = """\
:root { color-scheme: light dark; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.0625rem/1.5 Georgia, "Times New Roman", serif; }
body { overflow-wrap: break-word; }
h1, h2, p, li, caption, th, td { unicode-bidi: plaintext; text-align: start; }
h1, h2, caption, th { font-family: system-ui, sans-serif; line-height: 1.2; }
h1 { margin-bottom: 0; }
h2 { margin: 2rem 0 0.5rem; border-bottom: 1px solid; font-size: 1.25rem; }
.players { margin-top: 0.25rem; font-style: italic; }
ul { padding-left: 1.25rem; }
li { margin: 0.25rem 0; }
table { margin: 1rem 0; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding-bottom: 0.25rem; font-weight: bold; }
th, td { padding: 0.2rem 0.75rem 0.2rem 0; border-bottom: 1px solid #8886; vertical-align: top; }
thead th { border-bottom-width: 2px; font-size: 0.875rem; }
tbody th { font: inherit; }
tbody th.short { white-space: nowrap; }
.long { overflow-wrap: anywhere; }
pre { font: 0.9rem/1.2 ui-monospace, Menlo, Consolas, monospace; overflow: auto hidden; break-inside: avoid; }
pre { font-size: clamp(0.5rem, calc(min(40rem, 100vw - 2rem) * 1.6 / var(--wide)), 0.9rem); }
@media print {
  @page { margin: 18mm; }
  :root { color-scheme: light; }
  body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; line-height: 1.35; }
  h2 { margin-top: 1rem; break-after: avoid; }
  li, table, tr { break-inside: avoid; }
  pre { overflow: visible; font-size: min(10.5pt, calc(280mm / var(--wide))); }
  p { orphans: 3; widows: 3; }
}
"""


def to_html(sheet: Sheet) -> str:
    """The sheet as a whole HTML document in UTF-8, with one heading of the first level."""
    about = [f"<p>{escape(sheet.about)}</p>"] if sheet.about else []
    content = [
        f"<h1>{escape(sheet.title)}</h1>",
        f'<p class="players">{escape(sheet.players)}</p>',
        *about,
        *(line for section in sheet.sections for line in _section(section)),
    ]
    return html_page(f"{sheet.title}: rules", STYLE, content)


def _section(section: Section) -> list[str]:
    return ["<section>", f"<h2>{escape(section.heading)}</h2>", *_blocks(section.blocks), "</section>"]


def _blocks(blocks: Iterable[Block]) -> list[str]:
    """Paragraphs and tables; items that follow each other are one list."""
    lines: list[str] = []
    for listed, run in groupby(blocks, lambda block: isinstance(block, Item)):
        made = [line for block in run for line in _block(block)]
        lines += ["<ul>", *made, "</ul>"] if listed else made
    return lines


def _block(block: Block) -> list[str]:
    match block:
        case str():
            return [f"<p>{escape(block)}</p>"]
        case Item():
            return _item(block)
        case Grid():
            return _grid(block)
        case Drawing(title=title, lines=drawn):
            wide = max(map(len, drawn), default=1)
            drawing = escape("\n".join(drawn))
            return [f'<pre role="img" aria-label="{escape(title)}" style="--wide: {wide}">{drawing}</pre>']
        case _:
            assert_never(block)


def _item(item: Item) -> list[str]:
    line = f"<li><strong>{escape(item.name)}</strong>" + (f": {escape(item.text)}" if item.text else "")
    if not item.notes:
        return [f"{line}</li>"]
    return [line, "<ul>", *(f"<li>{escape(note)}</li>" for note in item.notes), "</ul>", "</li>"]


def _grid(grid: Grid) -> list[str]:
    """A table whose first column names its rows; short rows are filled up with empty cells."""
    width = max([len(grid.headings), *(len(row) for row in grid.rows)])
    short = all(len(row[0]) <= SHORT for row in grid.rows if row)
    lines = ["<table>", _cell("caption", grid.title)]
    if any(grid.headings):
        cells = "".join(_cell("th", cell, ' scope="col"') for cell in _filled(grid.headings, width))
        lines.append(f"<thead><tr>{cells}</tr></thead>")
    lines.append("<tbody>")
    for row in grid.rows:
        first, *others = _filled(row, width)
        name = _cell("th", first, ' scope="row"', "short" if short else "")
        lines.append(f"<tr>{name}{''.join(_cell('td', cell) for cell in others)}</tr>")
    return [*lines, "</tbody>", "</table>"]


def _cell(tag: str, text: str, scope: str = "", style: str = "") -> str:
    """A cell of a table or its caption, in which only a word that is very long may be broken: others would be, to make a column narrow."""
    style = "long" if any(len(word) > SHORT for word in text.split()) else style
    kind = f' class="{style}"' if style else ""
    return f"<{tag}{scope}{kind}>{escape(text)}</{tag}>"


def _filled(row: tuple[str, ...], width: int) -> tuple[str, ...]:
    return row + ("",) * (width - len(row))
