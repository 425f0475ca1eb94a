"""Traces: why a value is what it is, as a tree of expressions with their values and their lines in the rulebook.

    state.trace("seat(1).final_total")

        seat(1).final_total → 170
     98 ├ top total: p.top → 85
     84 │ └ sum(p.sheet(c) otherwise 0 for c in Category if c.number != none) → 85
        │   twos: 8 · threes: 12 · fours: 16 · fives: 25 · sixes: 24
     ...

`str(trace)` is for people; `trace.render(full=True)` leaves nothing out; `trace.to_json()` is plain data.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal, Protocol

from rulewright.ir import nodes as ir
from rulewright.language.types import Type
from rulewright.runtime.executor import Chance, Choice, Position, Value
from rulewright.source.dataclass import dataclass
from rulewright.source.later import later
from rulewright.source.text import Span

if TYPE_CHECKING:
    import textwrap
else:
    textwrap = later("textwrap")

What = Literal["expression", "reading", "call", "elements", "condition", "action", "list", "variable"]
"""expression: computed from its parts; reading: a variable, a piece, a constant; call: a definition, whose parts are
those of its own expression; elements: an aggregate or a set, whose parts are its elements; condition: of an action;
action: a move that is allowed or not; list: several traces under one heading, without a value; variable: its parts are
the steps of the game at which its value changed."""


@dataclass(frozen=True, slots=True)
class Trace:
    """The value of an expression, and its parts in the order in which they were evaluated.

    `text` is the source of the expression, and `filled` the same with the values of its parts inserted; `value` is as
    `state.get` gives it, and `shown` is its text. `label` is its role in the expression above: `if`, the id of a
    condition or a case, the line of a score pad. `element` is the element of an aggregate that it belongs to (name and
    value), and `given` has the arguments of a definition. A value is `hidden` if the viewer may not see it; `failure`
    says why there is none.
    """

    text: str
    value: object = None
    shown: str = ""
    what: What = "expression"
    label: str = ""
    element: tuple[tuple[str, str], ...] = ()
    given: tuple[tuple[str, str], ...] = ()
    filled: str = ""
    parts: tuple[Trace, ...] = ()
    note: str = ""
    """A further remark, as a sentence or a few words."""
    span: Span | None = field(default=None, repr=False)
    hidden: bool = False
    failure: str = ""
    decides: bool = True
    """Whether the value above depends on it. Elements that were left out, and conditions that hold while others fail,
    do not decide, and are printed only with `full`."""
    line: bool = True
    """Whether it gets a line of its own in the text; if not, its value is in `filled` of the expression above."""
    more: int = 0
    """The number of elements that are not among the parts."""

    @property
    def place(self) -> tuple[str, int] | None:
        """The name of the file, and the line there, from 1; None for an expression that was typed."""
        return (self.span.source.title, self.span.line) if self.span is not None else None

    @property
    def known(self) -> bool:
        """Whether there is a value."""
        return not self.hidden and not self.failure

    @property
    def has_lines(self) -> bool:
        """Whether it, or a part inside it, gets a line of its own in the text."""
        return self.line or bool(self.failure) or any(part.has_lines for part in self.parts)

    def walk(self) -> Iterator[Trace]:
        """This trace and all parts inside, each before its own parts; a part that is used twice comes twice."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def __str__(self) -> str:
        return self.render()

    def render(self, full: bool = False, lines: int | None = None, width: int = 100) -> str:
        """The tree as text: the parts that decide, to a depth that fits into `lines` lines (40), or with `full` everything.
        An expression that is too long for a line of `width` columns is cut short."""
        return text_of(self, full, lines, width)

    def to_json(self) -> dict[str, object]:
        """The whole tree as plain data. A part that occurred before has `again` instead of its parts."""
        return json_of(self)


# ----------------------------------------------------------------------------------------------------- as text

LINES = 40
"""The most lines of a trace: about a screen."""
MOST_NAMED = 16
"""The most elements in one list."""
MOST_BRANCHES = 4
"""The most elements that get lines of their own; of more, only one is shown as an example."""
MOST_STEPS = 12
"""The most changes of a variable that are shown."""
LONGEST_WORD = 14
"""The longest name of an element in a list; longer ones are cut."""
NARROWEST = 24
"""The fewest characters to which an expression is cut."""


@dataclass(slots=True)
class _Line:
    """A line of the tree with the lines below it. `leaves` is a paragraph below it and no branch."""

    text: str
    place: tuple[str, int] | None = None
    below: list[_Line] = field(default_factory=list)
    leaves: bool = False
    cut: bool = False

    def height(self) -> int:
        """The number of lines without its parts."""
        return max(len(self.text.splitlines()), 1)

    def size(self) -> int:
        return self.height() + sum(each.size() for each in self.below)


def text_of(trace: Trace, full: bool = False, lines: int | None = None, width: int = 100) -> str:
    """The tree; see `Trace.render`."""
    root = _Writer(full, max(width, 40)).line(trace, 0)
    left_out = 0 if full else _prune(root, LINES if lines is None else lines)
    files = list(dict.fromkeys(place[0] for place in _places(root)))
    written = list(_written(root, files))
    if left_out:
        what = "1 line more" if left_out == 1 else f"{left_out} lines more"
        written.append(f"… {what}, marked …")
    return "\n".join(written)


def json_of(trace: Trace, known: set[int] | None = None) -> dict[str, object]:
    """Plain data; see `Trace.to_json`."""
    known = set() if known is None else known
    again = bool(trace.parts) and id(trace.parts) in known
    known.add(id(trace.parts))
    data: dict[str, object] = {"text": trace.text, "what": trace.what}
    if trace.known and trace.what != "list":
        data["value"] = _plain(trace.value)
        data["shown"] = trace.shown
    for name in ("label", "filled", "note", "failure"):
        if getattr(trace, name):
            data[name] = getattr(trace, name)
    for name in ("element", "given"):
        if getattr(trace, name):
            data[name] = {each or "it": value for each, value in getattr(trace, name)}
    if trace.hidden:
        data["hidden"] = True
    if not trace.decides:
        data["decides"] = False
    if trace.span is not None:
        data |= {"file": trace.span.file, "line": trace.span.line, "column": trace.span.column}
    if trace.more:
        data["more"] = trace.more
    if again:
        data["again"] = True
    elif trace.parts:
        data["parts"] = [json_of(part, known) for part in trace.parts]
    return data


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return {key: _plain(each) for key, each in value.items()} if isinstance(value, dict) else value


# ------------------------------------------------------------------------------------------------------- lines


class _Writer:
    """Makes lines of traces."""

    def __init__(self, full: bool, width: int) -> None:
        self.full = full
        self.width = width
        self.opened: set[int] = set()
        """The parts that were shown already."""

    def line(self, trace: Trace, depth: int) -> _Line:
        again = bool(trace.parts) and id(trace.parts) in self.opened
        room = self.width - 8 - 2 * depth
        text = self._sentence(trace, room)
        if again and any(part.has_lines for part in trace.parts):
            return _Line(f"{text} (as above)", trace.place)
        self.opened.add(id(trace.parts))
        made = _Line(text, trace.place)
        shown = list(self._shown(trace.parts))
        if trace.what == "elements":
            listed, shown = self._elements(trace, shown)
            if listed or trace.more:
                made.below.append(_Line(self._list(listed, trace.more, room), leaves=True))
        if trace.what == "variable" and not self.full and len(shown) > MOST_STEPS:
            made.below.append(
                _Line(f"the last {MOST_STEPS} of {len(shown) + trace.more} changes:", leaves=True)
            )
            shown = shown[:MOST_STEPS]
        made.below += [self.line(part, depth + 1) for part in shown]
        made.below += [_Line(_wrapped(said, room), leaves=True) for said in self._notes(trace)]
        return made

    def _elements(self, trace: Trace, shown: Sequence[Trace]) -> tuple[list[Trace], list[Trace]]:
        """The elements that are listed on one line, and those that get a line each: of many only one, as an example."""
        leaves = [part for part in trace.parts if self._is_leaf(part)]
        branches = [part if self.full else _deciding(part) for part in shown if not self._is_leaf(part)]
        own = [part for part in branches if part.element]
        if self.full or len(own) <= MOST_BRANCHES:
            return leaves, branches
        example = next((part for part in own if part.failure or part.hidden), None)
        example = example or next((part for part in own if part.value), own[0])
        rest = [
            part for part in trace.parts if part.decides and part.element and part.element != example.element
        ]
        return [_deciding(part) for part in rest], [*(part for part in branches if not part.element), example]

    def _shown(self, parts: Sequence[Trace]) -> Iterator[Trace]:
        """The parts that get a line; of one that does not, those inside it."""
        for part in parts:
            if self.full:
                if part.text != part.shown or part.failure:
                    yield part
            elif part.decides and (part.line or part.failure):
                if part.label or not part.parts or id(part.parts) not in self.opened:
                    yield part
            elif part.decides:
                yield from self._shown(part.parts)

    def _is_leaf(self, part: Trace) -> bool:
        """Whether an element has nothing to show but its value."""
        shown = part.decides and part.known and not any(each.has_lines for each in part.parts)
        return shown and part.label != "of"

    def _list(self, elements: Sequence[Trace], more: int, room: int) -> str:
        """`twos: 8 · threes: 12`; where all are true, only their names."""
        truth = isinstance(elements[0].value, bool) if elements else False
        alike = (
            truth and all(each.shown == elements[0].shown for each in elements) and bool(elements[0].element)
        )
        named = [_named(each, alike).replace(" ", "\xa0") for each in elements[:MOST_NAMED]]
        rest = max(len(elements) - MOST_NAMED, 0) + more
        if rest:
            named.append(f"and\xa0{rest}\xa0more")
        start = f"{elements[0].shown} for " if alike else ""
        return _wrapped(start + " · ".join(named), room).replace("\xa0", " ")

    def _notes(self, trace: Trace) -> Iterator[str]:
        aside = [part for part in trace.parts if not part.decides]
        if not self.full and trace.what == "elements":
            out = [
                ", ".join(value for _, value in part.element) for part in aside if part.label == "left out"
            ]
            if out:
                rest = f" · and {len(out) - MOST_NAMED} more" if len(out) > MOST_NAMED else ""
                yield f"left out: {' · '.join(out[:MOST_NAMED])}{rest}"
        holding = [part.label for part in aside if part.label and part.value is True]
        if not self.full and trace.what == "action" and holding:
            yield f"what else is required holds: {', '.join(holding)}"
        if trace.note:
            yield trace.note

    # ------------------------------------------------------------------------------------------------ one line

    def _sentence(self, trace: Trace, room: int) -> str:
        start = self._start(trace)
        if trace.what == "list" and not trace.failure:
            return start + trace.text
        shown = trace.shown
        if trace.failure and not any(part.failure for part in trace.parts):
            shown = f"fails: {trace.failure}"
        if trace.what == "action":
            return f"{start}{trace.text}: {shown}" if trace.known else f"{start}{trace.text} → {shown}"
        if trace.what == "condition":
            return f"{start}{trace.text}" if trace.text else f"{start}{shown}"
        text, filled = trace.text, trace.filled if trace.filled != trace.shown else ""
        if trace.element and filled and not filled.startswith("not "):
            text, filled = (
                filled,
                "",
            )  # an element has the same expression as its neighbours, so only values are shown
        if text == shown:
            return start + text
        if not self.full:
            left = room - len(start) - len(shown) - 3
            if filled and len(text) + len(filled) + 3 > left:
                filled = _short(filled, max(left - len(text) - 3, left // 2))
            text = _short(text, left - (len(filled) + 3 if filled else 0))
        return start + " → ".join(each for each in (text, filled, shown) if each)

    def _start(self, trace: Trace) -> str:
        """The text before an expression: its role in the one above."""
        if trace.label in ("if", "then", "else", "by"):
            return f"{trace.label} "
        element = ", ".join(f"{name} = {value}" if name else value for name, value in trace.element)
        start = ", ".join(each for each in (trace.label, element) if each)
        return f"{start}: " if start else ""


def _deciding(element: Trace) -> Trace:
    """The part that decides an element, in its place: of a false `a and b` the part that is false."""
    while (
        element.what == "expression"
        and isinstance(element.value, bool)
        and not (element.filled or element.note)
    ):
        deciding = [part for part in element.parts if part.decides]
        if len(deciding) != 1 or deciding[0].label or deciding[0].value is not element.value:
            break
        element = replace(deciding[0], element=element.element)
    return element


def _named(element: Trace, alike: bool) -> str:
    """The text of an element in a list; if all have the same truth value, the compared values are shown instead."""
    name = ", ".join(value for _, value in element.element)
    operands = element.known and element.what == "expression" and not element.filled.startswith("not ")
    filled = element.filled if operands and len(element.filled) <= NARROWEST else ""
    shown = "" if alike or (name and not element.text) else element.shown
    if filled:
        shown = filled if isinstance(element.value, bool) else f"{filled} → {shown}"
    return ": ".join(each for each in (name, shown) if each) if name != shown else name


def _wrapped(text: str, room: int) -> str:
    return "\n".join(textwrap.wrap(text, max(room, 30), break_long_words=False))


def _short(text: str, room: int) -> str:
    """A text cut to a length, between words if that loses little."""
    room = max(room, NARROWEST)
    if len(text) <= room:
        return text
    cut = text[: room - 2]
    before, _, last = cut.rpartition(" ")
    return f"{before if before and len(last) < LONGEST_WORD else cut} …"


# ------------------------------------------------------------------------------------------------------- layout


def _prune(root: _Line, most: int) -> int:
    """Remove the deepest lines until there are at most `most`; returns the number removed."""
    total = root.size()
    kept, level = root.height(), [root]
    while level:
        below = sum(each.height() for line in level for each in line.below)
        if kept + below > most and total > most:
            break
        kept += below
        level = [each for line in level for each in line.below]
    for line in level:
        below = sum(each.height() for each in line.below)
        if line.below and below <= most - kept:
            kept += below
            for each in line.below:
                each.cut, each.below = bool(each.below), []
        elif line.below:
            line.cut, line.below = True, []
    return total - kept


def _places(line: _Line) -> Iterator[tuple[str, int]]:
    if line.place is not None:
        yield line.place
    for each in line.below:
        yield from _places(each)


def _written(root: _Line, files: Sequence[str]) -> Iterator[str]:
    """The lines of the tree with the lines of the rulebook in front of them."""
    if files:
        yield "in " + ", ".join(files)
    several = len(files) > 1
    margin = max((len(_margin(place, several)) for place in _places(root)), default=0)
    for line, text in _drawn(root, "", ""):
        shown = _margin(line.place, several) if line is not None and line.place is not None else ""
        yield f"{shown:>{margin}} {text}".rstrip()


def _drawn(line: _Line, first: str, rest: str) -> Iterator[tuple[_Line | None, str]]:
    mark = " …" if line.cut else ""
    for number, text in enumerate(f"{line.text}{mark}".splitlines() or [""]):
        yield (line, first + text) if number == 0 else (None, rest + text)
    branches = [each for each in line.below if not each.leaves]
    for each in line.below:
        if each.leaves:
            stem = "│ " if branches and line.below.index(each) < line.below.index(branches[-1]) else "  "
            yield from _drawn(each, rest + stem, rest + stem)
        else:
            last = each is branches[-1] and each is [e for e in line.below if not e.leaves][-1]
            yield from _drawn(each, rest + ("└ " if last else "├ "), rest + ("  " if last else "│ "))


def _margin(place: tuple[str, int], several: bool) -> str:
    file, line = place
    if not several:
        return str(line)
    name = file.replace("\\", "/").rpartition("/")[2]
    return f"{name.partition('.')[0]}:{line}"


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees: the cells with hidden ones masked, the indices of those, and whether a place is visible (by
    kind and place code)."""

    cells: array[int]
    hidden: frozenset[int]
    sees: Callable[[str, int], bool]


class Tracer(Protocol):
    """Makes traces of one game; implemented by `evaluate.tracing.tracer`. Positions are never changed."""

    def expression(self, cells: array[int], text: str, me: int, view: View | None) -> Trace:
        """The trace of an expression. Raises RulebookError for a mistake in it."""
        ...

    def shown(self, type_: Type, value: Value) -> str:
        """A value as traces show it."""
        ...

    def variable(self, cells: array[int], text: str, me: int, view: View | None) -> tuple[str, int] | None:
        """The name of the variable that is the whole expression, and the index within its group of cells; None if the
        expression does more, or the index cannot be evaluated."""
        ...

    def action(self, cells: array[int], choice: Choice, text: str, view: View | None) -> Trace:
        """The trace of an action: each of its conditions, and whether it can be chosen."""
        ...

    def option(self, cells: array[int], name: str, view: View | None) -> Trace:
        """The trace of an action with any arguments: whether any choice is legal."""
        ...

    def options(self, cells: array[int], view: View | None) -> Trace:
        """The trace of the possible actions: each action of the phase."""
        ...

    def standing(self, cells: array[int], view: View | None) -> Trace:
        """The trace of the standing: the value that ranks each of the players."""
        ...

    def preference(self, cells: array[int], asked: ir.Asked, choice: Choice, text: str) -> Trace:
        """The trace of a strategy's preference for an action of the player to act."""
        ...

    def rule(self, cells: array[int], name: str, view: View | None) -> Trace | None:
        """The trace of the condition of an automatic rule, by its id; None if there is no such rule."""
        ...

    def rule_in_step(self, position: Position, choice: Choice, chance: Chance, name: str) -> Trace | None:
        """The trace of an automatic rule after an action: whether it was carried out, and why; None if there is no such rule."""
        ...

    def changes(self, position: Position, choice: Choice, chance: Chance) -> Trace:
        """The trace of the variables that an action, and the rules that follow it, write."""
        ...

    def outcome(self, position: Position, choice: Choice | None, chance: Chance) -> Trace:
        """The trace of what an action (None: the set-up) leads to: the rule that fails, the end of the game and why, or
        the possible actions."""
        ...
