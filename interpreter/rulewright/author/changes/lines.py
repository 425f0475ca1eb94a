"""The lines of a change: the old text and the new one.

      if: five_alike
    -   five_of_a_kind
    +   take_all

Of effects only those that differ are shown, with the effects around them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from rulewright.author.changes.effects import Line
from rulewright.author.changes.model import Mark, Sign
from rulewright.author.changes.parts import Branch, Leaf, Listing, Part, leaves
from rulewright.author.to_yaml import to_yaml
from rulewright.document import nodes as document
from rulewright.document.nodes import Entry, Mapping, Scalar
from rulewright.rulebook import nodes as rules
from rulewright.source.text import Span


def lines_of(old: Part | None, new: Part | None, name: str) -> tuple[Mark, ...]:
    """The lines that differ between two parts, of which one may be None. `name` is their key."""
    match old, new:
        case Listing(), Listing():
            return tuple(_of_lists(old.lines, new.lines))
        case _:
            before = () if old is None else _whole("-", old, name)
            return (*before, *(() if new is None else _whole("+", new, name)))


def effects_of(old: Part | None, new: Part | None) -> tuple[list[rules.AnyEffect], list[rules.AnyEffect]]:
    """The effects that only the old side has, and those that only the new one has."""
    before = old.lines if isinstance(old, Listing) else ()
    after = new.lines if isinstance(new, Listing) else ()
    gone: list[rules.AnyEffect] = []
    come: list[rules.AnyEffect] = []
    for tag, a, b, c, d in _blocks(before, after):
        if tag != "equal":
            gone += [line.effect for line in before[a:b]]
            come += [line.effect for line in after[c:d]]
    return gone, come


def _whole(sign: Sign, part: Part, name: str) -> tuple[Mark, ...]:
    match part:
        case Leaf(text=text, span=span, implied=implied):
            return (Mark(sign, text, span, implied=implied),)
        case Listing(lines=lines):
            return tuple(Mark(sign, line.indented, line.span) for line in lines)
        case Branch(node=None):
            said = ((".".join(path), below) for path, below in leaves(part))
            return tuple(
                replace(mark, text=f"{key}: {mark.text}")
                for key, below in said
                for mark in _whole(sign, below, key)
                if not mark.implied
            )
        case Branch(node=node, span=span):
            assert node is not None  # the case above
            return tuple(Mark(sign, line, span) for line in _as_written(name, node, span))


def _as_written(name: str, node: document.Node, span: Span) -> list[str]:
    """An entry as lines of YAML, on one line if it is small."""
    entry = Entry(Scalar(name, "plain", span), node)
    section = Entry(Scalar("section", "plain", span), Mapping((entry,), span))
    _, *lines = to_yaml(Mapping((section,), span)).splitlines()
    return [line.removeprefix("  ") for line in lines]


def _of_lists(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Mark]:
    """The lines that differ between two lists of effects, and the effects around them."""
    marks: list[tuple[Mark, int]] = []
    for tag, a, b, c, d in _blocks(old, new):
        kept: Sign = " " if tag == "equal" else "+"
        sides: tuple[tuple[Sign, Sequence[Line]], ...] = (
            ("-", old[a:b] if kept == "+" else ()),
            (kept, new[c:d]),
        )
        marks += [
            (Mark(sign, each.indented, each.span), each.depth) for sign, lines in sides for each in lines
        ]
    shown = _with_their_heads(marks)
    moved = _on_both_sides([mark for mark, _ in marks])
    for at, (mark, _) in enumerate(marks):
        if at in shown:
            yield replace(mark, moved=at in moved)


def _blocks(old: Sequence[Line], new: Sequence[Line]) -> Sequence[tuple[str, int, int, int, int]]:
    said = [[(line.depth, line.text) for line in lines] for lines in (old, new)]
    return SequenceMatcher(None, said[0], said[1], autojunk=False).get_opcodes()


def _with_their_heads(marks: Sequence[tuple[Mark, int]]) -> set[int]:
    """The indices of lines that differ, and of the lines of the effects around them."""
    shown: set[int] = set()
    for at, (mark, depth) in enumerate(marks):
        if mark.sign == " ":
            continue
        shown.add(at)
        for before in range(at - 1, -1, -1):
            other, outer = marks[before]
            if outer < depth and other.sign in (" ", mark.sign):
                shown.add(before)
                depth = outer
    return shown


def _on_both_sides(marks: Sequence[Mark]) -> set[int]:
    """The indices of lines that were moved: removed in one place and added in another."""
    counts = {sign: Counter(mark.text for mark in marks if mark.sign == sign) for sign in ("-", "+")}
    both = counts["-"] & counts["+"]
    left = {sign: Counter(both) for sign in ("-", "+")}
    found: set[int] = set()
    for at, mark in enumerate(marks):
        if mark.sign != " " and left[mark.sign][mark.text] > 0:
            left[mark.sign][mark.text] -= 1
            found.add(at)
    return found
