"""A comparison as one self-contained HTML page: the change, its effects in words, pictures, and every figure.

It opens without a network and prints on white paper.  Every picture has a description in words for readers who cannot see it.
"""

from __future__ import annotations

from importlib.util import find_spec

from rulewright.author.changes.html import to_html as changes_to_html
from rulewright.author.changes.model import Diff
from rulewright.author.comparison.change import NOTHING_SAID, OwnWords
from rulewright.author.comparison.text import Names
from rulewright.author.comparison.verdict import label, verdict
from rulewright.author.report.html import page
from rulewright.play.comparing.figures import RULES
from rulewright.play.comparing.result import Comparison, cautions, heading, how_to_read, sections

NEEDED = ("matplotlib", "scipy")
"""The packages that draw the pictures; both come with the extra `report`."""

CAPTIONS = {
    "intervals": "A dot is the difference, filled where it is an effect. The thick line is its 95 % interval; the thin line is wider, so "
    "that with 95 % the thin lines of all figures together hold the true differences. A number with an arrow is beyond the edge.",
    "distributions": "How many games in 100 came out so.",
    "scores": "Mean score of a seat in the games that came to the end of a round; below, how many of the games that is.",
}


def missing() -> list[str]:
    """The packages among `NEEDED` that are not installed."""
    return [name for name in NEEDED if find_spec(name) is None]


def to_html(
    found: Comparison, names: Names, words: OwnWords = NOTHING_SAID, change: Diff | None = None
) -> str:
    """The page of a comparison that has games. It describes the change by its author's `words` and by the differences of
    the rules. Needs the extra `report` (`missing`)."""
    from rulewright.author.comparison.pictures import pictures  # to start sooner: drawing needs matplotlib

    there = [line for line in found.rows if line.verdict in ("effect", "perhaps", "only_a", "only_b")]
    effects = [line for line in there if line.section != RULES or line.verdict in ("only_a", "only_b")]
    title = f"{found.a.title}: what the change does"
    return page(
        "comparison.html",
        title=title,
        sides=list(zip("AB", names, words, strict=True)),
        heading=heading(found),
        changes="" if change is None else changes_to_html(change),
        cautions=cautions(found),
        verdict=verdict(found),
        label=label,
        effects=effects,
        rules=len(there) - len(effects),
        pictures=pictures(found, names),
        captions=CAPTIONS,
        sections=list(sections(found)),
        how_to_read=how_to_read(found),
    )
