"""A diff as Markdown, for a pull request or a page."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.author.changes import words
from rulewright.author.changes.model import Diff
from rulewright.author.report.markdown import table


def to_markdown(diff: Diff, everything: bool = False, level: int = 2) -> str:
    """The diff as Markdown whose highest headings have a `level`; without `everything`, long diffs are counted or cut."""
    parts = [f"**{words.summary(diff)}**"]
    for group in words.outline(diff, everything):
        parts.append(f"{'#' * level} {group.title}")
        if group.counts:
            parts.append(table(("section", ""), [(f"`{name}`", counts) for name, counts in group.counts]))
        parts += map(_change, group.changes)
    parts += _examples(diff, level, everything)
    return "\n\n".join(parts) + "\n"


def _change(change: words.Shown) -> str:
    head = f"- **`{change.path}`**{f' {change.note}' if change.note else ''}"
    signs = [mark.sign for mark in change.marks]
    if not change.left and signs == ["-", "+"] and all("\n" not in mark.text for mark in change.marks):
        old, new = (_code(mark.text) for mark in change.marks)
        return "; ".join((f"{head}: {old} → {new} ({change.places})", *change.facts))
    body = "\n".join(f"  {mark.sign} {mark.text}".rstrip() for mark in change.marks)
    more = f"\n    ... {change.left} more lines" if change.left else ""
    return f"{head} {'; '.join((f'({change.places})', *change.facts))}\n\n  ```diff\n{body}{more}\n  ```"


def _code(text: str) -> str:
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def _examples(diff: Diff, level: int, everything: bool) -> Iterator[str]:
    examples = diff.examples
    rewritten = words.rewritten(examples)
    if not examples.different and not rewritten:
        return
    yield f"{'#' * level} Examples"
    shown, left = words.shown_examples(examples, everything)
    lines = []
    for example in shown:
        lines.append(f"- **`{example.id}`** ({example.place})")
        lines += [f"  - {difference}" for difference in example.differences]
    lines += [f"- and {left} more"] if left else []
    for reason, which in words.why_not_asked(examples.not_asked):
        lines.append(f"- cannot be asked any more, since {reason}: {which}")
    if lines:
        yield "\n".join(lines)
    if examples.not_asked:
        yield words.unguarded(examples)
    if rewritten:
        yield f"{rewritten[:1].upper()}{rewritten[1:]}."
