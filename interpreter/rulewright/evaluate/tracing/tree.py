"""From a recording to a trace: the tree of evaluations, simplified to what an author wrote.

    Seen(Call("top"), 85, [Seen(Aggregate("sum"), ...)])      ->      Trace("p.top", 85, what="call", parts=(Trace("sum(...)"), ))

Nodes with the same text are one expression to the author, and one line in a trace.  `_SHAPED` has a function for each class of
node whose trace is more than its operands; all others are operators or readings.

    p.top >= doubling_at      ->      33 >= 80              its text with its parts replaced by their values (`filled`)

The recording of an aggregate is divided into rounds, one for each element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from typing import Any

from rulewright.evaluate.tracing.recorder import Seen
from rulewright.evaluate.tracing.words import DOMAINS, Words, is_authors, text_at, without_brackets
from rulewright.ir import nodes as ir
from rulewright.ir.walking import everything
from rulewright.language import types
from rulewright.runtime.executor import Value
from rulewright.runtime.trace import Trace, What
from rulewright.source.dataclass import dataclass
from rulewright.source.text import Span

NAMELESS = "<each>"


@dataclass(slots=True)
class Round:
    """One element. `values`: the values that the clauses bound; of the first clauses only, if the `if` of one of them left it out."""

    values: tuple[Value, ...]
    clauses: tuple[ir.Clause, ...]
    inside: tuple[ir.Expression, ...]
    """The expressions in which the names of the clauses may occur."""
    condition: Seen | None = None
    element: Seen | None = None
    left_out: bool = False

    def bound(self, words: Words) -> Iterator[tuple[str, types.Type, Value]]:
        """(name, type, value) for each value that was bound; the name is empty where the author gave none."""
        for clause, value in zip(self.clauses, self.values, strict=False):
            name, type_ = _named(words, clause, self.inside)
            yield name, type_, value

    def last(self, words: Words) -> tuple[types.Type, Value]:
        """Type and value of the innermost element."""
        _, type_ = _named(words, self.clauses[-1], self.inside)
        return type_, self.values[-1]


@dataclass(slots=True)
class Rounds:
    rounds: list[Round] = field(default_factory=list)
    domains: list[Seen] = field(default_factory=list)
    """The domains, each as it was first evaluated."""


def rounds_of(seen: Seen) -> Rounds | None:
    """The rounds of an aggregate, or of a set whose elements are listed or counted; None if the domain was not reached."""
    if isinstance(seen.node, ir.Aggregate):
        return _of_clauses(seen)
    domain = next((part for part in seen.parts if part.node is seen.node.domain), None)
    if domain is None:
        return None
    if isinstance(domain.node, ir.Ordered):
        domain = next((part for part in domain.parts if part.node is domain.node.domain), domain)
    if isinstance(domain.node, ir.Mapped):
        return _of_clauses(domain)
    found = Rounds(domains=[domain])
    if domain.known:
        clause = ir.Clause(0, domain.node, None, domain.node.span)
        found.rounds = [Round((value,), (clause,), ()) for value in domain.value]
    return found


def _of_clauses(seen: Seen) -> Rounds:
    node = seen.node
    clauses: tuple[ir.Clause, ...] = node.clauses
    inside = (node.element, *(test for each in clauses for test in (each.condition, each.proceed) if test))
    found = Rounds()
    pending: Round | None = None
    for part in seen.parts:
        if isinstance(part.node, DOMAINS):
            if not any(each.node is part.node for each in found.domains):
                found.domains.append(part)
            if (
                _is_counted(node)
                and part.node is clauses[-1].domain
                and clauses[-1].condition is None
                and part.known
            ):
                outer = part.at[: len(clauses) - 1]
                found.rounds += [Round((*outer, value), clauses, inside) for value in part.value]
            continue
        asked = next((i for i, each in enumerate(clauses) if part.node is each.condition), None)
        if asked is not None:
            made = Round(part.at[: asked + 1], clauses, inside, condition=part)
            made.left_out = part.known and not part.value
            if made.left_out or not part.known:
                found.rounds.append(made)
            elif asked == len(clauses) - 1:
                pending = made
                found.rounds.append(made)
        elif part.node is node.element:
            if pending is None:
                pending = Round(part.at, clauses, inside)
                found.rounds.append(pending)
            pending.element = part
            pending = None
    return found


def _is_counted(node: Any) -> bool:  # Any: an aggregate or a mapped domain
    """Whether elements are counted without being evaluated."""
    return isinstance(node, ir.Aggregate) and node.name == "count"


def _named(words: Words, clause: ir.Clause, inside: tuple[ir.Expression, ...]) -> tuple[str, Any]:
    """The name and the type of what a clause binds."""
    names = (node for node in everything(inside) if isinstance(node, ir.Local))
    used = next((name for name in names if name.slot == clause.slot), None)
    element: Any = words.element_type(clause.domain)
    if used is None:
        return "", element
    known = words.types_at.value(used.span) if used.name != NAMELESS else None
    name = "" if used.name.startswith("<") else used.name
    return name, known if known is not None and name else element


def filled(words: Words, seen: Seen) -> str:
    """The text of an expression with its parts replaced by their values; empty if it is the same text."""
    text = without_brackets(_with_values(words, seen)) if is_authors(seen.node) else ""
    return "" if text == text_at(seen.node.span) else text


def _with_values(words: Words, seen: Seen) -> str:
    span: Span = seen.node.span
    text, end = "", span.start
    source = span.source.text
    for start, stop, new in sorted(set(_fillings(words, seen, span))):
        if start < end:
            continue
        before, after = source[end:start], stop
        if _bracketed(source, span, start, stop) and before.endswith("(") and " " not in new:
            before, after = before[:-1], stop + 1
        text += before + new
        end = after
    return " ".join((text + source[end : span.end]).split())


def _fillings(words: Words, seen: Seen, span: Span) -> Iterator[tuple[int, int, str]]:
    """(start, end, replacement) for each part."""
    for part in parts_of(seen):
        at: Span = part.node.span
        if at.source is not span.source or not span.start <= at.start <= at.end <= span.end:
            continue
        new = _put_in(words, part)
        type_ = words.type_of(part) if part.known else None
        if span.source.text[at.end : at.end + 1] == "." and not isinstance(type_, types.Player | types.Team):
            continue
        if new is not None:
            yield at.start, at.end, new


def _put_in(words: Words, seen: Seen) -> str | None:
    if seen.hidden:
        return "?"
    if not seen.known:
        return None
    inner = core(seen)
    if isinstance(inner.node, DOMAINS):
        return _elements_put_in(words, inner)
    opened = type(inner.node) in SIMPLE - {ir.Otherwise} and not isinstance(seen.value, bool)
    if opened:
        text = _with_values(words, inner)
        if without_brackets(text) != text_at(inner.node.span):
            return text
    return words.written(words.type_of(seen), seen.value)


def _elements_put_in(words: Words, seen: Seen) -> str | None:
    if isinstance(seen.node, ir.Between | ir.Members | ir.Subsets):  # whose text says more than its elements
        return None
    return words.written(words.type_of(seen), tuple(seen.value))


def _bracketed(source: str, span: Span, start: int, stop: int) -> bool:
    """Whether a part of a text has brackets around it that are not those of a list of arguments."""
    if not (span.start < start and stop < span.end and source[start - 1] == "(" and source[stop] == ")"):
        return False
    before = source[span.start : start - 1]
    return not before or not (before[-1].isalnum() or before[-1] in "_)")


SIMPLE: frozenset[type] = frozenset({ir.Arithmetic, ir.Negate, ir.Extreme, ir.Otherwise, ir.Within})
"""Operators whose values replace their text in the expression around them, without a line of their own."""

OF_SEVERAL: frozenset[type] = frozenset({
    ir.Call, ir.And, ir.Or, ir.IfElse, ir.Cases, ir.SumLines, ir.Can, ir.After, ir.Aggregate, ir.Length, ir.Gathered, ir.FromEnd
})  # fmt: skip
"""Nodes that have a form of their own in a trace, apart from their operands."""


def parts_of(seen: Seen) -> list[Seen]:
    """The parts that have text in the rulebook, each once."""
    return once(_authors(seen))


def _authors(seen: Seen) -> Iterator[Seen]:
    for part in seen.parts:
        if is_authors(part.node) and part.node.span != seen.node.span:
            yield meant(part)
        else:
            yield from (inner for inner in _authors(part) if inner.node.span != seen.node.span)


def once(parts: Iterable[Seen]) -> list[Seen]:
    """The parts, without those that have the same text as another."""
    return list({part.node.span: part for part in parts}.values())


def part_of(seen: Seen, node: object) -> Seen | None:
    """The part that is the evaluation of this very node, or None."""
    return next((part for part in seen.parts if part.node is node), None)


def meant(seen: Seen) -> Seen:
    """The evaluation of the space, where an author wrote a space and means the piece on it or its place."""
    while isinstance(seen.node, ir.PieceAt | ir.PlaceOf) and seen.known and len(seen.parts) == 1:
        if seen.parts[0].node.span != seen.node.span:
            break
        seen = seen.parts[0]
    return seen


def core(seen: Seen) -> Seen:
    """The innermost evaluation with the same text: `d.face` is a look-up of the face that the piece shows."""
    while len(seen.parts) == 1 and type(seen.node) not in OF_SEVERAL:
        inner = seen.parts[0]
        if inner.node.span != seen.node.span or isinstance(inner.node, DOMAINS):
            break
        seen = inner
    last = seen.parts[-1] if isinstance(seen.node, ir.Or) and seen.parts else None
    if last is not None and isinstance(last.node, ir.Can) and last.node.span == seen.node.span:
        return last  # several phases have an action of this name
    return seen


TYPED = "<asked>"
"""The name of the source of an expression that was typed, and is on no line of a rulebook."""

SETTLED = "the same throughout this game"
"""The note on a value that rests on options alone, and was computed when the game was loaded."""

AFTERWARDS = "in the position that would follow"
"""The note on what is asked of the position that effects leave."""

TOO_DEEP = "it is too deep to be opened"

TOO_MUCH = "there is too much in it to be shown"

DEEPEST = 60
"""The deepest nesting of expressions that is opened."""

MOST_ELEMENTS = 100
"""The most elements of an aggregate that a trace keeps."""


Asked = tuple[object, ...]
"""A call: the name of the definition, `me`, and the arguments."""


@dataclass(slots=True)
class Tracing:
    """Makes the trace of one recorded evaluation, `root`."""

    words: Words
    root: Seen
    opened: dict[Asked, tuple[Trace, ...]] = field(default_factory=dict)
    """The traces of the bodies of calls. A call with the same arguments is evaluated once, and its trace made once."""
    bodies: dict[Asked, Seen] = field(default_factory=dict)
    depth: int = 0

    def __post_init__(self) -> None:
        waiting = [self.root]
        while waiting:
            seen = waiting.pop()
            waiting += seen.parts
            if isinstance(seen.node, ir.Call):
                body = part_of(seen, self.words.program.definitions[seen.node.definition].body)
                if body is not None:
                    self.bodies[_key(seen)] = body

    def of_root(self) -> Trace:
        """The trace of the whole evaluation."""
        return replace(self.trace(self.root), line=True)

    def trace(self, seen: Seen) -> Trace:
        """The trace of one expression in it."""
        seen = meant(seen)
        if self.depth == DEEPEST:
            return self.made(seen, (), note=TOO_DEEP)
        self.depth += 1
        try:
            return self._trace(seen, core(seen))
        finally:
            self.depth -= 1

    def _trace(self, seen: Seen, inner: Seen) -> Trace:
        shape = _SHAPED.get(type(inner.node))
        if shape is not None:
            return shape(self, seen, inner)
        parts = [self.operand(part) for part in parts_of(inner)]
        if isinstance(inner.node, ir.Otherwise):  # its value is that of one of its parts
            return self.made(seen, parts)
        values = filled(self.words, inner)
        opened = any(part.has_lines for part in parts)
        if type(inner.node) in OPERATORS:
            return self.made(seen, parts, "expression" if values or opened else "reading", filled=values)
        settled = isinstance(inner.node, ir.Constant) and len(text_at(inner.node.span).split()) > 1
        note = SETTLED if settled else ""
        return self.made(seen, parts, "expression" if opened else "reading", filled=values, note=note)

    def operand(self, seen: Seen) -> Trace:
        """The trace of a part whose value replaces its text in the expression around it; a simple one has no line of its own."""
        if isinstance(seen.node, DOMAINS):
            return self.domain(seen)
        found = self.trace(seen)
        simple = found.what == "reading" or (found.what == "expression" and type(core(seen).node) in SIMPLE)
        return replace(found, line=False) if simple and not found.failure else found

    def domain(self, seen: Seen) -> Trace:
        """The trace of a domain, of an aggregate or after `in`: its elements, and the expressions they were computed from."""
        parts = [self.operand(part) for part in parts_of(seen)]
        more = len(seen.value) - MOST_ELEMENTS if seen.known else 0
        if more > 0:
            seen = replace(seen, value=list(seen.value[:MOST_ELEMENTS]))
        line = any(part.has_lines for part in parts) or not seen.known
        made = self.made(seen, parts, "expression" if line else "reading", more=max(more, 0))
        return replace(made, line=line)

    def made(
        self, seen: Seen, parts: Sequence[Trace], what: What = "expression", *, filled: str = "",
        given: tuple[tuple[str, str], ...] = (), note: str = "", more: int = 0, text: str | None = None,
    ) -> Trace:  # fmt: skip
        """A trace with the recorded value."""
        span: Span = seen.node.span
        if seen.cut:
            note = note or TOO_MUCH
        common: dict[str, Any] = {  # Any: fields of several types
            "text": text_at(span) if text is None else text, "what": what, "given": given, "filled": filled,
            "parts": tuple(parts), "note": note, "more": more,
            "span": span if is_authors(seen.node) and span.source.name != TYPED else None,
        }  # fmt: skip
        if seen.hidden:
            return Trace(**common, hidden=True, shown="hidden")
        if seen.failure is not None:
            return Trace(**common, failure=seen.failure.message, shown="fails")
        type_ = self.words.type_of(seen)
        value = tuple(seen.value) if isinstance(seen.node, DOMAINS) else seen.value
        return Trace(**common, value=self.words.friendly(type_, value), shown=self.words.shown(type_, value))

    # ---------------------------------------------------------------------------------- nodes with a form of their own

    def call(self, seen: Seen, inner: Seen) -> Trace:
        """A call of a definition, with the trace of its body inside."""
        definition = self.words.program.definitions[inner.node.definition]
        arguments = [part_of(inner, node) for node in inner.node.arguments]
        values = _key(inner)[2:]
        given = tuple(
            (name, self.words.shown(type_, value))
            for (name, type_), value in zip(definition.parameters, values, strict=True)
        )
        outside = [self.operand(part) for part in arguments if part is not None and is_authors(part.node)]
        opened = self._opened(_key(inner))
        lined = tuple(part for part in outside if part.has_lines)
        if not lined and len(opened) == 1 and opened[0].what == "reading" and not opened[0].failure:
            return self.made(seen, opened, "reading", given=given, filled=filled(self.words, inner))
        parts = (*lined, *opened) if lined else opened
        made = self.made(seen, (), "call", given=given, filled=filled(self.words, inner))
        return replace(made, parts=parts)  # the same tuple object, by which repetitions are recognized

    def _opened(self, key: Asked) -> tuple[Trace, ...]:
        if key not in self.opened:
            body = self.bodies.get(key)
            self.opened[key] = () if body is None else self._made_of(body)
        return self.opened[key]

    def _made_of(self, body: Seen) -> tuple[Trace, ...]:
        found = self.trace(body)
        if isinstance(core(body).node, ir.Cases | ir.SumLines) and found.parts:
            return found.parts
        return (replace(found, line=False) if found.what == "reading" and not found.failure else found,)

    def all_of(self, seen: Seen, inner: Seen) -> Trace:
        """`and` and `or`: the operands that were evaluated; where the last one ended the evaluation, it alone decides."""
        parts = [self.trace(part) for part in parts_of(inner)]
        if all(part.node.span == inner.node.span for part in inner.parts):
            return self.made(
                seen, [self.operand(p) for p in once(parts_of(inner))], filled=filled(self.words, inner)
            )
        ends_it = isinstance(inner.node, ir.Or)
        if inner.known and inner.value is ends_it:
            parts = [replace(part, decides=False) for part in parts[:-1]] + parts[-1:]
        return self.made(seen, parts)

    def if_else(self, seen: Seen, inner: Seen) -> Trace:
        node = inner.node
        parts = []
        for part in inner.parts:
            if part.node is node.condition:
                parts.append(replace(self.trace(part), label="if"))
            else:
                label = "then" if part.node is node.value else "else"
                parts.append(replace(self.operand(part), label=label))
        return self.made(seen, parts)

    def cases(self, seen: Seen, inner: Seen) -> Trace:
        """`cases`: the case that applied; those before it do not decide."""
        node = inner.node
        parts: list[Trace] = []
        for part in inner.parts:
            if part.node is node.subject:
                subject = self.operand(part)
                parts.append(replace(subject, label="by", decides=subject.has_lines))
                continue
            case = next((each for each in node.cases if part.node in (each.test, each.value)), None)
            if case is None:
                parts.append(replace(self.trace(part), label="otherwise"))
            elif part.node is case.value:
                parts.append(replace(self.trace(part), label=case.id.replace("_", " ")))
            elif node.subject is None:
                applies = part.known and bool(part.value)
                label = f"{case.id.replace('_', ' ')} applies if"
                parts.append(replace(self.trace(part), label=label, decides=applies or not part.known))
        return self.made(seen, parts, text="cases")

    def lines(self, seen: Seen, inner: Seen) -> Trace:
        """`sum_of`, line by line."""
        labels = {id(value): label or id_.replace("_", " ") for id_, label, value in inner.node.lines}
        parts = [replace(self.trace(part), label=labels[id(part.node)]) for part in inner.parts]
        return self.made(seen, parts, text="sum of lines")

    def can(self, seen: Seen, inner: Seen) -> Trace:
        """Whether an action has a legal choice: one that is legal, or the conditions that fail whatever is chosen."""
        node = inner.node
        action = self.words.program.actions[node.action]
        conditions = {id(each.holds): each for each in action.conditions}
        parts = []
        for part in inner.parts:
            condition = conditions.get(id(part.node))
            if condition is not None:
                found = self.trace(part)
                parts.append(replace(found, label=condition.id, decides=found.value is not True))
            elif is_authors(part.node) and part.node.span != inner.node.span:
                parts.append(replace(self.operand(part), decides=False))  # the player, or a `let`
        note = ""
        if inner.found:
            named = zip(action.parameters, inner.found, strict=True)
            chosen = ", ".join(f"{each.name} = {self.words.shown(each.type, value)}" for each, value in named)
            note = f"for instance with {chosen}"
        elif inner.known and not inner.value and not any(part.decides and part.has_lines for part in parts):
            names = ", ".join(parameter.name for parameter in action.parameters)
            asked = ", ".join(each.id for each in action.conditions if each.level)
            note = (
                f"no choice of {names} meets {asked}" if asked else f"there is nothing to choose for {names}"
            )
        return self.made(seen, parts, note=note, what="expression" if parts or note else "reading")

    def afterwards(self, seen: Seen, inner: Seen) -> Trace:
        """What would hold in the position that effects leave; only the expression is recorded, not the effects."""
        value = part_of(inner, inner.node.value)
        if value is None:
            return self.made(seen, (), note=AFTERWARDS)
        found = self.trace(value)
        return replace(found, note=f"{AFTERWARDS}; {found.note}" if found.note else AFTERWARDS)

    def aggregate(self, seen: Seen, inner: Seen) -> Trace:
        """`sum`, `any`, `nth`, a set or its length: element by element; of a place in a pile also the number."""
        found = rounds_of(inner)
        if found is None:
            return self.made(
                seen, [self.operand(p) for p in parts_of(inner)], "reading", filled=filled(self.words, inner)
            )
        around = [self.domain(each) for each in found.domains]
        if isinstance(inner.node, ir.FromEnd):
            around += [self.operand(part) for part in inner.parts if part.node is inner.node.number]
        whole = isinstance(inner.node, ir.Gathered | ir.FromEnd)
        if whole and not isinstance(inner.node.domain, ir.Mapped | ir.Ordered):
            return self.made(seen, around, "expression" if any(each.line for each in around) else "reading")
        kept, more = _kept(found.rounds)
        elements = [self._element(each) for each in kept]
        last = _decided_by_last(inner)
        if last is not None:
            elements = [
                replace(each, decides=each.decides and (each.value is last or not each.known))
                for each in elements
            ]
        parts = [*(replace(each, label="of") for each in around if each.line), *elements]
        return self.made(seen, parts, "elements", more=more)

    def _element(self, each: Round) -> Trace:
        bound = tuple((name, self.words.shown(type_, value)) for name, type_, value in each.bound(self.words))
        if each.left_out:
            assert each.condition is not None
            found = replace(self.trace(each.condition), label="left out", decides=False)
        elif each.element is not None:
            found = self.operand(each.element)
            found = replace(found, line=found.has_lines)
        else:
            type_, value = each.last(self.words)
            shown = self.words.shown(type_, value)
            found = Trace("", self.words.friendly(type_, value), shown, "reading", line=False)
        return replace(found, element=bound)


# ---------------------------------------------------------------------------------------------------- the parts


def _key(seen: Seen) -> Any:  # Any: an Asked of values
    arguments = [part_of(seen, node) for node in seen.node.arguments]
    values = [None if part is None or not part.known else part.value for part in arguments]
    return (seen.node.definition, seen.me, *values)


def _kept(rounds: Sequence[Round]) -> tuple[list[Round], int]:
    """The rounds that a trace keeps, with the last one because it may have decided, and the number of those left out."""
    more = len(rounds) - MOST_ELEMENTS
    return (list(rounds), 0) if more <= 0 else ([*rounds[: MOST_ELEMENTS - 1], rounds[-1]], more)


def _decided_by_last(seen: Seen) -> Value:
    """The value of the elements that alone decided the result of `any` or `all`; None if all elements did."""
    node = seen.node
    if isinstance(node, ir.Aggregate) and seen.known:
        if node.name == "any" and seen.value:
            return True
        if node.name == "all" and not seen.value:
            return False
    return None


# At the end: these need the methods above.
_SHAPED: dict[type, Callable[[Tracing, Seen, Seen], Trace]] = {
    ir.Call: Tracing.call,
    ir.And: Tracing.all_of,
    ir.Or: Tracing.all_of,
    ir.IfElse: Tracing.if_else,
    ir.Cases: Tracing.cases,
    ir.SumLines: Tracing.lines,
    ir.Can: Tracing.can,
    ir.After: Tracing.afterwards,
    ir.Aggregate: Tracing.aggregate,
    ir.Length: Tracing.aggregate,
    ir.Gathered: Tracing.aggregate,
    ir.FromEnd: Tracing.aggregate,
}

OPERATORS: frozenset[type] = SIMPLE | {ir.Not, ir.Compare, ir.Contains}
