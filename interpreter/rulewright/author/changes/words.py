"""The words of a diff, shared by the terminal, Markdown and HTML: each change, what it affects, and a summary.

    outline(diff)       Group("Rules", (), (Shown("end.nobody_left", "(new)", ..., "affects end.target_reached"), ...))

Each of these output forms prints the same outline.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import TypeAlias

from rulewright.author.changes.model import Change, Diff, ExampleChange, Examples, Mark
from rulewright.author.changes.reach import Reached
from rulewright.problems.quoting import counted
from rulewright.problems.quoting import shortened as shortened_text
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

MOST_REACHED = 6
MOST_CHANGES = 40
"""If there are more changes, they are counted by section instead of being shown."""
MOST_LINES = 16
MOST_EXAMPLES = 12
MOST_NAMES = 6
LONGEST_WORDS = 80
_NOTES = {"added": "new", "removed": "gone", "changed": "", "set": "set for this game"}
"""By kind of change the words in brackets after its path; other kinds go by their name."""


def are_many(diff: Diff) -> bool:
    """Whether a diff has too many changes to show them one by one."""
    return len(diff.changes) > MOST_CHANGES


@dataclass(frozen=True, slots=True)
class Shown:
    """A change as it is printed: its path, what happened to it, its lines (the last `left` are cut), and what it affects."""

    path: str
    note: str
    lines: tuple[Mark, ...]
    left: int
    places: str
    facts: tuple[str, ...]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The lines that are printed."""
        return self.lines[: len(self.lines) - self.left]


@dataclass(frozen=True, slots=True)
class Group:
    """Changes under a title; if there are too many, only their `counts` by section."""

    title: str
    counts: tuple[tuple[str, str], ...]
    changes: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example that comes out differently: its place, and each expectation with the actual result."""

    id: str
    place: str
    differences: tuple[str, ...]


def outline(diff: Diff, everything: bool = False) -> Iterator[Group]:
    """The changes as they are printed; without `everything`, long diffs are counted or cut."""
    short, many = shortened(diff), are_many(diff) and not everything
    for title, changes in (("Rules", diff.rules), ("Strategies", diff.strategies), ("Words", diff.words)):
        if changes and many:
            yield Group(title, tuple(by_section(changes)), ())
        elif changes:
            yield Group(title, (), tuple(_shown(change, short, everything) for change in changes))


def _shown(change: Change, short: Shortened, everything: bool) -> Shown:
    variant = f"in the variant {change.variant}" if change.variant else ""
    notes = ", ".join(filter(None, (_NOTES.get(change.kind, change.kind), variant)))
    left = 0 if everything else max(len(change.lines) - MOST_LINES, 0)
    places = dict.fromkeys(placed(mark) for mark in change.lines if mark.sign != " ")
    facts = filter(None, (affects(change, short, everything), stay(change)))
    return Shown(
        short(change.path), f"({notes})" if notes else "", change.lines, left,
        ", ".join(places), tuple(facts),
    )  # fmt: skip


def shown_examples(examples: Examples, everything: bool) -> tuple[list[ShownExample], int]:
    """The examples that come out differently, and the number of those left out."""
    asked = examples.otherwise
    listed = asked if everything else asked[:MOST_EXAMPLES]
    made = [
        ShownExample(
            change.id,
            place(change.span) + (f", rewritten in {place(change.anew)}" if change.anew else ""),
            tuple(told(change)),
        )
        for change in listed
    ]
    return made, len(asked) - len(made)


def place(span: Span | None) -> str:
    """`race.rulebook.yaml:9`; for a file outside of the current folder, its name without folders."""
    if span is None:
        return ""
    title = PurePath(span.source.title)
    return f"{title.name}:{span.line}" if title.is_absolute() else span.place


def placed(mark: Mark) -> str:
    """The place of a line, `not written, ` with the place of its entry, or `as set` for the value of an option."""
    if mark.span is None:
        return "as set"
    return f"not written, {place(mark.span)}" if mark.implied else place(mark.span)


def affects(change: Change, short: Shortened, everything: bool = False) -> str:
    """What a change can affect, as a sentence without its full stop; empty if nothing."""
    reach, most = change.reach, None if everything else MOST_REACHED
    parts = [_listed(reach.affects, short, most)] if reach.affects else []
    if reach.in_turn:
        parts.append(f"through {_names(reach.through, most)}: {_listed(reach.in_turn, short, most)}")
    return f"affects {'; '.join(parts)}" if parts else ""


def stay(change: Change) -> str:
    """A note that the words for a rule were not changed with it, with these words; empty if they were."""
    if change.stay is None:
        return ""
    return f"its words stay: {shortened_text(change.stay.text, LONGEST_WORDS)} ({place(change.stay.span)})"


def told(change: ExampleChange) -> list[str]:
    """The failed expectations of an example: what was expected, the actual result, and the line."""
    return [
        f"{problem.message}{f': {problem.label}' if problem.label else ''} (line {problem.line})"
        for problem in change.problems
    ]


def why_not_asked(examples: Sequence[ExampleChange]) -> list[tuple[str, str]]:
    """The reasons why examples cannot be run on the new side, each with the names of these examples."""
    reasons: dict[str, list[str]] = {}
    for change in examples:
        reasons.setdefault(change.problems[0].message, []).append(f"{change.id} (line {change.span.line})")
    return [(reason, _names(names, MOST_NAMES)) for reason, names in reasons.items()]


def summary(diff: Diff) -> str:
    """The number of changes of each kind, and of examples that come out differently, in one line."""
    if not diff.changes:
        rules = "No rule and no word is different."
    elif len(diff.words) == len(diff.changes):
        rules = f"Only words changed, in {counted(len(diff.words), 'place')}."
    else:
        kinds: Counter[str] = Counter(
            "changed" if change.kind == "set" else change.kind for change in diff.rules
        )
        names = ("changed", "added", "removed", "moved", "renamed")
        counts = ", ".join(f"{kinds[name]} {name}" for name in names if kinds[name]) or "none changed"
        others = (("strategies", diff.strategies), ("words", diff.words))
        listed = (f"; {name}: {len(changes)}" for name, changes in others if changes)
        rules = f"Rules: {counts}{''.join(listed)}."
    return f"{rules} {examples_summary(diff.examples)}".rstrip()


def examples_summary(examples: Examples) -> str:
    """The result of running A's examples by the rules of B, in one sentence or two; empty if they were not run."""
    if examples.silent:
        return "The two have no action in common, so no example of A can be asked of B."
    many = examples.broken
    broken = f"{counted(many, 'example')} {'does' if many == 1 else 'do'} not hold in A itself."
    return " ".join(filter(None, (_compared(examples), broken if many else "")))


def _compared(examples: Examples) -> str:
    if not examples.ran:
        return ""
    number, unasked = len(examples.otherwise), len(examples.not_asked)
    of_a = f"of {counted(examples.ran, 'example')} of A"
    if number:
        verb = "comes" if number == 1 else "come"
        told = f"{number} {of_a} {verb} out differently in B"
        return f"{told}, and {unasked} cannot be asked any more." if unasked else f"{told}."
    if unasked:
        others = "; the others hold in B" if unasked < examples.ran else ""
        return f"{unasked} {of_a} cannot be asked any more{others}."
    return f"All {examples.ran} examples of A hold in B." if examples.ran > 1 else "A's example holds in B."


def unguarded(examples: Examples, game: str = "") -> str:
    """Advice about examples that cannot be run on B, which is `game` on the command line; empty if all can."""
    if not examples.not_asked:
        return ""
    command = f"rulewright test {game}".rstrip()
    return f"An example that cannot be asked watches over nothing in B: `{command}` plays B and finds the rules that fail there."


def rewritten(examples: Examples) -> str:
    """The examples that were added, removed or changed; empty if there are none."""
    parts = [("added", examples.added), ("removed", examples.removed), ("changed", examples.changed)]
    return "; ".join(
        f"{counted(len(names), 'example')} {what}: {_names(names, MOST_NAMES)}"
        for what, names in parts
        if names
    )


def by_section(changes: Iterable[Change]) -> list[tuple[str, str]]:
    """The changes by section: names that only one side has, and names of entries that differ."""
    sections: dict[str, dict[str, list[str]]] = {}
    for change in changes:
        section, name = _split(change.path)
        sort = {"added": "only in B", "removed": "only in A"}.get(change.kind, "different")
        names = sections.setdefault(section, {}).setdefault(sort, [])
        if name not in names:
            names.append(name)
    return [
        (section, "; ".join(_of_sort(sort, sorts[sort]) for sort in _SIDES if sort in sorts))
        for section, sorts in sections.items()
    ]


_SIDES = ("only in A", "only in B", "different")


def _of_sort(sort: str, names: Sequence[str]) -> str:
    said = [name for name in names if name]
    return f"{len(names)} {sort}" + (f" ({_names(said, MOST_NAMES)})" if said else "")


def _split(path: str) -> tuple[str, str]:
    """The section of a path, and the name of the entry in it."""
    section, name, *_ = (*_PHASE.sub("", path).split("."), "")
    return section, name


_PHASE = re.compile(r"^phases\.[^.]+\.(?=(?:actions|as_soon_as)\.)")
"""The beginning of the path of an action or automatic rule, which names its phase."""
Shortened: TypeAlias = Callable[[str], str]


def shortened(diff: Diff) -> Shortened:
    """A function that takes the phase out of paths, `actions.hold.when.rolled_once`, if only one phase in the diff has such an action."""
    paths = {change.path for change in diff.changes}
    paths |= {each.path for change in diff.changes for each in (*change.reach.affects, *change.reach.in_turn)}
    found = {(match[0], _split(match.string)) for match in map(_PHASE.match, paths) if match}
    phases = Counter(rule for _, rule in found)
    return lambda path: _PHASE.sub("", path) if phases[_split(path)] == 1 else path


def _listed(reached: Sequence[Reached], short: Shortened, most: int | None) -> str:
    return _names([short(each.path) for each in reached], most)


def _names(names: Sequence[str], most: int | None) -> str:
    shown = names if most is None or len(names) <= most + 1 else names[:most]
    left = len(names) - len(shown)
    return ", ".join(shown) + (f" and {left} more" if left else "")
