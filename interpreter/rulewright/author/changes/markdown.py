"""A diff as Markdown, to be read in a pull request or on a page."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.author.changes import words
from rulewright.author.changes.model import Change, Diff, Mark


def to_markdown(diff: Diff, everything: bool = False, level: int = 2) -> str:
    """The diff under headings of a level and below; without `everything` what is too much is counted."""
    short, many = words.shortened(diff), words.are_many(diff) and not everything
    parts = [f"**{words.summary(diff)}**"]
    if diff.rules:
        parts += [f"{'#' * level} Rules", *_changes(diff.rules, short, many, everything)]
    if diff.strategies:
        parts += [f"{'#' * level} Strategies", *_changes(diff.strategies, short, many, everything)]
    if diff.words:
        parts += [f"{'#' * level} Words", *_changes(diff.words, short, many, everything)]
    parts += _examples(diff, level, everything)
    return "\n\n".join(parts) + "\n"


def _changes(
    changes: tuple[Change, ...], short: words.Shortened, many: bool, everything: bool
) -> Iterator[str]:
    if many:
        rows = words.by_section(changes)
        yield "\n".join(
            ["| section | |", "| --- | --- |", *(f"| `{name}` | {said} |" for name, said in rows)]
        )
        return
    for change in changes:
        yield _change(change, short, everything)


def _change(change: Change, short: words.Shortened, everything: bool) -> str:
    path, *note = words.heading(change, short).split(" ", 1)
    head = f"**`{path}`**{f' {note[0]}' if note else ''}"
    reached = "; ".join(
        part for part in (words.affects(change, short, everything), words.stay(change)) if part
    )
    old, new = change.side("-"), change.side("+")
    if len(change.lines) == 2 and len(old) == len(new) == 1 and "\n" not in old[0].text + new[0].text:
        said = f"{_code(old[0].text)} → {_code(new[0].text)} ({_places((*old, *new))})"
        return f"- {head}: {said}{f'; {reached}' if reached else ''}"
    shown = list(change.lines if everything else change.lines[: words.MOST_LINES])
    left = len(change.lines) - len(shown)
    body = "\n".join(f"  {mark.sign} {mark.text}".rstrip() for mark in shown)
    more = f"\n    ... {left} more lines" if left else ""
    tail = "; ".join(part for part in (f"({_places(change.lines)})", reached) if part)
    return f"- {head} {tail}\n\n  ```diff\n{body}{more}\n  ```"


def _places(marks: tuple[Mark, ...]) -> str:
    return ", ".join(dict.fromkeys(words.placed(mark) for mark in marks if mark.sign != " "))


def _code(text: str) -> str:
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def _examples(diff: Diff, level: int, everything: bool) -> Iterator[str]:
    examples = diff.examples
    rewritten = words.rewritten(examples)
    if not examples.different and not rewritten:
        return
    yield f"{'#' * level} Examples"
    asked = examples.otherwise
    shown = asked if everything else asked[: words.MOST_EXAMPLES]
    lines = []
    for change in shown:
        anew = f", told anew in {words.place(change.anew)}" if change.anew else ""
        lines.append(f"- **`{change.id}`** ({words.place(change.span)}{anew})")
        lines += [f"  - {said}" for said in words.told(change)]
    lines += [f"- and {len(asked) - len(shown)} more"] if len(shown) < len(asked) else []
    for reason, which in words.why_not_asked(examples.not_asked):
        lines.append(f"- cannot be asked any more, since {reason}: {which}")
    if lines:
        yield "\n".join(lines)
    if examples.not_asked:
        yield words.unguarded(examples)
    if rewritten:
        yield f"{rewritten[:1].upper()}{rewritten[1:]}."
