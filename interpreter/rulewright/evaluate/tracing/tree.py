"""From what was written down to a trace: the tree as an author would draw it.

    Seen(Call("top"), 85, [Seen(Aggregate("sum"), ...)])      ->      Trace("p.top", 85, what="call", parts=(Trace("sum(...)"), ))

Nodes that stand for the same characters are one expression to the author, and so are they here.  What an expression is
made of is shown by what it is: `_SHAPED` has a way for each node that is more than its operands, the others are operators or
readings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.evaluate.tracing.parts import SIMPLE, core, meant, once, part_of, parts_of
from rulewright.evaluate.tracing.recorder import Seen
from rulewright.evaluate.tracing.rounds import Round, rounds_of
from rulewright.evaluate.tracing.substitution import filled
from rulewright.evaluate.tracing.words import DOMAINS, Words, is_authors, text_at
from rulewright.ir import nodes as ir
from rulewright.runtime.executor import Value
from rulewright.runtime.trace import Trace, What
from rulewright.source.text import Span

TYPED = "<asked>"
"""The name of the source of what was typed: it stands on no line of a rulebook."""

SETTLED = "the same throughout this game"
"""Said of what rests on options alone, and was worked out when the game was loaded."""

TOO_DEEP = "it is too deep to be opened"

TOO_MUCH = "there is too much in it to be shown"

DEEPEST = 60
"""So many expressions inside one another are opened."""

MOST_ELEMENTS = 100
"""So many elements of an aggregate are kept."""


Asked = tuple[object, ...]
"""A definition, who was `me`, and its arguments."""


@dataclass(slots=True)
class Tracing:
    """Makes the traces of one question, whose whole evaluation is `root`."""

    words: Words
    root: Seen
    opened: dict[Asked, tuple[Trace, ...]] = field(default_factory=dict)
    """What definitions are made of. One is worked out once for the same arguments, and made a trace of once."""
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
        """The trace of the whole."""
        return replace(self.trace(self.root), line=True)

    def trace(self, seen: Seen) -> Trace:
        """The trace of an expression."""
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
        if isinstance(inner.node, ir.Otherwise):  # which has the value of one of its parts
            return self.made(seen, parts)
        values = filled(self.words, inner)
        opened = any(part.has_lines for part in parts)
        if type(inner.node) in OPERATORS:
            return self.made(seen, parts, "expression" if values or opened else "reading", filled=values)
        settled = isinstance(inner.node, ir.Constant) and len(text_at(inner.node.span).split()) > 1
        note = SETTLED if settled else ""
        return self.made(seen, parts, "expression" if opened else "reading", filled=values, note=note)

    def operand(self, seen: Seen) -> Trace:
        """A part of an expression whose values are put into its text: one that is simple needs no line of its own."""
        if isinstance(seen.node, DOMAINS):
            return self.domain(seen)
        found = self.trace(seen)
        simple = found.what == "reading" or (found.what == "expression" and type(core(seen).node) in SIMPLE)
        return replace(found, line=False) if simple and not found.failure else found

    def domain(self, seen: Seen) -> Trace:
        """What is gone through, or asked about with `in`: its elements, and whatever they were worked out of."""
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
        """A trace with the value that was seen."""
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

    # ---------------------------------------------------------------------------------- what is more than operands

    def call(self, seen: Seen, inner: Seen) -> Trace:
        """A definition, opened into what it is made of."""
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
        return replace(made, parts=parts)  # the very tuple, by which it is known again

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
        """`and` and `or`: what was asked, of which the last alone decides where it ended the asking."""
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
        """The case that applied; those before it do not decide."""
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
        """A score pad, line by line."""
        labels = {id(value): label or id_.replace("_", " ") for id_, label, value in inner.node.lines}
        parts = [replace(self.trace(part), label=labels[id(part.node)]) for part in inner.parts]
        return self.made(seen, parts, text="sum of lines")

    def can(self, seen: Seen, inner: Seen) -> Trace:
        """Whether an action has a legal choice: one that is, or what stands in the way whatever is chosen."""
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
                parts.append(replace(self.operand(part), decides=False))  # whose choice it is, or a `let`
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

    def aggregate(self, seen: Seen, inner: Seen) -> Trace:
        """`sum`, `any`, a set, the length of one: element by element."""
        found = rounds_of(inner)
        if found is None:
            return self.made(
                seen, [self.operand(p) for p in parts_of(inner)], "reading", filled=filled(self.words, inner)
            )
        around = [self.domain(each) for each in found.domains]
        if isinstance(inner.node, ir.Gathered) and not isinstance(inner.node.domain, ir.Mapped):
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
    """So many rounds as are kept, the last among them since it may be the one that decided; and how many more there are."""
    more = len(rounds) - MOST_ELEMENTS
    return (list(rounds), 0) if more <= 0 else ([*rounds[: MOST_ELEMENTS - 1], rounds[-1]], more)


def _decided_by_last(seen: Seen) -> Value:
    """The value of the elements on which the result alone rests; None if it rests on all of them."""
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
    ir.Aggregate: Tracing.aggregate,
    ir.Length: Tracing.aggregate,
    ir.Gathered: Tracing.aggregate,
}

OPERATORS: frozenset[type] = SIMPLE | {ir.Not, ir.Compare, ir.Contains}
