"""A health report as one self-contained HTML page: the verdict, figures at a glance, pictures, and every table.

It opens without a network, in light and dark, and prints on white paper.
"""

from __future__ import annotations

from rulewright.author.health.drawing import knob_picture, rank_rows, seat_picture
from rulewright.author.health.glances import glances
from rulewright.author.report.html import page
from rulewright.play.health.compared import compared
from rulewright.play.health.report import BESIDE, heading, report
from rulewright.play.health.results import Health
from rulewright.play.health.verdict import alarms, verdict


def to_html(found: Health, about: str = "") -> str:
    """The page of a report; `about` says what the game is, in its author's words."""
    raised = alarms(found)
    words = [each.words for each in raised]
    first, *others = verdict(found)
    return page(
        "health.html",
        title=f"{found.title}: a health report",
        about=about,
        heading=heading(found),
        first=first,
        alarms=words,
        verdict=[sentence for sentence in others if sentence not in words],
        glances=glances(found, {each.about for each in raised}),
        seats=seat_picture(found),
        knobs=knob_picture(found.knobs),
        ranks=rank_rows(compared(found)),
        sections=[(name, content) for name, content in report(found) if name != BESIDE],
    )
