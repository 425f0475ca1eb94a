"""The command `rulewright diff`: the lines of each change in colour, with the part that is different marked.

options.target.default
  - 100  cinq-o.rulebook.yaml:9
  + 50   quick.overlay.yaml:6
  affects end.target_reached
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

import click
from rich.text import Text

from rulewright.author.changes import words
from rulewright.author.changes.markdown import to_markdown
from rulewright.author.changes.model import Diff, Mark
from rulewright.author.diff import diff
from rulewright.cli.common.exit_status import FINE
from rulewright.cli.common.game_arguments import Settings
from rulewright.cli.common.output import console, note, show_json, show_problems, wants_colour
from rulewright.cli.common.streams import own
from rulewright.cli.comparing.two_games import open_both, shown
from rulewright.problems.problem import RulebookError
from rulewright.problems.quoting import counted
from rulewright.problems.terminal import visible

if TYPE_CHECKING:
    from rulewright.author.changes.model import Diff

DIFFERENT, IN_TROUBLE = 1, 2
MANY_EXAMPLES = 30


def show_difference(
    first: Settings, second: Settings, style: str, no_examples: bool, everything: bool, exit_code: bool
) -> int:
    """The exit status."""
    try:
        found = _diff(first, second, not no_examples)
    except RulebookError as error:
        if not exit_code:
            raise
        show_problems(error.problems, to_stderr=True)
        return IN_TROUBLE
    match style:
        case "json":
            show_json(found.to_json())
        case "markdown":
            click.echo(f"# {shown(first)} → {shown(second)}\n")
            click.echo(to_markdown(found, everything), nl=False)
        case _:
            show_diff(found, shown(first), shown(second), everything)
    return DIFFERENT if exit_code and found.rules else FINE


def _diff(first: Settings, second: Settings, examples: bool) -> Diff:
    first, second = replace(first, engine="reference"), replace(second, engine="reference")
    one, other = open_both(first, second, Settings.open_book)
    if examples and sys.stderr.isatty() and len(one.rulebook.examples) > MANY_EXAMPLES:
        note(
            f"running {counted(len(one.rulebook.examples), 'example')} of A by the rules of B (--no-examples leaves them out)"
        )
    return diff(one, other, first.players, examples)


TITLES = {"Strategies": "STRATEGIES", "Words": "WORDS ONLY"}
"""Headings of groups of changes; that of rules has none."""
MOST_COLUMNS = 72
"""Wider lines do not count for the column in which places are aligned."""
_STYLES = {"-": "red", "+": "green", " ": "dim"}
_PARTS = re.compile(r"\w+|\s+|[^\w\s]")


def show_diff(diff: Diff, first: str, second: str, everything: bool) -> None:
    """Print a diff of two games under the names by which they were asked for."""
    screen = console()
    with screen.capture() as captured:
        for line in _lines(diff, first, second, everything):
            screen.print(line, soft_wrap=True)
    for printed in captured.get().splitlines():
        click.echo(own(printed.rstrip()))


def _lines(diff: Diff, first: str, second: str, everything: bool) -> Iterator[Text]:
    for letter, style, name, side in (("A", "red", first, diff.a), ("B", "green", second, diff.b)):
        yield Text.assemble((f"{letter}  ", style), (visible(name), "bold"), f"  {visible(side.title)}")
    yield Text()
    for group in words.outline(diff, everything):
        if group.title in TITLES:
            yield Text(TITLES[group.title], "bold")
        if group.counts:
            width = max(len(section) for section, _ in group.counts)
            yield from (Text.assemble((f"{name:<{width}}  ", "bold"), said) for name, said in group.counts)
            yield Text("--all shows each of them", "dim")
            yield Text()
        for change in group.changes:
            yield from _change(change)
            yield Text()
    yield from _examples(diff, second, everything)
    yield Text(words.summary(diff), "bold")


def _change(change: words.Shown) -> Iterator[Text]:
    yield Text.assemble((change.path, "bold"), f" {change.note}" if change.note else "")
    marks = change.marks
    width = max((len(mark.text) for mark in marks if len(mark.text) <= MOST_COLUMNS), default=0)
    other = _counterparts(marks)
    for at, mark in enumerate(marks):
        yield _line(mark, marks[other[at]] if at in other else None, width, _where(mark))
        yield from _carets(mark, marks[other[at]] if at in other else None)
    if change.left:
        yield Text(f"    ... {change.left} more lines (--all)", "dim")
    yield from (Text(f"  {visible(fact)}") for fact in change.facts)


def _where(mark: Mark) -> str:
    moved = " (moved)" if mark.moved else ""
    return "" if mark.sign == " " else words.placed(mark) + moved


def _line(mark: Mark, other: Mark | None, width: int, where: str) -> Text:
    line = Text(f"  {mark.sign} ", _STYLES[mark.sign])
    for part, differs in _parts(mark, other):
        line.append(visible(part), f"{_STYLES[mark.sign]}{' bold underline' if differs else ''}")
    if where:
        line.append(" " * max(width - len(mark.text) + 2, 2))
        line.append(where, "dim")
    return line


def _carets(mark: Mark, other: Mark | None) -> Iterator[Text]:
    """Carets below the parts of a new line that differ, on a terminal without colours."""
    if other is None or mark.sign != "+" or not sys.stdout.isatty() or wants_colour(sys.stdout):
        return
    marked = "".join(("^" if differs else " ") * len(part) for part, differs in _parts(mark, other))
    if "^" in marked and " " in marked.rstrip():
        yield Text(f"    {marked.rstrip()}")


def _counterparts(marks: Sequence[Mark]) -> dict[int, int]:
    """The index of the counterpart of each line: in runs of as many old lines as new ones the first old line and the first
    new one, and so on, in both directions."""
    found: dict[int, int] = {}
    at = 0
    while at < len(marks):
        old = at
        while at < len(marks) and marks[at].sign == "-":
            at += 1
        new = at
        while at < len(marks) and marks[at].sign == "+":
            at += 1
        if at - new == new - old:
            for offset in range(new - old):
                found[old + offset], found[new + offset] = new + offset, old + offset
        at = max(at, old + 1)
    return found


def _parts(mark: Mark, other: Mark | None) -> Iterator[tuple[str, bool]]:
    """The text of a line in parts, each with whether it differs from the other line."""
    if other is None or mark.moved:
        yield mark.text, False
        return
    mine, theirs = _PARTS.findall(mark.text), _PARTS.findall(other.text)
    for tag, a, b, _, _ in SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        yield "".join(mine[a:b]), tag != "equal"


def _examples(diff: Diff, second: str, everything: bool) -> Iterator[Text]:
    (shown, left), rewritten = words.shown_examples(diff.examples, everything), words.rewritten(diff.examples)
    if shown:
        yield Text("EXAMPLES OF A THAT COME OUT DIFFERENTLY IN B", "bold")
        for example in shown:
            yield Text.assemble((example.id, "bold"), (f"  {example.place}", "dim"))
            yield from (Text(f"  {visible(difference)}") for difference in example.differences)
        if left:
            yield Text(f"... and {left} more (--all)", "dim")
        yield Text()
    if diff.examples.not_asked:
        yield Text("EXAMPLES OF A THAT CANNOT BE ASKED OF B", "bold")
        for reason, which in words.why_not_asked(diff.examples.not_asked):
            yield Text(f"{visible(reason)}:")
            yield Text(f"  {which}")
        yield Text(words.unguarded(diff.examples, visible(second)))
        yield Text()
    if rewritten:
        yield Text(rewritten)
        yield Text()
