"""A comparison as Markdown and as CSV, from the words of `play.comparing.result`.

to_markdown(found, ("my-game", "my-game --set target=90"))
"""

from __future__ import annotations

import csv
import io

from rulewright.author.comparison.change import NOTHING_SAID, OwnWords
from rulewright.author.report.markdown import escaped, table
from rulewright.play.comparing.result import Comparison, cautions, heading, how_to_read, sections

Names = tuple[str, str]
"""The names of the sides: `my-game`, `my-game --set target=90`."""
ALIGNED = ("---", "---:", "---:", "---")
COLUMNS = (
    "figure", "section", "name", "kind", "unit", "a", "b", "difference", "low", "high", "p", "adjusted", "verdict",
    "words",
)  # fmt: skip


def to_markdown(found: Comparison, names: Names, words: OwnWords = NOTHING_SAID) -> str:
    """The comparison as Markdown for a page or for a comment on a change; `words` describe the change."""
    parts = [f"**A** `{names[0]}` against **B** `{names[1]}`: {heading(found)}."]
    parts += [f"{letter}: {escaped(line)}" for letter, said in zip("AB", words, strict=True) for line in said]
    parts += cautions(found)
    for section, rows in sections(found):
        cells = [(line.name, a, b, line.words) for line, a, b in rows]
        parts.append(table((section, "A", "B", "B against A"), cells, ALIGNED))
    return "\n\n".join([*parts, " ".join(how_to_read(found))]).rstrip() + "\n"


def to_csv(found: Comparison) -> str:
    """One figure a line, with all digits. The cell of a side without this figure is empty."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("games", *COLUMNS))
    for line in found.lines:
        cells = (line.id, *(getattr(line, column) for column in COLUMNS[1:]))
        rows.writerow((found.games, *("" if cell is None else cell for cell in cells)))
    return text.getvalue()
