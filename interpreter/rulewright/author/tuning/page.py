"""The result of `tune` as one self-contained HTML page: the verdict, the wishes with their figures, what each knob does, and the change.

It opens without a network, in light and dark, and prints on white paper.
"""

from __future__ import annotations

from rulewright.author.changes.html import to_html as changes_to_html
from rulewright.author.diff import diff
from rulewright.author.report.html import page
from rulewright.author.tuning.drawing import charts, strips
from rulewright.author.tuning.opening import Opener
from rulewright.author.tuning.report import (
    VERDICTS,
    compromises,
    figure,
    heading,
    how_found,
    refused,
    settings,
    verdict,
    what_knobs_do,
    wish_text,
)
from rulewright.play.tuning.searching import Found
from rulewright.problems.quoting import series


def to_html(found: Found, opener: Opener, overlay: str = "") -> str:
    """The page of a search; `overlay` is the answer as a house rule."""
    first, *others = verdict(found)
    answer = found.answer
    now = found.today.figures if found.today else (None,) * len(found.wishes)
    wishes = [
        (wish_text(wish), *figure(wish, before), *figure(wish, after), after.verdict, VERDICTS[after.verdict], strip)
        for wish, before, after, strip in zip(
            found.wishes, now, answer.figures if answer else (), strips(found), strict=bool(answer)
        )
    ]  # fmt: skip
    today = {knob.name: opener.now(knob) for knob in found.space.knobs}
    return page(
        "tuning.html",
        title=f"{opener.book.game.title}, tuned",
        heading=heading(found, opener),
        holds=answer is not None and answer.holds,
        first=first,
        verdict=others,
        knobs=settings(found, opener, answer)[1] if answer else [],
        wishes=wishes,
        charts=charts(found, today),
        what_knobs_do=what_knobs_do(found).rstrip(":") + ".",
        compromises=list(compromises(found)),
        refused=list(refused(found)),
        changes=changes_to_html(diff(opener.book, opener.opened(answer.setting), examples=False))
        if answer
        else "",
        overlay=overlay,
        with_rules=series(opener.rules_on(found.answer.setting)) if found.answer else "",
        how=list(how_found(found)),
    )
